import { KnowledgeQuotaExceeded, measureKnowledge } from '../../background/knowledge-quota.js';
import { DOCUMENT_COLUMNS, type WorkspaceAddress } from '../../background/knowledge-store.js';
import { type Access, type Sql, sqlWithin } from '../../connection/connection.js';
import { ConflictError, NotFoundError } from '../../database-error.js';
import { isId, newId } from '../../ids/new-id.js';
import type {
  DocumentHold,
  KnowledgeDocumentRecord,
  KnowledgeQuota,
  KnowledgeUpload,
} from '../../records/knowledge.js';
import type { Page, PageRequest } from '../../records/page.js';
import { command, statement } from '../../statements/statement.js';
import type { ChangeScope } from '../audited-table.js';
import { pageOf, startOf } from '../rows/list-rows.js';
import { recordChange } from '../trail/record-change.js';

/** A knowledge base in a workspace. */
export interface KnowledgeBasePlace extends WorkspaceAddress {
  readonly kbId: string;
}

export type DocumentFilters = Partial<Pick<KnowledgeDocumentRecord, 'status' | 'sourceId'>>;

type Within = (sql: Sql, document: KnowledgeDocumentRecord) => Promise<unknown>;

const FIND = statement<KnowledgeDocumentRecord>(
  DOCUMENT_COLUMNS.types,
  `SELECT ${DOCUMENT_COLUMNS.sql} FROM knowledge_documents d WHERE id = $1 AND kb_id = $2 AND workspace_id = $3`,
);
const FIND_BY_HASH = statement<KnowledgeDocumentRecord>(
  DOCUMENT_COLUMNS.types,
  `SELECT ${DOCUMENT_COLUMNS.sql} FROM knowledge_documents d WHERE kb_id = $1 AND workspace_id = $2 AND sha256 = $3`,
);
const FIND_FROM = statement<KnowledgeDocumentRecord>(
  DOCUMENT_COLUMNS.types,
  `SELECT ${DOCUMENT_COLUMNS.sql} FROM knowledge_documents d
   WHERE kb_id = $1 AND workspace_id = $2 AND source_id = $3 AND same_as IS NULL ORDER BY id LIMIT 1`,
);
const LIST_PAGE = statement<KnowledgeDocumentRecord>(
  DOCUMENT_COLUMNS.types,
  `SELECT ${DOCUMENT_COLUMNS.sql} FROM knowledge_documents d
   WHERE kb_id = $1 AND workspace_id = $2 AND same_as IS NULL AND ($3::uuid IS NULL OR id < $3)
     AND ($4::text IS NULL OR status = $4) AND ($5::text IS NULL OR source_id = $5)
   ORDER BY id DESC LIMIT $6`,
);
const MEASURE = statement<KnowledgeQuota>(
  { bytes: 'float8', chunks: 'float8' },
  `SELECT coalesce(sum(bytes), 0)::float8 AS bytes, coalesce(sum(chunk_count), 0)::float8 AS chunks
   FROM knowledge_documents WHERE workspace_id = $1`,
);

/** Documents of knowledge bases. An id of another knowledge base or workspace, or a text that is no id, finds nothing. */
export class KnowledgeDocumentQueries {
  constructor(protected readonly access: Access) {}

  async find({ kbId, workspaceId }: KnowledgeBasePlace, id: string): Promise<KnowledgeDocumentRecord | undefined> {
    if (!isId(id) || !isId(kbId)) return undefined;
    const [row] = await FIND.rows(this.access, [id, kbId, workspaceId]);
    return row;
  }

  /** The document with some bytes. */
  async findByHash(
    { kbId, workspaceId }: KnowledgeBasePlace,
    sha256: string,
  ): Promise<KnowledgeDocumentRecord | undefined> {
    if (!isId(kbId)) return undefined;
    const [row] = await FIND_BY_HASH.rows(this.access, [kbId, workspaceId, sha256]);
    return row;
  }

  /** The document that came from an address. */
  async findFrom(
    { kbId, workspaceId }: KnowledgeBasePlace,
    sourceId: string,
  ): Promise<KnowledgeDocumentRecord | undefined> {
    if (!isId(kbId)) return undefined;
    const [row] = await FIND_FROM.rows(this.access, [kbId, workspaceId, sourceId]);
    return row;
  }

