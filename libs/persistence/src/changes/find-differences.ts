import { isDeepStrictEqual } from 'node:util';

/** Fields that differ, with their values before and after. */
export interface Differences<Row> {
  readonly before: Partial<Row>;
  readonly after: Partial<Row>;
}

/** The fields in which two states of a row differ, each with both its values; undefined when there are none. */
export function findDifferences<Row extends object>(before: Row, after: Row): Differences<Row> | undefined {
  const names = (Object.keys(after) as (keyof Row)[]).filter(
    (name) => !BOOKKEEPING.has(String(name)) && !isDeepStrictEqual(before[name], after[name]),
  );
  if (names.length === 0) return undefined;
  const pick = (row: Row): Partial<Row> =>
    Object.fromEntries(names.map((name) => [name, row[name]])) as unknown as Partial<Row>;
  return { before: pick(before), after: pick(after) };
}

/** Fields that change with every change, and so say nothing. */
const BOOKKEEPING = new Set(['updatedAt', 'revision']);
