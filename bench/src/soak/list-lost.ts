import { kindOf } from './traffic-mix.js';

/** Counts the requests of each kind without a record, by the ids that the mix gave them. */
export function listLost(ids: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const id of ids) {
    const [, number] = /^chaos-soak-\d+-(\d+)$/.exec(id) ?? [];
    const kind = number === undefined ? id.replace(/-\d+/g, '') : kindOf(Number(number)).name;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `not recorded: ${kind} (${count})`);
}
