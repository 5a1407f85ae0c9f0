import type { EntityManager } from 'typeorm';
import { readPercentile } from '../../audit/read-percentile.js';
import { DURATION_BINS, FIRST_BYTE_BINS, SERIES_COUNTS } from '../../audit/series-table.js';
import type { OpenAccess } from '../../connection/connection.js';
import type {
  ProvidersSince,
  UsagePercentiles,
  UsagePoint,
  UsageSeriesAnswer,
  UsageSeriesRequest,
  UsageSeriesRow,
  UsageSums,
} from '../../records/usage/usage-series.js';
import { command, statement } from '../../statements/statement.js';
import { hasImported } from './imports/imported-rows.js';
import { readImportedPoints } from './imports/imported-series.js';
import { mergeSeries } from './imports/merge-series.js';
import {
  COST_UNITS,
  type Counted,
  countPoints,
  FEW_KEYS,
  LENGTHS,
  listTop,
  type Range,
  readOpenSpans,
} from './series-statements.js';
import { addDays } from './usage-periods.js';
import { readUsage } from './usage-read.js';

const LIST_ZONES = statement({ name: 'text' }, 'SELECT name FROM pg_timezone_names');
const REMOVE_SERIES = command('DELETE FROM usage_series WHERE bucket < $1');
const REMOVE_SUMS = command('DELETE FROM usage_series_sums WHERE at < $1');
const REMOVE_SPANS = command('DELETE FROM usage_series_spans WHERE at < $1');

const sumOfEach = (columns: readonly string[]): string =>
  `ARRAY[${columns.map((name) => `coalesce(sum(${name}), 0)`).join(', ')}]::float8[]`;

const LIST_OF_PROVIDERS = statement<
  Pick<Counted, 'counts'> & {
    readonly value: string;
    readonly durations: readonly number[];
    readonly firstBytes: readonly number[];
  }
>(
  { value: 'text', counts: 'float8[]', durations: 'float8[]', firstBytes: 'float8[]' },
  `SELECT value, ${sumOfEach(SERIES_COUNTS)} AS counts, ${sumOfEach(DURATION_BINS)} AS durations,
     ${sumOfEach(FIRST_BYTE_BINS)} AS "firstBytes"
    FROM usage_series
   WHERE organization_id = $1 AND dimension = 'provider' AND value = ANY($2::text[]) AND workspace_id = $3
     AND bucket > $4::timestamptz - interval '15 minutes'
   GROUP BY value`,
);

/** Requests by quarters of an hour, hours and days, put together to points and series. The records themselves are not read. */
export class UsageSeriesQueries {
  /** Names of the time zones that the database knows. To list them takes it as long as to read the files of all. */
  private zones: ReadonlySet<string> | undefined = undefined;

  constructor(private readonly access: OpenAccess) {}

  /** True if the database knows a time zone by exactly this name. It is asked once. */
  async isZone(name: string): Promise<boolean> {
    this.zones ??= new Set((await LIST_ZONES.rows(this.access)).map((zone) => zone.name));
    return this.zones.has(name);
  }

  /**
   * Lists the points of series.
   *
   * @param counts Numbers of keys that the most asked are looked for among, one after the other, before all keys are summed
   * @throws ReadTooLargeError if the server takes too long
   */
  list(organizationId: string, request: UsageSeriesRequest, counts = FEW_KEYS): Promise<UsageSeriesAnswer> {
    return readUsage(this.access, (manager) => readWithImported(manager, organizationId, request, counts));
  }

  /**
   * Sums the requests of some providers of a workspace since a moment, by their names, in whole quarters of an hour. A provider
   * without requests has none.
   */
  async listOfProviders(
    organizationId: string,
    { workspaceId, names, since }: ProvidersSince,
  ): Promise<ReadonlyMap<string, UsageSums>> {
    const rows = await LIST_OF_PROVIDERS.rows(this.access, [organizationId, names, workspaceId, since]);
    return new Map(rows.map((row) => [row.value, sum([{ ...row, at: since, units: 0n }])]));
  }

  /** Forgets what is older than the day of UTC of a moment, with its sums. */
  async removeBefore(before: Date): Promise<void> {
    const day = [`${before.toISOString().slice(0, 10)}T00:00:00Z`];
    await this.access.transaction(async (manager) => {
      await REMOVE_SERIES.run(manager, day);
      await REMOVE_SUMS.run(manager, day);
      await REMOVE_SPANS.run(manager, day);
    });
  }
}

const READ_RANGE = statement<Range>(
  { from: 'timestamptz', to: 'timestamptz' },
  `SELECT $1::date::timestamp AT TIME ZONE $3 AS "from", ($2::date + 1)::timestamp AT TIME ZONE $3 AS "to"`,
);

/** Most series of recorded usage that imported usage is added to. */
const MOST_MERGED = 200;

