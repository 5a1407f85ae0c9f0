import { SealedStore } from '../background/sealed-store.js';
import { SecretBoxError } from '../secrets/secret-box.js';
import type { ResealedBatch } from '../secrets/upstream-secrets.js';
import { command, statement } from '../statements/statement.js';
import { imageOf } from './chat-image-store.js';
import { messageOf, titleOf, toolsOf } from './chat-session-store.js';

/** Bytes begin with their version and the id of their key (SecretBox.sealBytes). */
const NOT_OF_KEY = (parameter: string): string => `encode(substring(i.sealed FROM 2 FOR 4), 'hex') <> ${parameter}`;

const FIND_OLD = statement(
  { id: 'uuid' },
  `SELECT s.id FROM chat_sessions s
   WHERE ($2::uuid IS NULL OR s.id > $2) AND (s.title_sealed NOT LIKE $1 OR s.tools_sealed NOT LIKE $1
     OR EXISTS (SELECT 1 FROM chat_messages m WHERE m.session_id = s.id AND m.sealed NOT LIKE $1)
     OR EXISTS (SELECT 1 FROM chat_images i WHERE i.session_id = s.id AND ${NOT_OF_KEY('$4')}))
   ORDER BY s.id LIMIT $3`,
);
const LOCK_SESSION = statement(
  { title: 'text?', tools: 'text?' },
  'SELECT title_sealed AS title, tools_sealed AS tools FROM chat_sessions WHERE id = $1 FOR UPDATE',
);
const UPDATE_TITLE = command('UPDATE chat_sessions SET title_sealed = $2 WHERE id = $1');
const UPDATE_TOOLS = command('UPDATE chat_sessions SET tools_sealed = $2 WHERE id = $1');
const FIND_MESSAGES = statement(
  { id: 'uuid', sealed: 'text' },
  'SELECT id, sealed FROM chat_messages WHERE session_id = $1 AND sealed NOT LIKE $2',
);
const UPDATE_MESSAGES = command(`UPDATE chat_messages m SET sealed = given.sealed
   FROM unnest($1::uuid[], $2::text[]) AS given (id, sealed) WHERE m.id = given.id`);
const FIND_IMAGES = statement(
  { id: 'uuid' },
  `SELECT i.id FROM chat_images i WHERE i.session_id = $1 AND ${NOT_OF_KEY('$2')}`,
);
const FIND_IMAGE = statement({ sealed: 'bytea' }, 'SELECT sealed FROM chat_images WHERE id = $1');
const UPDATE_IMAGE = command('UPDATE chat_images SET sealed = $2 WHERE id = $1');

/** Seals conversations with the key that seals now, for the command `keys reseal`. */
export class ChatResealStore extends SealedStore {
  protected readonly contents = 'conversations';

  /**
   * Seals titles, tools, messages and images of some conversations, of whatever tenant, that are not sealed with that key yet: each conversation in a
   * transaction of its own. One that does not open keeps no other from it.
   *
   * @param limit How many at most.
   * @param after The last id of the batch before; undefined for the first one.
   * @throws SecretBoxError without an encryption key
   */
  async reseal(limit: number, after?: string): Promise<ResealedBatch> {
    const { keyId } = this.boxOrThrow();
    const current = `v1.${keyId}.%`;
    const rows = await FIND_OLD.rows(this.access, [current, after ?? null, limit, keyId]);
    const failed: ResealedBatch['failed'][number][] = [];
    for (const { id } of rows) {
      try {
        await this.resealOne(id, current, keyId);
      } catch (error) {
        if (!(error instanceof SecretBoxError)) throw error;
        failed.push({ id, problem: error.message });
      }
    }
    return { resealed: rows.length - failed.length, failed, last: rows.at(-1)?.id };
  }

  private resealOne(id: string, current: string, keyId: string): Promise<void> {
    const box = this.boxOrThrow();
    return this.access.transaction(async (manager) => {
      const [session] = await LOCK_SESSION.rows(manager, [id]);
      // Deleted in the meantime.
      if (session === undefined) return;
      if (session.title !== null) {
        const title = box.reseal(session.title, titleOf(id));
        await UPDATE_TITLE.run(manager, [id, title]);
      }
      if (session.tools !== null) {
        const tools = box.reseal(session.tools, toolsOf(id));
        await UPDATE_TOOLS.run(manager, [id, tools]);
      }
      const messages = await FIND_MESSAGES.rows(manager, [id, current]);
      await UPDATE_MESSAGES.run(manager, [
        messages.map((message) => message.id),
        messages.map((message) => box.reseal(message.sealed, messageOf(id, message.id))),
      ]);
      const images = await FIND_IMAGES.rows(manager, [id, keyId]);
      // One at a time: together they can be large.
      for (const { id: imageId } of images) {
        const [image] = await FIND_IMAGE.rows(manager, [imageId]);
        if (image === undefined) continue;
        const purpose = imageOf(id, imageId);
        const sealed = box.sealBytes(box.openBytes(image.sealed, purpose), purpose);
        await UPDATE_IMAGE.run(manager, [imageId, sealed]);
      }
    });
  }
}
