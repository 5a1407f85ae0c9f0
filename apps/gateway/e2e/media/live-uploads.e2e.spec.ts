// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/media/media-streams.e2e.spec.ts.

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { findClosedPort, gatewayConfig, type RunningGateway, startGateway, TEST_KEYS } from '@multilane/testing';
import { findAuditRecord } from '../endpoints/inference-routes.js';
import { HOOK_LIMIT_MS, SLOW_TEST_LIMIT_MS } from '../start-pair.js';
import { field, fileHead, MB, receive, startWatchedProvider, Upload, type WatchedProvider } from './uploading.js';

const HEAR = '/v1/audio/transcriptions';
const IDLE_MS = 1_500;

let provider: WatchedProvider;
let gateway: RunningGateway;

beforeAll(async () => {
  provider = await startWatchedProvider();
  const openai = { kind: 'openai', api_key: 'sk-test-upstream' };
  gateway = await startGateway({
    config: gatewayConfig({
      upstreamUrl: provider.url,
      server: { drain_delay_ms: 0, drain_ms: 5_000, upload_limit_mb: 64 },
      providers: [
        {
          ...openai,
          name: 'openai',
          base_url: `${provider.url}/v1`,
          timeouts: { idle_ms: IDLE_MS, total_ms: 5_000, first_byte_ms: 2_000 },
        },
        { ...openai, name: 'closed', base_url: `http://127.0.0.1:${await findClosedPort()}/v1` },
        {
          kind: 'openai',
          name: 'several',
          api_keys: ['sk-test-one', 'sk-test-two'],
          base_url: `${provider.url}/v1`,
        },
      ],
      models: [
        { logical_name: 'hear', provider: 'openai', upstream_model: 'whisper-1', type: 'transcription' },
        { logical_name: 'closed', provider: 'closed', upstream_model: 'whisper-1', type: 'transcription' },
        { logical_name: 'several', provider: 'several', upstream_model: 'whisper-1', type: 'transcription' },
        { logical_name: 'draw', provider: 'openai', upstream_model: 'gpt-image-1', type: 'image' },
        {
          logical_name: 'draw-old',
          provider: 'openai',
          upstream_model: 'dall-e-2',
          type: 'image',
          media_prices: { image: 0.02 },
        },
      ],
      virtual_models: [
        { name: 'hear-again', strategy: 'failover', targets: [{ model: 'closed' }, { model: 'hear' }] },
        { name: 'hear-once', strategy: 'failover', targets: [{ model: 'hear' }], retry: { attempts: 3, on: [500] } },
      ],
      teams: [
        { name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research, role: 'member' }] },
        {
          name: 'support',
          allowed_models: ['draw'],
          api_keys: [{ name: 'desk', key: TEST_KEYS.support, role: 'member' }],
        },
      ],
    }),
  });
}, HOOK_LIMIT_MS);

afterAll(async () => {
  await gateway?.stop();
  provider?.close();
}, HOOK_LIMIT_MS);
afterEach(() => provider.reset());

const bytes = (megabytes: number, value = 7) => Buffer.alloc(megabytes * MB, value);

/** An upload that has begun, with more than is held in memory. */
async function begin(model: string, path = HEAR, { before = '', file = 'file' } = {}): Promise<Upload> {
  const upload = new Upload(gateway.baseUrl, path);
  await upload.send(field('model', model) + before + fileHead(file));
  await upload.send(bytes(2));
  return upload;
}

const auditOf = (requestId: string) => findAuditRecord({ gateway }, requestId);

