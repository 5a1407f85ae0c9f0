import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { fieldsOf } from '../fields/field.js';
import type { ListAnswer } from './to-list.js';
import { plainOf, writeCell } from './write-cell.js';

/** Rows that an export reads at once: what it takes of the memory, however long the list is. */
const EXPORT_PAGE = 200;

/** Query that reads one page of a list. */
interface PageQuery {
  limit: number;
  cursor?: string;
}

/**
 * Streams every row of a list as CSV (RFC 4180), in the list's order: a page is read when the one before has been sent. The first page is
 * read before the answer begins, so that an invalid query gets an error.
 *
 * @param name of the file, without its ending
 * @param view class of the rows: each of its fields is a column
 * @param query of the list, whose filters and order apply; it begins at its `cursor`
 */
export async function exportCsv<View extends object, Query extends PageQuery>(
  name: string,
  view: new () => View,
  query: Query,
  list: (query: Query) => Promise<ListAnswer<View>>,
): Promise<StreamableFile> {
  const columns = [...fieldsOf(view.prototype).keys()].filter((column) => column !== 'object');
  const read = (cursor: string | undefined): Promise<ListAnswer<View>> =>
    list({ ...query, limit: EXPORT_PAGE, ...(cursor !== undefined && { cursor }) });
  const lines = writeLines(columns, await read(query.cursor), read);
  return new StreamableFile(Readable.from(lines, { highWaterMark: 1 }), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}.csv"`,
  });
}

async function* writeLines<View extends object>(
  columns: readonly string[],
  first: ListAnswer<View>,
  read: (cursor: string) => Promise<ListAnswer<View>>,
): AsyncGenerator<string, void> {
  yield `${columns.join(',')}\r\n`;
  for (let page = first; ; page = await read(page.next_cursor)) {
    const text = page.data.map((row) => writeLine(columns, row as Readonly<Record<string, unknown>>)).join('');
    if (text !== '') yield text;
    if (page.next_cursor === null) return;
  }
}

function writeLine(columns: readonly string[], row: Readonly<Record<string, unknown>>): string {
  return `${columns.map((column) => writeCell(plainOf((row[column] ?? null) as string | object | null))).join(',')}\r\n`;
}
