import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { COMPLETION } from '../fixed-answer.js';

/** A provider that runs batches in the reference format. */
export interface FaultyBatches {
  /** Number of starts of a batch, by name. */
  readonly starts: ReadonlyMap<string, number>;
  /** Answers what concerns files and batches; false: it is something else. */
  serve(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<boolean>;
}

interface ProviderBatch {
  readonly id: string;
  readonly object: 'batch';
  readonly metadata: { readonly gateway_batch?: string };
  readonly input_file_id: string;
  readonly startedAt: number;
  output_file_id: string | null;
  status: 'in_progress' | 'completed';
}

interface FileRequest {
  readonly method: string | undefined;
  readonly id: string | undefined;
  readonly below: string | undefined;
  readonly body: Buffer;
}

/** Long enough that a gateway can be killed while it waits for the answer. */
const START_MS = 400;
const RUN_MS = 6_000;
const LINE = /^\{"custom_id":"([^"]+)"/gm;

export function createFaultyBatches(): FaultyBatches {
  const starts = new Map<string, number>();
  const files = new Map<string, readonly string[]>();
  const batches: ProviderBatch[] = [];
  const readBatch = (id: string): ProviderBatch | undefined => {
    const batch = batches.find((each) => each.id === id);
    if (batch?.status === 'in_progress' && performance.now() - batch.startedAt > RUN_MS) {
      batch.status = 'completed';
      batch.output_file_id = `file-out-${batch.id}`;
      files.set(batch.output_file_id, (files.get(batch.input_file_id) ?? []).map(writeResult));
    }
    return batch;
  };
  const serveFile = (response: ServerResponse, { below, body, id, method }: FileRequest): void => {
    if (method === 'POST') {
      const file = `file-${files.size + 1}`;
      files.set(
        file,
        [...body.toString('latin1').matchAll(LINE)].map(([, name = '']) => name),
      );
      answer(response, { id: file, object: 'file', status: 'processed' });
    } else if (below === 'content') {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      response.end((files.get(id ?? '') ?? []).join(''));
    } else answer(response, { id, object: 'file', deleted: true });
  };
  const startBatch = async (response: ServerResponse, body: Buffer): Promise<void> => {
    const { input_file_id, metadata } = JSON.parse(body.toString()) as ProviderBatch;
    const name = metadata.gateway_batch ?? '';
    starts.set(name, (starts.get(name) ?? 0) + 1);
    const batch: ProviderBatch = {
      id: `batch_${batches.length + 1}`,
      object: 'batch',
      metadata,
      input_file_id,
      startedAt: performance.now(),
      output_file_id: null,
      status: 'in_progress',
    };
    batches.unshift(batch);
    await sleep(START_MS);
    answer(response, batch);
  };
  return {
    starts,
    serve: async ({ method, url = '' }, response, body) => {
      const [, kind, id, below] = /^\/v1\/(files|batches)(?:\/([^/?]+))?(?:\/([^/?]+))?/.exec(url) ?? [];
      if (kind === undefined) return false;
      if (kind === 'files') serveFile(response, { method, id, below, body });
      else if (method === 'POST' && id === undefined) await startBatch(response, body);
      else if (id === undefined) answer(response, { object: 'list', data: batches, has_more: false });
      else answer(response, readBatch(id));
      return true;
    },
  };
}

function answer(response: ServerResponse, body: unknown): void {
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body ?? { error: { message: 'not found' } }));
}

function writeResult(customId: string): string {
  const response = { status_code: 200, request_id: 'chaos', body: COMPLETION };
  return `${JSON.stringify({ id: `result-${customId}`, custom_id: customId, response, error: null })}\n`;
}
