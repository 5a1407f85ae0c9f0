import { parse } from 'csv-parse/sync';
import { tooManyRows } from '../bound-document.js';
import { decodeText } from '../decode-text.js';
import type { ParseBounds } from '../parse-outcome.js';
import type { FormatInput, FormatOutput } from './format-input.js';
import { guessHeaderRows } from './guess-header-rows.js';

const DELIMITERS = [',', ';', '\t', '|'];

/** Characters that the choice of the delimiter reads. */
const SAMPLE = 64 * 1024;

/** One table. The delimiter is the one that cuts most rows into the same number of columns. */
export function parseCsv({ bytes, bounds }: FormatInput): FormatOutput {
  const text = decodeText(bytes);
  const rows = readRows(text, chooseDelimiter(text), bounds.rows + 1);
  if (rows.length > bounds.rows) throw tooManyRows(bounds as ParseBounds);
  return { metadata: {}, blocks: [{ kind: 'table', rows, headerRows: guessHeaderRows(rows) }] };
}

function readRows(text: string, delimiter: string, most: number): string[][] {
  return parse(text, {
    delimiter,
    bom: true,
    to: most,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
}

function chooseDelimiter(text: string): string {
  // The last line of the sample may be cut; rows may hold quoted line ends, so the library reads it.
  const sample = text.length <= SAMPLE ? text : text.slice(0, text.lastIndexOf('\n', SAMPLE) + 1 || SAMPLE);
  const scores = DELIMITERS.map((delimiter) => scoreOf(sample, delimiter));
  const best = scores.indexOf(Math.max(...scores));
  return DELIMITERS[best] ?? ',';
}

/** Counts the rows with the same number of columns as the first, if that is more than one. */
function scoreOf(sample: string, delimiter: string): number {
  try {
    const rows = readRows(sample, delimiter, 200);
    const columns = rows[0]?.length ?? 0;
    return columns < 2 ? 0 : rows.filter((row) => row.length === columns).length + columns / 1_000;
  } catch {
    return 0;
  }
}
