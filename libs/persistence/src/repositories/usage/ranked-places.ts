import { TOTALS_PARTS } from '../../migrations/usage-dimension-totals/usage-dimension-totals-tables.js';
import { type AskedDays, addDays, monthsOf, type Period } from './usage-periods.js';

/** A day, or a month by its first day, of which `usage_dimension_totals` has the values in their order. */
export interface RankedPlace {
  readonly part: number;
  readonly at: string;
}

/** Up to so many days of a month are ranked day by day: the list of the whole month says little about them. */
const FEW_DAYS = 7;

/** The one day or month that periods are, whose order is that of the answer. Undefined if they are several. */
export function onlyPlaceOf(periods: readonly Period[]): RankedPlace | undefined {
  const [period, ...others] = periods;
  if (period === undefined || others.length > 0 || period.from !== period.to) return undefined;
  return { part: period.isMonth ? TOTALS_PARTS.month : TOTALS_PARTS.day, at: period.from };
}

/** Days and months that have everything that is asked for, and possibly more. @param hasDays False: there are lists of months alone */
export function rankedPlacesOf(days: AskedDays, hasDays: boolean): readonly RankedPlace[] {
  return monthsOf(days).flatMap((month) => {
    const own: RankedPlace[] = [];
    for (let day = month; day.startsWith(month.slice(0, 7)); day = addDays(day, 1)) {
      if (day >= days.fromDay && day <= days.toDay) own.push({ part: TOTALS_PARTS.day, at: day });
    }
    return hasDays && own.length <= FEW_DAYS ? own : [{ part: TOTALS_PARTS.month, at: month }];
  });
}
