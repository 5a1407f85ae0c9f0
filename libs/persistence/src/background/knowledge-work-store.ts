import { type OpenAccess, type Sql, sqlWithin } from '../connection/connection.js';
import type { DocumentHold, DocumentStep, DocumentToIngest, KnowledgeQuota } from '../records/knowledge.js';
import { command, statement } from '../statements/statement.js';
import { KnowledgeQuotaExceeded, measureKnowledge } from './knowledge-quota.js';
import { DOCUMENT_COLUMNS } from './knowledge-store.js';

const WORK_COLUMNS = {
  sql: `${DOCUMENT_COLUMNS.sql}, d.fence, d.attempts, d.uploaded_by AS "uploadedBy", d.etag,
  d.last_modified AS "lastModified", d.is_stale AS "isStale", d.processing_since AS "processingSince",
  b.organization_id AS "organizationId"`,
  types: {
    ...DOCUMENT_COLUMNS.types,
    fence: 'integer',
    attempts: 'integer',
    uploadedBy: 'jsonb',
    etag: 'text?',
    lastModified: 'text?',
    isStale: 'boolean',
    processingSince: 'timestamptz',
    organizationId: 'uuid',
  },
} as const;

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

const TAKE = statement<DocumentToIngest>(
  { ...WORK_COLUMNS.types, embeddingModel: 'text', targetGeneration: 'integer', dimensions: 'integer?' },
  `WITH taken AS (UPDATE knowledge_documents SET fence = fence + 1, attempts = attempts + 1, updated_at = now()
     WHERE id = $1 AND status = 'processing' RETURNING *)
   SELECT ${WORK_COLUMNS.sql}, b.embedding_model AS "embeddingModel", b.generation AS "targetGeneration", b.dimensions
     FROM taken d JOIN knowledge_bases b ON b.id = d.kb_id`,
);
const TAKE_TO_REFRESH = statement<DocumentToIngest>(
  { ...WORK_COLUMNS.types, embeddingModel: 'text', targetGeneration: 'integer', dimensions: 'integer?' },
  `WITH taken AS (UPDATE knowledge_documents SET fence = fence + 1, updated_at = now()
     WHERE id = $1 AND status <> 'processing' AND source_id IS NOT NULL AND same_as IS NULL RETURNING *)
   SELECT ${WORK_COLUMNS.sql}, b.embedding_model AS "embeddingModel", b.generation AS "targetGeneration", b.dimensions
     FROM taken d JOIN knowledge_bases b ON b.id = d.kb_id`,
);
const TAKE_TO_REBUILD = statement<DocumentToIngest>(
  { ...WORK_COLUMNS.types, embeddingModel: 'text', targetGeneration: 'integer', dimensions: 'integer?' },
  `WITH taken AS (UPDATE knowledge_documents SET fence = fence + 1, updated_at = now()
     WHERE id = (SELECT d.id FROM knowledge_documents d JOIN knowledge_bases b ON b.id = d.kb_id
       WHERE b.id = $1 AND d.status = 'ready' AND d.generation < b.building_generation
       ORDER BY d.id LIMIT 1 FOR UPDATE OF d) RETURNING *)
   SELECT ${WORK_COLUMNS.sql}, b.building_model AS "embeddingModel", b.building_generation AS "targetGeneration",
     NULL::int AS dimensions
     FROM taken d JOIN knowledge_bases b ON b.id = d.kb_id`,
);
const READ_PROGRESS = statement(
  { progress: 'text' },
  "SELECT concat(sha256, ' ', embedded_count, ' ', status) AS progress FROM knowledge_documents WHERE id = $1",
);
const FIND_LOST = statement<DocumentHold>(
  { id: 'uuid', fence: 'integer' },
  'SELECT id, fence FROM knowledge_documents WHERE id = ANY($1::uuid[])',
);
const SET_STEP = command('UPDATE knowledge_documents SET step = $3, updated_at = now() WHERE id = $1 AND fence = $2');
const PLAN_CHUNKS = statement(
  { workspaceId: 'uuid', status: 'text', chunks: 'integer' },
  `SELECT workspace_id AS "workspaceId", status, chunk_count AS chunks FROM knowledge_documents
   WHERE id = $1 AND fence = $2 FOR UPDATE`,
);
const CLEAR_CHUNKS = command(
  "UPDATE knowledge_documents SET step = 'embed', chunk_count = $2, updated_at = now() WHERE id = $1",
);
const ADD_CHUNKS = command(`UPDATE knowledge_documents SET embedded_count = $3, is_stale = false, updated_at = now()
   WHERE id = $1 AND fence = $2`);
