import { type OpenAccess, type Sql, sqlWithin } from '../connection/connection.js';
import type { DocumentHold, DocumentStep, DocumentToIngest, KnowledgeQuota } from '../records/knowledge.js';
import { KnowledgeQuotaExceeded, measureKnowledge } from './knowledge-quota.js';
import { DOCUMENT_COLUMNS } from './knowledge-store.js';

const WORK_COLUMNS = `${DOCUMENT_COLUMNS}, d.fence, d.attempts, d.uploaded_by AS "uploadedBy", d.etag,
  d.last_modified AS "lastModified", d.is_stale AS "isStale", d.processing_since AS "processingSince",
  b.organization_id AS "organizationId"`;

export interface DocumentEnd {
  readonly chunkCount: number;
  readonly generation: number;
  readonly dimensions: number;
  readonly language: string | null;
  /** Parts of the document that were not read; people see this beside its state. */
  readonly note?: string | undefined;
}

/** Content fetched from a document's address. */
export interface FetchedContent {
  readonly name: string;
  readonly contentType: string | null;
  readonly bytes: number;
  readonly sha256: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A knowledge base as queries read it. */
export interface KnowledgeToSearch {
  readonly kbId: string;
  readonly generation: number;
  readonly embeddingModel: string;
}

export interface KnowledgeGenerations {
  readonly id: string;
  readonly workspaceId: string;
  readonly generation: number;
  /** Null if none is being built. */
  readonly buildingGeneration: number | null;
}

/** A document whose job is to be queued, with those of its workspace. */
export interface DocumentToQueue {
  readonly id: string;
  readonly workspaceId: string;
}

export interface DeletedKnowledgeBase {
  readonly kbId: string;
  readonly workspaceId: string;
}

/**
 * The work on documents. A worker takes a document with a fence, and every later write names it: an older worker's changes
 * nothing. Writes to the vector store happen in the transaction that holds the document's row, so that a document or a knowledge
 * base that is deleted meanwhile leaves nothing behind.
 */
export class KnowledgeWorkStore {
  constructor(private readonly access: OpenAccess) {}

  /** Takes a document that is `processing`. Undefined if it has ended, or is gone. */
  async take(id: string): Promise<DocumentToIngest | undefined> {
    const [document] = await this.query<DocumentToIngest>(
      `WITH taken AS (UPDATE knowledge_documents SET fence = fence + 1, attempts = attempts + 1, updated_at = now()
         WHERE id = $1 AND status = 'processing' RETURNING *)
       SELECT ${WORK_COLUMNS}, b.embedding_model AS "embeddingModel", b.generation AS "targetGeneration", b.dimensions
         FROM taken d JOIN knowledge_bases b ON b.id = d.kb_id`,
      [id],
    );
    return document;
  }

  /** Takes a document with an address, to fetch it again. Undefined if it has none, is being worked on, or is gone. */
  async takeToRefresh(id: string): Promise<DocumentToIngest | undefined> {
    const [document] = await this.query<DocumentToIngest>(
      `WITH taken AS (UPDATE knowledge_documents SET fence = fence + 1, updated_at = now()
         WHERE id = $1 AND status <> 'processing' AND source_id IS NOT NULL AND same_as IS NULL RETURNING *)
       SELECT ${WORK_COLUMNS}, b.embedding_model AS "embeddingModel", b.generation AS "targetGeneration", b.dimensions
         FROM taken d JOIN knowledge_bases b ON b.id = d.kb_id`,
      [id],
    );
    return document;
  }

  /** Takes a ready document that has no chunks yet in the generation that is being built. */
  async takeToRebuild(kbId: string): Promise<DocumentToIngest | undefined> {
    const [document] = await this.query<DocumentToIngest>(
      `WITH taken AS (UPDATE knowledge_documents SET fence = fence + 1, updated_at = now()
         WHERE id = (SELECT d.id FROM knowledge_documents d JOIN knowledge_bases b ON b.id = d.kb_id
           WHERE b.id = $1 AND d.status = 'ready' AND d.generation < b.building_generation
           ORDER BY d.id LIMIT 1 FOR UPDATE OF d) RETURNING *)
       SELECT ${WORK_COLUMNS}, b.building_model AS "embeddingModel", b.building_generation AS "targetGeneration",
         NULL::int AS dimensions
         FROM taken d JOIN knowledge_bases b ON b.id = d.kb_id`,
      [kbId],
    );
    return document;
  }

