import type { EntityManager } from 'typeorm';
import type { UsageDimension } from '../../records/usage/usage-dimension.js';
import type { UsagePoint, UsageSeriesAnswer, UsageSeriesRequest, UsageSums } from '../../records/usage/usage-series.js';
import { readRows } from '../../statements/statement.js';
import { type DimensionRows, findRows } from './dimension-rows.js';
import { DimensionTotals } from './dimension-totals.js';
import { hasImported } from './imports/imported-rows.js';
import { readImportedPoints } from './imports/imported-series.js';
import { mergeSeries } from './imports/merge-series.js';
import { COST_UNITS } from './series-statements.js';
import { addDays } from './usage-periods.js';

/** Request for series by what requests say about themselves. Days are those of UTC. */
export interface DimensionSeriesRequest
  extends Pick<UsageSeriesRequest, 'fromDay' | 'imported' | 'toDay' | 'value' | 'workspaceIds' | 'top'> {
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

/** Most series of recorded usage that imported usage is added to. */
const MOST_MERGED = 200;

/** Reads the days of the values with the most requests, and of all others together. What comes out is bounded by the days and `top`. */
export async function readDimensionSeries(
  manager: EntityManager,
  organizationId: string,
  request: DimensionSeriesRequest,
  counts?: readonly number[],
): Promise<UsageSeriesAnswer> {
  const { fromDay, imported: choice = 'exclude', toDay, top } = request;
  const isMerged =
    choice === 'only' || (choice === 'include' && (await hasImported(manager, organizationId, fromDay, toDay)));
  if (!isMerged) return readRecorded(manager, organizationId, request, counts);
  const read = (change: Partial<DimensionSeriesRequest>): Promise<UsageSeriesAnswer> =>
    readRecorded(manager, organizationId, { ...request, ...change }, counts);
  const recorded = choice === 'only' ? { points: pointsOf(request), series: [] } : await read({ top: MOST_MERGED });
  const end = new Date(`${addDays(toDay, 1)}T00:00:00Z`);
  const imported = await readImportedPoints(manager, organizationId, { ...request, zone: 'UTC' }, recorded.points, end);
  return mergeSeries(recorded, imported, top, async (values) => {
    const found = [];
    for (const value of values) found.push(...(await read({ value })).series.filter((row) => row.value === value));
    return found;
  });
}

function pointsOf({ fromDay, toDay }: Pick<DimensionSeriesRequest, 'fromDay' | 'toDay'>): UsagePoint[] {
  const points: UsagePoint[] = [];
  for (let day = fromDay; day <= toDay; day = addDays(day, 1)) points.push({ at: new Date(`${day}T00:00:00Z`), day });
  return points;
}

async function readRecorded(
  manager: EntityManager,
  organizationId: string,
  { dimension, fromDay, toDay, top, value, workspaceIds }: DimensionSeriesRequest,
  counts?: readonly number[],
): Promise<UsageSeriesAnswer> {
  const found = await findRows(manager, organizationId, { dimension, workspaceIds }, { fromDay, toDay });
  const rows = await readLargest(manager, found, { fromDay, toDay, top, value }, counts);
  const points = pointsOf({ fromDay, toDay });
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

type Asked = Pick<DimensionSeriesRequest, 'fromDay' | 'toDay' | 'top' | 'value'>;
const COLUMNS = { day: 'text', value: 'text?', counts: 'float8[]', units: 'text' } as const;
const SHOWN = `to_char(at, 'YYYY-MM-DD') AS day, ARRAY[${COUNTS.map((name) => `sum(${name})::float8`).join(', ')}] AS counts,
  round(sum(cost_usd) * ${COST_UNITS})::text AS units`;
const sums = (sign = ''): string => [...COUNTS, 'cost_usd'].map((name) => `${sign}${name} AS ${name}`).join(', ');

/** Reads the days of the largest values. The rest is all of the day without them. */
async function readLargest(
  manager: EntityManager,
  rows: DimensionRows,
  { fromDay, toDay, top, value }: Asked,
  counts: readonly number[] | undefined,
): Promise<Row[]> {
  const totals = new DimensionTotals(manager, rows);
  const page = { by: 'requests', limit: top, offset: 0 } as const;
  const days = await totals.readDays({ fromDay, toDay });
  const values = value === undefined ? await totals.findPage(days, page, counts) : [value];
  const own = rows.conditions.copy().add('at >= ?', fromDay).add('at <= ?', toDay);
  const ofValues = `AND value = ANY(${own.parameter(values)}::text[])`;
  const select = (shown: string, from: string, more = ''): string =>
    `SELECT at, ${shown} FROM ${from} WHERE ${own.text} ${more}`;
  const parts = [rows.days, rows.queued].map((from) => select(`value, ${sums()}`, from, ofValues));
  if (value === undefined) {
    parts.push(...[rows.allOfDays, rows.queued].map((from) => select(`NULL, ${sums()}`, from)));
    parts.push(...[rows.days, rows.queued].map((from) => select(`NULL, ${sums('-')}`, from, ofValues)));
  }
  return readRows<Row>(
    manager,
    COLUMNS,
    `SELECT value, ${SHOWN} FROM (${parts.join(' UNION ALL ')}) AS sums GROUP BY at, value HAVING sum(requests) > 0`,
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
