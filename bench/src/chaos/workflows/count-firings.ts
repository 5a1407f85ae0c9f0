/** Firings of schedules of every minute. */
export interface Firings {
  readonly fired: number;
  /** Times of a schedule that started more than one run, by the runs that there are or the requests that came. */
  readonly twice: number;
  /** Times between the first and the last of a schedule that started none. */
  readonly missed: number;
  /** Times that started a run whose request did not come. */
  readonly silent: number;
}

const MINUTE_MS = 60_000;

/**
 * @param runs the time of each run, and the number of its schedule
 * @param seen idempotency keys of requests, by `/scheduled/<number> <time>`
 */
export function countFirings(
  runs: readonly { readonly schedule: number; readonly at: string }[],
  seen: ReadonlyMap<string, ReadonlySet<string>>,
): Firings {
  const counts = new Map<string, number>();
  const bySchedule = new Map<number, Set<number>>();
  for (const { at, schedule } of runs) {
    const name = `/scheduled/${schedule} ${at}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    bySchedule.set(schedule, (bySchedule.get(schedule) ?? new Set()).add(Date.parse(at)));
  }
  const names = new Set([...counts.keys(), ...seen.keys()]);
  const spans = [...bySchedule.values()].map((times) => {
    const last = Math.max(...times);
    const first = Math.min(...times);
    return (last - first) / MINUTE_MS + 1 - times.size;
  });
  return {
    fired: counts.size,
    twice: [...names].filter((name) => (counts.get(name) ?? 0) > 1 || (seen.get(name)?.size ?? 0) > 1).length,
    missed: spans.reduce((sum, span) => sum + span, 0),
    silent: [...counts.keys()].filter((name) => !seen.has(name)).length,
  };
}
