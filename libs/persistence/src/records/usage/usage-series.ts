import type { ImportedChoice } from './usage-import.js';

/** Dimensions by which series of usage are grouped; `all` is one series with everything. */
export const SERIES_DIMENSIONS = ['all', 'model', 'provider', 'team', 'key', 'error_code'] as const;

export type SeriesDimension = (typeof SERIES_DIMENSIONS)[number];

export const SERIES_STEPS = ['15m', '1h', '1d'] as const;

export type SeriesStep = (typeof SERIES_STEPS)[number];

/** Request for series. Days are those of the zone. */
export interface UsageSeriesRequest {
  readonly zone: string;
  /** `2027-01-31`, inclusive like `toDay`. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly step: SeriesStep;
  readonly dimension: SeriesDimension;
  /** Only this value of the dimension; undefined: all. */
  readonly value?: string | undefined;
  /** Only requests of these workspaces; undefined: all of the organization. */
  readonly workspaceIds?: readonly string[] | undefined;
  /** Number of series at most; the rest is one series more, whose value is null. */
  readonly top: number;
  /** True if percentiles are read too, which costs several times as much. */
  readonly hasPercentiles: boolean;
  /** Role of imported usage. Left out: none. */
  readonly imported?: ImportedChoice | undefined;
}

/** Providers of a workspace, by their names, and the moment since which their requests count. */
export interface ProvidersSince {
  readonly workspaceId: string;
  readonly names: readonly string[];
  readonly since: Date;
}

/** Sums of the requests of a point, or of a whole series. */
export interface UsageSums {
  readonly requests: number;
  readonly refusedRequests: number;
  readonly failedRequests: number;
  readonly cancelledRequests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
  /** Null in series by what requests say about themselves: their sums do not distinguish it. */
  readonly cacheHits: number | null;
  readonly cacheMisses: number | null;
  readonly costUsd: number;
  /** Null without requests of a known duration, and where no percentiles were asked for. */
  readonly durationMs: UsagePercentiles | null;
  readonly timeToFirstByteMs: UsagePercentiles | null;
  /** Share of the sums that was imported, and is in no record. Left out: nothing. */
  readonly importedRequests?: number;
  readonly importedCostUsd?: number;
}

export interface UsagePercentiles {
  readonly p50: number;
  readonly p95: number;
}

export interface UsagePoint {
  /** Start of the point. */
  readonly at: Date;
  /** The day in the zone, of points that are days. */
  readonly day: string | null;
}

export interface UsageSeriesRow {
  /** Null: everything beyond the largest series. */
  readonly value: string | null;
  /** The latest name of a team or key. */
  readonly label: string | null;
  readonly total: UsageSums;
  /** In the order of `UsageSeriesAnswer.points`; undefined where there were no requests. */
  readonly points: readonly (UsageSums | undefined)[];
}

export interface UsageSeriesAnswer {
  readonly points: readonly UsagePoint[];
  /** Most requests first. */
  readonly series: readonly UsageSeriesRow[];
}
