import { isRecord } from '@multilane/contracts';
import type { BatchCodec, BatchProgress, BatchResult, BatchToStart } from '../batch.js';
import type { ProviderExchange } from '../exchange.js';
import { cancelRunning } from '../shared/batches/cancel-running.js';
import { readJsonLines } from '../shared/batches/read-json-lines.js';
import { toOneLine, writeLines } from '../shared/batches/write-lines.js';
import { unreadable } from '../shared/failures/map-error.js';
import { pathOfModel } from './address.js';
import { pathOfFile, uploadBytes } from './upload-bytes.js';

/** Smaller batches go in the request itself. The provider takes 20 MB so, but answers them in one piece, which is read whole. */
const INLINE_LINES = 20;
const INLINE_BYTES = 1_000_000;

/** A batch is looked for among so many pages of the newest. */
const MOST_PAGES = 5;

/** States as the service writes them; SDKs call them `JOB_STATE_…` (ai.google.dev/api/batch-api, "BatchState"). */
const STATUSES: ReadonlyMap<unknown, BatchProgress['status']> = new Map([
  ['UNSPECIFIED', 'running'],
  ['QUEUED', 'running'],
  ['PENDING', 'running'],
  ['RUNNING', 'running'],
  ['CANCELLING', 'running'],
  ['SUCCEEDED', 'ended'],
  ['PARTIALLY_SUCCEEDED', 'ended'],
  ['CANCELLED', 'ended'],
  ['EXPIRED', 'ended'],
  ['FAILED', 'failed'],
]);

/** HTTP statuses of the codes that a line's error has (google/rpc/code.proto). */
const HTTP_STATUSES: ReadonlyMap<unknown, number> = new Map([
  [3, 400],
  [4, 504],
  [5, 404],
  [7, 403],
  [8, 429],
  [9, 400],
  [11, 400],
  [12, 501],
  [14, 503],
  [16, 401],
]);
const CANCELLED = 1;

type Members = Readonly<Record<string, unknown>>;

/** Batches of generateContent (ai.google.dev/gemini-api/docs/batch-api). Its embeddings have batches of another kind. */
export const BATCH_CODEC: BatchCodec = {
  endpoints: ['chat'],
  maxLines: 50_000,
  maxBytes: 2_000_000_000,
  priceShare: 0.5,
  async start(batch, exchange) {
    const isInline = batch.lineCount <= INLINE_LINES && batch.bodyBytes <= INLINE_BYTES;
    return isInline ? startInline(batch, exchange) : startWithFile(batch, exchange);
  },
  find,
  read: async (id, exchange) => readProgress(await fetchBatch(id, exchange)),
  results,
  cancel: (id, exchange) => cancelRunning(BATCH_CODEC, id, { path: `${pathOf(id)}:cancel` }, exchange),
  remove,
};

/** `batches/…` below the version. */
function pathOf(id: string): string {
  return `/v1beta/${id.split('/').map(encodeURIComponent).join('/')}`;
}

function startInline({ lines, name }: BatchToStart, exchange: ProviderExchange): Promise<string> {
  const before = `{"batch":{"display_name":${JSON.stringify(name)},"input_config":{"requests":{"requests":[`;
  const body = writeLines(
    lines,
    (line) => `{"request":${line.body},"metadata":{"key":${JSON.stringify(line.customId)}}}`,
    { before, between: ',', after: ']}}}}' },
  );
  return create(body, exchange);
}

async function startWithFile({ lines, name }: BatchToStart, exchange: ProviderExchange): Promise<string> {
  const open = () =>
    writeLines(lines, ({ body, customId }) => `{"key":${JSON.stringify(customId)},"request":${toOneLine(body)}}\n`);
  const file = await uploadBytes({ name, mimeType: 'application/jsonl', size: undefined, open }, exchange);
  if (typeof file.name !== 'string') throw unreadable('no file');
  try {
    return await create(
      JSON.stringify({ batch: { display_name: name, input_config: { file_name: file.name } } }),
      exchange,
    );
  } catch (failure) {
    await exchange.sendAnyway({ method: 'DELETE', path: pathOfNamed(file.name) });
    throw failure;
  }
}

async function create(body: string | AsyncIterable<Uint8Array>, exchange: ProviderExchange): Promise<string> {
  const answer = await exchange.send({
    path: `${pathOfModel(exchange.target)}:batchGenerateContent`,
    headers: { 'content-type': 'application/json' },
    body,
  });
  return nameOf(await answer.json());
}