const HOLD_BASE = statement(
  { id: 'uuid', dimensions: 'integer?', generation: 'integer' },
  `SELECT b.id, b.dimensions, b.generation FROM knowledge_bases b JOIN knowledge_documents d ON d.kb_id = b.id
   WHERE d.id = $1 AND (b.generation = $2 OR b.building_generation = $2) FOR NO KEY UPDATE OF b`,
);
const SET_DIMENSIONS = command('UPDATE knowledge_bases SET dimensions = $2 WHERE id = $1');
const SET_READY =
  command(`UPDATE knowledge_documents SET status = 'ready', step = NULL, error = $6, failure = NULL, chunk_count = $3,
    embedded_count = $3, generation = $4, language = $5, is_stale = false, attempts = 0, updated_at = now(),
    refresh_at = CASE WHEN refresh_every_hours IS NULL OR source_id IS NULL THEN NULL
      WHEN refresh_at > now() THEN refresh_at ELSE now() + make_interval(hours => refresh_every_hours) END
   WHERE id = $1 AND fence = $2`);
const FAIL =
  command(`UPDATE knowledge_documents SET status = 'failed', step = NULL, failure = $3, error = $4, chunk_count = 0,
    embedded_count = 0, is_stale = true, updated_at = now()
   WHERE id = $1 AND fence = $2`);
const NOTE = command('UPDATE knowledge_documents SET error = $3, updated_at = now() WHERE id = $1 AND fence = $2');
const LOCK_DOCUMENT = statement(
  { kbId: 'uuid', workspaceId: 'uuid', bytes: 'float8' },
  `SELECT kb_id AS "kbId", workspace_id AS "workspaceId", bytes::float8 AS bytes FROM knowledge_documents
   WHERE id = $1 AND fence = $2 FOR UPDATE`,
);
const TAKE_TURN = command('SELECT pg_advisory_xact_lock(hashtextextended($1, 7246113560))');
const FIND_SAME = statement(
  { id: 'uuid' },
  'SELECT id FROM knowledge_documents WHERE kb_id = $1 AND sha256 = $2 AND id <> $3',
);
const NOTE_SAME =
  command(`UPDATE knowledge_documents SET same_as = $2, status = 'failed', step = NULL, failure = 'duplicate',
    error = 'Another document of the knowledge base has the same content.', refresh_at = NULL, updated_at = now()
   WHERE id = $1`);
const STORE_CONTENT =
  command(`UPDATE knowledge_documents SET name = $2, content_type = $3, bytes = $4, sha256 = $5, etag = $6,
   last_modified = $7, status = 'processing', step = NULL, error = NULL, failure = NULL,
   is_stale = generation IS NOT NULL, processing_since = now(), updated_at = now() WHERE id = $1`);
const SCHEDULE_REFRESH = command(`UPDATE knowledge_documents SET updated_at = now(),
    refresh_at = CASE WHEN refresh_every_hours IS NULL THEN NULL ELSE now() + make_interval(hours => refresh_every_hours) END
   WHERE id = $1 AND fence = $2`);
