import type { Caller, JobIdentity } from '@multilane/auth';
import { parseBoundedJson } from '@multilane/contracts';
import type { BatchRecord } from '@multilane/persistence';

/** Stored details of a batch beside its columns, sealed. */
export interface BatchDetails {
  readonly headers: Readonly<Record<string, string>>;
  readonly caller: Caller;
  readonly clientAddress: string | null;
  readonly webhookUrl: string | undefined;
  readonly metadata: Readonly<Record<string, string>> | null;
  /** Lifetime of the result files in seconds; undefined for the usual one of files. */
  readonly outputSeconds?: number | undefined;
}

export type BatchIdentity = JobIdentity;

/** One thing that is wrong with a batch, as the reference writes it. */
export interface BatchError {
  readonly code: string;
  readonly line: number | null;
  readonly message: string;
  readonly param: string | null;
}

const PREFIX = 'batch_';
const OWN_ID = /^batch_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** The id as its owner sees it. */
export function nameBatch(id: string): string {
  return PREFIX + id.replaceAll('-', '');
}

/** The row's id; undefined for what no batch can be called. */
export function readBatchId(id: string): string | undefined {
  return OWN_ID.exec(id)?.slice(1).join('-');
}

/** The batch as its owner sees it: the reference's object (docs/contract/batches.md#object). */
export function describeBatch(batch: BatchRecord, nameFile: (id: string) => string): object {
  const { completedLines, endedAt, errorFileId, errors, failedLines, outputFileId, status, totalLines } = batch;
  const { metadata } = parseBoundedJson(batch.details) as BatchDetails;
  const endedAs = (end: BatchRecord['status']): number | null => (status === end ? seconds(endedAt) : null);
  return {
    id: nameBatch(batch.id),
    object: 'batch',
    endpoint: batch.endpoint,
    model: batch.model,
    errors: errors === null ? null : { object: 'list', data: parseBoundedJson(errors) as BatchError[] },
    input_file_id: batch.inputFileId,
    completion_window: '24h',
    status,
    output_file_id: outputFileId && nameFile(outputFileId),
    error_file_id: errorFileId && nameFile(errorFileId),
    created_at: seconds(batch.createdAt),
    in_progress_at: seconds(batch.inProgressAt),
    expires_at: seconds(batch.expiresAt),
    finalizing_at: seconds(batch.finalizingAt),
    completed_at: endedAs('completed'),
    failed_at: endedAs('failed'),
    expired_at: endedAs('expired'),
    cancelling_at: seconds(batch.cancellingAt),
    cancelled_at: endedAs('cancelled'),
    request_counts: { total: totalLines, completed: completedLines, failed: failedLines },
    usage: {
      input_tokens: batch.promptTokens,
      input_tokens_details: { cached_tokens: batch.cachedTokens },
      output_tokens: batch.completionTokens,
      output_tokens_details: { reasoning_tokens: batch.reasoningTokens },
      total_tokens: batch.promptTokens + batch.completionTokens,
    },
    metadata,
  };
}

function seconds(time: Date | null): number | null {
  return time && Math.floor(time.getTime() / 1000);
}
