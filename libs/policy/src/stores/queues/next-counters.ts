/** Counters that one poll names: so many, or a part of all where that is more, so that each is named within half a second. */
const COUNTERS_A_POLL = 20;
const PARTS_OF_COUNTERS = 25;
const MOST_COUNTERS_A_POLL = 200;

/** Chooses the counters that the next poll names, and puts them behind the others. Redis looks through the queue of each. */
export function nextCounters(counters: Map<string, number>): readonly string[] {
  const part = Math.ceil(counters.size / PARTS_OF_COUNTERS);
  const most = Math.min(Math.max(COUNTERS_A_POLL, part), MOST_COUNTERS_A_POLL);
  const chosen: [string, number][] = [];
  for (const entry of counters) {
    chosen.push(entry);
    if (chosen.length === most) break;
  }
  if (chosen.length < counters.size) for (const [name] of chosen) counters.delete(name);
  for (const [name, count] of chosen) counters.set(name, count);
  return chosen.map(([name]) => name);
}
