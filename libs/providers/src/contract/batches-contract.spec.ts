import { describe, expect, it, test } from '@jest/globals';
import type { ProviderKind } from '@multilane/contracts';
import type { BatchCodec, BatchEndpoint, BatchProgress, BatchResult } from '../batch.js';
import { getAdapter } from '../registry.js';
import { FakeExchange, type FakeReply } from './exchange.tools.spec.js';

const KINDS = ['openai', 'azure-openai', 'anthropic', 'gemini'] as const;
type Kind = (typeof KINDS)[number];

function codecOf(kind: ProviderKind): BatchCodec {
  const codec = getAdapter(kind)?.batches;
  if (!codec) throw new Error(`${kind} has no batches`);
  return codec;
}

async function* linesOf(bodies: readonly string[]) {
  for (const [index, body] of bodies.entries()) yield { customId: `line-${index + 1}`, body };
}

async function start(kind: Kind, bodies: readonly string[], replies: FakeReply[], endpoint: BatchEndpoint = 'chat') {
  const exchange = new FakeExchange(kind, 'model', replies);
  const bodyBytes = bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0);
  const batch = { name: 'batch-1', endpoint, lineCount: bodies.length, bodyBytes, lines: linesOf(bodies) };
  const started = codecOf(kind).start(batch, exchange);
  return { exchange, started };
}

const pathsOf = ({ calls }: FakeExchange) => calls.map(({ method, path }) => `${method} ${path}`);

async function readAll(kind: Kind, replies: FakeReply[]) {
  const exchange = new FakeExchange(kind, 'model', replies);
  const found: BatchResult[] = [];
  for await (const result of codecOf(kind).results(ID[kind], exchange)) found.push(result);
  return { exchange, found };
}

