/** Days, `2026-11-21`, that are asked for, and the first and last that an organization has requests of; null if it has none. */
export interface AskedDays {
  readonly fromDay: string;
  readonly toDay: string;
  readonly first: string | null;
  readonly last: string | null;
}

/** Rows of `usage_facts` and `usage_totals` that are read together: days, or months by their first days. */
export interface Period {
  readonly isMonth: boolean;
  /** The months that days are of, or the years that months are of, by their first days. */
  readonly spans: readonly string[];
  readonly from: string;
  /** Included. */
  readonly to: string;
  /** Its rows are taken away from the others: months are read whole that lack few days. */
  readonly isSubtracted?: true;
}

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
const yearOf = (day: string): string => `${day.slice(0, 4)}-01-01`;
/** The later of two days. */
export const later = (one: string, other: string): string => (one > other ? one : other);
/** The earlier of two days. */
export const earlier = (one: string, other: string): string => (one < other ? one : other);

/** The day that is so many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function addMonths(month: string, months: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}-01`;
}

/** A row of a month stands for as many of its days, in a deployment of many keys that each ask on some days. */
const MONTH_IN_DAYS = 4;

const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
const lastOf = (month: string): string => addDays(addMonths(month, 1), -1);

/** True if a month is read whole, and its other days are subtracted, since those are fewer. */
function isRoundedOut(month: string, from: string, to: string): boolean {
  const asked = daysFrom(from, to);
  return daysFrom(month, lastOf(month)) - asked + MONTH_IN_DAYS < asked;
}

/** Days as whole months as far as it pays, and the days of those months that are not asked for. */
function roundOut(
  from: string,
  to: string,
): { readonly from: string; readonly to: string; readonly without: Period[] } {
  const [first, last] = [monthOf(from), monthOf(to)];
  const isFirst = isRoundedOut(first, from, earlier(to, lastOf(first)));
  const isLast = isRoundedOut(last, later(from, last), to);
  const without = [
    ...(isFirst ? daysByMonth(first, addDays(from, -1)) : []),
    ...(isLast ? daysByMonth(addDays(to, 1), lastOf(last)) : []),
  ];
  return {
    from: isFirst ? first : from,
    to: isLast ? lastOf(last) : to,
    without: without.map((period) => ({ ...period, isSubtracted: true })),
  };
}

/**
 * The days as the fewest rows: months of which all is asked for, or all that there is, are read as one; each period has one span, in
 * which an index has its rows in the order of their keys.
 */
export function periodsOf({ fromDay, toDay, first, last }: AskedDays): readonly Period[] {
  if (first === null || last === null) return [];
  const begin = fromDay <= first ? monthOf(first) : fromDay;
  const end = toDay >= last ? lastOf(monthOf(last)) : toDay;
  if (begin > end) return [];
  const { from, to, without } = roundOut(begin, end);
  return [...addedPeriods(from, to), ...without];
}

function addedPeriods(from: string, to: string): readonly Period[] {
  const firstWhole = from === monthOf(from) ? from : addMonths(monthOf(from), 1);
  const afterWhole = monthOf(addDays(to, 1));
  if (firstWhole >= afterWhole) return daysByMonth(from, to);
  const periods = from < firstWhole ? daysByMonth(from, addDays(firstWhole, -1)) : [];
  for (let year = yearOf(firstWhole); year < afterWhole; year = addMonths(year, 12)) {
    const lastMonth = addMonths(earlier(afterWhole, addMonths(year, 12)), -1);
    periods.push({ isMonth: true, spans: [year], from: later(year, firstWhole), to: lastMonth });
  }
  return afterWhole <= to ? [...periods, ...daysByMonth(afterWhole, to)] : periods;
}

/** The months that days are asked of, by their first days, as far as there are any. */
export function monthsOf({ fromDay, toDay, first, last }: AskedDays): readonly string[] {
  if (first === null || last === null) return [];
  const [from, to] = [later(fromDay, first), earlier(toDay, last)];
  const months: string[] = [];
  for (let month = monthOf(from); month <= to && from <= to; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** The days one by one, as one period. */
export function daysOf({ fromDay, toDay, first, last }: AskedDays): readonly Period[] {
  if (first === null || last === null) return [];
  const [from, to] = [later(fromDay, first), earlier(toDay, last)];
  const periods = from > to ? [] : daysByMonth(from, to);
  return periods.length === 0 ? [] : [{ isMonth: false, spans: periods.flatMap(({ spans }) => spans), from, to }];
}

function daysByMonth(from: string, to: string): Period[] {
  const periods: Period[] = [];
  for (let month = monthOf(from); month <= to; month = addMonths(month, 1)) {
    periods.push({ isMonth: false, spans: [month], from: later(month, from), to: earlier(lastOf(month), to) });
  }
  return periods;
}
