import { parseBoundedJson } from '@multilane/contracts';
import { SealedStore } from '../background/sealed-store.js';
import { NotFoundError, UnknownReferenceError } from '../database-error.js';
import { isId, newId } from '../ids/new-id.js';
import {
  CHAT_BOUNDS,
  type ChatMessageText,
  type ChatOrder,
  type ChatPageRequest,
  type ChatSessionRecord,
  type ChatToolRecord,
} from '../records/chat-session.js';
import type { Page } from '../records/page.js';
import { SecretBoxError } from '../secrets/secret-box.js';
import { command, type Statement, statement } from '../statements/statement.js';
import { type ChatPosition, decodeChatCursor, encodeChatCursor } from './chat-cursor.js';

/** A conversation or a person has as much as there may be. */
export class ChatBoundReached extends Error {
  override readonly name = 'ChatBoundReached';

  constructor(readonly bound: keyof typeof CHAT_BOUNDS) {
    super(`There are as many ${bound} as there may be.`);
  }
}

/** Person whose conversations are meant, and their workspace. */
export interface ChatPlace {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly userId: string;
}

/** A conversation that only its owner changes. */
export type OwnChat = Pick<ChatSessionRecord, 'organizationId' | 'userId' | 'id'>;

/** Fields that are undefined stay as they are. */
export interface ChatChanges {
  readonly title?: string | undefined;
  readonly isShared?: boolean | undefined;
  readonly leafId?: string | undefined;
  readonly tools?: readonly ChatToolRecord[] | undefined;
}

type Row = Omit<ChatSessionRecord, 'title' | 'tools'> & { readonly titleSealed: string | null };

