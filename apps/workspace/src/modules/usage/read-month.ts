const A_DAY_MS = 86_400_000;

/** Days of a month of UTC, and of the time in it. */
export interface Month {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly today: string;
  /** Part of today that has passed, from 0 to 1. */
  readonly partOfToday: number;
}

/** Finds the days of a month such as `2027-01`; of the running one if none is given. */
export function readMonth(month: string | undefined, now: Date): Month {
  const today = dayOf(now);
  const firstDay = `${month ?? today.slice(0, 7)}-01`;
  const begin = new Date(`${firstDay}T00:00:00Z`);
  const end = Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1, 1);
  return {
    firstDay,
    lastDay: dayOf(new Date(end - A_DAY_MS)),
    today,
    partOfToday: (now.getTime() - Date.parse(today)) / A_DAY_MS,
  };
}

/** The day that is so many days before another. */
export function daysBefore(day: string, count: number): string {
  return dayOf(new Date(Date.parse(day) - count * A_DAY_MS));
}

/** The day of UTC of a moment. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
