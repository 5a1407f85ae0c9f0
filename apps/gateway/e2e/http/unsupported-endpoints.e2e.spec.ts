import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Refusal, readEnvelope, readRefusal } from '../read-refusal.js';
import { HELLO, HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startPair();
}, HOOK_LIMIT_MS);

afterAll(async () => {
  expect(pair.upstream.requests).toEqual([]);
  await pair.stop();
}, HOOK_LIMIT_MS);

const unsupported: Refusal = { status: 404, code: 'unsupported_endpoint', type: 'invalid_request_error' };

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const ROWS: [path: string, alternative: string][] = [
  ['/v1/assistants', 'workspace agents, or chat completions with tools'],
  ['/v1/threads', 'workspace agents, or messages carrying the conversation'],
  ['/v1/conversations', '/v1/responses with the conversation in input'],
  ['/v1/vector_stores', '/v1/kb and /v1/docsets'],
  ['/v1/containers', 'workspace agents'],
  ['/v1/uploads', '/v1/files'],
  ['/v1/evals', '/admin/evals on the workspace service'],
  ['/v1/organization', 'the workspace admin API under /admin'],
];

describe('docs/contract/requests.md#unsupported-endpoints', () => {
  describe.each(ROWS)('%s', (path, alternative) => {
    it.each(METHODS)(
      'every sub-path with %s answers 404 unsupported_endpoint, naming the alternative',
      async (method) => {
        const body = method === 'POST' || method === 'PUT' ? HELLO : undefined;
        const paths = [
          path,
          `${path}/`,
          `${path}/abc_123`,
          `${path}/abc/runs/1/steps`,
          `${path}?limit=2`,
          `${path}/a%2Fb`,
        ];
        for (const each of paths) {
          const answer = await pair.send(each, { method, ...(body && { body }) });
          expect([each, readRefusal(answer)]).toEqual([each, unsupported]);
          expect(readEnvelope(answer).message).toContain(alternative);
          expect(answer.headers['x-request-id']).toBeDefined();
        }
      },
    );
  });

  it.each(['HEAD', 'OPTIONS'])('%s too', async (method) => {
    const statuses = await Promise.all(ROWS.map(async ([path]) => (await pair.send(path, { method })).status));
    expect(statuses).toEqual(ROWS.map(() => 404));
  });

  it.each([
    [
      'multipart',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\na\r\n--x--\r\n',
    ],
    ['no JSON', 'application/json', 'x'],
    ['plain text', 'text/plain', 'x'],
  ])('whatever the body: %s', async (_what, type, body) => {
    for (const [path] of ROWS) {
      const answer = await pair.send(path, { body, headers: { 'content-type': type } });
      expect([path, readRefusal(answer)]).toEqual([path, unsupported]);
    }
  });

  it('a path that only begins alike is not that endpoint', async () => {
    const answer = await pair.send('/v1/threadsafe');
    expect(readRefusal(answer)).toEqual(unsupported);
    expect(readEnvelope(answer).message).not.toContain('workspace agents');
  });

  it.each(['GET', 'DELETE', 'POST'])('/v1/responses/{id} also answers 404 unsupported_endpoint: %s', async (method) => {
    for (const path of ['/v1/responses/resp_1', '/v1/responses/resp_1/cancel', '/v1/responses/resp_1/input_items']) {
      expect([path, readRefusal(await pair.send(path, { method }))]).toEqual([path, unsupported]);
    }
  });
});

describe('docs/contract/requests.md#paths: unknown /v1 paths answer 404 unsupported_endpoint', () => {
  it.each(['/v1', '/v1/', '/v1/nothing', '/v1/chat', '/v1/chat/completions/more', '/v1/chat/completion', '/v1/Models'])(
    '%s',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        expect([method, readRefusal(await pair.send(path, { method }))]).toEqual([method, unsupported]);
      }
    },
  );

  it.each(['/v1/v1', '/v1/v1/', '/v1/v1/models', '/v1/v1/chat/completions'])(
    '%s hints at the base URL',
    async (path) => {
      const answer = await pair.send(path, { method: 'POST', body: HELLO });
      expect(readRefusal(answer)).toEqual(unsupported);
      expect(readEnvelope(answer).message).toMatch(/base URL/);
    },
  );

  it.each(['/v1/%3Cscript%3Ealert(1)%3C/script%3E', '/v1beta/%3Cscript%3Ealert(1)%3C/script%3E:generateContent'])(
    'the message repeats nothing of the path %s',
    async (path) => {
      expect((await pair.send(path)).text).not.toMatch(/<script|%3Cscript|alert/);
    },
  );

  it.each(['/nothing', '/v2/models', '/v1x', '/v1x/models', '/admin/keys'])(
    'outside /v1 an unknown path is 404 too: %s',
    async (path) => {
      const refusal = { status: 404, code: 'not_found', type: 'invalid_request_error' };
      expect(readRefusal(await pair.send(path, { key: null }))).toEqual(refusal);
    },
  );
});

