// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/http/http-edges.e2e.spec.ts.

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { completion, jsonReply, rawRequest } from '@multilane/testing';
import fc from 'fast-check';
import { readEnvelope } from '../read-refusal.js';
import { HELLO, HOOK_LIMIT_MS, type Pair, SLOW_TEST_LIMIT_MS, startPair } from '../start-pair.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startPair();
  pair.upstream.onRequest(() => jsonReply(completion()));
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

/** A request that may be right or wrong in any place, but is never the gateway's fault. */
async function expectClearAnswer(body: string | Buffer, headers: Record<string, string> = {}): Promise<void> {
  const answer = await pair.send('/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  if (answer.status === 200) return;
  // 502 would mean that the fake provider, which is strict, was sent what a provider rejects as unreadable.
  expect([400, 404, 413, 415]).toContain(answer.status);
  readEnvelope(answer);
}

const FIELDS = [
  'messages',
  'model',
  'stream',
  'stream_options',
  'temperature',
  'top_p',
  'max_tokens',
  'stop',
  'tools',
  'tool_choice',
  'response_format',
  'n',
  'seed',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'parallel_tool_calls',
  'reasoning_effort',
  'functions',
  'function_call',
  'store',
  'metadata',
  '__proto__',
  'constructor',
];

describe('malformed input never fails the gateway', () => {
  it(
    'any JSON value as the body',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.json({ maxDepth: 5 }), (body) => expectClearAnswer(body)),
        { numRuns: 150 },
      );
    },
    SLOW_TEST_LIMIT_MS,
  );

  it(
    'any JSON value in any field',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...FIELDS), fc.jsonValue({ maxDepth: 4 }), (field, value) => {
          const pairs = Object.entries({ ...HELLO, stream: false }).filter(([name]) => name !== field);
          const members = [...pairs, [field, value]].map(
            ([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`,
          );
          return field === 'stream' && value === true ? Promise.resolve() : expectClearAnswer(`{${members.join(',')}}`);
        }),
        { numRuns: 400 },
      );
    },
    SLOW_TEST_LIMIT_MS,
  );

  it(
    'any JSON value in a message',
    async () => {
      const message = fc.record(
        {
          role: fc.oneof(fc.constantFrom('system', 'user', 'assistant', 'tool', 'developer'), fc.jsonValue()),
          content: fc.jsonValue({ maxDepth: 3 }),
          tool_calls: fc.jsonValue({ maxDepth: 3 }),
          tool_call_id: fc.jsonValue(),
        },
        { requiredKeys: ['role'] },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(message, { maxLength: 4 }), (messages) =>
          expectClearAnswer(JSON.stringify({ ...HELLO, messages })),
        ),
        { numRuns: 200 },
      );
    },
    SLOW_TEST_LIMIT_MS,
  );

  it(
    'any bytes as the body, under any encoding',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.uint8Array({ maxLength: 200 }),
          fc.constantFrom(undefined, 'gzip', 'br', 'zstd', 'deflate', 'gzip, br'),
          (bytes, encoding) => expectClearAnswer(Buffer.from(bytes), encoding ? { 'content-encoding': encoding } : {}),
        ),
        { numRuns: 200 },
      );
    },
    SLOW_TEST_LIMIT_MS,
  );

  it(
    'any path and method',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
          fc.webPath().map((path) => path || '/'),
          fc.boolean(),
          async (method, path, underV1) => {
            const answer = await pair.send(underV1 ? `/v1${path}` : path, { method });
            expect(answer.status).toBeLessThan(500);
            expect(answer.headers['x-request-id']).toMatch(/./);
            if (answer.status >= 400 && method !== 'OPTIONS') readEnvelope(answer);
          },
        ),
        { numRuns: 200 },
      );
    },
    SLOW_TEST_LIMIT_MS,
  );

  it(
    'any bytes on the socket',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
          const { text } = await rawRequest(
            pair.gateway.port,
            Buffer.concat([Buffer.from(bytes), Buffer.from('\r\n\r\n')]),
            30,
          );
          expect(text).not.toMatch(/^HTTP\/1\.1 5/);
        }),
        { numRuns: 40 },
      );
    },
    SLOW_TEST_LIMIT_MS,
  );

  it('and the gateway is as ready after it all as before', async () => {
    expect((await pair.send('/readyz', { key: null })).status).toBe(200);
    expect((await pair.chat()).status).toBe(200);
    expect(pair.gateway.stdout()).not.toContain('"level":"error"');
  });
});
