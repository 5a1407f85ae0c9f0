import { readFileSync } from 'node:fs';
import { COLUMNS, SOURCES, type Source } from './columns.js';
import { SECTIONS, type Section } from './compute-ledger.js';

/** Explanations of losses, by short names. */
export type Sentences = Readonly<Record<string, string>>;

/** An outcome, and for a lossy one the name of its sentence: `exact`, `dropped: user`. */
export type Cell = string;

/** The columns that share a cell, separated by blanks, by the cell; `all` are all. */
export type ExpectedRow = Readonly<Record<Cell, string>>;

export type ExpectedSource = Readonly<Partial<Record<Section, Readonly<Record<string, ExpectedRow>>>>>;

export interface ExpectedLedger {
  readonly sources: Readonly<Record<Source, ExpectedSource>>;
  readonly sentences: Sentences;
}

export const ALL = 'all';

/** Reads the ledger that people reviewed from its folder: a file for each source, and one for the sentences. */
export function readExpectedLedger(folder: URL): ExpectedLedger {
  const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
  return {
    sources: Object.fromEntries(SOURCES.map((source) => [source, read(source)])) as ExpectedLedger['sources'],
    sentences: read('sentences') as Sentences,
  };
}

/** The cell of every column of a row. One that is like another is as that one is where the row does not name it. */
export function readCells(row: ExpectedRow): ReadonlyMap<string, Cell> {
  const named = new Map<string, Cell>();
  for (const [cell, columns] of Object.entries(row)) {
    const ids =
      columns === ALL ? COLUMNS.filter(({ like }) => like === undefined).map(({ id }) => id) : columns.split(' ');
    for (const id of ids) named.set(id, cell);
  }
  return new Map(
    COLUMNS.flatMap(({ id, like = '' }) => {
      const cell = named.get(id) ?? named.get(like);
      return cell === undefined ? [] : [[id, cell] as const];
    }),
  );
}

/** The rows of a ledger, in its order. */
export function listRows(
  ledger: ExpectedLedger,
): { source: Source; section: Section; feature: string; row: ExpectedRow }[] {
  return SOURCES.flatMap((source) =>
    SECTIONS.flatMap((section) =>
      Object.entries(ledger.sources[source][section] ?? {}).map(([feature, row]) => ({
        source,
        section,
        feature,
        row,
      })),
    ),
  );
}
