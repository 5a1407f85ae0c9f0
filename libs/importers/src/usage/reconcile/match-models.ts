import { baseModel, modelWords } from '../model-name.js';

/** Ways in which two names are of one model, the surest first. */
const WAYS: readonly ((name: string) => string)[] = [(name) => name, baseModel, modelWords];

/**
 * Assigns recorded names to names of a bill: the same name, else the same model with another date of its snapshot, else the same words and numbers. A name
 * that fits several of the bill in one way goes to the first.
 *
 * @returns name of the bill by recorded name; those that fit none are missing
 */
export function matchModels(billed: readonly string[], recorded: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const way of WAYS) {
    const names = new Map(billed.toReversed().map((name) => [way(name), name]));
    for (const name of recorded) {
      const match = found.has(name) ? undefined : names.get(way(name));
      if (match !== undefined && match !== '') found.set(name, match);
    }
  }
  return found;
}
