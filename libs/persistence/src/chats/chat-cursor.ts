import { parseBoundedJson } from '@multilane/contracts';
import { InvalidCursorError } from '../database-error.js';
import { isId } from '../ids/new-id.js';
import type { ChatOrder, ChatSessionRecord } from '../records/chat-session.js';

/** Position at which a page of conversations ends. */
export type ChatPosition = Pick<ChatSessionRecord, 'id' | 'updatedAt'>;

/** A cursor belongs to its order. */
export function encodeChatCursor(order: ChatOrder, { id, updatedAt }: ChatPosition): string {
  return Buffer.from(JSON.stringify([order, id, updatedAt.toISOString()])).toString('base64url');
}

/** The place that a cursor names. @throws InvalidCursorError, also for a cursor of another order */
export function decodeChatCursor(order: ChatOrder, cursor: string): ChatPosition {
  const [, id, time] = parse(cursor);
  const updatedAt = new Date(String(time));
  if (typeof id !== 'string' || !isId(id) || Number.isNaN(updatedAt.getTime())) throw new InvalidCursorError();
  const position = { id, updatedAt };
  if (encodeChatCursor(order, position) !== cursor) throw new InvalidCursorError();
  return position;
}

function parse(cursor: string): readonly unknown[] {
  try {
    const parsed: unknown = parseBoundedJson(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parsed)) return parsed;
  } catch {
    // Not JSON: no cursor of ours.
  }
  throw new InvalidCursorError();
}
