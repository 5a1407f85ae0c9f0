import { dayIn } from './zone-days.js';

/** Days, both inclusive, as the API takes them. */
export interface Period {
  readonly from: string;
  readonly to: string;
  /** Time zone of the days. Left out: UTC. */
  readonly zone?: string | undefined;
}

const A_DAY_MS = 86_400_000;
const RANGES: Readonly<Record<string, number>> = { '7d': 7, '30d': 30, '90d': 90 };
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Days of a period that is read at most: a chart of more would show nothing. */
export const MOST_DAYS = 366;

export const PERIOD_NAMES = ['7d', '30d', '90d', 'month', 'lastMonth', 'custom'] as const;

/**
 * The days that the URL means; those of this month if it means none.
 *
 * @param now in milliseconds since the epoch
 * @param zone whose days they are; undefined: UTC
 */
export function readPeriod(search: { range?: string; from?: string; to?: string }, now: number, zone?: string): Period {
  const days = readDays(search, dayIn(now, zone));
  return zone === undefined ? days : { ...days, zone };
}

function readDays({ from, range, to }: { range?: string; from?: string; to?: string }, today: string): Period {
  const days = RANGES[range ?? ''];
  if (days !== undefined) return { from: dayOf(Date.parse(today) - (days - 1) * A_DAY_MS), to: today };
  if (range === 'lastMonth') {
    const end = Date.parse(`${today.slice(0, 7)}-01`) - A_DAY_MS;
    return { from: `${dayOf(end).slice(0, 7)}-01`, to: dayOf(end) };
  }
  if (range === 'custom' && isDay(from) && isDay(to) && from <= to) {
    const earliest = dayOf(Date.parse(to) - (MOST_DAYS - 1) * A_DAY_MS);
    return { from: from < earliest ? earliest : from, to };
  }
  return { from: `${today.slice(0, 7)}-01`, to: today };
}

/** The days right before a period, as many as it has. */
export function periodBefore({ from, to, ...zoned }: Period): Period {
  const length = daysOf({ from, to }).length;
  const start = Date.parse(from);
  return { from: dayOf(start - length * A_DAY_MS), to: dayOf(start - A_DAY_MS), ...zoned };
}

/** Every day of a period, also those on which nothing happened. */
export function daysOf({ from, to }: Period): string[] {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: Math.round((end - start) / A_DAY_MS) + 1 }, (_, index) =>
    dayOf(start + index * A_DAY_MS),
  );
}

/** By how much a figure changed, as a share of what it was; undefined where there was nothing to compare. */
export function changeOf(now: number, before: number): number | undefined {
  return before === 0 ? undefined : (now - before) / before;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(Date.parse(text)) === text;
}
