const BATCH_STATUSES = [
  'validating',
  'in_progress',
  'finalizing',
  'completed',
  'failed',
  'expired',
  'cancelling',
  'cancelled',
] as const;

export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** Status that ends a batch. */
export type BatchEnd = Extract<BatchStatus, 'completed' | 'failed' | 'expired' | 'cancelled'>;

export interface BatchTokens {
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly completionTokens: number;
  readonly reasoningTokens: number;
}

export interface BatchRecord extends BatchTokens {
  readonly id: string;
  readonly organizationId: string;
  /** Callers who may see it, within the organization. */
  readonly owner: string;
  readonly status: BatchStatus;
  /** Endpoint of its lines, such as `/v1/chat/completions`. */
  readonly endpoint: string;
  /** The model that all lines name; null until they were read, and where they name several. */
  readonly model: string | null;
  /** Id as the request named it. */
  readonly inputFileId: string;
  /** JSON, sealed in the database. */
  readonly details: string;
  readonly totalLines: number;
  readonly completedLines: number;
  readonly failedLines: number;
  /** JSON: why it failed. */
  readonly errors: string | null;
  readonly outputFileId: string | null;
  readonly errorFileId: string | null;
  readonly createdAt: Date;
  /** Time when lines that have not begun expire. */
  readonly expiresAt: Date;
  readonly inProgressAt: Date | null;
  readonly finalizingAt: Date | null;
  readonly cancellingAt: Date | null;
  readonly endedAt: Date | null;
}

export interface NewBatch
  extends Pick<BatchRecord, 'id' | 'organizationId' | 'owner' | 'endpoint' | 'inputFileId' | 'details' | 'expiresAt'> {
  /** Caller to look up when its lines run; no secret. */
  readonly identity: object;
}

/** A batch in the hands of a worker. */
export interface BatchToRun extends BatchRecord {
  readonly fence: number;
  readonly identity: object;
  /** The model whose provider runs it, where that is not the gateway. */
  readonly providerModel: string | null;
  /** The provider's own id of it. */
  readonly providerBatch: string | null;
}

/** Worker that has a batch. A worker with an older fence has lost it. */
export interface BatchHold {
  readonly id: string;
  readonly fence: number;
}

export interface BatchLineToRun {
  /** Counted from 1, as the file has it. */
  readonly line: number;
  /** JSON, sealed in the database. */
  readonly request: string;
}

export interface BatchLineEnd extends Partial<BatchTokens> {
  readonly line: number;
  readonly status: 'completed' | 'failed';
  /** The line of the output or error file, without its newline. */
  readonly result: string;
}

/** A line in the order of the file, with what came of it so far. */
export interface BatchLineRecord extends BatchLineToRun {
  readonly status: 'pending' | 'running' | 'completed' | 'failed';
  readonly result: string | undefined;
}

export interface BatchCount {
  readonly status: BatchStatus;
  readonly batches: number;
}

/** A file that the gateway stores itself. */
export interface StoredFileRecord {
  readonly id: string;
  readonly purpose: string;
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}
