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
}

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
const yearOf = (day: string): string => `${day.slice(0, 4)}-01-01`;
const later = (one: string, other: string): string => (one > other ? one : other);
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

/**
 * The days as the fewest rows: months of which all is asked for, or all that there is, are read as one; each period has one span, in
 * which an index has its rows in the order of their keys.
 */
export function periodsOf({ fromDay, toDay, first, last }: AskedDays): readonly Period[] {
  if (first === null || last === null) return [];
  const from = fromDay <= first ? monthOf(first) : fromDay;
  const to = toDay >= last ? addDays(addMonths(monthOf(last), 1), -1) : toDay;
  if (from > to) return [];
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
    const lastDay = addDays(addMonths(month, 1), -1);
    periods.push({ isMonth: false, spans: [month], from: later(month, from), to: earlier(lastDay, to) });
  }
  return periods;
}