/** The path of a file by its whole name, `files/…`. */
function pathOfNamed(name: string): string {
  return pathOfFile(name.replace(/^files\//, ''));
}

function nameOf(operation: unknown): string {
  if (!isRecord(operation) || typeof operation.name !== 'string' || !/^batches\/[\w-]+$/.test(operation.name)) {
    throw unreadable('no batch');
  }
  return operation.name;
}

async function find(name: string, exchange: ProviderExchange): Promise<string | undefined> {
  let token: unknown;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ pageSize: '100', ...(typeof token === 'string' && { pageToken: token }) });
    const list = await (await exchange.send({ method: 'GET', path: `/v1beta/batches?${query}` })).json();
    if (!isRecord(list)) throw unreadable('no list of batches');
    const operations = Array.isArray(list.operations) ? list.operations : [];
    const found = operations.find((each) => isRecord(each) && readMetadata(each).displayName === name);
    if (found !== undefined) return nameOf(found);
    token = list.nextPageToken;
    if (typeof token !== 'string' || token === '') return undefined;
  }
  return undefined;
}

async function fetchBatch(id: string, exchange: ProviderExchange): Promise<Members> {
  const operation = await (await exchange.send({ method: 'GET', path: pathOf(id) })).json(true);
  if (!isRecord(operation)) throw unreadable('no batch');
  return operation;
}

function readMetadata(operation: Members): Members {
  return isRecord(operation.metadata) ? operation.metadata : {};
}

function readProgress(operation: Members): BatchProgress {
  const { batchStats, state } = readMetadata(operation);
  const status = STATUSES.get(typeof state === 'string' ? state.replace(/^(?:BATCH|JOB)_STATE_/, '') : undefined);
  if (status === undefined) throw unreadable('an unknown state of a batch');
  const stats = isRecord(batchStats) ? batchStats : {};
  // Numbers are strings, and those that are 0 are left out.
  const failed = Number(stats.failedRequestCount ?? 0) || 0;
  const { error } = operation;
  return {
    status,
    ...(stats.requestCount !== undefined && {
      completed: failed + (Number(stats.successfulRequestCount ?? 0) || 0),
      failed,
    }),
    ...(isRecord(error) && typeof error.message === 'string' && { problem: error.message }),
  };
}

/** Finds the results: the service writes them into the metadata too, its documents only into the response. */
function findOutput(operation: Members): Members {
  const { output } = readMetadata(operation);
  if (isRecord(output)) return output;
  return isRecord(operation.response) ? operation.response : {};
}

async function* results(id: string, exchange: ProviderExchange): AsyncGenerator<BatchResult> {
  const { inlinedResponses, responsesFile } = findOutput(await fetchBatch(id, exchange));
  if (typeof responsesFile === 'string') {
    const { body } = await exchange.send({
      method: 'GET',
      path: `/download${pathOfNamed(responsesFile)}:download?alt=media`,
    });
    for await (const line of readJsonLines(body, true)) {
      const result = isRecord(line) ? readResult(line.key, line) : undefined;
      if (result !== undefined) yield result;
    }
    return;
  }
  const list = isRecord(inlinedResponses) ? inlinedResponses.inlinedResponses : undefined;
  for (const each of Array.isArray(list) ? list : []) {
    const key = isRecord(each) && isRecord(each.metadata) ? each.metadata.key : undefined;
    const result = isRecord(each) ? readResult(key, each) : undefined;
    if (result !== undefined) yield result;
  }
}

/** Undefined for what names no line. */
function readResult(customId: unknown, { error, response }: Members): BatchResult | undefined {
  if (typeof customId !== 'string') return undefined;
  if (isRecord(response)) return { customId, outcome: 'answered', status: 200, body: response };
  const { code } = isRecord(error) ? error : {};
  if (code === CANCELLED) return { customId, outcome: 'cancelled' };
  const status = typeof code === 'number' && code >= 400 && code < 600 ? code : (HTTP_STATUSES.get(code) ?? 500);
  return { customId, outcome: 'answered', status, body: { error: { ...(isRecord(error) && error), code: status } } };
}

/**
 * Removes a batch. Files that were uploaded for it expire by themselves after two days, if the batch does not name
 * them.
 */
async function remove(id: string, exchange: ProviderExchange): Promise<void> {
  const operation = await fetchBatch(id, exchange).catch((): Members => ({}));
  const { inputConfig } = readMetadata(operation);
  const { responsesFile } = findOutput(operation);
  for (const name of [isRecord(inputConfig) ? inputConfig.fileName : undefined, responsesFile]) {
    if (typeof name === 'string') await exchange.sendAnyway({ method: 'DELETE', path: pathOfNamed(name) });
  }
  await exchange.sendAnyway({ method: 'DELETE', path: pathOf(id) });
}