const ID: Record<Kind, string> = {
  openai: 'batch_1',
  'azure-openai': 'batch_1',
  anthropic: 'msgbatch_1',
  gemini: 'batches/b1',
};
const BODIES = ['{"a":1}', '{"b":"\\n"}'];
const STARTED: FakeReply = {
  headers: { 'x-goog-upload-url': 'https://x.test/upload/v1beta/files?upload_id=u1' },
  body: '',
};
const jsonl = (...lines: unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

describe.each(['openai', 'azure-openai'] as const)('batches of %s', (kind) => {
  const at = (path: string) =>
    kind === 'openai' ? path : `/openai${path}${path.includes('?') ? '&' : '?'}api-version=2024-10-21`;
  const url = kind === 'openai' ? '/v1/chat/completions' : '/chat/completions';

  it('are uploaded as lines, and started with the name that finds them again', async () => {
    const { exchange, started } = await start(
      kind,
      [...BODIES, '{\n"c": 1\r\n}'],
      [{ body: { id: 'file-1', status: 'processed' } }, { body: { id: 'batch_1' } }],
    );
    expect(await started).toBe('batch_1');
    expect(pathsOf(exchange)).toEqual([`POST ${at('/files')}`, `POST ${at('/batches')}`]);
    const form = exchange.calls[0]?.body.toString() ?? '';
    expect(form).toContain('name="purpose"\r\n\r\nbatch\r\n');
    expect(form).toContain('name="file"; filename="batch-1.jsonl"\r\nContent-Type: application/jsonl\r\n\r\n');
    const lines = (form.split('jsonl\r\n\r\n')[1] ?? '').split('\r\n--')[0] ?? '';
    expect(lines.split('\n').map((line) => (line === '' ? undefined : JSON.parse(line)))).toEqual([
      { custom_id: 'line-1', method: 'POST', url, body: { a: 1 } },
      { custom_id: 'line-2', method: 'POST', url, body: { b: '\n' } },
      { custom_id: 'line-3', method: 'POST', url, body: { c: 1 } },
      undefined,
    ]);
    expect(JSON.parse(exchange.calls[1]?.body.toString() ?? '')).toEqual({
      input_file_id: 'file-1',
      endpoint: url,
      completion_window: '24h',
      metadata: { gateway_batch: 'batch-1' },
    });
  });

  it('wait for a file that is not ready yet', async () => {
    const { exchange, started } = await start(kind, BODIES, [
      { body: { id: 'file-1', status: 'pending' } },
      { body: { id: 'file-1', status: 'running' } },
      { body: { id: 'file-1', status: 'processed' } },
      { body: { id: 'batch_1' } },
    ]);
    expect(await started).toBe('batch_1');
    expect(exchange.waits).toEqual([1_000, 1_000]);
    expect(pathsOf(exchange)[1]).toBe(`GET ${at('/files/file-1')}`);
  });

  test.each<[string, FakeReply[], string]>([
    [
      'a file that the provider cannot read',
      [{ body: { id: 'file-1', status: 'error' } }],
      'provider_rejected_request',
    ],
    ['a batch that it refuses', [{ body: { id: 'file-1' } }, { status: 400, body: {} }], 'provider_rejected_request'],
    ['an answer without an id', [{ body: { id: 'file-1' } }, { body: {} }], 'provider_error'],
  ])('leave nothing behind after %s', async (_title, replies, code) => {
    const { exchange, started } = await start(kind, BODIES, replies);
    await expect(started).rejects.toMatchObject({ code });
    expect(exchange.cleanups).toMatchObject([{ method: 'DELETE', path: at('/files/file-1') }]);
  });

  it('are found by their name over pages', async () => {
    const exchange = new FakeExchange(kind, 'model', [
      {
        body: {
          data: [
            { id: 'b1', metadata: null },
            { id: 'b2', metadata: { gateway_batch: 'x' } },
          ],
          has_more: true,
        },
      },
      { body: { data: [{ id: 'b3', metadata: { gateway_batch: 'batch-1' } }], has_more: true } },
    ]);
    expect(await codecOf(kind).find?.('batch-1', exchange)).toBe('b3');
    expect(pathsOf(exchange)).toEqual([`GET ${at('/batches?limit=100')}`, `GET ${at('/batches?limit=100&after=b2')}`]);
    const empty = new FakeExchange(kind, 'model', [{ body: { data: [], has_more: false } }]);
    expect(await codecOf(kind).find?.('batch-1', empty)).toBeUndefined();
  });

  test.each<[string, object, BatchProgress]>([
    [
      'validating',
      { request_counts: { total: 0, completed: 0, failed: 0 } },
      { status: 'running', completed: 0, failed: 0 },
    ],
    [
      'in_progress',
      { request_counts: { total: 9, completed: 3, failed: 2 } },
      { status: 'running', completed: 5, failed: 2 },
    ],
    ['finalizing', {}, { status: 'running' }],
    ['cancelling', { request_counts: null }, { status: 'running' }],
    ['completed', {}, { status: 'ended' }],
    ['expired', {}, { status: 'ended' }],
    ['cancelled', {}, { status: 'ended' }],
    [
      'failed',
      {
        errors: {
          object: 'list',
          data: [
            { code: 'c', line: 3, message: 'm' },
            { message: 'n', line: null },
          ],
        },
      },
      { status: 'failed', problem: 'line 3: c: m; n' },
    ],
  ])('that are %s are read', async (status, members, progress) => {
    const exchange = new FakeExchange(kind, 'model', [{ body: { id: 'batch_1', status, ...members } }]);
    expect(await codecOf(kind).read('batch_1', exchange)).toEqual(progress);
    expect(pathsOf(exchange)).toEqual([`GET ${at('/batches/batch_1')}`]);
  });

  it('have results in two files', async () => {
    const { exchange, found } = await readAll(kind, [
      { body: { id: 'batch_1', status: 'completed', output_file_id: 'file-o', error_file_id: 'file-e' } },
      {
        body: jsonl({
          id: 'r',
          custom_id: 'line-2',
          response: { status_code: 200, request_id: 'q', body: { id: 'x' } },
          error: null,
        }),
      },
      {
        body: jsonl(
          { custom_id: 'line-1', response: { status_code: 400, body: { error: { message: 'no' } } }, error: null },
          { custom_id: 'line-3', response: null, error: { code: 'batch_expired', message: 'late' } },
          { custom_id: 'line-4', response: null, error: { code: 'batch_cancelled', message: 'gone' } },
          { custom_id: 'line-5', response: null, error: { code: 'other', message: 'odd' } },
          { response: null },
        ),
      },
    ]);
    expect(found).toEqual([
      { customId: 'line-2', outcome: 'answered', status: 200, body: { id: 'x' } },
      { customId: 'line-1', outcome: 'answered', status: 400, body: { error: { message: 'no' } } },
      { customId: 'line-3', outcome: 'expired' },
      { customId: 'line-4', outcome: 'cancelled' },
      { customId: 'line-5', outcome: 'answered', status: 500, body: { error: { code: 'other', message: 'odd' } } },
    ]);
    expect(pathsOf(exchange).slice(1)).toEqual([
      `GET ${at('/files/file-o/content')}`,
      `GET ${at('/files/file-e/content')}`,
    ]);
  });

  it('that were cancelled before anything ran have no results', async () => {
    const { found } = await readAll(kind, [{ body: { status: 'cancelled', output_file_id: null } }]);
    expect(found).toEqual([]);
  });

  it('are removed with their files', async () => {
    const exchange = new FakeExchange(kind, 'model', [
      { body: { input_file_id: 'i', output_file_id: 'o', error_file_id: null } },
    ]);
    await codecOf(kind).remove?.('batch_1', exchange);
    expect(exchange.cleanups.map(({ path }) => path)).toEqual([at('/files/i'), at('/files/o')]);
  });
});

describe('batches of OpenAI', () => {
  test.each<[BatchEndpoint, string]>([
    ['completions', '/v1/completions'],
    ['embeddings', '/v1/embeddings'],
    ['moderations', '/v1/moderations'],
  ])('for %s name the endpoint', async (endpoint, url) => {
    const { exchange, started } = await start(
      'openai',
      BODIES,
      [{ body: { id: 'f' } }, { body: { id: 'b' } }],
      endpoint,
    );
    await started;
    expect(JSON.parse(exchange.calls[1]?.body.toString() ?? '')).toMatchObject({ endpoint: url });
  });
});

describe('batches of Anthropic', () => {
  it('are sent in one request', async () => {
    const { exchange, started } = await start('anthropic', BODIES, [{ body: { id: 'msgbatch_1' } }]);
    expect(await started).toBe('msgbatch_1');
    expect(pathsOf(exchange)).toEqual(['POST /v1/messages/batches']);
    expect(JSON.parse(exchange.calls[0]?.body.toString() ?? '')).toEqual({
      requests: [
        { custom_id: 'line-1', params: { a: 1 } },
        { custom_id: 'line-2', params: { b: '\n' } },
      ],
    });
  });

  test.each<[object, BatchProgress]>([
    [{ processing_status: 'in_progress' }, { status: 'running' }],
    [
      {
        processing_status: 'canceling',
        request_counts: { processing: 4, succeeded: 1, errored: 2, canceled: 3, expired: 4 },
      },
      { status: 'running', completed: 10, failed: 9 },
    ],
    [
      { processing_status: 'ended', request_counts: { succeeded: 2 } },
      { status: 'ended', completed: 2, failed: 0 },
    ],
  ])('in the state %j are read', async (batch, progress) => {
    const exchange = new FakeExchange('anthropic', 'model', [{ body: batch }]);
    expect(await codecOf('anthropic').read('msgbatch_1', exchange)).toEqual(progress);
    expect(pathsOf(exchange)).toEqual(['GET /v1/messages/batches/msgbatch_1']);
  });

  it('have results of each kind', async () => {
    const { exchange, found } = await readAll('anthropic', [
      {
        body: jsonl(
          { custom_id: 'line-2', result: { type: 'succeeded', message: { id: 'msg_1' } } },
          {
            custom_id: 'line-1',
            result: { type: 'errored', error: { type: 'error', error: { type: 'overloaded_error', message: 'busy' } } },
          },
          { custom_id: 'line-3', result: { type: 'errored', error: { type: 'invalid_request_error', message: 'no' } } },
          { custom_id: 'line-4', result: { type: 'canceled' } },
          { custom_id: 'line-5', result: { type: 'expired' } },
          { custom_id: 'line-6', result: { type: 'errored', error: { type: 'new_error' } } },
          { result: { type: 'expired' } },
        ),
      },
    ]);
    expect(pathsOf(exchange)).toEqual(['GET /v1/messages/batches/msgbatch_1/results']);
    expect(found).toEqual([
      { customId: 'line-2', outcome: 'answered', status: 200, body: { id: 'msg_1' } },
      {
        ...{ customId: 'line-1', outcome: 'answered', status: 529 },
        body: { type: 'error', error: { type: 'overloaded_error', message: 'busy' } },
      },
      {
        ...{ customId: 'line-3', outcome: 'answered', status: 400 },
        body: { type: 'error', error: { type: 'invalid_request_error', message: 'no' } },
      },
      { customId: 'line-4', outcome: 'cancelled' },
      { customId: 'line-5', outcome: 'expired' },
      { customId: 'line-6', outcome: 'answered', status: 500, body: { type: 'error', error: { type: 'new_error' } } },
    ]);
  });
});

describe('batches of Gemini', () => {
  it('that are small go in the request', async () => {
    const { exchange, started } = await start('gemini', BODIES, [{ body: { name: 'batches/b1' } }]);
    expect(await started).toBe('batches/b1');
    expect(pathsOf(exchange)).toEqual(['POST /v1beta/models/model:batchGenerateContent']);
    expect(JSON.parse(exchange.calls[0]?.body.toString() ?? '')).toEqual({
      batch: {
        display_name: 'batch-1',
        input_config: {
          requests: {
            requests: [
              { request: { a: 1 }, metadata: { key: 'line-1' } },
              { request: { b: '\n' }, metadata: { key: 'line-2' } },
            ],
          },
        },
      },
    });
  });

  const MANY = Array.from({ length: 21 }, (_each, index) => `{"n":\n${index}}`);

  test.each([
    ['of many lines', MANY],
    ['of many bytes', [`{"t":"${'x'.repeat(1_000_000)}"}`]],
  ])('%s are uploaded', async (_title, bodies) => {
    const { exchange, started } = await start('gemini', bodies, [
      STARTED,
      { body: { file: { name: 'files/f1' } } },
      { body: { name: 'batches/b1' } },
    ]);
    expect(await started).toBe('batches/b1');
    const lines = exchange.calls[1]?.body.toString().trimEnd().split('\n') ?? [];
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      bodies.map((body, index) => ({ key: `line-${index + 1}`, request: JSON.parse(body) })),
    );
    expect(JSON.parse(exchange.calls[2]?.body.toString() ?? '')).toEqual({
      batch: { display_name: 'batch-1', input_config: { file_name: 'files/f1' } },
    });
  });

  it('that cannot be started leave no file behind', async () => {
    const { exchange, started } = await start('gemini', MANY, [
      STARTED,
      { body: { file: { name: 'files/f1' } } },
      { status: 429, body: {} },
    ]);
    await expect(started).rejects.toMatchObject({ code: 'provider_rate_limited' });
    expect(exchange.cleanups).toMatchObject([{ method: 'DELETE', path: '/v1beta/files/f1' }]);
  });

  it('are found by their name over pages', async () => {
    const named = (name: string, displayName: string) => ({ name, metadata: { displayName } });
    const exchange = new FakeExchange('gemini', 'model', [
      { body: { operations: [named('batches/b0', 'x')], nextPageToken: 't' } },
      { body: { operations: [named('batches/b1', 'batch-1')] } },
    ]);
    expect(await codecOf('gemini').find?.('batch-1', exchange)).toBe('batches/b1');
    expect(pathsOf(exchange)[1]).toBe('GET /v1beta/batches?pageSize=100&pageToken=t');
    expect(await codecOf('gemini').find?.('b', new FakeExchange('gemini', 'm', [{ body: {} }]))).toBeUndefined();
  });

  test.each<[object, BatchProgress]>([
    [{ metadata: { state: 'BATCH_STATE_PENDING' } }, { status: 'running' }],
    [
      { metadata: { state: 'BATCH_STATE_RUNNING', batchStats: { requestCount: '4', pendingRequestCount: '4' } } },
      { status: 'running', completed: 0, failed: 0 },
    ],
    [
      {
        done: true,
        metadata: {
          state: 'BATCH_STATE_SUCCEEDED',
          batchStats: { requestCount: '4', successfulRequestCount: '3', failedRequestCount: '1' },
        },
      },
      { status: 'ended', completed: 4, failed: 1 },
    ],
    [{ metadata: { state: 'JOB_STATE_CANCELLED' } }, { status: 'ended' }],
    [{ metadata: { state: 'BATCH_STATE_EXPIRED' } }, { status: 'ended' }],
    [
      { metadata: { state: 'BATCH_STATE_FAILED' }, error: { code: 3, message: 'bad file' } },
      { status: 'failed', problem: 'bad file' },
    ],
  ])('in the state %j are read', async (operation, progress) => {
    const exchange = new FakeExchange('gemini', 'model', [{ body: { name: 'batches/b1', ...operation } }]);
    expect(await codecOf('gemini').read('batches/b1', exchange)).toEqual(progress);
    expect(pathsOf(exchange)).toEqual(['GET /v1beta/batches/b1']);
  });

  const RESULTS = [
    { response: { candidates: [] }, metadata: { key: 'line-1' }, key: 'line-1' },
    { error: { code: 8, message: 'full' }, metadata: { key: 'line-2' }, key: 'line-2' },
    { error: { code: 400, message: 'no' }, metadata: { key: 'line-3' }, key: 'line-3' },
    { error: { code: 1 }, metadata: { key: 'line-4' }, key: 'line-4' },
    { metadata: { key: 'line-5' }, key: 'line-5' },
    { response: {} },
  ];
  const FOUND: BatchResult[] = [
    { customId: 'line-1', outcome: 'answered', status: 200, body: { candidates: [] } },
    { customId: 'line-2', outcome: 'answered', status: 429, body: { error: { code: 429, message: 'full' } } },
    { customId: 'line-3', outcome: 'answered', status: 400, body: { error: { code: 400, message: 'no' } } },
    { customId: 'line-4', outcome: 'cancelled' },
    { customId: 'line-5', outcome: 'answered', status: 500, body: { error: { code: 500 } } },
  ];

  test.each([
    ['the metadata', { metadata: { output: { inlinedResponses: { inlinedResponses: RESULTS } } } }],
    ['the response', { response: { inlinedResponses: { inlinedResponses: RESULTS } } }],
  ])('have results in %s', async (_title, operation) => {
    expect((await readAll('gemini', [{ body: operation }])).found).toEqual(FOUND);
  });

  it('have results in a file', async () => {
    const { exchange, found } = await readAll('gemini', [
      { body: { response: { responsesFile: 'files/batch-b1' } } },
      { body: jsonl(...RESULTS) },
    ]);
    expect(found).toEqual(FOUND);
    expect(pathsOf(exchange)[1]).toBe('GET /download/v1beta/files/batch-b1:download?alt=media');
  });

  it('that have expired have no results', async () => {
    expect((await readAll('gemini', [{ body: { metadata: { state: 'BATCH_STATE_EXPIRED' } } }])).found).toEqual([]);
  });

  it('are removed with their files', async () => {
    const exchange = new FakeExchange('gemini', 'model', [
      { body: { metadata: { inputConfig: { fileName: 'files/f1' }, output: { responsesFile: 'files/batch-b1' } } } },
    ]);
    await codecOf('gemini').remove?.('batches/b1', exchange);
    expect(exchange.cleanups.map(({ path }) => path)).toEqual([
      '/v1beta/files/f1',
      '/v1beta/files/batch-b1',
      '/v1beta/batches/b1',
    ]);
  });
});

