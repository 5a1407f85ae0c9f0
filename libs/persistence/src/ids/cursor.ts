import { parseBoundedJson } from '@multilane/contracts';
import { InvalidCursorError } from '../database-error.js';
import type { ListOrder } from '../records/page.js';
import { isId } from './new-id.js';

/** The cursor of the page that follows a row: the row's id, opaque. */
export function encodeCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The id within a cursor. Fails with InvalidCursorError. */
export function decodeCursor(cursor: string): string {
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  if (!isId(id) || encodeCursor(id) !== cursor) throw new InvalidCursorError();
  return id;
}

/** A place in a list: behind the row with this id, and with this value of the column that the list is in the order of. */
export interface ListPosition {
  readonly id: string;
  /** The name, or the text of another column; the time of creation needs none, since ids hold it. */
  readonly name: string;
}

/** Characters of a name in a cursor at most: more than any name has. */
const LONGEST_NAME = 1_000;

/** The cursor of the page that follows a row. One for another order than the default one says for which it is. */
export function encodePosition(order: ListOrder, { id, name }: ListPosition): string {
  if (order === '-created_at') return encodeCursor(id);
  return Buffer.from(JSON.stringify([order, id, isByTime(order) ? '' : name])).toString('base64url');
}

/** The place that a cursor names. Fails with InvalidCursorError, also for a cursor of another order. */
export function decodePosition(order: ListOrder, cursor: string): ListPosition {
  if (order === '-created_at') return { id: decodeCursor(cursor), name: '' };
  const [, id, name] = parseTriple(Buffer.from(cursor, 'base64url').toString());
  const isStorable = name.length <= LONGEST_NAME && !name.includes('\0') && !/\p{Cs}/u.test(name);
  if (!isId(id) || !isStorable || encodePosition(order, { id, name }) !== cursor) throw new InvalidCursorError();
  return { id, name };
}

/** True for the order of names. */
export function isByName(order: ListOrder): boolean {
  return columnOf(order) === 'name';
}

/** The column that a list is in the order of, without its direction. */
export function columnOf(order: ListOrder): string {
  return order.startsWith('-') ? order.slice(1) : order;
}

function isByTime(order: ListOrder): boolean {
  return columnOf(order) === 'created_at';
}

function parseTriple(text: string): readonly [string, string, string] {
  try {
    const parts: unknown = parseBoundedJson(text);
    if (Array.isArray(parts) && parts.length === 3 && parts.every((part) => typeof part === 'string')) {
      return parts as [string, string, string];
    }
  } catch {
    // Not JSON: no cursor of ours.
  }
  throw new InvalidCursorError();
}