  /** Newest first, without those whose bytes another one has. @throws InvalidCursorError */
  async listPage(
    { kbId, workspaceId }: KnowledgeBasePlace,
    page: PageRequest<DocumentFilters>,
  ): Promise<Page<KnowledgeDocumentRecord>> {
    const before = startOf(page);
    const { sourceId = null, status = null } = page.filters ?? {};
    const rows = await LIST_PAGE.rows(this.access, [kbId, workspaceId, before, status, sourceId, page.limit + 1]);
    return pageOf(rows, page.limit);
  }

  /** Measures all documents of a workspace. */
  async measure({ workspaceId }: Pick<WorkspaceAddress, 'workspaceId'>): Promise<KnowledgeQuota> {
    const [row] = await MEASURE.rows(this.access, [workspaceId]);
    return row ?? { bytes: 0, chunks: 0 };
  }
}

const HOLD_BASE = command('SELECT 1 FROM knowledge_bases WHERE id = $1 AND workspace_id = $2 FOR KEY SHARE');
const ADD = statement<KnowledgeDocumentRecord>(
  DOCUMENT_COLUMNS.types,
  `INSERT INTO knowledge_documents AS d (id, kb_id, workspace_id, name, content_type, bytes, sha256, source_id, metadata, uploaded_by,
     refresh_every_hours)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (kb_id, sha256) DO NOTHING RETURNING ${DOCUMENT_COLUMNS.sql}`,
);
const REMOVE = command('DELETE FROM knowledge_documents WHERE id = $1');
const RETRY =
  command(`UPDATE knowledge_documents SET status = 'processing', error = NULL, failure = NULL, step = NULL, attempts = 0,
   embedded_count = 0, is_stale = true, processing_since = now(), uploaded_by = $2, updated_at = now() WHERE id = $1`);
const CANCEL = statement<DocumentHold>(
  { id: 'uuid', fence: 'integer' },
  `WITH cancelled AS (UPDATE knowledge_documents SET status = 'failed', failure = 'cancelled', step = NULL,
     error = 'Its processing was cancelled. Retry the document to process it.', chunk_count = 0, embedded_count = 0,
     is_stale = true, refresh_at = NULL, fence = fence + 1, updated_at = now() WHERE id = $1 RETURNING id, fence)
   SELECT id, fence FROM cancelled`,
);
const SCHEDULE = command(`UPDATE knowledge_documents SET refresh_every_hours = $2::int, updated_at = now(),
    refresh_at = CASE WHEN $2::int IS NULL OR (status <> 'ready' AND refresh_at IS NULL) THEN NULL
      ELSE now() + make_interval(hours => $2::int) END
   WHERE id = $1`);
const LOCK = command('SELECT 1 FROM knowledge_documents WHERE id = $1 FOR UPDATE');

