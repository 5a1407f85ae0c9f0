import { readRetryAfter } from '@multilane/providers';
import { describeUnreachable } from '../../webhooks/post-message.js';
import { type ExportRecord, type RecordOrigin, readOrigin } from '../export-record.js';

/** Records that a sink gets at once. A batch that is sent again has the same id and the same records. */
export interface ExportBatch {
  /** Names the sink and the range of the records. */
  readonly id: string;
  readonly records: readonly ExportRecord[];
  /** Origins of the records, in their order. If left out: the records have them. */
  readonly origins?: readonly RecordOrigin[];
}

/** Origins of the records of a batch, in their order. */
export const originsOf = ({ origins, records }: ExportBatch): readonly RecordOrigin[] =>
  origins ?? records.map(readOrigin);

/**
 * Answer of a sink. `away`: the batch is sent again later. `refused`: so is it, but slowly, since the sink takes nothing from us, such as with
 * these credentials. `records`: the sink does not take these records; each is then sent for itself.
 */
export type SinkAnswer =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'away'; readonly reason: string; readonly retryAfterSeconds?: number | undefined }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'records'; readonly reason: string };

/** Request that is sent as it is, and follows no redirect. */
export interface SentRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly signal: AbortSignal;
}

/** Answer to a request, whose body is read at most once. */
export interface SentAnswer {
  readonly status: number;
  readonly headers: Pick<Headers, 'get' | 'entries'>;
  readonly body: AsyncIterable<Uint8Array> | null;
}

export type Send = (url: string, request: SentRequest) => Promise<SentAnswer>;

/** Way to a sink over HTTP. */
export interface SinkWay {
  readonly send: Send;
  /** Time limit of a request, in milliseconds. */
  readonly timeoutMs: number;
}

/** A place that records are exported to. */
export interface Sink {
  /** Rejects only for faults of the gateway's own. Bounded in time by the limit of the sink. */
  send(batch: ExportBatch): Promise<SinkAnswer>;
  /** Closes its connections. Nothing is sent afterwards. */
  close?(): void;
}

/** A sink answers within so many bytes; the rest of a longer answer is not read. */
const MOST_ANSWER_BYTES = 64 * 1024;

export interface Answer {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  /** Beginning of the answer. */
  readonly bytes: Buffer;
  /** The same as text. */
  readonly text: string;
}

export interface SinkRequest {
  /** Default: POST. */
  readonly method?: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly timeoutMs: number;
}

/**
 * Sends a batch and reads the beginning of the answer. Resolves to the answer of a sink that is away if there is none, without the address,
 * whose path may hold secrets.
 */
export async function post(
  send: Send,
  { body, headers, method = 'POST', timeoutMs, url }: SinkRequest,
): Promise<Answer | Extract<SinkAnswer, { kind: 'away' }>> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const init = { method, headers: { 'user-agent': 'Multilane-Exports/1', ...headers }, body, signal };
    const response = await send(url, init);
    const bytes = await readStart(response);
    return { status: response.status, headers: response.headers, bytes, text: bytes.toString() };
  } catch (error) {
    return { kind: 'away', reason: describeUnreachable(error, signal, 'sink', `${timeoutMs} ms`) };
  }
}

async function readStart(response: SentAnswer): Promise<Buffer> {
  if (response.body === null) return Buffer.alloc(0);
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest.
  for await (const part of response.body) {
    parts.push(part);
    size += part.length;
    if (size >= MOST_ANSWER_BYTES) break;
  }
  return Buffer.concat(parts).subarray(0, MOST_ANSWER_BYTES);
}

/** Statuses that say that the sink may take the same batch later. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);
/** Statuses that are the fault of records: one of them, or all together. */
const OF_RECORDS: ReadonlySet<number> = new Set([400, 413, 422]);
const MOST_RETRY_SECONDS = 3_600;

/** Judges an answer by its status (RFC 9110, section 15; RFC 6585 for 429). */
export function judgeStatus({ headers, status }: Pick<Answer, 'headers' | 'status'>): SinkAnswer {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  const reason = `The sink answered ${status}.`;
  if (status >= 500 || PASSING.has(status)) {
    return { kind: 'away', reason, retryAfterSeconds: readPause(headers) };
  }
  return OF_RECORDS.has(status) ? { kind: 'records', reason } : { kind: 'refused', reason };
}

/** Seconds of `Retry-After` (RFC 9110, section 10.2.3), an hour at most. A date counts by the clock of the answer. */
function readPause(headers: Answer['headers']): number | undefined {
  const names = ['retry-after-ms', 'retry-after', 'date'];
  const seconds = readRetryAfter(Object.fromEntries(names.map((name) => [name, headers.get(name) ?? undefined])));
  return seconds === undefined || seconds === 0 ? undefined : Math.min(seconds, MOST_RETRY_SECONDS);
}