const ENDED: Record<Kind, object> = {
  openai: { status: 'completed' },
  'azure-openai': { status: 'cancelled' },
  anthropic: { processing_status: 'ended' },
  gemini: { metadata: { state: 'BATCH_STATE_SUCCEEDED' } },
};
const RUNNING: Record<Kind, object> = {
  openai: { status: 'in_progress' },
  'azure-openai': { status: 'in_progress' },
  anthropic: { processing_status: 'in_progress' },
  gemini: { metadata: { state: 'BATCH_STATE_RUNNING' } },
};
const CANCEL: Record<Kind, string> = {
  openai: 'POST /batches/batch_1/cancel',
  'azure-openai': 'POST /openai/batches/batch_1/cancel?api-version=2024-10-21',
  anthropic: 'POST /v1/messages/batches/msgbatch_1/cancel',
  gemini: 'POST /v1beta/batches/b1:cancel',
};
const REFUSED: FakeReply = { status: 400, body: { error: { message: 'it has ended' } } };

describe.each(KINDS)('batches of %s', (kind) => {
  it('are cancelled', async () => {
    const exchange = new FakeExchange(kind, 'model', [{ body: RUNNING[kind] }]);
    await codecOf(kind).cancel(ID[kind], exchange);
    expect(pathsOf(exchange)).toEqual([CANCEL[kind]]);
  });

  it('that have ended are not cancelled, and nothing fails', async () => {
    const exchange = new FakeExchange(kind, 'model', [REFUSED, { body: ENDED[kind] }]);
    await expect(codecOf(kind).cancel(ID[kind], exchange)).resolves.toBeUndefined();
  });

  test.each<[string, FakeReply[]]>([
    ['refuses although they run', [REFUSED, { body: RUNNING[kind] }]],
    ['cannot be reached', [{ status: 503, body: {} }]],
  ])('fail to be cancelled if the provider %s', async (_title, replies) => {
    const exchange = new FakeExchange(kind, 'model', replies);
    await expect(codecOf(kind).cancel(ID[kind], exchange)).rejects.toMatchObject({ name: 'ProviderFailure' });
  });

  test.each([{}, { status: 'new', metadata: { state: 'NEW' } }, []])('that cannot be read fail: %j', async (body) => {
    const exchange = new FakeExchange(kind, 'model', [{ body }]);
    await expect(codecOf(kind).read(ID[kind], exchange)).rejects.toMatchObject({ code: 'provider_error' });
  });

  it('that cannot be removed do not fail', async () => {
    const exchange = new FakeExchange(kind, 'model', [{ status: 500, body: {} }]);
    await expect(codecOf(kind).remove?.(ID[kind], exchange)).resolves.toBeUndefined();
  });

  it('take only endpoints that the adapter has', () => {
    const adapter = getAdapter(kind);
    for (const endpoint of codecOf(kind).endpoints) expect(adapter?.endpoints[endpoint]).toBeDefined();
  });

  it('read the lines at the pace at which they are sent', async () => {
    let read = 0;
    async function* lines() {
      for (; read < 1_000; read += 1) yield { customId: `line-${read}`, body: `{"t":"${'x'.repeat(10_000)}"}` };
    }
    const exchange = new FakeExchange(kind, 'model', [STARTED]);
    exchange.send = async (call) => {
      const { body } = call;
      if (typeof body !== 'object' || body instanceof Uint8Array) {
        return {
          status: 200,
          headers: STARTED.headers ?? {},
          body: none(),
          bytes: async () => Buffer.alloc(0),
          json: async () => ({}),
        };
      }
      for await (const _piece of body) if (read > 0) break;
      throw new Error('stop');
    };
    const batch = { name: 'b', endpoint: 'chat' as const, lineCount: 1_000, bodyBytes: 10_010_000, lines: lines() };
    await expect(codecOf(kind).start(batch, exchange)).rejects.toThrow('stop');
    expect(read).toBeLessThan(20);
  });
});

async function* none(): AsyncGenerator<Uint8Array> {}
