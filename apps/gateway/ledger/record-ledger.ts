import { COLUMNS } from './columns.js';
import { isLossy, splitCell } from './compare-ledger.js';
import type { Row } from './compute-ledger.js';
import { ALL, type ExpectedLedger, type ExpectedSource, readCells } from './expected-ledger.js';

/** Stands for a sentence that is still to be written; the test rejects it. */
const UNWRITTEN = '?';

/** The ledger as the code has it now, with the sentences of the reviewed one where the outcome is still the same. */
export function recordLedger(rows: readonly Row[], reviewed: ExpectedLedger): ExpectedLedger['sources'] {
  const sources: Record<string, Record<string, Record<string, Record<string, string>>>> = {};
  for (const { source, section, feature, outcomes } of rows) {
    const earlier = reviewed.sources[source]?.[section]?.[feature];
    const cells = earlier === undefined ? new Map<string, string>() : readCells(earlier);
    const recorded = new Map([...outcomes].map(([id, outcome]) => [id, keepSentence(outcome, cells.get(id), cells)]));
    sources[source] ??= {};
    const sections = sources[source];
    sections[section] ??= {};
    sections[section][feature] = gather(recorded);
  }
  return sources as Record<keyof ExpectedLedger['sources'], ExpectedSource>;
}

function keepSentence(outcome: string, earlier: string | undefined, cells: ReadonlyMap<string, string>): string {
  if (!isLossy(outcome)) return outcome;
  const reviewed = splitCell(earlier ?? '');
  const isSame = firstWord(reviewed.outcome) === firstWord(outcome);
  return `${outcome}: ${(isSame ? reviewed.sentence : undefined) ?? suggestSentence(outcome, cells) ?? UNWRITTEN}`;
}

/** The sentence that every other provider with this outcome has in the row, so that a new one needs no sentence of its own. */
function suggestSentence(outcome: string, cells: ReadonlyMap<string, string>): string | undefined {
  const same = [...cells.values()].map(splitCell).filter((cell) => cell.outcome === outcome);
  const [first, ...others] = new Set(same.map(({ sentence }) => sentence));
  return others.length === 0 ? first : undefined;
}

function firstWord(outcome: string): string {
  return outcome.split(' ', 1)[0] ?? '';
}

/** The columns by their cell; those that are as the one they are like go unnamed. */
function gather(cells: ReadonlyMap<string, string>): Record<string, string> {
  const listed = COLUMNS.filter(({ id, like }) => like === undefined || cells.get(id) !== cells.get(like));
  const row: Record<string, string> = {};
  for (const { id } of listed) {
    const cell = cells.get(id) ?? '-';
    row[cell] = row[cell] === undefined ? id : `${row[cell]} ${id}`;
  }
  const [[only, columns] = ['', '']] = Object.entries(row);
  const base = COLUMNS.filter(({ like }) => like === undefined).map(({ id }) => id);
  return Object.keys(row).length === 1 && columns === base.join(' ') ? { [only]: ALL } : row;
}
