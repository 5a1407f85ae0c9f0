import { GatewayError } from '@multilane/errors';
import { EmbedderError, KnowledgeStoreUnavailable } from '@multilane/knowledge';
import { FileStorageUnavailable, StoredFileMissing } from '@multilane/knowledge-bases';
import { KnowledgeQuotaExceeded } from '@multilane/persistence';

/** The document cannot be used. The message is for the person who uploaded it. */
export class DocumentUnusable extends Error {
  override readonly name = 'DocumentUnusable';

  constructor(
    readonly failure: string,
    message: string,
  ) {
    super(message);
  }
}

/** The document has to wait for something; the message says for what. */
export class DocumentWaits extends Error {
  override readonly name = 'DocumentWaits';

  constructor(
    readonly seconds: number,
    message: string,
  ) {
    super(message);
  }
}

/** Another worker has the document, or it was deleted: nothing more is to be written. */
export class DocumentLost extends Error {
  override readonly name = 'DocumentLost';
}

const DEFAULT_PAUSE_SECONDS = 15;
const LONGEST_PAUSE_SECONDS = 600;
const STORE_PAUSE_SECONDS = 60;

/** Refusals that pass by themselves, soon. Spent budgets do not: they fail, and a person decides. */
const PASSING: ReadonlySet<string> = new Set([
  'rpm_exceeded',
  'tpm_exceeded',
  'concurrency_exceeded',
  'provider_rate_limited',
  'overloaded',
]);

/** Work of a model on a document, in the words of messages. */
interface ModelWork {
  readonly noun: string;
  readonly participle: string;
}

const EMBEDDING: ModelWork = { noun: 'Embedding', participle: 'embedded' };

/** Turns a failure of a model or of the store into a problem of the document; returns any other error as it is, for the handler. */
export function explainProblem(error: unknown, work: ModelWork = EMBEDDING): unknown {
  if (error instanceof KnowledgeStoreUnavailable || error instanceof FileStorageUnavailable) {
    return new DocumentWaits(STORE_PAUSE_SECONDS, error.message);
  }
  if (error instanceof StoredFileMissing) return new DocumentUnusable('file_missing', error.message);
  if (error instanceof EmbedderError) {
    if (error.failure === 'busy')
      return new DocumentWaits(DEFAULT_PAUSE_SECONDS, 'The built-in embedding model is busy.');
    if (error.failure === 'too_long') return new DocumentUnusable('embedding_refused', error.message);
    return error;
  }
  if (error instanceof KnowledgeQuotaExceeded) return new DocumentUnusable('knowledge_quota_exceeded', error.message);
  if (!(error instanceof GatewayError)) return error;
  const { code, headers, message, status } = error;
  const isFinal = headers['x-should-retry'] === 'false';
  if (!isFinal && (PASSING.has(code) || status >= 500)) {
    const asked = Number(headers['retry-after']);
    const seconds = Math.min(asked > 0 ? asked : DEFAULT_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS);
    return new DocumentWaits(seconds, `${work.noun} waits: ${message}`);
  }
  return new DocumentUnusable(code, `The document could not be ${work.participle}: ${message}`);
}
