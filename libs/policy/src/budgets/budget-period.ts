import type { BudgetPeriod } from '@multilane/contracts';

export type { BudgetPeriod as ResetPeriod } from '@multilane/contracts';

/** Milliseconds since the epoch: the first moment of a period, and the first after it. */
export interface PeriodBounds {
  readonly startsAt: number;
  readonly endsAt: number;
}

const DAY_MS = 86_400_000;

/** The first day of the epoch was a Thursday: so many days after a Monday. */
const EPOCH_AFTER_MONDAY = 3;

/** The period that a moment lies in, in milliseconds since the epoch. */
export function periodAt(period: BudgetPeriod, now: number): PeriodBounds {
  switch (period) {
    case 'never':
      return { startsAt: 0, endsAt: Number.POSITIVE_INFINITY };
    case 'daily':
      return daysFrom(Math.floor(now / DAY_MS), 1);
    case 'weekly': {
      const day = Math.floor(now / DAY_MS);
      return daysFrom(day - ((((day + EPOCH_AFTER_MONDAY) % 7) + 7) % 7), 7);
    }
    case 'monthly': {
      const date = new Date(now);
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
      return { startsAt: Date.UTC(year, month), endsAt: Date.UTC(year, month + 1) };
    }
  }
}

function daysFrom(day: number, days: number): PeriodBounds {
  return { startsAt: day * DAY_MS, endsAt: (day + days) * DAY_MS };
}
