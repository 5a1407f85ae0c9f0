import { MadeFrom } from '../../upstream/made-from.js';

/**
 * Remembers what `work` makes of a row as long as the row lives: a change of one row makes another object of it and leaves the others
 * as they are, so that a new snapshot reads again what has changed alone. `work` must depend on nothing but the row.
 */
export function oncePerRow<Row extends object, Made>(work: (row: Row) => Made): (row: Row) => Made {
  const known = new MadeFrom<Row, Made>();
  return (row) => known.find(row, [], () => work(row));
}
