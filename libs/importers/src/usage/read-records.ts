import { type Parser, parse } from 'csv-parse';
import { splitJson } from './split-json.js';
import { UsageFileError } from './usage-file-error.js';

/** Value of a record: numbers are the text that the file has, so that no decimal is lost. */
export type RecordValue = string | boolean | null | readonly RecordValue[] | UsageRecord;

/** One row or object of a file. */
export interface UsageRecord {
  readonly [name: string]: RecordValue | undefined;
}

/** Record with the place where it stands. */
export interface PlacedRecord {
  readonly file: string;
  readonly line: number;
  readonly record: UsageRecord;
  /** Names of the columns of a CSV, in its order; undefined for JSON. */
  readonly columns?: readonly string[];
}

/** Characters of one row of a CSV at most. */
const MOST_ROW = 4 * 1024 * 1024;
/** Columns of a CSV at most: those of AWS have a few hundred. */
const MOST_COLUMNS = 2_000;

/**
 * Reads the records of a file of any length: CSV (with commas or tabs) or JSON, by its first character. One record is in memory at a time.
 *
 * @throws UsageFileError
 */
export async function* readRecords(file: string, chunks: AsyncIterable<string>): AsyncGenerator<PlacedRecord> {
  const source = chunks[Symbol.asyncIterator]();
  let head = '';
  let isDone = false;
  while (head.replace(/^\ufeff/, '').trim() === '' && !isDone) {
    const next = await source.next();
    isDone = next.done === true;
    if (!isDone) head += next.value as string;
    if (head.length > MOST_ROW) break;
  }
  const text = head.replace(/^\ufeff/, '').trimStart();
  if (text === '') throw new UsageFileError({ file, line: 1 }, 'The file is empty.');
  const rest = joined(head, source);
  if (text.startsWith('{') || text.startsWith('[')) yield* readJson(file, rest);
  else yield* readCsv(file, rest, delimiterOf(text));
}

/** Finds the delimiter of a CSV by its header. */
function delimiterOf(text: string): string {
  const [header = ''] = text.split('\n', 1);
  const counts = [',', '\t', ';'].map((delimiter) => [header.split(delimiter).length, delimiter] as const);
  return counts.reduce((most, each) => (each[0] > most[0] ? each : most))[1];
}

async function* joined(head: string, source: AsyncIterator<string>): AsyncGenerator<string> {
  yield head;
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
}

async function* readJson(file: string, chunks: AsyncIterable<string>): AsyncGenerator<PlacedRecord> {
  for await (const { line, text } of splitJson(file, chunks)) {
    yield { file, line, record: parseRecord(text, { file, line }) };
  }
}

/** Parses an object. Numbers stay the text that they are. @throws UsageFileError */
function parseRecord(text: string, place: { readonly file: string; readonly line: number }): UsageRecord {
  try {
    return JSON.parse(text, keepNumber) as UsageRecord;
  } catch {
    throw new UsageFileError(place, 'The object is no JSON.');
  }
}

/** The third argument has the text of a number: https://tc39.es/proposal-json-parse-with-source. */
function keepNumber(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}

async function* readCsv(file: string, chunks: AsyncIterable<string>, delimiter: string): AsyncGenerator<PlacedRecord> {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: MOST_ROW,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const feeding = feed(chunks, parser);
  let columns: readonly string[] | undefined;
  let line = 1;
  try {
    for await (const { info, record: cells } of parser as AsyncIterable<CsvRow>) {
      // `info.lines` is the line behind which the row ends: the next row begins there.
      const place = { file, line };
      line = info.lines + 1;
      if (columns === undefined) {
        columns = nameColumns(cells, place);
        continue;
      }
      if (cells.length !== columns.length) {
        const problem = `The row has ${cells.length} columns, and the header ${columns.length}.`;
        throw new UsageFileError(place, problem);
      }
      yield { ...place, columns, record: Object.fromEntries(columns.map((name, index) => [name, cells[index]])) };
    }
    await feeding;
  } catch (error) {
    parser.destroy();
    if (error instanceof UsageFileError || !isCsvError(error)) throw error;
    const isLarge = error.code === 'CSV_MAX_RECORD_SIZE';
    throw new UsageFileError(
      { file, line: error.lines ?? line },
      isLarge
        ? `The row is too large: at most ${MOST_ROW} characters are read.`
        : 'The row is no CSV: a quote is wrong.',
    );
  }
}

interface CsvRow {
  readonly info: { readonly lines: number };
  readonly record: readonly string[];
}

/** Writes the chunks to the parser, no faster than it reads, and stops where it has given up. A problem of the source becomes one of the parser. */
async function feed(chunks: AsyncIterable<string>, parser: Parser): Promise<void> {
  try {
    for await (const chunk of chunks) {
      if (parser.destroyed) return;
      if (!parser.write(chunk)) await new Promise((resolve) => parser.once('drain', resolve).once('close', resolve));
      if (parser.destroyed) return;
    }
    parser.end();
  } catch (error) {
    parser.destroy(error as Error);
  }
}

function isCsvError(error: unknown): error is Error & { readonly code: string; readonly lines?: number } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');
}

/** Names of the columns in one form: `lineItem/UsageStartDate` and `line_item_usage_start_date` are the same. */
function nameColumns(cells: readonly string[], place: { readonly file: string; readonly line: number }): string[] {
  if (cells.length > MOST_COLUMNS) throw new UsageFileError(place, `The file has more than ${MOST_COLUMNS} columns.`);
  return cells.map((cell) =>
    cell
      .trim()
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replaceAll(/[^A-Za-z0-9]+/g, '_')
      .toLowerCase(),
  );
}
