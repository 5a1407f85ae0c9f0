import type { TakenBatch } from './faulty-sinks.js';

/** How a sink came out of the faults. */
export interface SinkVerdict {
  readonly delivered: number;
  /** Records that the sink has under two names of batches, or twice where it recognises no batch. */
  readonly twice: number;
  /** Records that it should have and does not have. */
  readonly missing: number;
  /** Records that it has and should not have. */
  readonly surplus: number;
}

/**
 * Compares the records of a sink with those of the database.
 *
 * @param expected ids of the records that the sink should have
 * @param known ids of all records that it may have: those that were recorded before the comparison began, too
 */
export function judgeSink(
  batches: readonly Pick<TakenBatch, 'ids' | 'name'>[],
  expected: ReadonlySet<string>,
  known: ReadonlySet<string>,
): SinkVerdict {
  const places = new Map<string, Set<string>>();
  for (const [index, { ids, name = String(index) }] of batches.entries()) {
    for (const id of ids) {
      const seen = places.get(id);
      if (seen) seen.add(name);
      else places.set(id, new Set([name]));
    }
  }
  const ids = [...places.keys()];
  return {
    delivered: ids.filter((id) => expected.has(id)).length,
    twice: [...places].filter(([id, names]) => expected.has(id) && names.size > 1).length,
    missing: [...expected].filter((id) => !places.has(id)).length,
    surplus: ids.filter((id) => !known.has(id)).length,
  };
}
