/** Products and providers whose usage can be read. */
export const USAGE_SOURCES = ['litellm', 'openai', 'anthropic', 'aws'] as const;

export type UsageSource = (typeof USAGE_SOURCES)[number];

/**
 * Share of the usage that a file has: `usage` has counts without money, `cost` money without counts, `all` both. Files of the first two kinds
 * complete each other.
 */
export const USAGE_PARTS = ['usage', 'cost', 'all'] as const;

export type UsagePart = (typeof USAGE_PARTS)[number];

/** Purposes of money on a bill. */
export const COST_KINDS = ['input', 'cached_input', 'cache_write', 'output', 'other'] as const;

export type CostKind = (typeof COST_KINDS)[number];

/** Usage as a source states it: of one request, or of a time with everything that the source tells apart. */
export interface SourceRow {
  readonly part: UsagePart;
  /** Begin of the quarter of an hour, hour or day. */
  readonly at: Date;
  /** True if the source tells days apart and no times. Then `at` is the beginning of the day in UTC. */
  readonly isDay: boolean;
  /** Model as the source names it. */
  readonly model: string | null;
  /** Kind of the provider that served it. */
  readonly provider: string;
  /** Team, project or workspace as the source names it. */
  readonly team: string | null;
  /** Key as the source names it. */
  readonly key: string | null;
  /** SHA-256 of the key in lower case, of sources that have it: keys that were taken over are found by it. */
  readonly keyHash: string | null;
  readonly user: string | null;
  readonly customer: string | null;
  readonly tags: Readonly<Record<string, string>> | null;
  readonly requests: number;
  readonly failedRequests: number;
  /** All of the prompt, with what was read from and written to the cache. */
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Tokens of the prompt that were read from the cache. */
  readonly cachedTokens: number;
  /** Tokens of the prompt that were written to the cache. */
  readonly cacheWriteTokens: number;
  /** Cost in 10⁻¹⁸ US dollars. */
  readonly cost: bigint;
  readonly costKind: CostKind;
}

/** Row that has nothing yet. */
export const NO_USAGE = {
  model: null,
  team: null,
  key: null,
  keyHash: null,
  user: null,
  customer: null,
  tags: null,
  requests: 0,
  failedRequests: 0,
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  cost: 0n,
  costKind: 'other',
} as const satisfies Partial<SourceRow>;
