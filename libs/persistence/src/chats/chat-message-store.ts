import { parseBoundedJson } from '@multilane/contracts';
import type { EntityManager } from 'typeorm';
import { SealedStore } from '../background/sealed-store.js';
import { NotFoundError, UnknownReferenceError } from '../database-error.js';
import { decodeCursor, encodeCursor } from '../ids/cursor.js';
import { newId, timeOfId } from '../ids/new-id.js';
import {
  CHAT_BOUNDS,
  type ChatImageContent,
  type ChatMessageRecord,
  type ChatMessageText,
  type NewChatMessage,
} from '../records/chat-session.js';
import type { Page, PageRequest } from '../records/page.js';
import { command, statement } from '../statements/statement.js';
import { imageOf } from './chat-image-store.js';
import { ChatBoundReached, messageOf, type OwnChat, titleOf } from './chat-session-store.js';

/** A title that is taken from a message, in characters. */
const LONGEST_TITLE = 80;

interface SessionRow {
  readonly leafId: string | null;
  readonly titleSealed: string | null;
  readonly messageCount: number;
  readonly bytes: number;
  readonly imageBytes: number;
}

/** Sealed part of a message. Those that were stored before there were images and calls lack them. */
type SealedMessage = Omit<ChatMessageText, 'toolCalls' | 'toolCallId'> &
  Partial<Pick<ChatMessageRecord, 'toolCalls' | 'toolCallId' | 'images'>>;

/** An image that is to be stored. */
interface NewImage extends ChatImageContent {
  readonly id: string;
}

interface MessageRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly sealed: string;
}

const LOCK_SESSION = statement<SessionRow>(
  { leafId: 'uuid?', titleSealed: 'text?', messageCount: 'integer', bytes: 'integer', imageBytes: 'integer' },
  `SELECT leaf_id AS "leafId", title_sealed AS "titleSealed", message_count AS "messageCount", bytes, image_bytes AS "imageBytes"
   FROM chat_sessions WHERE organization_id = $1 AND user_id = $2 AND id = $3 FOR UPDATE`,
);
const HAS_MESSAGE = command('SELECT id FROM chat_messages WHERE session_id = $1 AND id = $2');
const ADD_MESSAGES = command(`INSERT INTO chat_messages (id, session_id, parent_id, sealed)
   SELECT given.id, $1, given.parent_id, given.sealed
     FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS given (id, parent_id, sealed)`);
const UPDATE_SESSION =
  command(`UPDATE chat_sessions SET leaf_id = $2, message_count = message_count + $3, bytes = $4, updated_at = $5,
   title_sealed = coalesce(title_sealed, $6), image_bytes = $7 WHERE id = $1`);
const ADD_IMAGE = command('INSERT INTO chat_images (id, session_id, media_type, sealed) VALUES ($1, $2, $3, $4)');
const LIST_PAGE = statement<MessageRow>(
  { id: 'uuid', parentId: 'uuid?', sealed: 'text' },
  `SELECT id, parent_id AS "parentId", sealed FROM chat_messages
   WHERE session_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
);

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
    messages: readonly NewChatMessage[],
  ): Promise<readonly ChatMessageRecord[]> {
    const box = this.boxOrThrow();
    return this.access.transaction(async (manager) => {
      const [session] = await LOCK_SESSION.rows(manager, [organizationId, userId, id]);
      if (session === undefined) throw new NotFoundError('conversation');
      const { bytes, imageBytes } = demandRoom(session, messages);
      const parent = parentId === undefined ? session.leafId : parentId;
      if (parentId != null) {
        if (!(await HAS_MESSAGE.matches(manager, [id, parentId]))) throw new UnknownReferenceError('parent_id');
      }
      const { added, images } = chain(parent, messages);
      await ADD_MESSAGES.run(manager, [
        id,
        added.map((message) => message.id),
        added.map((message) => message.parentId),
        added.map((message) => box.seal(JSON.stringify(toSealed(message)), messageOf(id, message.id))),
      ]);
      await this.addImages(manager, id, images);
      const title = session.titleSealed === null ? findTitle(messages) : undefined;
      await UPDATE_SESSION.run(manager, [
        id,
        added.at(-1)?.id ?? session.leafId,
        added.length,
        bytes,
        new Date(),
        title === undefined ? null : box.seal(title, titleOf(id)),
        imageBytes,
      ]);
      return added;
    });
  }

  /** One at a time: together they can be large. */
  private async addImages(manager: EntityManager, sessionId: string, images: readonly NewImage[]): Promise<void> {
    const box = this.boxOrThrow();
    for (const { data, id, type } of images) {
      await ADD_IMAGE.run(manager, [id, sessionId, type, box.sealBytes(data, imageOf(sessionId, id))]);
    }
  }

  /** All branches, oldest first: parents come before their children. @throws InvalidCursorError */
  async listPage(
    sessionId: string,
    { cursor, limit }: Pick<PageRequest, 'limit' | 'cursor'>,
  ): Promise<Page<ChatMessageRecord>> {
    const after = cursor === undefined ? null : decodeCursor(cursor);
    const rows = await LIST_PAGE.rows(this.access, [sessionId, after, limit + 1]);
    const box = this.boxOrThrow();
    const data = rows.slice(0, limit).map(({ id, parentId, sealed }) => {
      const stored = parseBoundedJson(box.open(sealed, messageOf(sessionId, id))) as SealedMessage;
      const { images = [], toolCallId = null, toolCalls = [] } = stored;
      return { ...stored, images, toolCallId, toolCalls, id, parentId, createdAt: timeOfId(id) };
    });
    const last = data.at(-1);
    return { data, nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null };
  }
}

/**
 * Computes the size of the conversation with these messages. @throws ChatBoundReached if that is more than it may have
 */
function demandRoom(session: SessionRow, messages: readonly NewChatMessage[]) {
  const bytes = messages.reduce((sum, message) => sum + lengthOf(message), session.bytes);
  const sizes = messages.flatMap(({ images }) => images.map(({ data }) => data.length));
  const imageBytes = sizes.reduce((sum, size) => sum + size, session.imageBytes);
  if (session.messageCount + messages.length > CHAT_BOUNDS.messages) throw new ChatBoundReached('messages');
  if (bytes > CHAT_BOUNDS.bytes) throw new ChatBoundReached('bytes');
  if (imageBytes > CHAT_BOUNDS.images) throw new ChatBoundReached('images');
  return { bytes, imageBytes };
}

/** Messages one below the other, and their images. */
function chain(parent: string | null, messages: readonly NewChatMessage[]) {
  let parentId = parent;
  const all: NewImage[] = [];
  const added = messages.map(({ images, ...text }): ChatMessageRecord => {
    const id = newId();
    const own = images.map((image) => ({ ...image, id: newId() }));
    all.push(...own);
    const described = own.map(({ data, id: imageId, type }) => ({ id: imageId, type, bytes: data.length }));
    const record = { ...text, id, parentId, images: described, createdAt: timeOfId(id) };
    parentId = id;
    return record;
  });
  return { added, images: all };
}

function toSealed({ createdAt: _time, id: _id, parentId: _parent, ...message }: ChatMessageRecord): SealedMessage {
  return message;
}

/** Bytes of a text in UTF-8, with its calls. */
function lengthOf({ content, toolCalls }: NewChatMessage): number {
  return Buffer.byteLength(content) + (toolCalls.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(toolCalls)));
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
