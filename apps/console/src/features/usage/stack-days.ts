import { daysOf, type Period } from './periods.js';
import type { DrawnGroup } from './queries.js';
import type { Metric, UsageRow } from './usage-rows.js';

export interface StackedDays {
  /** One point for each day: `x`, and for each series its name. */
  readonly points: readonly Readonly<Record<string, string | number>>[];
  /** True if days have more than the drawn groups. */
  readonly hasOthers: boolean;
}

/** Name of the series of all groups that are not drawn; those of groups are `g0`, `g1` and so on. */
export const OTHERS = 'others';

/** The chosen sum by day: of each drawn group, and what the day has beyond them. */
export function stackDays(
  days: readonly UsageRow[],
  groups: readonly Pick<DrawnGroup, 'days'>[],
  period: Period,
  metric: Metric,
): StackedDays {
  const totals = amountsOf(days, metric);
  const parts = groups.map((group) => amountsOf(group.days, metric));
  const points = daysOf(period).map((day) => {
    const amounts = parts.map((part) => part.get(day) ?? 0);
    const rest = (totals.get(day) ?? 0) - amounts.reduce((sum, amount) => sum + amount, 0);
    const named = Object.fromEntries(amounts.map((amount, index) => [`g${index}`, amount]));
    // What is left of sums of money may be a rounding error of double precision.
    return { x: day, ...named, [OTHERS]: rest > 1e-9 ? rest : 0 };
  });
  return { points, hasOthers: points.some((point) => Number(point[OTHERS]) > 0) };
}

function amountsOf(rows: readonly UsageRow[], metric: Metric): ReadonlyMap<string | null, number> {
  return new Map(rows.map((row) => [row.day, row[metric]]));
}
