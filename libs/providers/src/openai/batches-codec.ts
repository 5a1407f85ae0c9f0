import { type FormFile, isRecord } from '@multilane/contracts';
import type { BatchCodec, BatchEndpoint, BatchProgress, BatchResult, BatchToStart } from '../batch.js';
import type { ProviderExchange } from '../exchange.js';
import { ProviderFailure } from '../provider-failure.js';
import { cancelRunning } from '../shared/batches/cancel-running.js';
import { readJsonLines } from '../shared/batches/read-json-lines.js';
import { toOneLine, writeLines } from '../shared/batches/write-lines.js';
import { unreadable } from '../shared/failures/map-error.js';
import { composeForm, formField } from '../shared/texts/write-form.js';
import { referencePath } from './endpoint-paths.js';
import type { PlacePath } from './stored-objects/fetch-object.js';

/** Differences among the providers of the reference's batches. */
export interface BatchTraits extends Pick<BatchCodec, 'endpoints' | 'maxLines'> {
  readonly place: PlacePath;
  /** Names an endpoint in the lines and the batch. */
  readonly nameEndpoint: (endpoint: BatchEndpoint) => string;
}

/** The batches of the reference provider (platform.openai.com/docs/api-reference/batch). */
export const REFERENCE_BATCHES: BatchTraits = {
  endpoints: ['chat', 'completions', 'embeddings', 'moderations'],
  maxLines: 50_000,
  place: (_target, path) => path,
  nameEndpoint: (endpoint) => `/v1${referencePath(endpoint)}`,
};

/** Metadata member with the name that the gateway gave a batch. */
const NAME = 'gateway_batch';

/** A batch is looked for among so many pages of the newest. */
const MOST_PAGES = 5;

const STATUSES: ReadonlyMap<unknown, BatchProgress['status']> = new Map([
  ['validating', 'running'],
  ['in_progress', 'running'],
  ['finalizing', 'running'],
  ['cancelling', 'running'],
  ['completed', 'ended'],
  ['expired', 'ended'],
  ['cancelled', 'ended'],
  ['failed', 'failed'],
]);

/** States of an uploaded file that cannot be used yet (Azure, "Files - Get"; OpenAI's are ready at once). */
const NOT_READY: ReadonlySet<unknown> = new Set(['pending', 'running', 'notRunning']);
const FILE_POLL_MS = 1_000;