describe('docs/contract/requests.md#paths-of-other-services', () => {
  const NATIVE = { 'anthropic-version': '2023-06-01' };

  it.each([
    ['/v1/skills', NATIVE],
    ['/v1/agents/agent_1', NATIVE],
    ['/v1/nothing', NATIVE],
    ['/v1/files', NATIVE],
    ['/v1/files/file_1', NATIVE],
    ['/v1/files/file_1/content', NATIVE],
    ['/v1/messages/batches', {}],
    ['/v1/messages/batches/msgbatch_1/cancel', {}],
    ['/v1/complete', {}],
    ['/v1/organizations/api_keys', {}],
    ['/v1/memory_stores', {}],
  ])('%s with %j is rejected in the envelope of the native messages format', async (path, headers) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await pair.send(path, { method, headers });
      expect([answer.status, answer.json()]).toMatchObject([
        404,
        {
          type: 'error',
          error: { type: expect.any(String), code: 'unsupported_endpoint', message: expect.any(String) },
          request_id: answer.headers['request-id'],
        },
      ]);
      expect(answer.headers['request-id']).toBe(answer.headers['x-request-id']);
    }
  });

  it.each([
    ['/v1/skills', 404],
    ['/v1/agents', 404],
    ['/v1beta/models/gemini-2.5-pro:generateContent', 404],
    ['/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21', 404],
    ['/v1/models/gemini-2.5-pro:generateContent', 404],
    ['/v1/models/gpt-4o', 405],
    ['/v1/files/file-1', 405],
  ])('POST %s is rejected with %d in the envelope of the reference', async (path, status) => {
    const answer = await pair.send(path, { method: 'POST', body: HELLO });
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.json() as object)).toEqual(['error']);
    expect(readEnvelope(answer).type).toBe('invalid_request_error');
    expect(answer.headers['request-id']).toBeUndefined();
  });

  it('a bad key comes first under /v1, in the same envelope', async () => {
    const answer = await pair.send('/v1/skills', { key: 'ml-none', headers: NATIVE });
    expect([answer.status, answer.json()]).toMatchObject([401, { type: 'error', error: { code: 'invalid_api_key' } }]);
  });
});

describe('docs/contract/requests.md#paths: a known path with the wrong method answers 405 method_not_allowed', () => {
  const wrong: Refusal = { status: 405, code: 'method_not_allowed', type: 'invalid_request_error' };

  it.each([
    ['/v1/chat/completions', ['GET', 'PUT', 'PATCH', 'DELETE'], 'POST'],
    ['/v1/chat/completions/', ['GET'], 'POST'],
    ['/v1/chat/completions?a=b', ['GET'], 'POST'],
    ['/v1/models', ['POST', 'PUT', 'PATCH', 'DELETE'], 'GET, HEAD'],
    ['/v1/models/gpt-4o', ['POST', 'PUT', 'PATCH', 'DELETE'], 'GET, HEAD'],
    ['/v1/models/meta-llama/llama-3.1:free', ['DELETE'], 'GET, HEAD'],
    ['/health', ['POST', 'DELETE'], 'GET, HEAD'],
    ['/metrics', ['POST'], 'GET, HEAD'],
  ])('%s with %j: Allow names the methods it has', async (path, methods, allow) => {
    for (const method of methods) {
      const answer = await pair.send(path, { method });
      expect([method, readRefusal(answer), answer.headers.allow]).toEqual([method, wrong, allow]);
    }
  });

  it('HEAD if there is no GET', async () => {
    const answer = await pair.send('/v1/chat/completions', { method: 'HEAD' });
    expect([answer.status, answer.headers.allow, answer.text]).toEqual([405, 'POST', '']);
  });

  it('whatever the body', async () => {
    const answer = await pair.send('/v1/models', { body: 'x', headers: { 'content-type': 'application/json' } });
    expect(readRefusal(answer)).toEqual(wrong);
  });
});
