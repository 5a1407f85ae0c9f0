/** Elapsed share of a period from which a forecast is made: before that, an hour of work would look like a month of it. */
const FROM_SHARE = 0.1;

/** A budget in its period, in milliseconds since the epoch. */
export interface BudgetCourse {
  readonly spent: number;
  readonly limit: number;
  readonly startsAt: number;
  /** Infinity: the period never ends. */
  readonly endsAt: number;
}

/**
 * The moment at which a budget is spent if the rest of its period costs as much an hour as the period did so far; undefined if it lasts to the
 * end, if it is spent already, or if it is too early to say.
 */
export function forecastEnd({ endsAt, limit, spent, startsAt }: BudgetCourse, now: number): number | undefined {
  if (spent <= 0 || spent >= limit) return undefined;
  const elapsed = now - startsAt;
  if (elapsed < FROM_SHARE * (endsAt - startsAt)) return undefined;
  const end = startsAt + (elapsed * limit) / spent;
  return end < endsAt ? end : undefined;
}
