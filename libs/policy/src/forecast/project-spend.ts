/** Facts that a projection is made from. Days are those of one time zone, such as `2026-11-21`. */
export interface ProjectionRequest {
  /** First day of the period, such as the first of a month. */
  readonly firstDay: string;
  /** Last day of the period, inclusive. */
  readonly lastDay: string;
  /** Day that is running; one after the period if that is over. */
  readonly today: string;
  /** Part of today that has passed, from 0 to 1. */
  readonly partOfToday: number;
  /** Spend by day in US dollars. A day that is missing after the first one cost nothing. Days before the first one are unknown. */
  readonly spent: ReadonlyMap<string, number>;
}

/**
 * Source of the expected amounts: `weekdays` is the median of the same weekday in up to six weeks, `recent_days` the median of up to 14 days,
 * `pace` the spend of today and of the days before at the speed so far, `complete` a period that is over, and `nothing` no spend at all.
 */
export const PROJECTION_METHODS = ['weekdays', 'recent_days', 'pace', 'complete', 'nothing'] as const;

export type ProjectionMethod = (typeof PROJECTION_METHODS)[number];

export interface ProjectedDay {
  readonly day: string;
  /** Expected spend of the period at the end of the day, in US dollars. */
  readonly totalUsd: number;
}

/** Spend of a period as it is expected at its end, in US dollars. */
export interface Projection {
  readonly method: ProjectionMethod;
  /** Number of whole days that the amounts are made from. */
  readonly days: number;
  /** Spend of the period so far. Never more than the other sums. */
  readonly spentUsd: number;
  readonly expectedUsd: number;
  /** Sum with the lower quartile of each day that is left. */
  readonly lowUsd: number;
  /** Sum with the upper quartile. */
  readonly highUsd: number;
  /** Today and the days that are left, in order. */
  readonly rest: readonly ProjectedDay[];
}

/** Whole days before today that are looked at. */
export const PROJECTION_DAYS = 42;

/** Whole days from which on weekdays differ: three of each. */
const DAYS_FOR_WEEKDAYS = 21;
const RECENT_DAYS = 14;
/** Whole days from which on a median means something. */
const DAYS_FOR_MEDIAN = 3;

const A_DAY_MS = 86_400_000;

/**
 * Projects the spend of a period to its end, such as a month or the window of a budget. A pure function: the same facts give the same
 * projection. Each day that is left is expected to cost what the same weekday did at the median of the last six weeks, so one outlier changes
 * little, and a quiet weekend is expected to be quiet. Of today, the part that has not passed is expected beside what is spent.
 *
 * With less than three weeks of days, the median of the last two weeks stands for every day; with less than three days, the speed so far.
 */
export function projectSpend(request: ProjectionRequest): Projection {
  const { firstDay, lastDay, spent, today } = request;
  const spentUsd = sum([...spent].filter(([day]) => firstDay <= day && day <= lastDay).map(([, usd]) => usd));
  const done = { days: 0, spentUsd, expectedUsd: spentUsd, lowUsd: spentUsd, highUsd: spentUsd, rest: [] };
  if (today > lastDay) return { ...done, method: 'complete' };
  if (sum([...spent.values()]) <= 0) return { ...done, method: 'nothing' };
  const known = wholeDays(request);
  const { method, of } = chooseMethod(request, known);
  const rest: ProjectedDay[] = [];
  let [expectedUsd, lowUsd, highUsd] = [spentUsd, spentUsd, spentUsd];
  for (const day of daysFrom(firstDay, lastDay).filter((each) => today <= each)) {
    const part = day === today ? 1 - clamp(request.partOfToday) : 1;
    const { high, low, middle } = of(day);
    expectedUsd += middle * part;
    lowUsd += low * part;
    highUsd += high * part;
    rest.push({ day, totalUsd: expectedUsd });
  }
  return { method, days: known.length, spentUsd, expectedUsd, lowUsd, highUsd, rest };
}

/** Finds the day at whose end the expected spend of the period reaches an amount; undefined if it stays below, or has reached it before. */
export function findDayReached({ rest, spentUsd }: Projection, amountUsd: number): string | undefined {
  return spentUsd >= amountUsd ? undefined : rest.find(({ totalUsd }) => totalUsd >= amountUsd)?.day;
}

interface KnownDay {
  readonly day: string;
  readonly usd: number;
}

/** Expected spend of a whole day. */
interface Expected {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

interface Method {
  readonly method: ProjectionMethod;
  readonly of: (day: string) => Expected;
}

function chooseMethod({ partOfToday, spent, today }: ProjectionRequest, known: readonly KnownDay[]): Method {
  if (known.length >= DAYS_FOR_WEEKDAYS) {
    const expected = WEEKDAYS.map((weekday) => expect(known.filter(({ day }) => weekdayOf(day) === weekday)));
    return { method: 'weekdays', of: (day) => expected[weekdayOf(day)] ?? NOTHING };
  }
  if (known.length >= DAYS_FOR_MEDIAN) {
    const expected = expect(known.slice(-RECENT_DAYS));
    return { method: 'recent_days', of: () => expected };
  }
  // An hour at least: the first request after midnight says little.
  const elapsed = known.length + Math.max(clamp(partOfToday), 1 / 24);
  const middle = (sum(known.map(({ usd }) => usd)) + (spent.get(today) ?? 0)) / elapsed;
  const expected = { low: 0, middle, high: 2 * middle };
  return { method: 'pace', of: () => expected };
}

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

const NOTHING: Expected = { low: 0, middle: 0, high: 0 };

/** Whole days before today that are known, the latest last: from the first with spend on. */
function wholeDays({ spent, today }: ProjectionRequest): readonly KnownDay[] {
  const earliest = addDays(today, -PROJECTION_DAYS);
  const first = [...spent.keys()].filter((day) => earliest <= day && day < today).sort()[0];
  if (first === undefined) return [];
  return daysFrom(first, addDays(today, -1)).map((day) => ({ day, usd: spent.get(day) ?? 0 }));
}

function expect(days: readonly KnownDay[]): Expected {
  const sorted = days.map(({ usd }) => usd).sort((one, other) => one - other);
  return { low: quantile(sorted, 0.25), middle: quantile(sorted, 0.5), high: quantile(sorted, 0.75) };
}

/** Interpolates between the two amounts beside a share of a sorted list. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const [below = 0, above = below] = sorted.slice(Math.floor(at), Math.floor(at) + 2);
  return below + (above - below) * (at - Math.floor(at));
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, usd) => total + usd, 0);

const clamp = (part: number): number => Math.min(1, Math.max(0, part));

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * A_DAY_MS).toISOString().slice(0, 10);

function daysFrom(first: string, last: string): readonly string[] {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / A_DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index));
}