/** Writes documents within a change; `within` runs in its transaction. */
export class KnowledgeDocumentRepository extends KnowledgeDocumentQueries {
  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
  }

  /**
   * Stores a document, with whatever `within` stores of it. A document with the same bytes in the knowledge base is returned
   * instead. Two at once cannot exceed the quota: it is counted last, by one of them at a time.
   *
   * @throws NotFoundError where the knowledge base is gone; KnowledgeQuotaExceeded
   */
  async add(
    place: WorkspaceAddress,
    document: KnowledgeUpload,
    quota: KnowledgeQuota,
    within: Within,
  ): Promise<{ readonly document: KnowledgeDocumentRecord; readonly isNew: boolean }> {
    const { manager } = this.scope;
    const { workspaceId } = place;
    const { bytes, contentType, kbId, metadata, name, refreshEveryHours, sha256, sourceId, uploadedBy } = document;
    const isThere = isId(kbId) && (await HOLD_BASE.matches(manager, [kbId, workspaceId]));
    if (!isThere) throw new NotFoundError('knowledge base');
    const [made] = await ADD.rows(this.access, [
      newId(),
      kbId,
      workspaceId,
      name,
      contentType,
      bytes,
      sha256,
      sourceId,
      JSON.stringify(metadata),
      JSON.stringify(uploadedBy),
      refreshEveryHours ?? null,
    ]);
    if (made === undefined) {
      const there = sha256 === null ? undefined : await this.findByHash({ ...place, kbId }, sha256);
      if (there === undefined) throw new ConflictError('document', 'changed');
      return { document: there, isNew: false };
    }
    const sql = sqlWithin(manager);
    await within(sql, made);
    const used = await measureKnowledge(sql, workspaceId);
    if (used.bytes > quota.bytes) throw new KnowledgeQuotaExceeded('bytes');
    if (used.chunks >= quota.chunks) throw new KnowledgeQuotaExceeded('chunks');
    recordChange(this.scope, 'knowledge_document.create', place, made, null, made);
    return { document: made, isNew: true };
  }

  /** @throws NotFoundError */
  async remove(place: KnowledgeBasePlace, id: string, cleanUp: Within): Promise<KnowledgeDocumentRecord> {
    const before = await this.lock(place, id);
    await REMOVE.run(this.scope.manager, [id]);
    await cleanUp(sqlWithin(this.scope.manager), before);
    recordChange(this.scope, 'knowledge_document.remove', place, before, before, null);
    return before;
  }

  /**
   * Has a document that ended processed again from its file, as somebody. Queries find the chunks of one that is ready until the new
   * ones are there.
   *
   * @throws NotFoundError; ConflictError where it is being processed, or has the bytes of another one
   */
  async retry(
    place: KnowledgeBasePlace,
    id: string,
    uploadedBy: object,
    within: Within,
  ): Promise<KnowledgeDocumentRecord> {
    const { sameAs, status } = await this.lock(place, id);
    if (status === 'processing' || sameAs !== null) throw new ConflictError('document', 'changed');
    await RETRY.run(this.scope.manager, [id, JSON.stringify(uploadedBy)]);
    const document = await this.lock(place, id);
    await within(sqlWithin(this.scope.manager), document);
    recordChange(this.scope, 'knowledge_document.retry', place, document, null, null);
    return document;
  }

  /**
   * Ends the processing of a document: the worker that has it writes nothing more. Its address is not fetched again by itself until it is
   * processed again. `within` gets the fence that holds as long as nobody takes the document again.
   *
   * @throws NotFoundError; ConflictError where it is not being processed
   */
  async cancel(
    place: KnowledgeBasePlace,
    id: string,
    within: (sql: Sql, hold: DocumentHold) => Promise<unknown>,
  ): Promise<KnowledgeDocumentRecord> {
    const { manager } = this.scope;
    const { status } = await this.lock(place, id);
    if (status !== 'processing') throw new ConflictError('document', 'changed');
    const [hold] = await CANCEL.rows(manager, [id]);
    if (hold === undefined) throw new NotFoundError('document');
    const document = await this.lock(place, id);
    await within(sqlWithin(manager), hold);
    recordChange(this.scope, 'knowledge_document.cancel', place, document, null, null);
    return document;
  }

  /**
   * Has the address of a document fetched again every so many hours, the first time so long after now; null: only on request. A document
   * that is being processed, or that failed, is fetched again so long after it is ready.
   *
   * @throws NotFoundError
   */
  async schedule(place: KnowledgeBasePlace, id: string, hours: number | null): Promise<KnowledgeDocumentRecord> {
    const before = await this.lock(place, id);
    if (before.refreshEveryHours === hours) return before;
    await SCHEDULE.run(this.scope.manager, [id, hours]);
    const document = await this.lock(place, id);
    const scheduleOf = ({ refreshEveryHours }: KnowledgeDocumentRecord) => ({ refreshEveryHours });
    recordChange(this.scope, 'knowledge_document.update', place, document, scheduleOf(before), scheduleOf(document));
    return document;
  }

  private async lock(place: KnowledgeBasePlace, id: string): Promise<KnowledgeDocumentRecord> {
    const found = await this.find(place, id);
    if (found === undefined) throw new NotFoundError('document');
    await LOCK.run(this.scope.manager, [id]);
    const locked = await this.find(place, id);
    if (locked === undefined) throw new NotFoundError('document');
    return locked;
  }
}
