import type { Steps } from '@multilane/config';
import { isSame } from '../../upstream/made-from.js';

/** A look at so many rows takes microseconds: requests need not have a turn after each row. */
const ROWS_A_STEP = 256;

/** Rows by what they belong to. A list of rows that are the same as those of the last time is the same list. */
export class SplitRows<Row, Key> {
  private rows: readonly Row[] | undefined;
  private lists: ReadonlyMap<Key, readonly Row[]> = new Map();

  constructor(private readonly keyOf: (row: Row) => Key) {}

  *split(rows: readonly Row[]): Steps<ReadonlyMap<Key, readonly Row[]>> {
    if (rows === this.rows) return this.lists;
    const lists = new Map<Key, Row[]>();
    for (const [index, row] of rows.entries()) {
      const key = this.keyOf(row);
      const list = lists.get(key);
      if (list === undefined) lists.set(key, [row]);
      else list.push(row);
      if (index % ROWS_A_STEP === 0) yield;
    }
    const shared = new Map<Key, readonly Row[]>();
    for (const [key, list] of lists) {
      const last = this.lists.get(key);
      shared.set(key, last !== undefined && isSame(last, list) ? last : list);
    }
    this.rows = rows;
    this.lists = shared;
    return shared;
  }
}
