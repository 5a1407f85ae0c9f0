import { SealedStore } from '../background/sealed-store.js';
import { isId } from '../ids/new-id.js';
import type { ChatImageContent, ChatImageType } from '../records/chat-session.js';
import { statement } from '../statements/statement.js';

const FIND = statement<{ type: ChatImageType; sealed: Buffer }>(
  { type: 'text', sealed: 'bytea' },
  'SELECT media_type AS type, sealed FROM chat_images WHERE session_id = $1 AND id = $2',
);

/** Images of conversations, each sealed for its very row. They are added with their messages (ChatMessageStore). */
export class ChatImageStore extends SealedStore {
  protected readonly contents = 'images';

  /** Undefined for one of another conversation, and for what is no id. @throws SecretBoxError if it does not open */
  async find(sessionId: string, id: string): Promise<ChatImageContent | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND.rows(this.access, [sessionId, id]);
    return row && { type: row.type, data: this.boxOrThrow().openBytes(row.sealed, imageOf(sessionId, id)) };
  }
}

/** Sealing purpose of an image. */
export const imageOf = (sessionId: string, id: string): string => `chat_image ${sessionId} ${id}`;
