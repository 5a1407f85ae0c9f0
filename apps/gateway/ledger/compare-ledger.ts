import { COLUMNS } from './columns.js';
import type { Row } from './compute-ledger.js';
import { type ExpectedRow, readCells, type Sentences } from './expected-ledger.js';
import type { Outcome } from './outcome.js';

/** Whether an outcome needs a sentence that says what is lost and why. */
export function isLossy(outcome: string): boolean {
  return outcome === 'moved' || outcome === 'dropped';
}

/** A cell as its outcome and the name of its sentence. */
export function splitCell(cell: string): { outcome: string; sentence: string | undefined } {
  const at = cell.indexOf(': ');
  return at < 0 ? { outcome: cell, sentence: undefined } : { outcome: cell.slice(0, at), sentence: cell.slice(at + 2) };
}

/**
 * How a row of the code differs from the reviewed one, a line a column; none where they agree. Lossy without a sentence
 * that exists is a difference too, and so is a sentence at what is not lossy.
 */
export function compareRow(found: Row['outcomes'], expected: ExpectedRow | undefined, sentences: Sentences): string[] {
  if (expected === undefined) return ['no such row was reviewed'];
  const cells = readCells(expected);
  const known = new Set(COLUMNS.map(({ id }) => id));
  const strangers = Object.values(expected)
    .flatMap((columns) => columns.split(' '))
    .filter((id) => id !== 'all' && !known.has(id));
  return [
    ...strangers.map((id) => `${id}: no such provider`),
    ...[...found].flatMap(([id, outcome]) =>
      compareCell(outcome, cells.get(id), sentences).map((what) => `${id}: ${what}`),
    ),
  ];
}

function compareCell(found: Outcome, cell: string | undefined, sentences: Sentences): string[] {
  if (cell === undefined) return [`found ${found}, nothing was reviewed`];
  const { outcome, sentence } = splitCell(cell);
  if (outcome !== found) return [`found ${found}, reviewed was ${outcome}`];
  if (!isLossy(found)) return sentence === undefined ? [] : ['not lossy, yet there is a sentence'];
  return sentence !== undefined && Object.hasOwn(sentences, sentence) ? [] : ['lossy without a sentence'];
}
