import type { EntityManager } from 'typeorm';
import { readPercentile } from '../audit/read-percentile.js';
import { DURATION_BINS, FIRST_BYTE_BINS, SERIES_COUNTS } from '../audit/series-table.js';
import type { Access } from '../connection/connection.js';
import type {
  SeriesStep,
  UsagePercentiles,
  UsagePoint,
  UsageSeriesAnswer,
  UsageSeriesRequest,
  UsageSeriesRow,
  UsageSums,
} from '../records/usage-series.js';
import { Conditions } from './conditions.js';

const LENGTHS: Readonly<Record<Exclude<SeriesStep, '1d'>, string>> = { '15m': '15 minutes', '1h': '1 hour' };

/** Units of an amount in a dollar: the table has ten digits behind the point, and sums are exact. */
const COST_UNITS = 10n ** 10n;

interface Counted {
  readonly value: string | null;
  readonly at: Date;
  readonly counts: readonly number[];
  /** US dollars, as text. */
  readonly cost: string;
  readonly durations: readonly number[] | null;
  readonly firstBytes: readonly number[] | null;
}

/** Requests by quarters of an hour, put together to points and series. The records themselves are not read. */
export class UsageSeriesQueries {
  constructor(private readonly access: Access) {}

  /** True if the database knows a time zone by exactly this name. */
  async isZone(name: string): Promise<boolean> {
    const rows = await this.access.run((manager) =>
      manager.query<unknown[]>('SELECT 1 FROM pg_timezone_names WHERE name = $1', [name]),
    );
    return rows.length > 0;
  }

  list(organizationId: string, request: UsageSeriesRequest): Promise<UsageSeriesAnswer> {
    return this.access.run((manager) => readSeries(manager, organizationId, request));
  }

  /** Forgets what is older than a moment. */
  async removeBefore(before: Date): Promise<void> {
    await this.access.run((manager) =>
      manager.query('DELETE FROM usage_series WHERE bucket < $1', [before.toISOString()]),
    );
  }
}

interface Range {
  readonly from: Date;
  readonly to: Date;
}

async function readSeries(
  manager: EntityManager,
  organizationId: string,
  request: UsageSeriesRequest,
): Promise<UsageSeriesAnswer> {
  const { zone, fromDay, toDay } = request;
  const [range] = await manager.query<Range[]>(
    `SELECT $1::date::timestamp AT TIME ZONE $3 AS "from", ($2::date + 1)::timestamp AT TIME ZONE $3 AS "to"`,
    [fromDay, toDay, zone],
  );
  if (range === undefined) throw new Error('a range of days has no beginning');
  const points = await listPoints(manager, request, range);
  const top = await listTop(manager, organizationId, request, range);
  const values = [...top.keys()];
  const rows = values.length === 0 ? [] : await countPoints(manager, organizationId, request, range, values);
  return { points, series: arrange(points, top, rows) };
}

/** Every point of the range, also those without requests. */
function listPoints(
  manager: EntityManager,
  { step, zone, fromDay, toDay }: UsageSeriesRequest,
  { from, to }: Range,
): Promise<UsagePoint[]> {
  if (step === '1d') {
    return manager.query<UsagePoint[]>(
      `SELECT day AT TIME ZONE $3 AS at, to_char(day, 'YYYY-MM-DD') AS day
         FROM generate_series($1::date::timestamp, $2::date::timestamp, '1 day') AS day ORDER BY day`,
      [fromDay, toDay, zone],
    );
  }
  return manager.query<UsagePoint[]>(
    `SELECT at, NULL AS day
       FROM generate_series($1::timestamptz, $2::timestamptz - interval '1 second', '${LENGTHS[step]}') AS at ORDER BY at`,
    [from.toISOString(), to.toISOString()],
  );
}

function conditionsOf(
  organizationId: string,
  { dimension, value, workspaceIds }: UsageSeriesRequest,
  { from, to }: Range,
): Conditions {
  return new Conditions()
    .add('organization_id = ?', organizationId)
    .add('dimension = ?', dimension)
    .add('bucket >= ?', from.toISOString())
    .add('bucket < ?', to.toISOString())
    .add('value = ?', value)
    .add('workspace_id = ANY(?)', workspaceIds);
}

