import { decodeCursor, encodeCursor } from '../../ids/cursor.js';
import type { Page, PageRequest } from '../../records/page.js';

/** The id that a page begins below; null for the first page. @throws InvalidCursorError */
export function startOf({ cursor }: Pick<PageRequest, 'cursor'>): string | null {
  return cursor === undefined ? null : decodeCursor(cursor);
}

/** A page of rows that were read newest first, one more than the page holds. */
export function pageOf<Row extends { readonly id: string }>(rows: readonly Row[], limit: number): Page<Row> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null };
}
