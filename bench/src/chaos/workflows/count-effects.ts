/** Requests that runs were to make, and their number of arrivals. */
export interface Effects {
  readonly wanted: number;
  readonly missing: number;
  /** Requests with a key that no run should have sent. */
  readonly unknown: number;
  /** Keys that came more than once: their server has the effect once. */
  readonly repeated: number;
}

/**
 * @param keys how often each idempotency key came
 * @param wanted the keys that should have come
 */
export function countEffects(keys: ReadonlyMap<string, number>, wanted: ReadonlySet<string>): Effects {
  return {
    wanted: wanted.size,
    missing: [...wanted].filter((key) => !keys.has(key)).length,
    unknown: [...keys.keys()].filter((key) => !wanted.has(key)).length,
    repeated: [...keys.values()].filter((count) => count > 1).length,
  };
}
