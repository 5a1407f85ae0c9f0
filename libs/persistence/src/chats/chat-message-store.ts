import { SealedStore } from '../background/sealed-store.js';
import { NotFoundError, UnknownReferenceError } from '../database-error.js';
import { decodeCursor, encodeCursor } from '../ids/cursor.js';
import { newId, timeOfId } from '../ids/new-id.js';
import { CHAT_BOUNDS, type ChatMessageRecord, type ChatMessageText } from '../records/chat-session.js';
import type { Page, PageRequest } from '../records/page.js';
import { ChatBoundReached, messageOf, type OwnChat, titleOf } from './chat-session-store.js';

/** A title that is taken from a message, in characters. */
const LONGEST_TITLE = 80;

interface SessionRow {
  readonly leafId: string | null;
  readonly titleSealed: string | null;
  readonly messageCount: number;
  readonly bytes: number;
}

interface MessageRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly sealed: string;
}

/** The messages of conversations, which are only added: a message that is edited is another one with the same parent. */
export class ChatMessageStore extends SealedStore {
  protected readonly contents = 'messages';

  /**
   * Adds messages, each the child of the one before it, and shows the branch of the last one. A conversation without a title gets it
   * from the first message of its person.
   *
   * @param parentId of the first one; undefined: the last message of the branch that is shown. Null begins the conversation again.
   * @throws NotFoundError, ChatBoundReached, UnknownReferenceError for a parent of another conversation
   */
  append(
    { id, organizationId, userId }: OwnChat,
    parentId: string | null | undefined,
    messages: readonly ChatMessageText[],
  ): Promise<readonly ChatMessageRecord[]> {
    const box = this.boxOrThrow();
    return this.access.transaction(async (manager) => {
      const [session] = await manager.query<SessionRow[]>(
        `SELECT leaf_id AS "leafId", title_sealed AS "titleSealed", message_count AS "messageCount", bytes
           FROM chat_sessions WHERE organization_id = $1 AND user_id = $2 AND id = $3 FOR UPDATE`,
        [organizationId, userId, id],
      );
      if (session === undefined) throw new NotFoundError('conversation');
      const bytes = session.bytes + messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
      if (session.messageCount + messages.length > CHAT_BOUNDS.messages) throw new ChatBoundReached('messages');
      if (bytes > CHAT_BOUNDS.bytes) throw new ChatBoundReached('bytes');
      const parent = parentId === undefined ? session.leafId : parentId;
      if (parentId != null) {
        const sql = 'SELECT 1 FROM chat_messages WHERE session_id = $1 AND id = $2';
        const found = await manager.query<unknown[]>(sql, [id, parentId]);
        if (found.length === 0) throw new UnknownReferenceError('parent_id');
      }
      const added = chain(parent, messages);
      await manager.query(
        `INSERT INTO chat_messages (id, session_id, parent_id, sealed)
         SELECT given.id, $1, given.parent_id, given.sealed
           FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS given (id, parent_id, sealed)`,
        [
          id,
          added.map((message) => message.id),
          added.map((message) => message.parentId),
          added.map((message, index) => box.seal(JSON.stringify(messages[index]), messageOf(id, message.id))),
        ],
      );
      const title = session.titleSealed === null ? findTitle(messages) : undefined;
      await manager.query(
        `UPDATE chat_sessions SET leaf_id = $2, message_count = message_count + $3, bytes = $4, updated_at = $5,
           title_sealed = coalesce(title_sealed, $6) WHERE id = $1`,
        [
          id,
          added.at(-1)?.id ?? session.leafId,
          added.length,
          bytes,
          new Date(),
          title === undefined ? null : box.seal(title, titleOf(id)),
        ],
      );
      return added;
    });
  }

  /** All branches, oldest first: parents come before their children. @throws InvalidCursorError */
  async listPage(
    sessionId: string,
    { cursor, limit }: Pick<PageRequest, 'limit' | 'cursor'>,
  ): Promise<Page<ChatMessageRecord>> {
    const after = cursor === undefined ? null : decodeCursor(cursor);
    const rows = await this.query<MessageRow>(
      `SELECT id, parent_id AS "parentId", sealed FROM chat_messages
        WHERE session_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
      [sessionId, after, limit + 1],
    );
    const box = this.boxOrThrow();
    const data = rows.slice(0, limit).map(({ id, parentId, sealed }) => {
      const text = JSON.parse(box.open(sealed, messageOf(sessionId, id))) as ChatMessageText;
      return { ...text, id, parentId, createdAt: timeOfId(id) };
    });
    const last = data.at(-1);
    return { data, nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null };
  }
}

/** Messages one below the other. */
function chain(parent: string | null, messages: readonly ChatMessageText[]): ChatMessageRecord[] {
  let parentId = parent;
  return messages.map((message) => {
    const id = newId();
    const record = { ...message, id, parentId, createdAt: timeOfId(id) };
    parentId = id;
    return record;
  });
}

/** The first line that the person said, shortened between characters. */
function findTitle(messages: readonly ChatMessageText[]): string | undefined {
  const said = messages.find(({ content, role }) => role === 'user' && content.trim() !== '')?.content.trim();
  const [line = ''] = said?.split(/[\r\n]/, 1) ?? [];
  const characters = [...line.replace(/\s+/g, ' ')];
  if (characters.length === 0) return undefined;
  return characters.length <= LONGEST_TITLE
    ? characters.join('')
    : `${characters.slice(0, LONGEST_TITLE - 1).join('')}…`;
}
