import type { Database, Sql, StoredObjects } from '@multilane/persistence';
import { FileStorageUnavailable, StoredFileMissing } from './file-storage-error.js';
import { type ObjectStorage, type ObjectStorageSettings, openObjectStorage } from './object-storage.js';
import { splitIntoPieces } from './split-into-pieces.js';

/** Settings as configured, `knowledge.files`. */
export interface FileSettings {
  readonly max_mb: number;
  readonly store: 'postgres' | 's3';
  readonly s3: ObjectStorageSettings;
}

/** A file whose bytes are ready to become those of a document. Call one of both. */
interface ReadyFile {
  /** In the transaction that writes the document. The bytes that it had before are removed. */
  attach(sql: Sql, documentId: string): Promise<void>;
  /** The document was not written. */
  discard(): Promise<void>;
}

/** Sealed and stored in the database in pieces of this size. */
const ROW_BYTES = 512 * 1024;
/** Sealed and stored as objects of this size. Two of them are in memory for each upload and download. */
const OBJECT_BYTES = 4 * 1024 * 1024;
/** Bytes that sealing may add to a piece. */
const SEAL_BYTES = 1024;
/** Files that one call removes. */
const REMOVED_AT_ONCE = 100;
const REMOVALS = 4;

/**
 * The files of documents, in the database or in object storage (docs/contract/knowledge.md#files). New ones go where the
 * configuration says; each is read from where it is. They are sealed in both places.
 */
export class DocumentFiles {
  private readonly objects: ObjectStorage | undefined;

  constructor(
    private readonly database: Pick<Database, 'knowledge' | 'knowledgeObjects'>,
    private readonly settings: FileSettings,
    objects?: ObjectStorage,
  ) {
    this.objects = objects ?? (settings.s3.bucket === undefined ? undefined : openObjectStorage(settings.s3));
  }

  /**
   * Brings the bytes of a document to where files are stored, outside of any transaction.
   *
   * @param bytes how many there are
   * @param open called once or twice
   * @throws FileStorageUnavailable
   */
  async store(bytes: number, open: () => AsyncIterable<Uint8Array>): Promise<ReadyFile> {
    if (this.settings.store === 's3') return this.storeObjects(bytes, open());
    const { knowledge } = this.database;
    return {
      attach: async (sql, documentId) => {
        await knowledge.clearContent(sql, documentId);
        let position = 0;
        for await (const piece of splitIntoPieces(open(), ROW_BYTES)) {
          await knowledge.appendPiece(sql, documentId, position, piece);
          position += 1;
        }
      },
      discard: async () => undefined,
    };
  }

  /**
   * The bytes of a document, piece by piece. They end early where it is deleted, and with `sha256` where it gets other bytes.
   *
   * @throws FileStorageUnavailable, StoredFileMissing
   */
  async *read(documentId: string, sha256?: string): AsyncGenerator<Uint8Array> {
    const { knowledge, knowledgeObjects } = this.database;
    const file = await knowledgeObjects.find(documentId, sha256);
    if (file === undefined) {
      yield* knowledge.readPieces(documentId, sha256);
      return;
    }
    for (let position = 0; position < file.pieces; position += 1) {
      const sealed = await this.objectsOrThrow().get(nameObject(file, position), OBJECT_BYTES + SEAL_BYTES);
      // A document that was deleted or refreshed meanwhile has lost this file, and its objects soon after.
      const now = await knowledgeObjects.find(documentId, sha256);
      if (now?.id !== file.id) return;
      if (sealed === undefined) throw new StoredFileMissing();
      yield knowledgeObjects.open(file, position, sealed);
    }
  }

  /** Removes the objects of deleted documents and of uploads that never ended. Any number of processes may call it. */
  async removeExpired(): Promise<void> {
    const { objects } = this;
    if (objects === undefined) return;
    const expired = await this.database.knowledgeObjects.takeExpired(REMOVED_AT_ONCE);
    const queue = expired.values();
    const work = async (): Promise<void> => {
      for (const file of queue) {
        for (let position = 0; position < file.pieces; position += 1) await objects.remove(nameObject(file, position));
        await this.database.knowledgeObjects.forget(file.id);
      }
    };
    await Promise.all(Array.from({ length: REMOVALS }, work));
  }

  private async storeObjects(bytes: number, content: AsyncIterable<Uint8Array>): Promise<ReadyFile> {
    const { knowledgeObjects } = this.database;
    const objects = this.objectsOrThrow();
    const file = { pieces: Math.ceil(bytes / OBJECT_BYTES) };
    const id = await knowledgeObjects.begin(file.pieces);
    const discard = (): Promise<void> => knowledgeObjects.abandon(id);
    try {
      let position = 0;
      for await (const piece of splitIntoPieces(content, OBJECT_BYTES)) {
        if (position === file.pieces) throw new Error('The file has more bytes than it had when it was measured.');
        await objects.put(nameObject({ id }, position), knowledgeObjects.seal({ id }, position, piece));
        position += 1;
      }
    } catch (error) {
      // Pieces that this does not reach are removed when the upload expires.
      await discard().catch(() => undefined);
      throw error;
    }
    return {
      attach: async (sql, documentId) => {
        await this.database.knowledge.clearContent(sql, documentId);
        await knowledgeObjects.attach(sql, documentId, id);
      },
      discard,
    };
  }

  private objectsOrThrow(): ObjectStorage {
    if (this.objects !== undefined) return this.objects;
    const message =
      'The file of the document is in object storage, and `knowledge.files.s3` is not configured. Set it.';
    throw new FileStorageUnavailable(message);
  }
}

const nameObject = ({ id }: Pick<StoredObjects, 'id'>, position: number): string => `${id}/${position}`;
