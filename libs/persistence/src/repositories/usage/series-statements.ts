import type { EntityManager } from 'typeorm';
import { DURATION_BINS, FIRST_BYTE_BINS, SERIES_COUNTS } from '../../audit/series-table.js';
import type { SeriesStep, UsageSeriesRequest } from '../../records/usage/usage-series.js';
import { readRows, statement } from '../../statements/statement.js';
import { Conditions } from '../rows/conditions.js';
import { type AskedSpans, coverRange, type SeriesSpan, type SpanHours } from './series-spans.js';
import { findLeaders } from './usage-leaders.js';

/** Lengths of the points that are not days. */
export const LENGTHS: Readonly<Record<Exclude<SeriesStep, '1d'>, string>> = { '15m': '15 minutes', '1h': '1 hour' };

/** Units of an amount in a dollar: the tables have ten digits behind the point, and sums are exact. */
export const COST_UNITS = 10n ** 10n;

export interface Range {
  readonly from: Date;
  readonly to: Date;
}

/** What is read, and from where. */
export interface AskedSeries extends Pick<AskedSpans, 'open' | 'cuts'> {
  readonly organizationId: string;
  readonly request: UsageSeriesRequest;
  readonly range: Range;
  /** Numbers of keys that the most asked are looked for among, one after the other, before all keys are summed. */
  readonly counts: readonly number[];
}

/** Sums of a value at a point. */
export interface Counted {
  /** Null: those of all values that are no series of their own. */
  readonly value: string | null;
  readonly at: Date;
  readonly counts: readonly number[];
  /** Cost in units of 1e-10 US dollars. */
  readonly units: bigint;
  readonly durations: readonly number[] | null;
  readonly firstBytes: readonly number[] | null;
}

const READ_OPEN_SPANS = statement(
  { hours: 'smallint', at: 'timestamptz' },
  `SELECT hours, at FROM usage_series_spans
   WHERE organization_id = $1 AND is_open AND at > $2::timestamptz - interval '1 day' AND at < $3`,
);

/** Reads which hours and days of a range have quarters that their sums lack. */
export async function readOpenSpans(
  manager: EntityManager,
  organizationId: string,
  { from, to }: Range,
): Promise<AskedSpans['open']> {
  const rows = await READ_OPEN_SPANS.rows(manager, [organizationId, from.toISOString(), to.toISOString()]);
  const starts = (length: number): ReadonlySet<number> =>
    new Set(rows.filter(({ hours }) => hours === length).map(({ at }) => at.getTime()));
  return { days: starts(24), hours: starts(1) };
}

/** Keys among which the most asked are looked for first, and then more. */
export const FEW_KEYS = [400, 6_000];

/** A key with an id and one with its name, or one without a name and one whose name is empty, are one value. */
const SUBJECTS_OF_A_VALUE = 2;

interface Top {
  readonly value: string;
  readonly label: string | null;
  readonly requests: number;
}

/** Lists the values with the most requests, each with its latest label. */
export async function listTop(manager: EntityManager, asked: AskedSeries): Promise<ReadonlyMap<string, string | null>> {
  const { dimension } = asked.request;
  if (dimension === 'all') return new Map([['', null]]);
  const rows = (dimension === 'key' ? await readTopKeys(manager, asked) : undefined) ?? (await readTop(manager, asked));
  return new Map(rows.map(({ value, label }) => [value, label]));
}

/**
 * Reads the most asked keys from those that were asked most in the months of a range; undefined if that does not tell, as where all were
 * asked as often.
 */
async function readTopKeys(manager: EntityManager, asked: AskedSeries): Promise<readonly Top[] | undefined> {
  const { organizationId, request, range, counts } = asked;
  if (request.value !== undefined) return undefined;
  // The keys of a large workspace are among the first of all, and those of a small one are soon summed.
  const tried = request.workspaceIds === undefined ? counts : counts.slice(0, 1);
  for (const count of tried) {
    const months = monthsIn(range);
    const found = await findLeaders(manager, organizationId, { dimension: 'key', months, by: 'requests', count });
    const rows = await readTop(manager, asked, found.subjects);
    const last = rows.at(request.top - 1);
    if (found.isAll || (last !== undefined && last.requests > SUBJECTS_OF_A_VALUE * found.requests)) return rows;
  }
  return undefined;
}

/** The months of UTC that a range touches, by their first days. */
function monthsIn({ from, to }: Range): readonly string[] {
  const months: string[] = [];
  const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), 1));
  for (; month < to; month.setUTCMonth(month.getUTCMonth() + 1)) months.push(month.toISOString().slice(0, 10));
  return months;
}

/** @param keys Only these, by their numbers; default: everything */
async function readTop(manager: EntityManager, asked: AskedSeries, keys?: readonly number[]): Promise<readonly Top[]> {
  const { request, organizationId } = asked;
  const conditions = new Conditions();
  const among =
    keys &&
    `value = ANY(ARRAY(SELECT CASE WHEN first_id IS NULL THEN substr(subject, 2) ELSE subject END
      FROM usage_subjects WHERE id = ANY(${conditions.parameter(keys)}::int[])))`;
  const sources = uniteSpans(conditions, asked, ['value', 'requests'], among);
  const label = ['team', 'key'].includes(request.dimension)
    ? `(SELECT name FROM usage_subjects WHERE organization_id = ${conditions.parameter(organizationId)}::uuid
          AND dimension = ${conditions.parameter(request.dimension)}
          AND subject IN (summed.value, '=' || summed.value) ORDER BY first_id IS NULL LIMIT 1)`
    : 'NULL';
  return readRows<Top>(
    manager,
    { value: 'text', label: 'text?', requests: 'float8' },
    `SELECT value, ${label} AS label, requests
       FROM (SELECT value, sum(requests)::float8 AS requests FROM (${sources}) AS spans GROUP BY value HAVING sum(requests) > 0
              ORDER BY requests DESC, value LIMIT ${request.top}) AS summed
      ORDER BY requests DESC, value`,
    conditions.values,
  );
}

