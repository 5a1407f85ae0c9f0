/**
 * Remembers what was made of a row, or of an entry of gateway.yaml, and of other things, as long as all of them are the same objects. A
 * change makes another object, so that a new snapshot makes again what the change concerns, and shares the rest with the one before.
 */
export class MadeFrom<Row extends object, Made> {
  private readonly known = new WeakMap<Row, { readonly sources: readonly unknown[]; readonly made: Made }>();

  /** @param sources All that `make` depends on beside the row. */
  find(row: Row, sources: readonly unknown[], make: () => Made): Made {
    const found = this.known.get(row);
    if (found !== undefined && isSame(found.sources, sources)) return found.made;
    const made = make();
    this.known.set(row, { sources, made });
    return made;
  }
}

/** True if two lists have the same objects in the same order. */
export function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || (one.length === other.length && one.every((each, index) => each === other[index]));
}
