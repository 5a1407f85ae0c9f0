/**
 * Remembers what `work` makes of a row as long as the row lives: a change of one row makes another object of it and leaves the others
 * as they are, so that a new snapshot reads again what has changed alone. `work` must depend on nothing but the row.
 */
export function oncePerRow<Row extends object, Made>(work: (row: Row) => Made): (row: Row) => Made {
  const known = new WeakMap<Row, { readonly made: Made }>();
  return (row) => {
    const found = known.get(row);
    if (found !== undefined) return found.made;
    const made = work(row);
    known.set(row, { made });
    return made;
  };
}
