import { InvalidCursorError } from '../database-error.js';
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
