import type { BudgetWindowLength, Weekday } from '@multilane/contracts';
import { WEEKDAYS } from '@multilane/contracts';
import type { PeriodBounds } from './budget-period.js';
import { TimeZone } from './time-zone.js';

/** Settings of a window, as a budget rule has them. */
export interface WindowSettings {
  readonly length: BudgetWindowLength;
  /** The name of an IANA time zone. */
  readonly timeZone: string;
  readonly weekStart: Weekday;
  /** First month of the fiscal year, 1 to 12: quarters and years begin by it. */
  readonly fiscalYearStart: number;
  /** True if the window is the time before now, instead of a period of the calendar. */
  readonly isRolling: boolean;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A rolling window has so many steps; one step more is counted, so that no window of its length is exceeded. */
const STEPS = { hour: 12, day: 24, week: 28, month: 30, quarter: 30, year: 73 } as const;

/** Lengths of rolling windows: a month has 30 days, a quarter 90, a year 365. */
const LENGTHS_MS = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  quarter: 90 * DAY_MS,
  year: 365 * DAY_MS,
} as const;

/**
 * The periods of a budget: of a calendar in a time zone, or the steps of a rolling window. Asking for the same period again
 * costs two comparisons.
 */
export class BudgetWindow {
  /** Distinguishes the accounts of different windows of one rule. */
  readonly tag: string;
  /** Time before the start of a period whose spending counts too, in milliseconds: 0 unless the window rolls. */
  readonly earlierMs: number;
  private readonly zone: TimeZone;
  private last: PeriodBounds = { startsAt: 0, endsAt: Number.NEGATIVE_INFINITY };

  constructor(readonly settings: WindowSettings) {
    const { isRolling, length, timeZone } = settings;
    this.zone = new TimeZone(timeZone);
    this.earlierMs = isRolling && length !== 'total' ? LENGTHS_MS[length] : 0;
    this.tag = nameWindow(settings);
  }

  /** The period that a moment lies in. For a rolling window the step, without what counts of the time before. */
  boundsAt(moment: number): PeriodBounds {
    const { last } = this;
    if (moment < last.endsAt && moment >= last.startsAt) return last;
    this.last = this.findBounds(moment);
    return this.last;
  }

  /** The period before the one that a moment lies in; undefined for a window without one. */
  boundsBefore(moment: number): PeriodBounds | undefined {
    const { startsAt } = this.boundsAt(moment);
    return this.settings.length === 'total' ? undefined : this.findBounds(startsAt - 1);
  }

  private findBounds(moment: number): PeriodBounds {
    const { isRolling, length } = this.settings;
    if (length === 'total') return { startsAt: 0, endsAt: Number.POSITIVE_INFINITY };
    if (isRolling) return stepAt(moment, LENGTHS_MS[length] / STEPS[length]);
    if (length === 'hour') return this.hourAt(moment);
    return this.daysAt(length, moment);
  }

  /** Zones with offsets of half hours have hours of their own. */
  private hourAt(moment: number): PeriodBounds {
    const offset = this.zone.offsetAt(moment);
    const { startsAt, endsAt } = stepAt(moment + offset, HOUR_MS);
    return { startsAt: startsAt - offset, endsAt: endsAt - offset };
  }

  private daysAt(length: 'day' | 'week' | 'month' | 'quarter' | 'year', moment: number): PeriodBounds {
    const { day, month, year } = this.zone.localTime(moment);
    const { zone } = this;
    const from = (firstDay: number, days: number): PeriodBounds => ({
      startsAt: zone.startOfDay(year, month, firstDay),
      endsAt: zone.startOfDay(year, month, firstDay + days),
    });
    if (length === 'day') return from(day, 1);
    if (length === 'week') return from(day - this.daysIntoWeek(year, month, day), 7);
    const months = MONTHS[length];
    const first = month - ((month - (this.settings.fiscalYearStart - 1) + 12) % months);
    return { startsAt: zone.startOfDay(year, first, 1), endsAt: zone.startOfDay(year, first + months, 1) };
  }

  private daysIntoWeek(year: number, month: number, day: number): number {
    // Days of `Date` count from Sunday, those of `WEEKDAYS` from Monday.
    const weekday = (new Date(Date.UTC(year, month, day)).getUTCDay() + 6) % 7;
    return (weekday - WEEKDAYS.indexOf(this.settings.weekStart) + 7) % 7;
  }
}

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

function stepAt(moment: number, step: number): PeriodBounds {
  const startsAt = Math.floor(moment / step) * step;
  return { startsAt, endsAt: startsAt + step };
}

/** Names what distinguishes the periods; settings that do not concern the length are left out. */
function nameWindow({ fiscalYearStart, isRolling, length, timeZone, weekStart }: WindowSettings): string {
  if (length === 'total') return length;
  if (isRolling) return `rolling-${length}`;
  const parts: (number | string)[] = [length];
  if (timeZone !== 'UTC') parts.push(timeZone);
  if (length === 'week' && weekStart !== 'monday') parts.push(weekStart);
  if ((length === 'quarter' || length === 'year') && fiscalYearStart !== 1) parts.push(fiscalYearStart);
  return parts.join(',');
}
