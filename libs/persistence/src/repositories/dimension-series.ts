import type { EntityManager } from 'typeorm';
import type { UsageDimension } from '../records/usage-dimension.js';
import type { UsagePoint, UsageSeriesAnswer, UsageSeriesRequest, UsageSums } from '../records/usage-series.js';
import { readRows } from '../statements/statement.js';
import { Conditions } from './conditions.js';
import { COST_UNITS } from './series-statements.js';
import { addDays } from './usage-periods.js';

/** Request for series by what requests say about themselves. Days are those of UTC. */
export interface DimensionSeriesRequest
  extends Pick<UsageSeriesRequest, 'fromDay' | 'toDay' | 'value' | 'workspaceIds' | 'top'> {
  readonly dimension: UsageDimension;
}

const COUNTS = [
  'requests',
  'refused_requests',
  'failed_requests',
  'cancelled_requests',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
] as const;

interface Row {
  readonly day: string;
  /** Null: every value beyond the largest. */
  readonly value: string | null;
  /** In the order of COUNTS. */
  readonly counts: readonly number[];
  /** Cost in units of a ten-billionth of a dollar. */
  readonly units: string;
}

/**
 * Reads the days of the values with the most requests, and of all others together. Rows of days are read once, and what comes out is bounded
 * by the days and `top`.
 */
export async function readDimensionSeries(
  manager: EntityManager,
  organizationId: string,
  { dimension, fromDay, toDay, top, value, workspaceIds }: DimensionSeriesRequest,
): Promise<UsageSeriesAnswer> {
  const conditions = new Conditions()
    .add('organization_id = ?', organizationId)
    .add('kind = ?', dimension.kind)
    .add('name = ?', dimension.kind === 'tag' ? dimension.name : '')
    .add('value = ?', value)
    .add('day >= ?', fromDay)
    .add('day <= ?', toDay)
    .add('workspace_id = ANY(?)', workspaceIds);
  const sums = COUNTS.map((name) => `sum(${name})::float8`).join(', ');
  const rows = await readRows<Row>(
    manager,
    { day: 'text', value: 'text?', counts: 'float8[]', units: 'text' },
    `WITH days AS MATERIALIZED (
       SELECT day, value, ${COUNTS.map((name) => `sum(${name}) AS ${name}`).join(', ')}, sum(cost_usd) AS cost_usd
         FROM usage_dimensions WHERE ${conditions.text} GROUP BY day, value
     ), largest AS MATERIALIZED (
       SELECT value FROM days GROUP BY value ORDER BY sum(requests) DESC, value LIMIT ${conditions.parameter(top)}
     )
     SELECT to_char(day, 'YYYY-MM-DD') AS day, largest.value, ARRAY[${sums}] AS counts,
            round(sum(cost_usd) * ${COST_UNITS})::text AS units
       FROM days LEFT JOIN largest USING (value) GROUP BY day, largest.value`,
    conditions.values,
  );
  const points: UsagePoint[] = [];
  for (let day = fromDay; day <= toDay; day = addDays(day, 1)) points.push({ at: new Date(`${day}T00:00:00Z`), day });
  const values = [...new Set(rows.map((row) => row.value))];
  const series = values.map((each) => {
    const own = rows.filter((row) => row.value === each);
    const byDay = new Map(own.map((row) => [row.day, row]));
    return {
      value: each,
      label: null,
      total: sum(own),
      points: points.map(({ day }) => {
        const row = byDay.get(day ?? '');
        return row && sum([row]);
      }),
    };
  });
  return { points, series: series.sort((one, other) => placeOf(one) - placeOf(other)) };
}

/** Most requests first, and the rest at the end. */
const placeOf = ({ value, total }: { readonly value: string | null; readonly total: UsageSums }): number =>
  value === null ? 1 : -total.requests;

function sum(rows: readonly Row[]): UsageSums {
  const countOf = (name: (typeof COUNTS)[number]): number =>
    rows.reduce((total, { counts }) => total + (counts[COUNTS.indexOf(name)] ?? 0), 0);
  return {
    requests: countOf('requests'),
    refusedRequests: countOf('refused_requests'),
    failedRequests: countOf('failed_requests'),
    cancelledRequests: countOf('cancelled_requests'),
    promptTokens: countOf('prompt_tokens'),
    completionTokens: countOf('completion_tokens'),
    totalTokens: countOf('total_tokens'),
    cacheHits: null,
    cacheMisses: null,
    costUsd: Number(rows.reduce((total, { units }) => total + BigInt(units), 0n)) / Number(COST_UNITS),
    durationMs: null,
    timeToFirstByteMs: null,
  };
}
