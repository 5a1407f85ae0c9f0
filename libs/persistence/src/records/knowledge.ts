export const DOCUMENT_STATUSES = ['processing', 'ready', 'failed'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** Work on a document that is `processing`; null while it waits. */
const DOCUMENT_STEPS = ['fetch', 'parse', 'chunk', 'embed'] as const;
export type DocumentStep = (typeof DOCUMENT_STEPS)[number];

export interface KnowledgeBaseRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly name: string;
  /** `builtin`, or a model of the catalog or of the workspace. */
  readonly embeddingModel: string;
  /** Null until the first document was embedded. */
  readonly dimensions: number | null;
  /** The generation of chunks that queries read. */
  readonly generation: number;
  /** The generation that is being made with `buildingModel`; null if none is. */
  readonly buildingGeneration: number | null;
  readonly buildingModel: string | null;
  readonly documentCount: number;
  readonly chunkCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface KnowledgeDocumentRecord {
  readonly id: string;
  readonly kbId: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly contentType: string | null;
  readonly bytes: number;
  /** In hexadecimal; null for an address that was not fetched yet. */
  readonly sha256: string | null;
  readonly chunkCount: number;
  readonly status: DocumentStatus;
  readonly step: DocumentStep | null;
  /** Sentence that says how to mend a failed document, and the failure's code. */
  readonly error: string | null;
  readonly failure: string | null;
  /** Number of chunks that are embedded and stored. */
  readonly embeddedCount: number;
  readonly language: string | null;
  /** The address it came from. */
  readonly sourceId: string | null;
  /** The document that has the same bytes, where this one was not needed. */
  readonly sameAs: string | null;
  /** Metadata from the caller: queries show it with each chunk, and filters read it. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly refreshEveryHours: number | null;
  readonly refreshAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A document in the hands of one worker: it is that worker's as long as its fence is this one. */
export interface DocumentToIngest extends KnowledgeDocumentRecord {
  readonly fence: number;
  /** Attempts since it was last ready. */
  readonly attempts: number;
  readonly organizationId: string;
  readonly uploadedBy: object;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** True if the stored chunks may be of other bytes. */
  readonly isStale: boolean;
  readonly processingSince: Date;
  /** The model that embeds it, and the generation that its chunks belong to. */
  readonly embeddingModel: string;
  readonly targetGeneration: number;
  readonly dimensions: number | null;
}

export interface DocumentHold {
  readonly id: string;
  readonly fence: number;
}

/** A file for a knowledge base, whose facts are known before it is read a second time. */
export interface KnowledgeUpload extends Pick<KnowledgeDocumentRecord, 'kbId' | 'name' | 'sourceId' | 'metadata'> {
  readonly contentType: string | null;
  readonly bytes: number;
  /** Null for an address, which a worker fetches. */
  readonly sha256: string | null;
  /** Interval at which an address is fetched again. Default: only on request. */
  readonly refreshEveryHours?: number | null;
  /** Identity under which the work is done: `JobIdentity` of libs/auth. */
  readonly uploadedBy: object;
}

/** Storage that a workspace may use. */
export interface KnowledgeQuota {
  readonly bytes: number;
  readonly chunks: number;
}

export interface DocsetRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string | null;
  readonly kbIds: readonly string[];
  /**
   * Teams whose callers see it. Empty: everyone in the workspace, unless it was restricted to teams that are all gone.
   */
  readonly teamIds: readonly string[];
  readonly isRestricted: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
