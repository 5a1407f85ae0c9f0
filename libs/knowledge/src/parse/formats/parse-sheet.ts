import { type CellObject, type DenseWorkSheet, read, type WorkBook } from '@e965/xlsx';
import type { Block } from '../../document/parsed-document.js';
import { tooManyPages, tooManyRows } from '../bound-document.js';
import { openArchive } from '../open-archive.js';
import { ParseError } from '../parse-error.js';
import type { ParseBounds } from '../parse-outcome.js';
import { type FoundCharts, readChartsOfPages, wantsForCharts } from './charts/office-charts.js';
import { readObjects, wantsForObjects } from './charts/opendocument-objects.js';
import { placeBlocks } from './charts/place-blocks.js';
import type { FormatInput, FormatOutput } from './format-input.js';
import { guessHeaderRows } from './guess-header-rows.js';

/** Cells of all sheets; each takes some hundred bytes. */
const MOST_CELLS = 2_000_000;

/** A workbook: each sheet is a page with a heading, and a table for each group of rows. Macros never run. */
export async function parseSheet({ bytes, bounds }: FormatInput): Promise<FormatOutput> {
  const charts = bytes[0] === 0x50 && bytes[1] === 0x4b ? await readCharts(bytes, bounds) : undefined;
  const book = readBook(bytes, bounds);
  if (book.SheetNames.length > bounds.pages) throw tooManyPages(book.SheetNames.length, bounds);
  let rowsLeft = bounds.rows;
  const blocks: Block[] = [];
  for (const [at, name] of book.SheetNames.entries()) {
    const rows = readRows(book.Sheets[name] as DenseWorkSheet | undefined, bounds);
    rowsLeft -= rows.length;
    if (rowsLeft < 0) throw tooManyRows(bounds);
    blocks.push({ kind: 'heading', level: 2, text: name, page: at + 1 }, ...groupRows(rows, at + 1));
  }
  const { Title: title = '', Author: author = '', Subject: subject = '' } = book.Props ?? {};
  const hasText = blocks.some(({ kind }) => kind !== 'heading');
  const placed = charts?.placed ?? [];
  return {
    title,
    pages: book.SheetNames.length,
    metadata: { author, subject },
    ...(charts?.leftOut && { leftOut: charts.leftOut }),
    blocks: hasText || placed.length > 0 ? placeBlocks(blocks, placed) : [],
  };
}

async function readCharts(bytes: Uint8Array, bounds: ParseBounds): Promise<FoundCharts> {
  const parts = await openArchive(bytes, bounds, (name) => wantsForObjects(name) || wantsForCharts(name));
  return parts.has('content.xml') ? readObjects(parts) : readChartsOfPages(parts);
}

function readBook(bytes: Uint8Array, { rows }: ParseBounds): WorkBook {
  try {
    return read(bytes, {
      type: 'array',
      dense: true,
      sheetRows: rows + 2,
      cellFormula: false,
      cellHTML: false,
      cellDates: true,
      bookVBA: false,
      bookDeps: false,
      bookFiles: false,
    });
  } catch (error) {
    if (error instanceof Error && /password|encrypt/i.test(error.message)) {
      throw new ParseError(
        'encrypted',
        'The workbook is protected by a password. Remove the password, then upload it again.',
      );
    }
    throw error;
  }
}

/** The filled rows of a sheet. The area that a sheet says it has may be millions of empty cells; it is not looked at. */
function readRows(sheet: DenseWorkSheet | undefined, bounds: ParseBounds): string[][] {
  const rows: string[][] = [];
  let cells = 0;
  const data: (CellObject | undefined)[][] = sheet?.['!data'] ?? [];
  data.forEach((row, at) => {
    const line: string[] = [];
    row?.forEach((cell, column) => {
      const text = cell === undefined ? '' : showCell(cell);
      if (text === '') return;
      line[column] = text;
      cells += 1;
    });
    if (line.length > 0) rows[at] = line;
    if (cells > MOST_CELLS) throw tooManyRows(bounds);
  });
  return rows;
}

/** Dates as ISO 8601 writes them, everything else as the sheet shows it. */
function showCell({ v, w }: CellObject): string {
  if (v instanceof Date)
    return v
      .toISOString()
      .replace(/T00:00:00(\.\d+)?Z$/, '')
      .replace(/\.000Z$/, 'Z');
  return String(w ?? v ?? '').trim();
}

/** Rows that nothing lies between make a table; a row alone, such as a title, makes a paragraph. */
function groupRows(rows: readonly string[][], page: number): Block[] {
  const groups: string[][][] = [];
  let last = -2;
  rows.forEach((row, at) => {
    if (at !== last + 1) groups.push([]);
    groups.at(-1)?.push(Array.from(row, (cell) => cell ?? ''));
    last = at;
  });
  return groups.flatMap((group): Block[] => {
    const [first = [], ...others] = group;
    const filled = first.filter((cell) => cell !== '');
    // One cell above a table names it.
    const titled = filled.length === 1 && others.some((row) => row.filter(Boolean).length > 1);
    if (others.length === 0) return [{ kind: 'paragraph', text: filled.join(' | '), page }];
    const table = dropEmptyColumns(titled ? others : group);
    return [
      { kind: 'table', rows: table, headerRows: guessHeaderRows(table), page, ...(titled && { caption: filled[0] }) },
    ];
  });
}

/** Tables often start in column B or later. */
function dropEmptyColumns(rows: readonly string[][]): string[][] {
  const first = rows.reduce(
    (least, row) =>
      Math.min(
        least,
        row.findIndex((cell) => cell !== ''),
      ),
    Number.POSITIVE_INFINITY,
  );
  return rows.map((row) => row.slice(first));
}