/** Counts the points of some values. Of errors, all others are one value more. */
export async function countPoints(
  manager: EntityManager,
  asked: AskedSeries,
  values: readonly string[],
): Promise<Counted[]> {
  const { step, zone, hasPercentiles, dimension } = asked.request;
  const conditions = new Conditions();
  const isEveryValueRead = dimension === 'error_code';
  const listed = conditions.parameter(values);
  const bins = hasPercentiles ? [...DURATION_BINS, ...FIRST_BYTE_BINS] : [];
  const columns = ['value', 'at', ...SERIES_COUNTS, 'cost_usd', ...bins];
  const sources = uniteSpans(
    conditions,
    asked,
    columns,
    isEveryValueRead ? undefined : `value = ANY(${listed}::text[])`,
  );
  const at =
    step === '1d'
      ? `date_trunc('day', at AT TIME ZONE ${conditions.parameter(zone)}) AT TIME ZONE ${conditions.parameter(zone)}`
      : `date_bin('${LENGTHS[step]}', at, ${conditions.parameter(asked.range.from.toISOString())}::timestamptz)`;
  const binsOf = (names: readonly string[]) =>
    hasPercentiles ? `ARRAY[${names.map((name) => `coalesce(sum(${name}), 0)`).join(', ')}]::float8[]` : 'NULL';
  const rows = await readRows<Omit<Counted, 'units'> & { readonly units: string }>(
    manager,
    {
      value: 'text?',
      at: 'timestamptz',
      counts: 'float8[]',
      units: 'text',
      durations: 'float8[]?',
      firstBytes: 'float8[]?',
    },
    `SELECT CASE WHEN value = ANY(${listed}::text[]) THEN value END AS value, ${at} AS at,
            ARRAY[${SERIES_COUNTS.map((name) => `sum(${name})`).join(', ')}]::float8[] AS counts,
            trunc(sum(cost_usd) * ${COST_UNITS})::text AS units, ${binsOf(DURATION_BINS)} AS durations, ${binsOf(FIRST_BYTE_BINS)} AS "firstBytes"
       FROM (${sources}) AS spans GROUP BY 1, 2`,
    conditions.values,
  );
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }));
}

/** Spans that are read one by one, so that the planner knows how many rows each has. */
const MOST_SPANS = 12;

/** Rows of all spans of a range, as one query. @param among Condition on the values */
function uniteSpans(
  conditions: Conditions,
  { organizationId, request, range, open, cuts }: AskedSeries,
  columns: readonly string[],
  among?: string,
): string {
  const { dimension, value, workspaceIds } = request;
  const spans = coverRange({
    from: range.from.getTime(),
    to: range.to.getTime(),
    cuts,
    open,
    hasHours: workspaceIds === undefined && dimension !== 'key',
    hasQuarters: workspaceIds === undefined && dimension === 'all',
  });
  const common = [
    `organization_id = ${conditions.parameter(organizationId)}`,
    `dimension = ${conditions.parameter(dimension)}`,
    ...(value === undefined ? [] : [`value = ${conditions.parameter(value)}`]),
    ...(among === undefined ? [] : [among]),
  ];
  const workspaces = workspaceIds && `workspace_id = ANY(${conditions.parameter(workspaceIds)}::uuid[])`;
  const selectFrom = (hours: SpanHours, [from, to]: readonly [string, string], given = ''): string => {
    const isQuarters = hours === null;
    const time = isQuarters ? 'bucket' : 'at';
    const found = [
      ...common,
      ...(isQuarters ? [] : [`hours = ${hours}`]),
      ...(workspaces ? [workspaces] : isQuarters ? [] : ['workspace_id IS NULL']),
      `${time} >= ${from}::timestamptz AND ${time} < ${to}::timestamptz`,
    ];
    const shown = columns.map((name) => (name === 'at' ? `${time} AS at` : name)).join(', ');
    const table = isQuarters ? 'usage_series' : 'usage_series_sums';
    return `SELECT ${shown} FROM ${given}${table} WHERE ${found.join(' AND ')}`;
  };
  const text = (moments: readonly number[]) => moments.map((moment) => new Date(moment).toISOString());
  const together = ([24, 1, 0, null] as const).flatMap((hours) => {
    const of = spans.filter((span) => span.hours === hours);
    if (of.length > MOST_SPANS) {
      const starts = conditions.parameter(text(of.map(({ from }) => from)));
      const ends = conditions.parameter(text(of.map(({ to }) => to)));
      const given = `unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) AS span(since, until) CROSS JOIN `;
      return [selectFrom(hours, ['span.since', 'span.until'], given)];
    }
    return of.map(({ from, to }: SeriesSpan) => {
      const [since = '', until = ''] = text([from, to]).map((moment) => conditions.parameter(moment));
      return selectFrom(hours, [since, until]);
    });
  });
  return together.join(' UNION ALL ');
}