const TAKE_DUE = statement<DocumentToQueue>(
  { id: 'uuid', workspaceId: 'uuid' },
  `WITH due AS (UPDATE knowledge_documents SET refresh_at = now() + interval '1 hour'
     WHERE id IN (SELECT id FROM knowledge_documents WHERE refresh_at <= now() AND status <> 'processing'
       ORDER BY refresh_at LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING id, workspace_id)
   SELECT id, workspace_id AS "workspaceId" FROM due`,
);
const TAKE_STALE = statement<DocumentToQueue>(
  { id: 'uuid', workspaceId: 'uuid' },
  `WITH stale AS (UPDATE knowledge_documents SET updated_at = now()
     WHERE id IN (SELECT id FROM knowledge_documents WHERE status = 'processing' AND updated_at < $1
       ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id, workspace_id)
   SELECT id, workspace_id AS "workspaceId" FROM stale`,
);
const QUEUE_DELETED = statement<DeletedKnowledgeBase>(
  { kbId: 'uuid', workspaceId: 'uuid' },
  `WITH taken AS (DELETE FROM deleted_knowledge_bases WHERE kb_id IN (SELECT kb_id FROM deleted_knowledge_bases
      LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING kb_id, workspace_id)
   SELECT kb_id AS "kbId", workspace_id AS "workspaceId" FROM taken`,
);
const FIND_SCOPE = statement<KnowledgeToSearch>(
  { kbId: 'uuid', generation: 'integer', embeddingModel: 'text' },
  `SELECT id AS "kbId", generation, embedding_model AS "embeddingModel" FROM knowledge_bases
   WHERE workspace_id = $1 AND id = ANY($2::uuid[]) ORDER BY id`,
);
const FIND_GENERATIONS = statement<KnowledgeGenerations>(
  { id: 'uuid', workspaceId: 'uuid', generation: 'integer', buildingGeneration: 'integer?' },
  `SELECT id, workspace_id AS "workspaceId", generation, building_generation AS "buildingGeneration"
   FROM knowledge_bases WHERE id = $1`,
);
const LOCK_BASE = command('SELECT 1 FROM knowledge_bases WHERE id = $1 AND building_generation = $2 FOR UPDATE');
const FIND_MISSING = command(`SELECT 1 FROM knowledge_documents WHERE kb_id = $1
   AND (status = 'processing' OR (status = 'ready' AND generation < $2)) LIMIT 1`);
const SWAP =
  command(`UPDATE knowledge_bases SET generation = building_generation, embedding_model = building_model, dimensions = $2,
   building_generation = NULL, building_model = NULL, updated_at = now() WHERE id = $1`);

/**
 * The work on documents. A worker takes a document with a fence, and every later write names it: an older worker's changes
 * nothing. Writes to the vector store happen in the transaction that holds the document's row, so that a document or a knowledge
 * base that is deleted meanwhile leaves nothing behind.
 */
export class KnowledgeWorkStore {
  constructor(private readonly access: OpenAccess) {}

  /** Takes a document that is `processing`. Undefined if it has ended, or is gone. */
  async take(id: string): Promise<DocumentToIngest | undefined> {
    const [document] = await TAKE.rows(this.access, [id]);
    return document;
  }

  /** Takes a document with an address, to fetch it again. Undefined if it has none, is being worked on, or is gone. */
  async takeToRefresh(id: string): Promise<DocumentToIngest | undefined> {
    const [document] = await TAKE_TO_REFRESH.rows(this.access, [id]);
    return document;
  }

  /** Takes a ready document that has no chunks yet in the generation that is being built. */
  async takeToRebuild(kbId: string): Promise<DocumentToIngest | undefined> {
    const [document] = await TAKE_TO_REBUILD.rows(this.access, [kbId]);
    return document;
  }

  /** Reads the stored extent of a document as a text that changes with it. */
  async readProgress(id: string): Promise<string> {
    const [row] = await READ_PROGRESS.rows(this.access, [id]);
    return row?.progress ?? '';
  }

  /** The documents among these that are no longer this worker's: they were cancelled, deleted, or taken by another one. */
  async findLost(held: ReadonlyMap<string, number>): Promise<string[]> {
    const rows = await FIND_LOST.rows(this.access, [[...held.keys()]]);
    const fences = new Map(rows.map(({ fence, id }) => [id, fence]));
    return [...held].flatMap(([id, fence]) => (fences.get(id) === fence ? [] : [id]));
  }

