import type { StatementClosing, StatementSchedule } from '@multilane/persistence';

/** Months that one look closes at most. */
const MOST_AT_ONCE = 12;

const A_DAY_MS = 86_400_000;

export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** The first moment after a month, in milliseconds since the epoch. */
function endOf(month: string): number {
  const [year, number] = month.split('-').map(Number);
  return Date.UTC(year ?? 0, number ?? 0);
}

/** Finds the open months that ended the days of a schedule ago or earlier, from its first month on. The earliest first. */
export function findDueMonths(
  { days, firstMonth }: Pick<StatementSchedule, 'days' | 'firstMonth'>,
  closings: readonly Pick<StatementClosing, 'month'>[],
  now: Date,
): readonly string[] {
  const closed = new Set(closings.map(({ month }) => month));
  const due: string[] = [];
  let month = firstMonth;
  while (due.length < MOST_AT_ONCE && endOf(month) + days * A_DAY_MS <= now.getTime()) {
    if (!closed.has(month)) due.push(month);
    month = monthOf(new Date(endOf(month)));
  }
  return due;
}
