import type { DocsetRecord, KnowledgeBaseRecord, KnowledgeDocumentRecord, Page } from '@multilane/persistence';

/** View of the API (docs/contract/knowledge.md#knowledge-bases). */
export function showKnowledgeBase(base: KnowledgeBaseRecord) {
  return {
    id: base.id,
    name: base.name,
    workspace_id: base.workspaceId,
    embedding_model: base.embeddingModel,
    /** Null until a document is embedded. */
    dimensions: base.dimensions,
    document_count: base.documentCount,
    chunk_count: base.chunkCount,
    /** The model that documents are being embedded with, to replace `embedding_model`; null if none. */
    next_embedding_model: base.buildingModel,
    created_at: base.createdAt.toISOString(),
    updated_at: base.updatedAt.toISOString(),
  };
}

export function showDocument(document: KnowledgeDocumentRecord) {
  return {
    id: document.id,
    kb_id: document.kbId,
    name: document.name,
    content_type: document.contentType,
    bytes: document.bytes,
    sha256: document.sha256,
    chunk_count: document.chunkCount,
    status: document.status,
    error: document.error,
    error_code: document.failure,
    source_id: document.sourceId,
    metadata: document.metadata,
    /** Present step of a worker, and the number of chunks it has embedded. */
    progress:
      document.status === 'processing' ? { step: document.step, embedded_chunks: document.embeddedCount } : null,
    refresh_every_hours: document.refreshEveryHours,
    next_refresh_at: document.refreshAt?.toISOString() ?? null,
    created_at: document.createdAt.toISOString(),
    updated_at: document.updatedAt.toISOString(),
  };
}

export function showDocset(docset: DocsetRecord) {
  return {
    id: docset.id,
    name: docset.name,
    description: docset.description,
    kb_ids: docset.kbIds,
    team_ids: docset.teamIds,
    created_at: docset.createdAt.toISOString(),
    updated_at: docset.updatedAt.toISOString(),
  };
}

export type KnowledgeBaseAnswer = ReturnType<typeof showKnowledgeBase>;
export type DocumentAnswer = ReturnType<typeof showDocument>;
export type DocsetAnswer = ReturnType<typeof showDocset>;

/** A page of a list, newest first. */
export interface ListAnswer<View> {
  readonly object: 'list';
  readonly data: readonly View[];
  /** Null at the end. */
  readonly next_cursor: string | null;
}

export function showPage<Row, View>({ data, nextCursor }: Page<Row>, show: (row: Row) => View): ListAnswer<View> {
  return { object: 'list', data: data.map(show), next_cursor: nextCursor };
}

/** Answer to a deletion. */
export interface DeletedAnswer {
  readonly id: string;
  readonly deleted: true;
}
