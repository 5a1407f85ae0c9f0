/** A file of comma-separated values: its header, and the cells of each further line. */
export interface CsvFile {
  readonly columns: readonly string[];
  readonly lines: readonly CsvLine[];
}

export interface CsvLine {
  /** Number of the line in the file, from 1. */
  readonly number: number;
  readonly cells: Readonly<Record<string, string>>;
}

/**
 * Reads comma-separated values (RFC 4180) with a header. Empty lines are left out, and cells that a line lacks are empty. An apostrophe
 * that an export put before a text that looks like a formula is taken away.
 */
export function readCsv(text: string): CsvFile {
  const [head, ...rest] = splitCsv(text.replace(/^\uFEFF/, ''));
  const columns = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
  const lines = rest
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ number, cells }) => ({
      number,
      cells: Object.fromEntries(columns.map((column, index) => [column, plain(cells[index] ?? '')])),
    }));
  return { columns, lines };
}

type CsvRow = readonly (string | number)[];

/** Writes comma-separated values (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function writeCsv(columns: readonly string[], rows: readonly CsvRow[]): string {
  return [columns, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(text: string | number): string {
  if (typeof text === 'number') return String(text);
  const harmless = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
  return /[",;\r\n\t']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function plain(cell: string): string {
  return /^'[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) ? cell.slice(1) : cell.trim();
}

interface RawLine {
  readonly number: number;
  readonly cells: readonly string[];
}

/** Splits a file at its line ends and commas, but for those in quotes. */
function splitCsv(text: string): RawLine[] {
  const lines: RawLine[] = [];
  let [cells, number, begun] = [[] as string[], 1, 1];
  // A cell in quotes, or one as it is, such as one with a quote within; then what ends it.
  for (const [all, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|\n|\r|$)/g)) {
    if (all === '' && cells.length === 0) continue;
    cells.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
    number += all.match(/\r\n|\n|\r/g)?.length ?? 0;
    if (end === ',') continue;
    lines.push({ number: begun, cells });
    [cells, begun] = [[], number];
  }
  return lines;
}
