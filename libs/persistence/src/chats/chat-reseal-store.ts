import { SealedStore } from '../background/sealed-store.js';
import { SecretBoxError } from '../secrets/secret-box.js';
import type { ResealedBatch } from '../secrets/upstream-secrets.js';
import { messageOf, titleOf } from './chat-session-store.js';

/** Seals conversations with the key that seals now, for the command `keys reseal`. */
export class ChatResealStore extends SealedStore {
  protected readonly contents = 'conversations';

  /**
   * Seals titles and messages of some conversations, of whatever tenant, that are not sealed with that key yet: each conversation in a
   * transaction of its own. One that does not open keeps no other from it.
   *
   * @param limit How many at most.
   * @param after The last id of the batch before; undefined for the first one.
   * @throws SecretBoxError without an encryption key
   */
  async reseal(limit: number, after?: string): Promise<ResealedBatch> {
    const current = `v1.${this.boxOrThrow().keyId}.%`;
    const rows = await this.query<{ id: string }>(
      `SELECT s.id FROM chat_sessions s
        WHERE ($2::uuid IS NULL OR s.id > $2) AND (s.title_sealed NOT LIKE $1 OR EXISTS (
          SELECT 1 FROM chat_messages m WHERE m.session_id = s.id AND m.sealed NOT LIKE $1))
        ORDER BY s.id LIMIT $3`,
      [current, after ?? null, limit],
    );
    const failed: ResealedBatch['failed'][number][] = [];
    for (const { id } of rows) {
      try {
        await this.resealOne(id, current);
      } catch (error) {
        if (!(error instanceof SecretBoxError)) throw error;
        failed.push({ id, problem: error.message });
      }
    }
    return { resealed: rows.length - failed.length, failed, last: rows.at(-1)?.id };
  }

  private resealOne(id: string, current: string): Promise<void> {
    const box = this.boxOrThrow();
    return this.access.transaction(async (manager) => {
      const [session] = await manager.query<{ title: string | null }[]>(
        'SELECT title_sealed AS title FROM chat_sessions WHERE id = $1 FOR UPDATE',
        [id],
      );
      // Deleted in the meantime.
      if (session === undefined) return;
      if (session.title !== null) {
        const title = box.reseal(session.title, titleOf(id));
        await manager.query('UPDATE chat_sessions SET title_sealed = $2 WHERE id = $1', [id, title]);
      }
      const messages = await manager.query<{ id: string; sealed: string }[]>(
        'SELECT id, sealed FROM chat_messages WHERE session_id = $1 AND sealed NOT LIKE $2',
        [id, current],
      );
      await manager.query(
        `UPDATE chat_messages m SET sealed = given.sealed
           FROM unnest($1::uuid[], $2::text[]) AS given (id, sealed) WHERE m.id = given.id`,
        [
          messages.map((message) => message.id),
          messages.map((message) => box.reseal(message.sealed, messageOf(id, message.id))),
        ],
      );
    });
  }
}