/** The values with the most requests, each with its latest label. */
async function listTop(
  manager: EntityManager,
  organizationId: string,
  request: UsageSeriesRequest,
  range: Range,
): Promise<ReadonlyMap<string, string | null>> {
  if (request.dimension === 'all') return new Map([['', null]]);
  const conditions = conditionsOf(organizationId, request, range);
  const rows = await manager.query<{ value: string; label: string | null }[]>(
    `SELECT value, (SELECT label FROM usage_series AS latest
                     WHERE organization_id = $1 AND dimension = $2 AND latest.value = summed.value
                     ORDER BY bucket DESC LIMIT 1) AS label
       FROM (SELECT value, sum(requests) AS requests FROM usage_series WHERE ${conditions.text}
              GROUP BY value ORDER BY requests DESC, value LIMIT ${request.top}) AS summed
      ORDER BY requests DESC, value`,
    conditions.values,
  );
  return new Map(rows.map(({ value, label }) => [value, label]));
}

function countPoints(
  manager: EntityManager,
  organizationId: string,
  request: UsageSeriesRequest,
  range: Range,
  values: readonly string[],
): Promise<Counted[]> {
  const { step, zone, hasPercentiles, dimension } = request;
  const conditions = conditionsOf(organizationId, request, range);
  const at =
    step === '1d'
      ? `date_trunc('day', bucket AT TIME ZONE ${conditions.parameter(zone)}) AT TIME ZONE ${conditions.parameter(zone)}`
      : `date_bin('${LENGTHS[step]}', bucket, ${conditions.parameter(range.from.toISOString())}::timestamptz)`;
  const value = dimension === 'all' ? "''" : `CASE WHEN value = ANY(${conditions.parameter(values)}) THEN value END`;
  const binsOf = (columns: readonly string[]) =>
    hasPercentiles ? `ARRAY[${columns.map((name) => `coalesce(sum(${name}), 0)`).join(', ')}]::float8[]` : 'NULL';
  return manager.query<Counted[]>(
    `SELECT ${value} AS value, ${at} AS at, ARRAY[${SERIES_COUNTS.map((name) => `sum(${name})`).join(', ')}]::float8[] AS counts,
            sum(cost_usd)::text AS cost, ${binsOf(DURATION_BINS)} AS durations, ${binsOf(FIRST_BYTE_BINS)} AS "firstBytes"
       FROM usage_series WHERE ${conditions.text} GROUP BY 1, 2`,
    conditions.values,
  );
}

function arrange(
  points: readonly UsagePoint[],
  top: ReadonlyMap<string, string | null>,
  rows: readonly Counted[],
): UsageSeriesRow[] {
  const rest = rows.some(({ value }) => value === null) ? [null] : [];
  return [...top.keys(), ...rest].map((value) => {
    const own = rows.filter((row) => row.value === value);
    const byTime = new Map(own.map((row) => [row.at.getTime(), row]));
    return {
      value,
      label: value === null ? null : (top.get(value) ?? null),
      total: sum(own),
      points: points.map(({ at }) => {
        const row = byTime.get(at.getTime());
        return row && sum([row]);
      }),
    };
  });
}

/** Adds rows up: counts and costs exactly, percentiles from the sum of the bins. */
function sum(rows: readonly Counted[]): UsageSums {
  const counts = addUp(rows.map((row) => row.counts));
  const [requests = 0, refusedRequests = 0, failedRequests = 0, cancelledRequests = 0, ...others] = counts;
  const [promptTokens = 0, completionTokens = 0, totalTokens = 0, cacheHits = 0, cacheMisses = 0] = others;
  return {
    requests,
    refusedRequests,
    failedRequests,
    cancelledRequests,
    promptTokens,
    completionTokens,
    totalTokens,
    cacheHits,
    cacheMisses,
    costUsd: Number(rows.reduce((total, { cost }) => total + toUnits(cost), 0n)) / Number(COST_UNITS),
    durationMs: percentilesOf(rows.flatMap(({ durations }) => (durations === null ? [] : [durations]))),
    timeToFirstByteMs: percentilesOf(rows.flatMap(({ firstBytes }) => (firstBytes === null ? [] : [firstBytes]))),
  };
}

function addUp(lists: readonly (readonly number[])[]): readonly number[] {
  const [first = [], ...rest] = lists;
  return rest.reduce<readonly number[]>((sums, list) => sums.map((count, index) => count + (list[index] ?? 0)), first);
}

function percentilesOf(bins: readonly (readonly number[])[]): UsagePercentiles | null {
  const merged = addUp(bins);
  const [p50, p95] = [0.5, 0.95].map((share) => readPercentile(merged, share));
  return p50 === undefined || p95 === undefined ? null : { p50, p95 };
}

/** An amount in units of 1e-10 dollars. */
function toUnits(cost: string): bigint {
  const [whole = '0', part = ''] = cost.split('.');
  return BigInt(whole) * COST_UNITS + BigInt(part.padEnd(10, '0').slice(0, 10));
}
