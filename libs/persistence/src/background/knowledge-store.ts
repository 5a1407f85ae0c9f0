import type { Sql } from '../connection/connection.js';
import type { DocumentHold } from '../records/knowledge.js';
import { command, statement } from '../statements/statement.js';
import { knowledgeDocuments } from '../tables/knowledge.js';
import { columnsOf } from '../tables/table.js';
import { SealedStore } from './sealed-store.js';

/** Workspace whose knowledge bases are read. Those of another workspace are never found. */
export interface WorkspaceAddress {
  readonly organizationId: string;
  readonly workspaceId: string;
}

/** Bytes are stored in pieces of this size. */
const PIECE_BYTES = 512 * 1024;

export const BASE_COLUMNS = {
  sql: `b.id, b.organization_id AS "organizationId", b.workspace_id AS "workspaceId", b.name,
  b.embedding_model AS "embeddingModel", b.dimensions, b.generation, b.building_generation AS "buildingGeneration",
  b.building_model AS "buildingModel", b.created_at AS "createdAt", b.updated_at AS "updatedAt",
  (SELECT count(*)::int FROM knowledge_documents d WHERE d.kb_id = b.id AND d.same_as IS NULL) AS "documentCount",
  (SELECT coalesce(sum(d.chunk_count), 0)::int FROM knowledge_documents d
    WHERE d.kb_id = b.id AND d.status = 'ready') AS "chunkCount"`,
  types: {
    id: 'uuid',
    organizationId: 'uuid',
    workspaceId: 'uuid',
    name: 'text',
    embeddingModel: 'text',
    dimensions: 'integer?',
    generation: 'integer',
    buildingGeneration: 'integer?',
    buildingModel: 'text?',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    documentCount: 'integer',
    chunkCount: 'integer',
  },
} as const;

export const DOCUMENT_COLUMNS = columnsOf(
  knowledgeDocuments,
  'd',
  'generation',
  'etag',
  'lastModified',
  'isStale',
  'uploadedBy',
  'attempts',
  'fence',
  'processingSince',
);

const READ_TRANSCRIPT = statement(
  { sealed: 'text' },
  'SELECT sealed FROM knowledge_transcripts WHERE document_id = $1',
);
const STORE_TRANSCRIPT =
  command(`WITH held AS (SELECT id FROM knowledge_documents WHERE id = $1 AND fence = $2 FOR UPDATE), stored AS (
     INSERT INTO knowledge_transcripts (document_id, sealed) SELECT id, $3 FROM held
       ON CONFLICT (document_id) DO UPDATE SET sealed = excluded.sealed RETURNING 1)
   SELECT 1 FROM stored`);
const READ_PIECE = statement<{ sealed: Uint8Array }>(
  { sealed: 'bytea' },
  `SELECT p.sealed FROM knowledge_file_pieces p JOIN knowledge_documents d ON d.id = p.document_id
   WHERE p.document_id = $1 AND p.position = $2 AND ($3::text IS NULL OR d.sha256 = $3)`,
);
const ADD_PIECE = command('INSERT INTO knowledge_file_pieces (document_id, position, sealed) VALUES ($1, $2, $3)');
const REMOVE_TRANSCRIPT = command('DELETE FROM knowledge_transcripts WHERE document_id = $1');
const REMOVE_PIECES = command('DELETE FROM knowledge_file_pieces WHERE document_id = $1');
const RELEASE_OBJECTS = command('UPDATE knowledge_objects SET document_id = NULL WHERE document_id = $1');

/** The bytes of documents, and what jobs carry of questions: both are sealed. */
export class KnowledgeStore extends SealedStore {
  protected readonly contents = 'documents';

  /**
   * The bytes of a document, piece by piece. None if it is gone. With `sha256` they end where the document has other bytes:
   * a refresh replaces them while they are read.
   */
  async *readPieces(id: string, sha256?: string): AsyncGenerator<Buffer> {
    for (let position = 0; ; position += 1) {
      const piece = await this.readPiece(id, position, sha256);
      if (piece === undefined) return;
      yield piece;
    }
  }

  /** Reads the transcript of a document; undefined if no model was asked since its bytes changed. */
  async readTranscript(id: string): Promise<string | undefined> {
    const [row] = await READ_TRANSCRIPT.rows(this.access, [id]);
    return row && this.boxOrThrow().open(row.sealed, transcriptOf(id));
  }

  /** False if the document is another worker's, or gone. */
  async storeTranscript({ fence, id }: DocumentHold, transcript: string): Promise<boolean> {
    const sealed = this.boxOrThrow().seal(transcript, transcriptOf(id));
    return STORE_TRANSCRIPT.matches(this.access, [id, fence, sealed]);
  }

  /** Adds the bytes of a position, counted from 0, in a transaction of the caller's. */
  appendPiece(sql: Sql, id: string, position: number, bytes: Uint8Array): Promise<unknown> {
    return insertPiece(sql, id, position, this.boxOrThrow().sealBytes(bytes, pieceOf(id, position)));
  }

  /** The bytes of a position; undefined behind the last one. */
  async readPiece(id: string, position: number, sha256?: string): Promise<Buffer | undefined> {
    const [row] = await READ_PIECE.rows(this.access, [id, position, sha256 ?? null]);
    if (row === undefined) return undefined;
    const { buffer, byteOffset, length } = row.sealed;
    return this.boxOrThrow().openBytes(Buffer.from(buffer, byteOffset, length), pieceOf(id, position));
  }

  /** Seals a text for a job, such as a question. `purpose` must be the same when it is opened. */
  sealText(text: string, purpose: string): string {
    return this.boxOrThrow().seal(text, `knowledge ${purpose}`);
  }

  openText(sealed: string, purpose: string): string {
    return this.boxOrThrow().open(sealed, `knowledge ${purpose}`);
  }

  /** Removes the bytes of a document and what was made of them, wherever they are, in a transaction of the caller's. */
  async clearContent(sql: Sql, id: string): Promise<void> {
    await REMOVE_TRANSCRIPT.run(sql, [id]);
    await REMOVE_PIECES.run(sql, [id]);
    await RELEASE_OBJECTS.run(sql, [id]);
  }

  /** Replaces the bytes of a document, in a transaction of the caller's. */
  async replaceContent(sql: Sql, id: string, content: Uint8Array): Promise<void> {
    await this.clearContent(sql, id);
    for (const [position, sealed] of this.sealPieces(id, content).entries())
      await insertPiece(sql, id, position, sealed);
  }

  private sealPieces(id: string, content: Uint8Array): Buffer[] {
    const count = Math.ceil(content.length / PIECE_BYTES);
    return Array.from({ length: count }, (_, position) => {
      const piece = content.subarray(position * PIECE_BYTES, (position + 1) * PIECE_BYTES);
      return this.boxOrThrow().sealBytes(piece, pieceOf(id, position));
    });
  }
}

function insertPiece(sql: Sql, id: string, position: number, sealed: Buffer): Promise<unknown> {
  return ADD_PIECE.run(sql, [id, position, sealed]);
}

/** Sealing purpose of a document's transcript. */
export const transcriptOf = (id: string): string => `knowledge_transcript ${id}`;

/** Sealing purpose of a piece of a document's file. */
export const pieceOf = (id: string, position: number): string => `knowledge_file ${id} ${position}`;
