import type { CsvLine } from './csv.js';

/** Rows of a file at most. */
export const MOST_ROWS = 1_000;

interface ReadFile {
  readonly columns: readonly string[];
  readonly lines: readonly CsvLine[];
}

interface FileProblem {
  /** Name of its text. */
  readonly text: 'missing' | 'noRows' | 'tooMany';
  readonly values: Readonly<Record<string, string | number>>;
}

/** Finds the reason why a file cannot be imported; undefined for one that can. */
export function findFileProblem({ columns, lines }: ReadFile, required: readonly string[]): FileProblem | undefined {
  const missing = required.find((column) => !columns.includes(column));
  if (missing !== undefined) return { text: 'missing', values: { column: missing } };
  if (lines.length === 0) return { text: 'noRows', values: {} };
  return lines.length > MOST_ROWS ? { text: 'tooMany', values: { count: MOST_ROWS } } : undefined;
}