const COLUMNS = {
  sql: `s.id, s.organization_id AS "organizationId", s.workspace_id AS "workspaceId", s.user_id AS "userId",
  u.name AS "userName", s.title_sealed AS "titleSealed", s.is_shared AS "isShared", s.leaf_id AS "leafId",
  s.message_count AS "messageCount", s.bytes, s.created_at AS "createdAt", s.updated_at AS "updatedAt"`,
  types: {
    id: 'uuid',
    organizationId: 'uuid',
    workspaceId: 'uuid',
    userId: 'uuid',
    userName: 'text',
    titleSealed: 'text?',
    isShared: 'boolean',
    leafId: 'uuid?',
    messageCount: 'integer',
    bytes: 'integer',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
} as const;

/** `$5` and `$6` are the position that the page begins behind. */
const pageOf = (after: string, by: string): Statement<Row> =>
  statement<Row>(
    COLUMNS.types,
    `SELECT ${COLUMNS.sql} FROM chat_sessions s JOIN users u ON u.id = s.user_id
   WHERE s.organization_id = $1 AND s.workspace_id = $2
     AND ((s.user_id = $3 AND $4 <> 'others') OR (s.user_id <> $3 AND s.is_shared AND $4 <> 'own'))
     AND ($5::uuid IS NULL OR (${after}))
   ORDER BY ${by} LIMIT $7`,
  );

const PAGES: Readonly<Record<ChatOrder, Statement<Row>>> = {
  '-updated_at': pageOf('(s.updated_at, s.id) < ($6, $5::uuid)', 's.updated_at DESC, s.id DESC'),
  '-created_at': pageOf('s.id < $5::uuid AND $6::timestamptz IS NOT NULL', 's.id DESC'),
  created_at: pageOf('s.id > $5::uuid AND $6::timestamptz IS NOT NULL', 's.id'),
};

/** Conversations whose texts a search reads together. */
const SEARCH_BATCH = 50;
/** Bytes and sessions that a search reads for one page; the next page continues there. */
const SEARCH_BYTES = 4 * 1024 * 1024;
const SEARCH_SESSIONS = 500;

const LOCK_USER = command('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE');
const COUNT = statement(
  { count: 'integer' },
  'SELECT count(*)::int AS count FROM chat_sessions WHERE organization_id = $1 AND user_id = $2 AND workspace_id = $3',
);
const CREATE =
  command(`INSERT INTO chat_sessions (id, organization_id, workspace_id, user_id, title_sealed, is_shared, tools_sealed, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`);
const FIND = statement<Row & { readonly toolsSealed: string | null }>(
  { ...COLUMNS.types, toolsSealed: 'text?' },
  `SELECT ${COLUMNS.sql}, s.tools_sealed AS "toolsSealed" FROM chat_sessions s JOIN users u ON u.id = s.user_id
   WHERE s.organization_id = $1 AND s.id = $2`,
);
const UPDATE =
  command(`UPDATE chat_sessions SET title_sealed = coalesce($4, title_sealed), is_shared = coalesce($5, is_shared),
     leaf_id = coalesce($6, leaf_id), updated_at = coalesce($7, updated_at), tools_sealed = coalesce($8, tools_sealed)
    WHERE organization_id = $1 AND user_id = $2 AND id = $3
      AND ($9::timestamptz IS NULL OR date_trunc('milliseconds', updated_at) = $9)`);
const REMOVE = command(`DELETE FROM chat_sessions WHERE organization_id = $1 AND user_id = $2 AND id = $3
  AND ($4::timestamptz IS NULL OR date_trunc('milliseconds', updated_at) = $4)`);
const FIND_SAYING = statement(
  { id: 'uuid', sessionId: 'uuid', sealed: 'text' },
  'SELECT id, session_id AS "sessionId", sealed FROM chat_messages WHERE session_id = ANY($1::uuid[])',
);
const HAS_MESSAGE = command('SELECT 1 FROM chat_messages WHERE session_id = $1 AND id = $2');

/** Conversations that people save in a workspace. Titles and texts are sealed, each for its very row. */
export class ChatSessionStore extends SealedStore {
  protected readonly contents = 'conversations';

  /** @throws ChatBoundReached */
  async create(
    { organizationId, userId, workspaceId }: ChatPlace,
    { isShared, title, tools = [] }: Pick<ChatSessionRecord, 'title' | 'isShared' | 'tools'>,
  ): Promise<ChatSessionRecord> {
    const id = newId();
    const sealed = title === null ? null : this.boxOrThrow().seal(title, titleOf(id));
    const sealedTools = tools.length === 0 ? null : this.boxOrThrow().seal(JSON.stringify(tools), toolsOf(id));
    await this.access.transaction(async (manager) => {
      // One at a time, so that no two of a person are the last one.
      await LOCK_USER.run(manager, [userId]);
      const [{ count } = { count: 0 }] = await COUNT.rows(manager, [organizationId, userId, workspaceId]);
      if (count >= CHAT_BOUNDS.sessions) throw new ChatBoundReached('sessions');
      await CREATE.run(manager, [id, organizationId, workspaceId, userId, sealed, isShared, sealedTools, new Date()]);
    });
    const made = await this.find(organizationId, id);
    if (made === undefined) throw new NotFoundError('conversation');
    return made;
  }

  /** Undefined for another tenant's, and for what is no id. The calling code decides who may see it. */
  async find(organizationId: string, id: string): Promise<ChatSessionRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND.rows(this.access, [organizationId, id]);
    if (row === undefined) return undefined;
    const { toolsSealed, ...session } = row;
    const tools = toolsSealed === null ? undefined : this.tryOpen(toolsSealed, toolsOf(id));
    return { ...this.open(session), tools: tools === undefined ? [] : (parseBoundedJson(tools) as ChatToolRecord[]) };
  }

  /**
   * Lists the conversations that a person sees in a workspace: own ones, and those that others share. A search reads a
   * bounded number of bytes for a page, which may therefore have fewer rows than asked for, or none, and a cursor all
   * the same. @throws InvalidCursorError
   */
  async listPage(place: ChatPlace, page: ChatPageRequest): Promise<Page<ChatSessionRecord>> {
    const { cursor, limit, order = '-updated_at', search } = page;
    const start = cursor === undefined ? undefined : decodeChatCursor(order, cursor);
    if (search !== undefined) return this.search(place, page, start, search.toLowerCase());
    const rows = await this.read(place, page, start, limit + 1);
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    return { data, nextCursor: rows.length > limit && last ? encodeChatCursor(order, last) : null };
  }

  /**
   * Changes what is given. Resolves to undefined, and changes nothing, where the conversation has changed since the time that is given.
   *
   * @throws NotFoundError, UnknownReferenceError for a leaf of another conversation
   */
  async update(
    own: OwnChat,
    { isShared, leafId, title, tools }: ChatChanges,
    seenAt?: Date,
  ): Promise<ChatSessionRecord | undefined> {
    const { id, organizationId, userId } = own;
    if (leafId !== undefined) await this.demandMessage(id, leafId);
    const sealed = title === undefined ? null : this.boxOrThrow().seal(title, titleOf(id));
    const sealedTools = tools === undefined ? null : this.boxOrThrow().seal(JSON.stringify(tools), toolsOf(id));
    const isEdited = title !== undefined || isShared !== undefined || tools !== undefined;
    const isChanged = await UPDATE.matches(this.access, [
      organizationId,
      userId,
      id,
      sealed,
      isShared ?? null,
      leafId ?? null,
      isEdited ? new Date() : null,
      sealedTools,
      seenAt ?? null,
    ]);
    const found = await this.find(organizationId, id);
    if (found?.userId !== userId) throw new NotFoundError('conversation');
    return isChanged ? found : undefined;
  }

  /**
   * Deletes it with its messages. Resolves to false, and deletes nothing, where it has changed since the time that is given.
   *
   * @throws NotFoundError
   */
  async remove({ id, organizationId, userId }: OwnChat, seenAt?: Date): Promise<boolean> {
    if (await REMOVE.matches(this.access, [organizationId, userId, id, seenAt ?? null])) return true;
    const isThere = seenAt !== undefined && (await this.find(organizationId, id)) !== undefined;
    if (!isThere) throw new NotFoundError('conversation');
    return false;
  }

  private async search(
    place: ChatPlace,
    page: ChatPageRequest,
    start: ChatPosition | undefined,
    text: string,
  ): Promise<Page<ChatSessionRecord>> {
    const { limit, order = '-updated_at' } = page;
    const data: ChatSessionRecord[] = [];
    let position = start;
    let bytes = 0;
    for (let seen = 0; ; ) {
      const rows = await this.read(place, page, position, SEARCH_BATCH);
      const batch = fitting(rows, SEARCH_BYTES - bytes);
      const saying = await this.findSaying(batch, text);
      for (const session of batch) {
        position = session;
        bytes += session.bytes;
        if (saying.has(session.id) && data.push(session) === limit) break;
      }
      seen += batch.length;
      const isLast = rows.length < SEARCH_BATCH && position?.id === rows.at(-1)?.id;
      if (rows.length === 0 || isLast || position === undefined) return { data, nextCursor: null };
      if (data.length === limit || bytes >= SEARCH_BYTES || seen >= SEARCH_SESSIONS || batch.length < rows.length) {
        return { data, nextCursor: encodeChatCursor(order, position) };
      }
    }
  }

  /** The ids of those with a text in the title or in a message. */
  private async findSaying(sessions: readonly ChatSessionRecord[], text: string): Promise<ReadonlySet<string>> {
    const found = new Set(sessions.filter(({ title }) => title?.toLowerCase().includes(text)).map(({ id }) => id));
    const others = sessions.filter(({ id }) => !found.has(id)).map(({ id }) => id);
    const rows = await FIND_SAYING.rows(this.access, [others]);
    for (const [index, { id, sealed, sessionId }] of rows.entries()) {
      // Others are answered meanwhile.
      if (index % 100 === 99) await new Promise((resolve) => setImmediate(resolve));
      if (found.has(sessionId)) continue;
      const opened = this.tryOpen(sealed, messageOf(sessionId, id));
      if (opened === undefined) continue;
      const { content } = parseBoundedJson(opened) as ChatMessageText;
      if (content.toLowerCase().includes(text)) found.add(sessionId);
    }
    return found;
  }

  private async read(
    { organizationId, userId, workspaceId }: ChatPlace,
    { order = '-updated_at', owners = 'all' }: ChatPageRequest,
    after: ChatPosition | undefined,
    limit: number,
  ): Promise<ChatSessionRecord[]> {
    const values = [organizationId, workspaceId, userId, owners, after?.id ?? null, after?.updatedAt ?? null, limit];
    const rows = await PAGES[order].rows(this.access, values);
    return rows.map((row) => this.open(row));
  }

  private async demandMessage(sessionId: string, id: string): Promise<void> {
    if (!(await HAS_MESSAGE.matches(this.access, [sessionId, id]))) throw new UnknownReferenceError('leaf_id');
  }

  /**
   * Opens a sealed text; undefined without its key. Such a conversation can be deleted, and keeps no other from being
   * listed.
   */
  private tryOpen(sealed: string, purpose: string): string | undefined {
    const box = this.boxOrThrow();
    try {
      return box.open(sealed, purpose);
    } catch (error) {
      if (error instanceof SecretBoxError) return undefined;
      throw error;
    }
  }

  private open({ titleSealed, ...session }: Row): ChatSessionRecord {
    return {
      ...session,
      title: titleSealed === null ? null : (this.tryOpen(titleSealed, titleOf(session.id)) ?? null),
    };
  }
}

/** The first rows whose texts fit into a number of bytes; one at least. */
function fitting(rows: readonly ChatSessionRecord[], most: number): readonly ChatSessionRecord[] {
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += row.bytes;
    return index > 0 && bytes > most;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/** Sealing purpose of a title. */
export const titleOf = (id: string): string => `chat_title ${id}`;
/** Sealing purpose of a conversation's tools. */
export const toolsOf = (id: string): string => `chat_tools ${id}`;
/** Sealing purpose of a message. */
export const messageOf = (sessionId: string, id: string): string => `chat_message ${sessionId} ${id}`;