/** Reads series with the imported usage that a request asks for. */
async function readWithImported(
  manager: EntityManager,
  organizationId: string,
  request: UsageSeriesRequest,
  counts: readonly number[],
): Promise<UsageSeriesAnswer> {
  const { fromDay, imported: choice = 'exclude', toDay, top } = request;
  const isMerged =
    choice === 'only' ||
    (choice === 'include' && (await hasImported(manager, organizationId, addDays(fromDay, -1), addDays(toDay, 1))));
  if (!isMerged) return readSeries(manager, organizationId, request, counts);
  const read = (change: Partial<UsageSeriesRequest>): Promise<UsageSeriesAnswer> =>
    readSeries(manager, organizationId, { ...request, ...change }, counts);
  const [range] = await READ_RANGE.rows(manager, [fromDay, toDay, request.zone]);
  if (range === undefined) throw new Error('a range of days has no beginning');
  const points = await listPoints(manager, request, range);
  const recorded =
    choice === 'only' ? { points, series: [] } : await read({ top: request.dimension === 'all' ? top : MOST_MERGED });
  const imported = await readImportedPoints(manager, organizationId, request, points, range.to);
  return mergeSeries(recorded, imported, top, async (values) => {
    const found: UsageSeriesRow[] = [];
    for (const value of values) found.push(...(await read({ value })).series.filter((row) => row.value === value));
    return found;
  });
}

async function readSeries(
  manager: EntityManager,
  organizationId: string,
  request: UsageSeriesRequest,
  counts: readonly number[],
): Promise<UsageSeriesAnswer> {
  const { zone, fromDay, toDay } = request;
  const [range] = await READ_RANGE.rows(manager, [fromDay, toDay, zone]);
  if (range === undefined) throw new Error('a range of days has no beginning');
  const points = await listPoints(manager, request, range);
  const open = await readOpenSpans(manager, organizationId, range);
  const top = await listTop(manager, { organizationId, request, range, open, counts, cuts: [] });
  const asked = { organizationId, request, range, open, counts, cuts: points.map(({ at }) => at.getTime()) };
  const rows = top.size === 0 ? [] : await countPoints(manager, asked, [...top.keys()]);
  const isCut = request.value === undefined && request.dimension !== 'error_code' && top.size === request.top;
  if (request.dimension === 'all' || !isCut) return { points, series: arrange(points, top, rows) };
  const all = await countPoints(manager, { ...asked, request: { ...request, dimension: 'all' } }, ['']);
  return { points, series: arrange(points, top, [...rows, ...subtract(all, rows)]) };
}

/** What the largest series lack of everything. */
function subtract(all: readonly Counted[], rows: readonly Counted[]): Counted[] {
  const byTime = new Map(all.map((whole) => [whole.at.getTime(), { ...whole, value: null }]));
  for (const row of rows) {
    const whole = byTime.get(row.at.getTime());
    if (whole !== undefined) byTime.set(row.at.getTime(), less(whole, row));
  }
  return [...byTime.values()].filter(({ counts: [requests = 0] }) => requests > 0);
}

const less = <Whole extends Counted>(whole: Whole, part: Counted): Whole => ({
  ...whole,
  counts: lessEach(whole.counts, part.counts),
  units: whole.units - part.units,
  durations: whole.durations && lessEach(whole.durations, part.durations ?? []),
  firstBytes: whole.firstBytes && lessEach(whole.firstBytes, part.firstBytes ?? []),
});

const lessEach = (whole: readonly number[], part: readonly number[]): readonly number[] =>
  whole.map((count, index) => count - (part[index] ?? 0));

const LIST_TIMES = statement<UsagePoint>(
  { at: 'timestamptz', day: 'text?' },
  `SELECT at, NULL::text AS day
   FROM generate_series($1::timestamptz, $2::timestamptz - interval '1 second', $3::interval) AS at ORDER BY at`,
);
const LIST_DAYS = statement<UsagePoint>(
  { at: 'timestamptz', day: 'text?' },
  `SELECT day AT TIME ZONE $3 AS at, to_char(day, 'YYYY-MM-DD') AS day
   FROM generate_series($1::date::timestamp, $2::date::timestamp, '1 day') AS day ORDER BY day`,
);

/** Every point of the range, also those without requests. */
function listPoints(
  manager: EntityManager,
  { step, zone, fromDay, toDay }: UsageSeriesRequest,
  { from, to }: Range,
): Promise<UsagePoint[]> {
  if (step === '1d') return LIST_DAYS.rows(manager, [fromDay, toDay, zone]);
  return LIST_TIMES.rows(manager, [from.toISOString(), to.toISOString(), LENGTHS[step]]);
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
    costUsd: Number(rows.reduce((total, { units }) => total + units, 0n)) / Number(COST_UNITS),
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
