import type { EntityManager } from 'typeorm';
import type { UsageDimension } from '../../../records/usage/usage-dimension.js';
import type {
  SeriesDimension,
  UsagePoint,
  UsageSeriesRequest,
  UsageSums,
} from '../../../records/usage/usage-series.js';
import { readRows } from '../../../statements/statement.js';
import { dimensionValue, IMPORTED, importedConditions } from './imported-rows.js';

/** Value and name of each dimension, as SQL over an imported row. Imported requests have no error codes. */
const VALUES: Readonly<Record<Exclude<SeriesDimension, 'error_code'>, readonly [value: string, label: string]>> = {
  all: ["''", 'NULL::text'],
  model: ["coalesce(rows.model, '')", 'NULL::text'],
  provider: ['rows.provider', 'NULL::text'],
  team: ["coalesce(rows.team_id::text, rows.team, '')", 'max(rows.team)'],
  key: ["coalesce(rows.credential_id::text, rows.credential_name, '')", 'max(rows.credential_name)'],
};

/** Values that are read at most, those with the most requests: a chart shows up to 50. */
const MOST_VALUES = 1_000;

/** Sums of a value at a point. */
export interface ImportedPoint {
  /** Null: values that are not read apart. */
  readonly value: string | null;
  readonly label: string | null;
  /** Number of the point, from 0 on. */
  readonly point: number;
  readonly sums: UsageSums;
}

interface Row {
  readonly value: string | null;
  readonly label: string | null;
  readonly point: number;
  readonly counts: readonly number[];
  readonly cost_usd: number;
}

const COUNTS = ['requests', 'failed_requests', 'prompt_tokens', 'completion_tokens'];

export interface ImportedSeriesRequest extends Pick<UsageSeriesRequest, 'value' | 'workspaceIds' | 'zone'> {
  readonly dimension: SeriesDimension | UsageDimension;
}

/**
 * Reads imported usage at the points of a series. Usage of a time is at that time, in whatever zone; usage of a day is at the beginning of the day of
 * that date in the zone.
 */
export async function readImportedPoints(
  manager: EntityManager,
  organizationId: string,
  { dimension, value, workspaceIds, zone }: ImportedSeriesRequest,
  points: readonly UsagePoint[],
  end: Date,
): Promise<ImportedPoint[]> {
  const [first] = points;
  if (dimension === 'error_code' || first === undefined) return [];
  const conditions = importedConditions(organizationId, { workspaceIds });
  const own = typeof dimension === 'string' ? undefined : dimensionValue(conditions, dimension);
  const [valueSql, label] = typeof dimension === 'string' ? VALUES[dimension] : [own, 'NULL::text'];
  if (valueSql === undefined) return [];
  const at = `CASE WHEN rows.is_day THEN rows.day::timestamp AT TIME ZONE ${conditions.parameter(zone)} ELSE rows.at END`;
  // Days of all zones lie within a day of those of UTC: the index finds them.
  conditions.add('rows.day >= ?::date - 1', first.at.toISOString().slice(0, 10));
  conditions.add('rows.day <= ?::date + 1', end.toISOString().slice(0, 10));
  conditions.add(`${valueSql} = ?`, value);
  const cuts = conditions.parameter(points.map((point) => point.at.toISOString()));
  const last = conditions.parameter(end.toISOString());
  const rows = await readRows<Row>(
    manager,
    { value: 'text?', label: 'text?', point: 'integer', counts: 'float8[]', cost_usd: 'float8' },
    `WITH found AS (
       SELECT ${valueSql} AS value, ${label} AS label, width_bucket(${at}, ${cuts}::timestamptz[]) - 1 AS point,
              ${COUNTS.map((name) => `sum(rows.${name}) AS ${name}`).join(', ')}, sum(rows.cost_usd) AS cost_usd
         FROM ${IMPORTED} WHERE ${conditions.text} AND ${valueSql} IS NOT NULL AND ${at} < ${last}::timestamptz
        GROUP BY 1, 3
     ), largest AS (
       SELECT value FROM found WHERE point >= 0 GROUP BY value ORDER BY sum(requests) DESC, sum(cost_usd) DESC, value LIMIT ${MOST_VALUES}
     ), shown AS (
       SELECT CASE WHEN value IN (SELECT value FROM largest) THEN value END AS value, label, point, ${COUNTS.join(', ')}, cost_usd
         FROM found WHERE point >= 0
     )
     SELECT value, max(label) AS label, point, ARRAY[${COUNTS.map((name) => `sum(${name})`).join(', ')}]::float8[] AS counts,
            sum(cost_usd)::float8 AS cost_usd
       FROM shown GROUP BY value, point`,
    conditions.values,
  );
  return rows.map(({ cost_usd, counts, ...row }) => ({ ...row, sums: sumsOf(counts, cost_usd) }));
}

function sumsOf(
  [requests = 0, failedRequests = 0, promptTokens = 0, completionTokens = 0]: readonly number[],
  costUsd: number,
): UsageSums {
  return {
    requests,
    refusedRequests: 0,
    failedRequests,
    cancelledRequests: 0,
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    cacheHits: 0,
    cacheMisses: 0,
    costUsd,
    durationMs: null,
    timeToFirstByteMs: null,
    importedRequests: requests,
    importedCostUsd: costUsd,
  };
}
