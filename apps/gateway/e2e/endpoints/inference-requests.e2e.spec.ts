import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { completion, jsonReply, rawRequest, TEST_KEYS, waitUntil } from '@multilane/testing';
import { HELLO, HOOK_LIMIT_MS, type Pair, SLOW_TEST_LIMIT_MS, startPair } from '../start-pair.js';

const DRAIN_MS = 10_000;

let pair: Pair;

beforeAll(async () => {
  pair = await startPair(() => ({ server: { drain_delay_ms: 0, drain_ms: DRAIN_MS } }));
}, HOOK_LIMIT_MS);

beforeEach(() => {
  pair.upstream.reset();
  pair.upstream.setDefault(jsonReply(completion()));
});

afterAll(() => pair.stop(), HOOK_LIMIT_MS);

const HELLO_TEXT = JSON.stringify(HELLO);

const chatBytes = (target: string, headers: string, body = HELLO_TEXT) =>
  `POST ${target} HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer ${TEST_KEYS.research}\r\n` +
  `Content-Type: application/json\r\n${headers}\r\n${body}`;

const recordsOf = (id: string) =>
  pair.gateway
    .stdout()
    .split('\n')
    .filter((line) => line.includes(id) && line.includes('"outcome"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the paths that models are asked at', () => {
  it.each([
    '/v1/chat/completions',
    '/v1/chat/completions/',
    '/v1/chat/completions?api-version=1',
    '/v1/chat/completions/?a',
    'http://gateway.example.com/v1/chat/completions',
    'HTTP://gateway.example.com/v1/chat/completions?a=b',
  ])('%s', async (target) => {
    const bytes = chatBytes(target, `Content-Length: ${HELLO_TEXT.length}\r\nConnection: close\r\n`);
    expect((await rawRequest(pair.gateway.port, bytes, 5_000)).text).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each(['/v1/chat/completions//', '/V1/chat/completions', '//v1/chat/completions', '/v1/chat/completions/x'])(
    '%s is 404',
    async (target) => {
      const bytes = chatBytes(target, `Content-Length: ${HELLO_TEXT.length}\r\nConnection: close\r\n`);
      expect((await rawRequest(pair.gateway.port, bytes, 5_000)).text).toMatch(/^HTTP\/1\.1 404 /);
      expect(pair.upstream.requests).toHaveLength(0);
    },
  );
});

describe('a client that leaves before its request is whole', () => {
  it('is recorded once as cancelled, and is no failure of the gateway', async () => {
    const id = 'left-half-way';
    const socket = connect(pair.gateway.port, '127.0.0.1');
    socket.write(chatBytes('/v1/chat/completions', `X-Request-Id: ${id}\r\nContent-Length: 500\r\n`, '{"model"'));
    setTimeout(() => socket.destroy(), 200);
    await waitUntil('the audit record', () => recordsOf(id)[0]);
    expect(recordsOf(id)).toMatchObject([
      { endpoint: 'chat.completions', team: 'research', status: 499, outcome: 'cancelled', error_code: null },
    ]);
    expect(pair.gateway.stdout()).not.toContain('a request failed');
    expect(pair.upstream.requests).toHaveLength(0);
  });
});

describe('a refusal before the pipeline', () => {
  it.each([
    ['a body that is not JSON', '{', 400, 'invalid_json'],
    ['a field that is wrong', '{"model":"gpt-4o","messages":7}', 400, 'invalid_value'],
  ])('%s is recorded under the name of its endpoint', async (_name, body, status, code) => {
    const id = `refused-${code}`;
    await pair.send('/v1/chat/completions', { body, headers: { 'x-request-id': id } });
    await waitUntil('the audit record', () => recordsOf(id)[0]);
    expect(recordsOf(id)).toMatchObject([
      { endpoint: 'chat.completions', status, outcome: 'refused', error_code: code, api_key_name: 'ci' },
    ]);
  });
});

describe('docs/contract/operations.md#shutdown: SIGTERM', () => {
  it(
    'a connection whose client asks again at once does not outlive the drain',
    async () => {
      const socket = connect(pair.gateway.port, '127.0.0.1');
      let answers = 0;
      const request = chatBytes('/v1/chat/completions', `Content-Length: ${HELLO_TEXT.length}\r\n`);
      socket.on('data', (bytes) => {
        if (bytes.toString('latin1').startsWith('HTTP/1.1 200')) answers += 1;
        // The next request follows at once: the connection is never seen idle.
        socket.write(request);
      });
      socket.on('error', () => undefined);
      const closed = new Promise((resolve) => socket.on('close', resolve));
      socket.write(request);
      await waitUntil('answers', () => (answers > 5 ? true : undefined));
      const terminatedAt = Date.now();
      process.kill(pair.gateway.pid, 'SIGTERM');
      await closed;
      expect(await pair.gateway.exited).toEqual({ code: 0, signal: null });
      expect(Date.now() - terminatedAt).toBeLessThan(DRAIN_MS / 2);
    },
    SLOW_TEST_LIMIT_MS,
  );
});
