import type { RequestPriority } from '@multilane/contracts';

/** Queue of a limit of requests at the same time. */
export interface QueueRecord {
  /** Longest wait of a request, in milliseconds. */
  readonly max_wait_ms: number;
  /** Requests that wait at the same time. */
  readonly max_length: number;
}

/** Queue and priorities of a caller. */
export interface QueueSettingsRecord {
  /** Null: requests over the limit are rejected at once. */
  readonly queue: QueueRecord | null;
  /** Priority of requests that name none; null: as the team has it, else normal. */
  readonly priority: RequestPriority | null;
  /** Highest priority that requests may name; null: as the team has it, else the default one. */
  readonly maxPriority: RequestPriority | null;
}
