import { GatewayError } from '@multilane/errors';
import {
  ConflictError,
  DatabaseUnavailable,
  InvalidCursorError,
  KnowledgeQuotaExceeded,
  NotFoundError,
  UnknownReferenceError,
  UnstorableTextError,
} from '@multilane/persistence';
import { FileStorageUnavailable, StoredFileMissing } from './files/file-storage-error.js';

/** Runs what asks the database; what the database rejects fails in the caller's terms. */
export async function inCallerTerms<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw explain(error) ?? error;
  }
}

function explain(error: unknown): GatewayError | undefined {
  if (error instanceof NotFoundError) return notFound(error.noun);
  if (error instanceof KnowledgeQuotaExceeded) {
    return new GatewayError('knowledge_quota_exceeded', { message: error.message });
  }
  if (error instanceof UnknownReferenceError) {
    const { field: param } = error;
    return new GatewayError('invalid_value', { param, message: `\`${param}\` names something that does not exist.` });
  }
  if (error instanceof InvalidCursorError) {
    const message = '`cursor` must be the `next_cursor` of a list.';
    return new GatewayError('invalid_value', { param: 'cursor', message });
  }
  if (error instanceof UnstorableTextError) return new GatewayError('invalid_value', { message: error.message });
  if (error instanceof ConflictError) return new GatewayError('conflict', { message: error.message });
  if (error instanceof StoredFileMissing) return new GatewayError('conflict', { message: error.message });
  if (error instanceof FileStorageUnavailable) {
    const headers = { 'retry-after': '30' };
    return new GatewayError('knowledge_unavailable', { message: error.message, headers, cause: error });
  }
  if (error instanceof DatabaseUnavailable) {
    const message = 'The database that stores knowledge bases is unavailable.';
    return new GatewayError('knowledge_unavailable', { message, headers: { 'retry-after': '5' }, cause: error });
  }
  return undefined;
}

/** Error for a resource that does not exist or that the caller may not see. */
export function notFound(noun: string): GatewayError {
  return new GatewayError('not_found', { message: `The ${noun} does not exist.` });
}