describe('an upload whose fields come before its file', () => {
  it('is at the provider before the client has sent the rest, with the name of the model there', async () => {
    const upload = await begin('hear', HEAR, { before: field('language', 'de') });
    const seen = await provider.waitFor('two megabytes', ({ bytes: received }) => received > 2 * MB);
    expect(seen.text).toContain('name="model"\r\n\r\nwhisper-1\r\n');
    expect(seen.incoming.headers['transfer-encoding']).toBe('chunked');
    await upload.send(bytes(3, 8));
    upload.end();
    expect(await upload.answer).toMatchObject({ status: 200, body: { text: 'Hi' } });
    expect(seen.isComplete).toBe(true);
    expect(seen.bytes).toBeGreaterThan(5 * MB);
    expect(await auditOf((await upload.answer).requestId)).toMatchObject({ outcome: 'success', attempts: 1 });
  });

  it('is one of files too, whose model is named in the query', async () => {
    const upload = new Upload(gateway.baseUrl, '/v1/files?model=hear');
    await upload.send(field('purpose', 'batch') + fileHead('file'));
    await upload.send(bytes(2));
    await provider.waitFor('two megabytes', ({ bytes: received }) => received > 2 * MB);
    upload.end();
    expect(await upload.answer).toMatchObject({ status: 200, body: { id: 'file-1' } });
  });

  it('of several files keeps them apart, and the fields between them', async () => {
    const upload = await begin('draw', '/v1/images/edits', { before: field('prompt', 'a hat'), file: 'image[]' });
    await provider.waitFor('the first file', ({ bytes: received }) => received > 2 * MB);
    await upload.send(`\r\n${field('n', '2')}${fileHead('image[]')}small\r\n${fileHead('mask')}`);
    await upload.send(bytes(1, 9));
    upload.end();
    expect((await upload.answer).status).toBe(200);
    const { text } = provider.uploads[0] ?? { text: '' };
    const boundary = /^--([^\r]+)/.exec(text)?.[1] ?? '';
    expect(text.split(`--${boundary}`).map((part) => /name="([^"]+)"/.exec(part)?.[1])).toEqual([
      undefined,
      'model',
      'prompt',
      'image[]',
    ]);
    expect(provider.uploads).toHaveLength(1);
    expect(provider.uploads[0]?.bytes).toBeGreaterThan(3 * MB + 5);
  });

  it('is not sent anywhere before the caller may use the model', async () => {
    const upload = new Upload(gateway.baseUrl, HEAR, { key: TEST_KEYS.support });
    await upload.send(field('model', 'hear') + fileHead('file'));
    await upload.send(bytes(2));
    expect(await upload.answer).toMatchObject({ status: 403, body: { error: { code: 'model_not_allowed' } } });
    expect(provider.uploads).toHaveLength(0);
    upload.leave();
  });

  it('takes as long as its client does, and the provider then has its whole time to answer', async () => {
    provider.onUpload = (seen) => {
      seen.incoming.on('data', (piece: Buffer) => {
        seen.bytes += piece.length;
      });
      const answer = () => seen.response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"Hi"}');
      seen.incoming.on('end', () => setTimeout(answer, 2_500));
    };
    const upload = await begin('hear');
    // Longer than the provider may be silent, and with its answer longer than it has for that.
    await new Promise((resume) => setTimeout(resume, IDLE_MS * 2));
    upload.end();
    expect((await upload.answer).status).toBe(200);
  }, 20_000);
});

