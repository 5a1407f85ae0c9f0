import type { EntityManager } from 'typeorm';
import { TOTALS_PARTS } from '../../migrations/usage-dimension-totals/usage-dimension-totals-tables.js';
import type { UsageDimension } from '../../records/usage-dimension.js';
import type { UsagePoint, UsageSeriesAnswer, UsageSeriesRequest, UsageSums } from '../../records/usage-series.js';
import { readRows } from '../../statements/statement.js';
import type { Conditions } from '../rows/conditions.js';
import { conditionsOf, DimensionTotals, rowsOfDays } from './dimension-totals.js';
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

/** Reads the days of the values with the most requests, and of all others together. What comes out is bounded by the days and `top`. */
export async function readDimensionSeries(
  manager: EntityManager,
  organizationId: string,
  { dimension, fromDay, toDay, top, value, workspaceIds }: DimensionSeriesRequest,
  counts?: readonly number[],
): Promise<UsageSeriesAnswer> {
  const conditions = conditionsOf(organizationId, dimension);
  const asked = { fromDay, toDay, top, value, workspaceIds };
  const rows = await (workspaceIds === undefined
    ? readTotalSeries(manager, conditions, asked, counts)
    : readScopedSeries(manager, conditions, asked));
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

type Asked = Omit<DimensionSeriesRequest, 'dimension'>;
const COLUMNS = { day: 'text', value: 'text?', counts: 'float8[]', units: 'text' } as const;
const SHOWN = `to_char(day, 'YYYY-MM-DD') AS day, ARRAY[${COUNTS.map((name) => `sum(${name})::float8`).join(', ')}] AS counts,
  round(sum(cost_usd) * ${COST_UNITS})::text AS units`;
const sums = (sign = ''): string => [...COUNTS, 'cost_usd'].map((name) => `${sign}${name} AS ${name}`).join(', ');

/** Reads the whole organization: the rest is all of the day without the largest. */
async function readTotalSeries(
  manager: EntityManager,
  conditions: Conditions,
  { fromDay, toDay, top, value }: Asked,
  counts: readonly number[] | undefined,
): Promise<Row[]> {
  const totals = new DimensionTotals(manager, conditions);
  const page = { by: 'requests', limit: top, offset: 0 } as const;
  const days = await totals.readDays({ fromDay, toDay });
  const values = value === undefined ? await totals.findPage(days, page, counts) : [value];
  const own = conditions.copy();
  const asked = `BETWEEN ${own.parameter(fromDay)} AND ${own.parameter(toDay)}`;
  const ofValues = `AND value = ANY(${own.parameter(values)}::text[])`;
  const kept = (shown: string, part: number, more = ''): string =>
    `SELECT at AS day, ${shown} FROM usage_dimension_totals WHERE ${own.text} AND part = ${part} AND at ${asked} ${more}`;
  const queued = (shown: string, more = ''): string =>
    `SELECT day, ${shown} FROM usage_dimension_queue WHERE ${own.text} AND day ${asked} ${more}`;
  const parts = [kept(`value, ${sums()}`, TOTALS_PARTS.day, ofValues), queued(`value, ${sums()}`, ofValues)];
  if (value === undefined) {
    parts.push(kept(`NULL, ${sums()}`, TOTALS_PARTS.allOfDay), queued(`NULL, ${sums()}`));
    parts.push(kept(`NULL, ${sums('-')}`, TOTALS_PARTS.day, ofValues), queued(`NULL, ${sums('-')}`, ofValues));
  }
  return readRows<Row>(
    manager,
    COLUMNS,
    `SELECT value, ${SHOWN} FROM (${parts.join(' UNION ALL ')}) AS sums GROUP BY day, value HAVING sum(requests) > 0`,
    own.values,
  );
}

/** Reads some workspaces: their rows of days are read once. */
function readScopedSeries(
  manager: EntityManager,
  conditions: Conditions,
  { fromDay, toDay, top, value, workspaceIds }: Asked,
): Promise<Row[]> {
  const own = conditions
    .copy()
    .add('value = ?', value)
    .add('day >= ?', fromDay)
    .add('day <= ?', toDay)
    .add('workspace_id = ANY(?)', workspaceIds);
  return readRows<Row>(
    manager,
    COLUMNS,
    `WITH days AS MATERIALIZED (
       SELECT day, value, ${COUNTS.map((name) => `sum(${name}) AS ${name}`).join(', ')}, sum(cost_usd) AS cost_usd
         FROM ${rowsOfDays(own)} GROUP BY day, value
     ), largest AS MATERIALIZED (
       SELECT value FROM days GROUP BY value ORDER BY sum(requests) DESC, value LIMIT ${own.parameter(top)}
     )
     SELECT largest.value, ${SHOWN} FROM days LEFT JOIN largest USING (value) GROUP BY day, largest.value`,
    own.values,
  );
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
