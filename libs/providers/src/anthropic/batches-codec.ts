import { isRecord } from '@multilane/contracts';
import type { BatchCodec, BatchProgress, BatchResult, BatchToStart } from '../batch.js';
import type { ProviderExchange } from '../exchange.js';
import { cancelRunning } from '../shared/batches/cancel-running.js';
import { readJsonLines } from '../shared/batches/read-json-lines.js';
import { writeLines } from '../shared/batches/write-lines.js';
import { unreadable } from '../shared/failures/map-error.js';

const BATCHES = '/v1/messages/batches';

/** The status that each type of error has outside of batches (platform.claude.com/docs/en/api/errors). */
const STATUSES: ReadonlyMap<unknown, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['api_error', 500],
  ['timeout_error', 504],
  ['overloaded_error', 529],
]);

/**
 * Message batches (platform.claude.com/docs/en/api/creating-message-batches). Both endpoints have bodies of the messages format. The
 * provider remembers no names of batches, and so none can be found by its name.
 */
export const BATCH_CODEC: BatchCodec = {
  endpoints: ['chat', 'messages'],
  maxLines: 100_000,
  maxBytes: 256_000_000,
  priceShare: 0.5,
  async start({ lines }: BatchToStart, exchange: ProviderExchange): Promise<string> {
    const body = writeLines(lines, (line) => `{"custom_id":${JSON.stringify(line.customId)},"params":${line.body}}`, {
      before: '{"requests":[',
      between: ',',
      after: ']}',
    });
    const answer = await exchange.send({ path: BATCHES, headers: { 'content-type': 'application/json' }, body });
    const batch = await answer.json();
    if (!isRecord(batch) || typeof batch.id !== 'string' || batch.id === '') throw unreadable('no batch');
    return batch.id;
  },
  async read(id, exchange) {
    return readProgress(await (await exchange.send({ method: 'GET', path: pathOf(id) })).json());
  },
  async *results(id, exchange) {
    const { body } = await exchange.send({ method: 'GET', path: `${pathOf(id)}/results` });
    for await (const line of readJsonLines(body, true)) {
      const result = readResult(line);
      if (result !== undefined) yield result;
    }
  },
  cancel: (id, exchange) => cancelRunning(BATCH_CODEC, id, { path: `${pathOf(id)}/cancel` }, exchange),
  remove: (id, exchange) => exchange.sendAnyway({ method: 'DELETE', path: pathOf(id) }),
};

function pathOf(id: string): string {
  return `${BATCHES}/${encodeURIComponent(id)}`;
}

function readProgress(batch: unknown): BatchProgress {
  if (!isRecord(batch) || typeof batch.processing_status !== 'string') throw unreadable('no batch');
  // The status is `in_progress` or `canceling` before the end.
  const status = batch.processing_status === 'ended' ? 'ended' : 'running';
  if (!isRecord(batch.request_counts)) return { status };
  const { canceled, errored, expired, succeeded } = batch.request_counts;
  const failed = add(errored, canceled, expired);
  return { status, completed: failed + add(succeeded), failed };
}

function add(...counts: readonly unknown[]): number {
  return counts.reduce<number>((sum, count) => sum + (typeof count === 'number' ? count : 0), 0);
}

/** Undefined for what names no line. */
function readResult(line: unknown): BatchResult | undefined {
  if (!isRecord(line) || typeof line.custom_id !== 'string' || !isRecord(line.result)) return undefined;
  const { custom_id: customId, result } = line;
  if (result.type === 'canceled') return { customId, outcome: 'cancelled' };
  if (result.type === 'expired') return { customId, outcome: 'expired' };
  if (result.type === 'succeeded') return { customId, outcome: 'answered', status: 200, body: result.message };
  // `{"type": "error", "error": {"type", "message"}}`, as errors are outside of batches; older ones had no envelope.
  const { error } = result;
  const inner = isRecord(error) && isRecord(error.error) ? error.error : error;
  const status = STATUSES.get(isRecord(inner) ? inner.type : undefined) ?? 500;
  return { customId, outcome: 'answered', status, body: { type: 'error', error: inner ?? {} } };
}
