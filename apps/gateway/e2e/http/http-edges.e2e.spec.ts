import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  completionEvents,
  jsonReply,
  rawRequest,
  serverError,
  streamReply,
  TEST_KEYS,
} from '@multilane/testing';
import { readEnvelope } from '../read-refusal.js';
import { type GatewayCall, HELLO, HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

const BODY_LIMIT_BYTES = 1024 * 1024;

const ORIGIN = 'https://app.example.com';

let pair: Pair;

beforeAll(async () => {
  pair = await startPair(() => ({
    server: { request_body_limit_mb: 1, cors: { origins: [ORIGIN] }, drain_delay_ms: 0, drain_ms: 2_000 },
  }));
}, HOOK_LIMIT_MS);

beforeEach(() => {
  pair.upstream.reset();
  pair.upstream.setDefault(jsonReply(completion()));
});

afterAll(() => pair.stop(), HOOK_LIMIT_MS);

const JSON_TYPE = { 'content-type': 'application/json' };

const HELLO_TEXT = JSON.stringify(HELLO);

const CHAT = '/v1/chat/completions';

/** A chat request of raw bytes; `Connection: close` ends the answer. */
const rawChat = (headers: string, body: string) =>
  `POST ${CHAT} HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer ${TEST_KEYS.research}\r\n` +
  `Content-Type: application/json\r\n${headers}\r\n${body}`;

describe('docs/contract/requests.md#request-ids: X-Request-Id is returned on every response, generated when absent', () => {
  const idOf = async (id: string | undefined, path = '/v1/models', call: GatewayCall = {}) =>
    (await pair.send(path, { ...call, headers: { ...call.headers, ...(id !== undefined && { 'x-request-id': id }) } }))
      .headers['x-request-id'];

  it.each(['abc-123', 'a', 'x'.repeat(128), '!"#$%&()*+,/:;<=>?@[]^_`{|}~'])(
    "the caller's own is preserved: %s",
    async (id) => {
      expect(await idOf(id)).toBe(id);
    },
  );

  it.each([
    ['longer than 128 characters', 'x'.repeat(129)],
    ['with a character beyond ASCII', 'caf\u00e9'],
    ['empty', ''],
  ])('one that is %s is replaced', async (_what, id) => {
    const answered = await idOf(id);
    expect(answered).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('each request without one gets its own', async () => {
    const [one, other] = [await idOf(undefined), await idOf(undefined)];
    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect(one).not.toBe(other);
  });

  it.each<[string, string, GatewayCall, number]>([
    ['a completion', CHAT, { body: HELLO }, 200],
    ['a validation failure', CHAT, { body: { ...HELLO, n: 0 } }, 400],
    ['invalid JSON', CHAT, { body: '{', headers: JSON_TYPE }, 400],
    ['no credential', CHAT, { body: HELLO, key: null }, 401],
    ['a model outside the policy', CHAT, { body: HELLO, key: TEST_KEYS.support }, 403],
    ['an unknown path', '/v1/nothing', {}, 404],
    ['an unknown path outside /v1', '/nothing', {}, 404],
    ['a malformed URL', '/v1/%zz', {}, 400],
    ['a wrong method', '/v1/models', { method: 'DELETE' }, 405],
    ['a body that is too large', CHAT, { body: 'x'.repeat(BODY_LIMIT_BYTES + 1), headers: JSON_TYPE }, 413],
    ['a wrong content type', CHAT, { body: 'x', headers: { 'content-type': 'text/plain' } }, 415],
    ['a service endpoint', '/health', { key: null }, 200],
    ['the metrics', '/metrics', { key: null }, 200],
    ['a HEAD', '/v1/models', { method: 'HEAD' }, 200],
  ])('%s', async (_what, path, call, status) => {
    const answer = await pair.send(path, { ...call, headers: { ...call.headers, 'x-request-id': 'edge-7' } });
    expect([answer.status, answer.headers['x-request-id']]).toEqual([status, 'edge-7']);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it('a failure of the provider, and a stream', async () => {
    pair.upstream.enqueue(serverError(), streamReply(completionEvents(['a'])));
    const headers = { 'x-request-id': 'edge-8' };
    expect((await pair.chat({}, { headers })).headers['x-request-id']).toBe('edge-8');
    const stream = await pair.stream({}, { headers });
    expect(stream.headers['x-request-id']).toBe('edge-8');
    await stream.collect();
  });
});

describe('docs/contract/requests.md#cors: CORS only for server.cors.origins', () => {
  const preflight = (origin: string, path = CHAT) =>
    pair.send(path, {
      key: null,
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  it('a preflight of a configured origin is answered without a credential', async () => {
    const answer = await preflight(ORIGIN);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(answer.headers['access-control-allow-methods']).toContain('POST');
    expect(answer.headers['access-control-allow-headers']?.toLowerCase()).toContain('authorization');
    expect(answer.headers.vary?.toLowerCase()).toContain('origin');
  });

  it.each(['https://evil.example.com', 'http://app.example.com', 'https://app.example.com.evil.com', 'null'])(
    'a preflight of %s gets no permission',
    async (origin) => {
      const answer = await preflight(origin);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      expect(answer.status).toBeGreaterThanOrEqual(400);
      readEnvelope(answer);
    },
  );

  it('X-Request-Id, X-Service-* and Retry-After are exposed, on answers, refusals and streams', async () => {
    const headers = { origin: ORIGIN };
    pair.upstream.enqueue(jsonReply(completion()), streamReply(completionEvents(['a'])));
    const whole = await pair.chat({}, { headers });
    const stream = await pair.stream({}, { headers });
    await stream.collect();
    const refused = await pair.chat({}, { headers, key: null });
    for (const answer of [whole, stream, refused]) {
      expect(answer.headers['access-control-allow-origin']).toBe(ORIGIN);
      const exposed = (answer.headers['access-control-expose-headers'] ?? '').toLowerCase().split(/,\s*/);
      const names = ['provider', 'model', 'cache', 'attempts', 'cost'].map((name) => `x-service-${name}`);
      expect(exposed).toEqual(expect.arrayContaining(['x-request-id', 'retry-after', ...names]));
    }
  });

  it('other origins get their answer without permission to read it', async () => {
    const answer = await pair.chat({}, { headers: { origin: 'https://evil.example.com' } });
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('credentials of a browser are never allowed', async () => {
    expect((await preflight(ORIGIN)).headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

describe('requests that are hardly HTTP', () => {
  const envelopeOf = (text: string) => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a broken header', `GET /v1/models HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n`],
    ['two lengths', rawChat('Content-Length: 5\r\nContent-Length: 6\r\n', '{"a":1')],
    ['a length and chunks', rawChat('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n')],
    ['no Host', 'GET /v1/models HTTP/1.1\r\n\r\n'],
    ['two Host headers', 'GET /v1/models HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['two Host headers before a body', `POST ${CHAT} HTTP/1.1\r\nHost: a\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}`],
    [
      'chunks in HTTP/1.0',
      `POST ${CHAT} HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    ['a length that is no number', rawChat('Content-Length: abc\r\n', '{}')],
  ])('%s is 400 with the envelope, and the connection closes', async (_what, bytes) => {
    const { text, closed } = await rawRequest(pair.gateway.port, bytes, 3_000);
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(envelopeOf(text).error).toMatchObject({ type: 'invalid_request_error', code: 'invalid_value' });
    expect(closed).toBe(true);
    expect(pair.upstream.requests).toEqual([]);
  });

  it('headers of 100 kB are 431 with the envelope', async () => {
    const bytes = `GET /v1/models HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`;
    const { text } = await rawRequest(pair.gateway.port, bytes, 3_000);
    expect(text).toMatch(/^HTTP\/1\.1 431 /);
    expect(envelopeOf(text).error.code).toBe('headers_too_large');
  });

  it('pipelined requests are answered in order', async () => {
    const get = (path: string, last = '') =>
      `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${path}\r\nAuthorization: Bearer ${TEST_KEYS.research}\r\n${last}\r\n`;
    const bytes = get('/v1/models') + get('/v1/nothing') + get('/health', 'Connection: close\r\n');
    const { text } = await rawRequest(pair.gateway.port, bytes, 3_000);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
    expect(text.match(/x-request-id: \S+/gi)).toEqual([
      'x-request-id: /v1/models',
      'x-request-id: /v1/nothing',
      'x-request-id: /health',
    ]);
  });

  it('bytes behind a request do not count as a part of it', async () => {
    const smuggled = 'GET /v1/models HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const bytes = rawChat(`Content-Length: ${HELLO_TEXT.length}\r\n`, HELLO_TEXT) + smuggled;
    const { text } = await rawRequest(pair.gateway.port, bytes, 3_000);
    // The second request has no credential of its own.
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401']);
  });

  it('a rejected body does not leave its bytes to be read as the next request', async () => {
    const inner = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n';
    const bytes = rawChat(`Content-Length: ${inner.length}\r\n`, inner).replace(TEST_KEYS.research, 'ml-none');
    const { text } = await rawRequest(pair.gateway.port, bytes, 1_500);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
  });

  it.each(['evil.example.com', 'localhost:1', '[::1]'])('the Host header %s decides nothing', async (host) => {
    const answer = await pair.send('/v1/models', { headers: { host } });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.headers) + answer.text).not.toContain(host);
  });

  it('an absolute URL in the request line needs a credential like any other', async () => {
    const get = (headers: string) =>
      `GET http://evil.example.com/v1/models HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`;
    expect((await rawRequest(pair.gateway.port, get(''), 3_000)).text).toMatch(/^HTTP\/1\.1 (401|404) /);
  });

  it.each(['//v1/models', '/v1//models', '/./v1/models', '/v1/../v1/models', '/V1/models', '/v1/models;a=b'])(
    'the path %s leads to no answer without a credential',
    async (path) => {
      const bytes = `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
      expect((await rawRequest(pair.gateway.port, bytes, 3_000)).text).toMatch(/^HTTP\/1\.1 (400|401|404) /);
    },
  );

  it.each(['CONNECT', 'TRACE', 'PROPFIND'])('the method %s is rejected', async (method) => {
    const target = method === 'CONNECT' ? 'example.com:443' : '/v1/models';
    const head = `${method} ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TEST_KEYS.research}\r\n\r\n`;
    const { text } = await rawRequest(pair.gateway.port, head, 1_500);
    expect(text).not.toMatch(/^HTTP\/1\.1 [23]/);
  });
});