  /** Writes which step begins. False if the document is another worker's, or gone. */
  setStep({ id, fence }: DocumentHold, step: DocumentStep): Promise<boolean> {
    return SET_STEP.matches(this.access, [id, fence, step]);
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
      const [before] = await PLAN_CHUNKS.rows(sql, [id, fence]);
      if (before === undefined) return false;
      await CLEAR_CHUNKS.run(sql, [id, chunkCount]);
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
      if (!(await ADD_CHUNKS.matches(sql, [id, fence, embeddedCount]))) return false;
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
      const [found] = await HOLD_BASE.rows(sql, [id, generation]);
      if (found === undefined) return false;
      if (found.dimensions === null && found.generation === generation) {
        await SET_DIMENSIONS.run(sql, [found.id, dimensions]);
      }
      return SET_READY.matches(sql, [id, fence, chunkCount, generation, language, note ?? null]);
    });
  }

  /** The document cannot be used. `message` says what to do. */
  fail({ id, fence }: DocumentHold, failure: string, message: string): Promise<boolean> {
    return FAIL.matches(this.access, [id, fence, failure, message]);
  }

  /** Stores the reason why a document waits, for people to read. */
  note({ id, fence }: DocumentHold, message: string): Promise<boolean> {
    return NOTE.matches(this.access, [id, fence, message]);
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
      const [before] = await LOCK_DOCUMENT.rows(sql, [id, fence]);
      if (before === undefined) return undefined;
      const { kbId, workspaceId } = before;
      // One at a time for each knowledge base, so that two addresses with the same bytes do not both pass.
      await TAKE_TURN.run(sql, [kbId]);
      const [same] = await FIND_SAME.rows(sql, [kbId, sha256, id]);
      const other = same?.id;
      if (other !== undefined) {
        await NOTE_SAME.run(sql, [id, other]);
        return other;
      }
      await STORE_CONTENT.run(sql, [id, name, contentType, bytes, sha256, etag, lastModified]);
      await within(sql);
      if (bytes > before.bytes && (await measureKnowledge(sql, workspaceId)).bytes > quota.bytes) {
        throw new KnowledgeQuotaExceeded('bytes');
      }
      return id;
    });
  }

  /** The address was asked and has nothing new: it is asked again when it is due. */
  scheduleRefresh({ id, fence }: DocumentHold): Promise<boolean> {
    return SCHEDULE_REFRESH.matches(this.access, [id, fence]);
  }

  /** Documents whose address is due; they are due again an hour later where nobody refreshes them. */
  async takeDue(limit: number): Promise<readonly DocumentToQueue[]> {
    return TAKE_DUE.rows(this.access, [limit]);
  }

  /** Documents whose jobs were given up, such as after a day without a database; each is given to one caller. */
  async takeStale(before: Date, limit: number): Promise<readonly DocumentToQueue[]> {
    return TAKE_STALE.rows(this.access, [before, limit]);
  }

  /** Has the removal of chunks queued for knowledge bases that are gone, also with their workspaces. Each is queued once. */
  async queueDeleted(
    limit: number,
    enqueue: (base: DeletedKnowledgeBase, sql: Sql) => Promise<unknown>,
  ): Promise<void> {
    await this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      const rows = await QUEUE_DELETED.rows(sql, [limit]);
      for (const base of rows) await enqueue(base, sql);
    });
  }

  /** Finds the fields that queries need, of knowledge bases of a workspace. Others are left out. */
  findScope(workspaceId: string, kbIds: readonly string[]): Promise<KnowledgeToSearch[]> {
    return FIND_SCOPE.rows(this.access, [workspaceId, kbIds]);
  }

  /** Undefined if the knowledge base is gone. */
  async findGenerations(kbId: string): Promise<KnowledgeGenerations | undefined> {
    const [found] = await FIND_GENERATIONS.rows(this.access, [kbId]);
    return found;
  }

  /**
   * Queries read the new generation from now on. False if documents lack in it, or are being worked on, or another generation is
   * being built meanwhile.
   */
  async swap({ buildingGeneration, id }: KnowledgeGenerations, dimensions: number | null): Promise<boolean> {
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      const isBuilding = await LOCK_BASE.matches(sql, [id, buildingGeneration]);
      const isMissing = await FIND_MISSING.matches(sql, [id, buildingGeneration]);
      if (!isBuilding || isMissing) return false;
      await SWAP.run(sql, [id, dimensions]);
      return true;
    });
  }
}