  /** Reads the stored extent of a document as a text that changes with it. */
  async readProgress(id: string): Promise<string> {
    const [row] = await this.query<{ progress: string }>(
      "SELECT concat(sha256, ' ', embedded_count, ' ', status) AS progress FROM knowledge_documents WHERE id = $1",
      [id],
    );
    return row?.progress ?? '';
  }

  /** The documents among these that are no longer this worker's: they were cancelled, deleted, or taken by another one. */
  async findLost(held: ReadonlyMap<string, number>): Promise<string[]> {
    const rows = await this.query<DocumentHold>(
      'SELECT id, fence FROM knowledge_documents WHERE id = ANY($1::uuid[])',
      [[...held.keys()]],
    );
    const fences = new Map(rows.map(({ fence, id }) => [id, fence]));
    return [...held].flatMap(([id, fence]) => (fences.get(id) === fence ? [] : [id]));
  }

  /** Writes which step begins. False if the document is another worker's, or gone. */
  setStep({ id, fence }: DocumentHold, step: DocumentStep): Promise<boolean> {
    return this.change(
      'UPDATE knowledge_documents SET step = $3, updated_at = now() WHERE id = $1 AND fence = $2 RETURNING 1',
      [id, fence, step],
    );
  }

  /**
   * Writes how many chunks the document has, which are embedded next. Two documents at once cannot exceed the quota together.
   * False if the document is another worker's, or gone.
   *
   * @throws KnowledgeQuotaExceeded if it has more than before, and the workspace more than it may; not for a document that is
   *   ready, whose chunks are embedded again
   */
  async planChunks({ id, fence }: DocumentHold, chunkCount: number, quota: KnowledgeQuota): Promise<boolean> {
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      const { rows } = await sql.executeSql(
        `SELECT workspace_id AS "workspaceId", status, chunk_count AS chunks FROM knowledge_documents
          WHERE id = $1 AND fence = $2 FOR UPDATE`,
        [id, fence],
      );
      const before = rows[0] as { workspaceId: string; status: string; chunks: number } | undefined;
      if (before === undefined) return false;
      await sql.executeSql(
        "UPDATE knowledge_documents SET step = 'embed', chunk_count = $2, updated_at = now() WHERE id = $1",
        [id, chunkCount],
      );
      if (before.status !== 'processing' || chunkCount <= before.chunks) return true;
      const { chunks } = await measureKnowledge(sql, before.workspaceId);
      if (chunks > quota.chunks) throw new KnowledgeQuotaExceeded('chunks');
      return true;
    });
  }

  /**
   * Has chunks stored in the transaction that holds the row of the document, and writes how many there are. False, and nothing is
   * stored, if the document is another worker's, or gone.
   */
  async addChunks(
    { id, fence }: DocumentHold,
    embeddedCount: number,
    add: (sql: Sql) => Promise<void>,
  ): Promise<boolean> {
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      const { rows } = await sql.executeSql(
        `UPDATE knowledge_documents SET embedded_count = $3, is_stale = false, updated_at = now()
          WHERE id = $1 AND fence = $2 RETURNING 1`,
        [id, fence, embeddedCount],
      );
      if (rows.length === 0) return false;
      await add(sql);
      return true;
    });
  }

  /**
   * The document is ready: all its chunks are stored in a generation. False if it is another worker's, or gone, or queries read
   * another generation meanwhile: then it is worked on again.
   */
  async finish(
    { id, fence }: DocumentHold,
    { chunkCount, dimensions, generation, language, note }: DocumentEnd,
  ): Promise<boolean> {
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      const base = await sql.executeSql(
        `SELECT b.id, b.dimensions, b.generation FROM knowledge_bases b JOIN knowledge_documents d ON d.kb_id = b.id
          WHERE d.id = $1 AND (b.generation = $2 OR b.building_generation = $2) FOR NO KEY UPDATE OF b`,
        [id, generation],
      );
      const found = base.rows[0] as { id: string; dimensions: number | null; generation: number } | undefined;
      if (found === undefined) return false;
      if (found.dimensions === null && found.generation === generation) {
        await sql.executeSql('UPDATE knowledge_bases SET dimensions = $2 WHERE id = $1', [found.id, dimensions]);
      }
      const { rows } = await sql.executeSql(
        `UPDATE knowledge_documents SET status = 'ready', step = NULL, error = $6, failure = NULL, chunk_count = $3,
           embedded_count = $3, generation = $4, language = $5, is_stale = false, attempts = 0, updated_at = now(),
           refresh_at = CASE WHEN refresh_every_hours IS NULL OR source_id IS NULL THEN NULL
             WHEN refresh_at > now() THEN refresh_at ELSE now() + make_interval(hours => refresh_every_hours) END
          WHERE id = $1 AND fence = $2 RETURNING 1`,
        [id, fence, chunkCount, generation, language, note ?? null],
      );
      return rows.length > 0;
    });
  }

  /** The document cannot be used. `message` says what to do. */
  fail({ id, fence }: DocumentHold, failure: string, message: string): Promise<boolean> {
    return this.change(
      `UPDATE knowledge_documents SET status = 'failed', step = NULL, failure = $3, error = $4, chunk_count = 0,
         embedded_count = 0, is_stale = true, updated_at = now()
        WHERE id = $1 AND fence = $2 RETURNING 1`,
      [id, fence, failure, message],
    );
  }

  /** Stores the reason why a document waits, for people to read. */
  note({ id, fence }: DocumentHold, message: string): Promise<boolean> {
    return this.change(
      'UPDATE knowledge_documents SET error = $3, updated_at = now() WHERE id = $1 AND fence = $2 RETURNING 1',
      [id, fence, message],
    );
  }

  /**
   * Stores what was fetched, with whatever `within` does. Resolves to the id of the document that has the bytes: this one's, or
   * another's of the knowledge base, and then this one is not needed. Undefined if it is another worker's, or gone.
   *
   * @throws KnowledgeQuotaExceeded where it is larger than before, and the workspace stores more than it may
   */
  async storeFetched(
    { id, fence }: DocumentHold,
    fetched: FetchedContent,
    quota: KnowledgeQuota,
    within: (sql: Sql) => Promise<void>,
  ): Promise<string | undefined> {
    const { bytes, contentType, etag, lastModified, name, sha256 } = fetched;
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      const held = await sql.executeSql(
        `SELECT kb_id AS "kbId", workspace_id AS "workspaceId", bytes::float8 AS bytes FROM knowledge_documents
          WHERE id = $1 AND fence = $2 FOR UPDATE`,
        [id, fence],
      );
      const before = held.rows[0] as { kbId: string; workspaceId: string; bytes: number } | undefined;
      if (before === undefined) return undefined;
      const { kbId, workspaceId } = before;
      // One at a time for each knowledge base, so that two addresses with the same bytes do not both pass.
      await sql.executeSql('SELECT pg_advisory_xact_lock(hashtextextended($1, 7246113560))', [kbId]);
      const same = await sql.executeSql(
        'SELECT id FROM knowledge_documents WHERE kb_id = $1 AND sha256 = $2 AND id <> $3',
        [kbId, sha256, id],
      );
      const other = (same.rows[0] as { id: string } | undefined)?.id;
      if (other !== undefined) {
        await sql.executeSql(
          `UPDATE knowledge_documents SET same_as = $2, status = 'failed', step = NULL, failure = 'duplicate',
             error = 'Another document of the knowledge base has the same content.', refresh_at = NULL, updated_at = now()
            WHERE id = $1`,
          [id, other],
        );
        return other;
      }
      await sql.executeSql(
        `UPDATE knowledge_documents SET name = $2, content_type = $3, bytes = $4, sha256 = $5, etag = $6,
           last_modified = $7, status = 'processing', step = NULL, error = NULL, failure = NULL,
           is_stale = generation IS NOT NULL, processing_since = now(), updated_at = now() WHERE id = $1`,
        [id, name, contentType, bytes, sha256, etag, lastModified],
      );
      await within(sql);
      if (bytes > before.bytes && (await measureKnowledge(sql, workspaceId)).bytes > quota.bytes) {
        throw new KnowledgeQuotaExceeded('bytes');
      }
      return id;
    });
  }

  /** The address was asked and has nothing new: it is asked again when it is due. */
  scheduleRefresh({ id, fence }: DocumentHold): Promise<boolean> {
    return this.change(
      `UPDATE knowledge_documents SET updated_at = now(),
         refresh_at = CASE WHEN refresh_every_hours IS NULL THEN NULL ELSE now() + make_interval(hours => refresh_every_hours) END
        WHERE id = $1 AND fence = $2 RETURNING 1`,
      [id, fence],
    );
  }

  /** Documents whose address is due; they are due again an hour later where nobody refreshes them. */
  async takeDue(limit: number): Promise<readonly DocumentToQueue[]> {
    return this.query<DocumentToQueue>(
      `WITH due AS (UPDATE knowledge_documents SET refresh_at = now() + interval '1 hour'
         WHERE id IN (SELECT id FROM knowledge_documents WHERE refresh_at <= now() AND status <> 'processing'
           ORDER BY refresh_at LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING id, workspace_id)
       SELECT id, workspace_id AS "workspaceId" FROM due`,
      [limit],
    );
  }

  /** Documents whose jobs were given up, such as after a day without a database; each is given to one caller. */
  async takeStale(before: Date, limit: number): Promise<readonly DocumentToQueue[]> {
    return this.query<DocumentToQueue>(
      `WITH stale AS (UPDATE knowledge_documents SET updated_at = now()
         WHERE id IN (SELECT id FROM knowledge_documents WHERE status = 'processing' AND updated_at < $1
           ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id, workspace_id)
       SELECT id, workspace_id AS "workspaceId" FROM stale`,
      [before, limit],
    );
  }

  /** Has the removal of chunks queued for knowledge bases that are gone, also with their workspaces. Each is queued once. */
  async queueDeleted(
    limit: number,
    enqueue: (base: DeletedKnowledgeBase, sql: Sql) => Promise<unknown>,
  ): Promise<void> {
    await this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      const { rows } = await sql.executeSql(
        `WITH taken AS (DELETE FROM deleted_knowledge_bases WHERE kb_id IN (SELECT kb_id FROM deleted_knowledge_bases
            LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING kb_id, workspace_id)
         SELECT kb_id AS "kbId", workspace_id AS "workspaceId" FROM taken`,
        [limit],
      );
      for (const base of rows as DeletedKnowledgeBase[]) await enqueue(base, sql);
    });
  }

  /** Finds the fields that queries need, of knowledge bases of a workspace. Others are left out. */
  findScope(workspaceId: string, kbIds: readonly string[]): Promise<KnowledgeToSearch[]> {
    return this.query<KnowledgeToSearch>(
      `SELECT id AS "kbId", generation, embedding_model AS "embeddingModel" FROM knowledge_bases
        WHERE workspace_id = $1 AND id = ANY($2::uuid[]) ORDER BY id`,
      [workspaceId, kbIds],
    );
  }

  /** Undefined if the knowledge base is gone. */
  async findGenerations(kbId: string): Promise<KnowledgeGenerations | undefined> {
    const [found] = await this.query<KnowledgeGenerations>(
      `SELECT id, workspace_id AS "workspaceId", generation, building_generation AS "buildingGeneration"
         FROM knowledge_bases WHERE id = $1`,
      [kbId],
    );
    return found;
  }

  /**
   * Queries read the new generation from now on. False if documents lack in it, or are being worked on, or another generation is
   * being built meanwhile.
   */
  async swap({ buildingGeneration, id }: KnowledgeGenerations, dimensions: number | null): Promise<boolean> {
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      const base = await sql.executeSql(
        'SELECT 1 FROM knowledge_bases WHERE id = $1 AND building_generation = $2 FOR UPDATE',
        [id, buildingGeneration],
      );
      const missing = await sql.executeSql(
        `SELECT 1 FROM knowledge_documents WHERE kb_id = $1
            AND (status = 'processing' OR (status = 'ready' AND generation < $2)) LIMIT 1`,
        [id, buildingGeneration],
      );
      if (base.rows.length === 0 || missing.rows.length > 0) return false;
      await sql.executeSql(
        `UPDATE knowledge_bases SET generation = building_generation, embedding_model = building_model, dimensions = $2,
           building_generation = NULL, building_model = NULL, updated_at = now() WHERE id = $1`,
        [id, dimensions],
      );
      return true;
    });
  }

  private async change(text: string, values: unknown[]): Promise<boolean> {
    const rows = await this.query(`WITH changed AS (${text}) SELECT 1 FROM changed`, values);
    return rows.length > 0;
  }

  private query<Result>(text: string, values: unknown[]): Promise<Result[]> {
    return this.access.run((manager) => manager.query<Result[]>(text, values));
  }
}
