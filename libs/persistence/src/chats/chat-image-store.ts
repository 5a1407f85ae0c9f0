import { SealedStore } from '../background/sealed-store.js';
import { isId } from '../ids/new-id.js';
import type { ChatImageContent, ChatImageType } from '../records/chat-session.js';

/** Images of conversations, each sealed for its very row. They are added with their messages (ChatMessageStore). */
export class ChatImageStore extends SealedStore {
  protected readonly contents = 'images';

  /** Undefined for one of another conversation, and for what is no id. @throws SecretBoxError if it does not open */
  async find(sessionId: string, id: string): Promise<ChatImageContent | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await this.query<{ type: ChatImageType; sealed: Buffer }>(
      'SELECT media_type AS type, sealed FROM chat_images WHERE session_id = $1 AND id = $2',
      [sessionId, id],
    );
    return row && { type: row.type, data: this.boxOrThrow().openBytes(row.sealed, imageOf(sessionId, id)) };
  }
}

/** Sealing purpose of an image. */
export const imageOf = (sessionId: string, id: string): string => `chat_image ${sessionId} ${id}`;