describe('an upload with a field behind its file', () => {
  it('is sent on with it, and counted by it', async () => {
    const upload = await begin('draw-old', '/v1/images/edits', { before: field('prompt', 'a hat'), file: 'image' });
    await provider.waitFor('the file', ({ bytes: received }) => received > 2 * MB);
    upload.end(`\r\n${field('n', '3')}--B--\r\n`);
    const { requestId, status } = await upload.answer;
    expect(status).toBe(200);
    expect(await auditOf(requestId)).toMatchObject({ cost_usd: 0.06 });
  });

  const LATE: [string, string, string, string][] = [
    ['a second model', HEAR, field('model', 'draw'), 'model'],
    ['a second model in disguise', HEAR, field('mo\\del', 'draw'), 'model'],
    ['a value that is not allowed', HEAR, field('response_format', 'pdf'), 'response_format'],
    ['a second value', HEAR, field('language', 'de') + field('language', 'fr'), 'language'],
    ['a file that others may have', '/v1/images/edits', field('images[0][file_id]', 'file-9'), 'images[0][file_id]'],
    ['an answer that cannot be given', '/v1/images/edits', field('response_format', 'url'), 'response_format'],
    ['a second file of one', '/v1/files?model=hear', `${fileHead('other')}x\r\n`, 'file'],
  ];

  it.each(LATE)('that is %s is rejected, and the provider never sees its end', async (_what, path, late, param) => {
    const isImage = path.includes('images');
    const before = isImage ? field('prompt', 'a hat') : '';
    const upload = path.includes('files')
      ? new Upload(gateway.baseUrl, path)
      : await begin(isImage ? 'draw' : 'hear', path, { before, file: isImage ? 'image' : 'file' });
    if (path.includes('files')) {
      await upload.send(field('purpose', 'batch') + fileHead('file'));
      await upload.send(bytes(2));
    }
    const seen = await provider.waitFor('the file', ({ bytes: received }) => received > 2 * MB);
    upload.end(`\r\n${late}--B--\r\n`);
    const answer = await upload.answer;
    expect(answer).toMatchObject({ body: { error: { param } } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    await provider.waitFor('the cut', ({ isCut }) => isCut);
    expect(seen.isComplete).toBe(false);
    expect(await auditOf(answer.requestId)).toMatchObject({ outcome: 'refused' });
  });

  it('without which nothing can be sent is read to its end first', async () => {
    const upload = await begin('draw', '/v1/images/edits', { file: 'image' });
    await upload.send(bytes(1));
    expect(provider.uploads).toHaveLength(0);
    upload.end(`\r\n${field('prompt', 'a hat')}--B--\r\n`);
    expect((await upload.answer).status).toBe(200);
    expect(provider.uploads[0]?.incoming.headers['content-length']).toBeDefined();
  });
});

describe('an upload that breaks', () => {
  it('because its client leaves ends at the provider', async () => {
    const upload = await begin('hear');
    const seen = await provider.waitFor('two megabytes', ({ bytes: received }) => received > 2 * MB);
    upload.leave();
    await provider.waitFor('the cut', ({ isCut }) => isCut);
    expect(seen.isComplete).toBe(false);
  });

  it('because the form has no end is rejected, and the provider never sees an end', async () => {
    const upload = await begin('hear');
    await provider.waitFor('two megabytes', ({ bytes: received }) => received > 2 * MB);
    upload.end('');
    expect(await upload.answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_value' } } });
    await provider.waitFor('the cut', ({ isCut }) => isCut);
  });

  it(
    'because it is larger than the limit is rejected, and the provider never sees an end',
    async () => {
      const upload = await begin('hear');
      for (let count = 0; count < 80; count += 1) if (!(await upload.send(bytes(1)))) break;
      expect(await upload.answer).toMatchObject({ status: 413 });
      await provider.waitFor('the cut', ({ isCut }) => isCut);
      upload.leave();
    },
    SLOW_TEST_LIMIT_MS,
  );

  it('because the provider cuts it is 502, and not sent again', async () => {
    provider.onUpload = ({ incoming }) => {
      incoming.once('data', () => incoming.socket.resetAndDestroy());
    };
    const upload = await begin('hear-once');
    const answer = await upload.answer;
    expect(answer).toMatchObject({ status: 502, body: { error: { code: 'provider_error' } } });
    expect(provider.uploads).toHaveLength(1);
    expect(await auditOf(answer.requestId)).toMatchObject({ outcome: 'failed', attempts: 1 });
    upload.leave();
  });

  it('because the provider fails while it arrives is not sent again', async () => {
    provider.onUpload = ({ incoming, response }) => {
      incoming.resume();
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}');
    };
    const upload = await begin('hear-once');
    expect(await upload.answer).toMatchObject({ status: 502 });
    expect(provider.uploads).toHaveLength(1);
    upload.leave();
  });

  it('because the provider rejects its credential is not sent with another one', async () => {
    provider.onUpload = ({ incoming, response }) => {
      incoming.once('data', () => {
        incoming.resume();
        response.writeHead(429, { 'content-type': 'application/json' }).end('{"error":{"message":"slow down"}}');
      });
    };
    const upload = await begin('several');
    expect(await upload.answer).toMatchObject({ body: { error: { code: 'provider_rate_limited' } } });
    expect(provider.uploads).toHaveLength(1);
    upload.leave();
  });

  it('for a provider that reads nothing holds its client back, and ends after the time for silence', async () => {
    provider.onUpload = ({ incoming }) => void incoming.pause();
    const upload = await begin('hear');
    let sent = 2;
    while (sent < 60 && (await upload.send(bytes(2)))) sent += 2;
    // The buffers of five sockets hold that much.
    expect(sent).toBeLessThan(40);
    expect(await upload.answer).toMatchObject({ status: 504, body: { error: { code: 'provider_timeout' } } });
    upload.leave();
  }, 30_000);

  it('is sent again to another provider of several, for it was read to its end', async () => {
    const upload = await begin('hear-again');
    upload.end();
    expect((await upload.answer).status).toBe(200);
    expect(provider.uploads[0]?.bytes).toBeGreaterThan(2 * MB);
  });

  it('before a byte of it has left is the failure of the connection', async () => {
    const upload = await begin('closed');
    expect(await upload.answer).toMatchObject({ status: 502, body: { error: { code: 'provider_error' } } });
    upload.leave();
  });
});

describe('an answer that comes before the upload has ended', () => {
  it('reaches the client', async () => {
    provider.onUpload = (seen) => {
      receive(seen);
      seen.response.writeHead(400, { 'content-type': 'application/json' });
      seen.response.end('{"error":{"message":"bad","type":"invalid_request_error","param":"file","code":null}}');
    };
    const upload = await begin('hear');
    expect(await upload.answer).toMatchObject({ status: 400, body: { error: { param: 'file' } } });
    upload.leave();
  });
});