/** Batches of the reference format: lines in a file that is uploaded, results in files that are downloaded. */
export function createBatchCodec({ endpoints, maxLines, nameEndpoint, place }: BatchTraits): BatchCodec {
  const codec: BatchCodec = {
    endpoints,
    maxLines,
    maxBytes: 200_000_000,
    priceShare: 0.5,
    start,
    find,
    read: async (id, exchange) => readProgress(await fetchBatch(id, exchange)),
    results,
    cancel: (id, exchange) =>
      cancelRunning(codec, id, { path: place(exchange.target, `${pathOfBatch(id)}/cancel`) }, exchange),
    remove,
  };
  return codec;

  async function start(batch: BatchToStart, exchange: ProviderExchange): Promise<string> {
    const { target } = exchange;
    const url = nameEndpoint(batch.endpoint);
    const form = composeForm([formField('purpose', 'batch'), toFile(batch, url)], exchange.idSeed);
    const file = await (await exchange.send({ path: place(target, '/files'), ...form })).json();
    if (!isRecord(file) || typeof file.id !== 'string') throw unreadable('no file');
    const path = place(target, pathOfFile(file.id));
    try {
      await waitForFile(file, path, exchange);
      const body = {
        input_file_id: file.id,
        endpoint: url,
        completion_window: '24h',
        metadata: { [NAME]: batch.name },
      };
      const answer = await exchange.send({
        path: place(target, '/batches'),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return idOf(await answer.json());
    } catch (failure) {
      await exchange.sendAnyway({ method: 'DELETE', path });
      throw failure;
    }
  }

  async function find(name: string, exchange: ProviderExchange): Promise<string | undefined> {
    let after = '';
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const path = place(exchange.target, `/batches?limit=100${after && `&after=${encodeURIComponent(after)}`}`);
      const list = await (await exchange.send({ method: 'GET', path })).json();
      if (!isRecord(list) || !Array.isArray(list.data)) throw unreadable('no list of batches');
      const found = list.data.find(
        (batch) => isRecord(batch) && isRecord(batch.metadata) && batch.metadata[NAME] === name,
      );
      if (found !== undefined) return idOf(found);
      const last: unknown = list.data.at(-1);
      if (list.has_more !== true || !isRecord(last)) return undefined;
      after = idOf(last);
    }
    return undefined;
  }

  async function fetchBatch(id: string, exchange: ProviderExchange): Promise<Readonly<Record<string, unknown>>> {
    const path = place(exchange.target, pathOfBatch(id));
    const batch = await (await exchange.send({ method: 'GET', path })).json();
    if (!isRecord(batch)) throw unreadable('no batch');
    return batch;
  }

  async function* results(id: string, exchange: ProviderExchange): AsyncGenerator<BatchResult> {
    const batch = await fetchBatch(id, exchange);
    for (const file of [batch.output_file_id, batch.error_file_id]) {
      if (typeof file !== 'string' || file === '') continue;
      const path = place(exchange.target, `${pathOfFile(file)}/content`);
      const { body } = await exchange.send({ method: 'GET', path });
      for await (const line of readJsonLines(body, false)) {
        const result = readResult(line);
        if (result !== undefined) yield result;
      }
    }
  }

  async function remove(id: string, exchange: ProviderExchange): Promise<void> {
    // Without the batch nobody knows its files; providers remove them after some weeks.
    const batch = await fetchBatch(id, exchange).catch(() => undefined);
    for (const file of [batch?.input_file_id, batch?.output_file_id, batch?.error_file_id]) {
      if (typeof file !== 'string' || file === '') continue;
      await exchange.sendAnyway({ method: 'DELETE', path: place(exchange.target, pathOfFile(file)) });
    }
  }
}

const pathOfFile = (id: string) => `/files/${encodeURIComponent(id)}`;

const pathOfBatch = (id: string) => `/batches/${encodeURIComponent(id)}`;

function idOf(batch: unknown): string {
  if (!isRecord(batch) || typeof batch.id !== 'string' || batch.id === '') throw unreadable('no batch');
  return batch.id;
}

/** The lines as a file whose size is not known before all of them are read. */
function toFile({ lines, name }: BatchToStart, url: string): FormFile {
  const end = `,"method":"POST","url":${JSON.stringify(url)},"body":`;
  return {
    name: 'file',
    filename: `${name}.jsonl`,
    contentType: 'application/jsonl',
    size: undefined,
    peek: () => Promise.resolve(new Uint8Array(0)),
    open: () =>
      writeLines(lines, ({ body, customId }) => `{"custom_id":${JSON.stringify(customId)}${end}${toOneLine(body)}}\n`),
  };
}

async function waitForFile(uploaded: unknown, path: string, exchange: ProviderExchange): Promise<void> {
  let file = uploaded;
  while (isRecord(file) && NOT_READY.has(file.status)) {
    await exchange.wait(FILE_POLL_MS);
    file = await (await exchange.send({ method: 'GET', path })).json();
  }
  if (isRecord(file) && file.status === 'error') {
    throw new ProviderFailure('provider_rejected_request', {
      detail: 'the provider could not read the uploaded lines',
    });
  }
}

function readProgress({ errors, request_counts: counts, status }: Readonly<Record<string, unknown>>): BatchProgress {
  const known = STATUSES.get(status);
  if (known === undefined) throw unreadable('an unknown status of a batch');
  const { completed, failed } = isRecord(counts) ? counts : {};
  const problem = readProblem(errors);
  return {
    status: known,
    ...(typeof completed === 'number' && typeof failed === 'number' && { completed: completed + failed, failed }),
    ...(problem !== '' && { problem }),
  };
}

/** The first three errors: one line's is often every line's. */
function readProblem(errors: unknown): string {
  const data = isRecord(errors) && Array.isArray(errors.data) ? errors.data : [];
  return data
    .filter(isRecord)
    .slice(0, 3)
    .map(({ code, line, message }) =>
      [typeof line === 'number' ? `line ${line}` : '', code, message]
        .filter((part): part is string => typeof part === 'string' && part !== '')
        .join(': '),
    )
    .join('; ');
}

/** Undefined for what names no line. */
function readResult(line: unknown): BatchResult | undefined {
  if (!isRecord(line) || typeof line.custom_id !== 'string') return undefined;
  const { custom_id: customId, error, response } = line;
  if (isRecord(response) && typeof response.status_code === 'number') {
    return { customId, outcome: 'answered', status: response.status_code, body: response.body };
  }
  const code = isRecord(error) ? error.code : undefined;
  if (code === 'batch_expired') return { customId, outcome: 'expired' };
  if (code === 'batch_cancelled') return { customId, outcome: 'cancelled' };
  return { customId, outcome: 'answered', status: 500, body: { error: isRecord(error) ? error : {} } };
}
