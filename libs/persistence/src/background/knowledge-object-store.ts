import type { Sql } from '../connection/connection.js';
import { newId } from '../ids/new-id.js';
import { command, statement } from '../statements/statement.js';
import { SealedStore } from './sealed-store.js';

/** A file in object storage: objects with positions from 0 to `pieces` - 1. */
export interface StoredObjects {
  readonly id: string;
  readonly pieces: number;
}

/** An upload to object storage that takes longer than this is given up, and its objects are removed. */
const UPLOAD_HOURS = 1;
/** Time in which a process removes objects. After it, the process counts as dead and another one removes them. */
const REMOVAL_MINUTES = 10;

const BEGIN = command(
  `INSERT INTO knowledge_objects (id, pieces, expires_at) VALUES ($1, $2, now() + make_interval(hours => ${UPLOAD_HOURS}))`,
);
const ATTACH = command(`UPDATE knowledge_objects SET document_id = $2, expires_at = now()
   WHERE id = $1 AND document_id IS NULL AND NOT is_removed`);
const FIND = statement<StoredObjects>(
  { id: 'uuid', pieces: 'integer' },
  `SELECT o.id, o.pieces FROM knowledge_objects o JOIN knowledge_documents d ON d.id = o.document_id
   WHERE d.id = $1 AND ($2::text IS NULL OR d.sha256 = $2)`,
);
const ABANDON = command('UPDATE knowledge_objects SET expires_at = now() WHERE id = $1 AND document_id IS NULL');
const TAKE_EXPIRED = statement<StoredObjects>(
  { id: 'uuid', pieces: 'integer' },
  `WITH taken AS (UPDATE knowledge_objects
       SET is_removed = true, expires_at = now() + make_interval(mins => ${REMOVAL_MINUTES})
     WHERE id IN (SELECT id FROM knowledge_objects WHERE document_id IS NULL AND expires_at <= now()
       ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING id, pieces)
   SELECT id, pieces FROM taken`,
);
const FORGET = command('DELETE FROM knowledge_objects WHERE id = $1 AND document_id IS NULL');

/**
 * Files of documents in object storage. The objects themselves are no part of a transaction: a row is there before the
 * first of them and until the last of them is removed.
 */
export class KnowledgeObjectStore extends SealedStore {
  protected readonly contents = 'documents';

  /** Notes that objects are written from now on. Resolves to the id of the file. */
  async begin(pieces: number): Promise<string> {
    const id = newId();
    await BEGIN.run(this.access, [id, pieces]);
    return id;
  }

  /**
   * Makes a file whose objects are all written that of a document without one, in a transaction of the caller's. Whenever the document
   * goes, or gets other bytes, the objects are due.
   *
   * @throws Error if the upload was given up meanwhile
   */
  async attach(sql: Sql, documentId: string, id: string): Promise<void> {
    if (!(await ATTACH.matches(sql, [id, documentId])))
      throw new Error(`The upload took longer than ${UPLOAD_HOURS} h and was given up.`);
  }

  /** The file of a document; undefined if it is not in object storage, or with `sha256` if the document has other bytes. */
  async find(documentId: string, sha256?: string): Promise<StoredObjects | undefined> {
    const [found] = await FIND.rows(this.access, [documentId, sha256 ?? null]);
    return found;
  }

  /** The objects of a file that no document got are due at once. */
  async abandon(id: string): Promise<void> {
    await ABANDON.run(this.access, [id]);
  }

  /** Files whose objects are to be removed; each is given to one caller, and again to another if that one dies. */
  takeExpired(limit: number): Promise<StoredObjects[]> {
    return TAKE_EXPIRED.rows(this.access, [limit]);
  }

  /** The objects of a file are removed. */
  async forget(id: string): Promise<void> {
    await FORGET.run(this.access, [id]);
  }

  /** Encrypts a piece for its place. */
  seal({ id }: Pick<StoredObjects, 'id'>, position: number, bytes: Uint8Array): Buffer {
    return this.boxOrThrow().sealBytes(bytes, pieceOf(id, position));
  }

  /** @throws SecretBoxError if it was sealed for another place, or with another key */
  open({ id }: Pick<StoredObjects, 'id'>, position: number, sealed: Buffer): Buffer {
    return this.boxOrThrow().openBytes(sealed, pieceOf(id, position));
  }
}

const pieceOf = (id: string, position: number): string => `knowledge_object ${id} ${position}`;
