import { connect } from 'node:net';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { completion, jsonReply, rawRequest, TEST_KEYS, untilHolds } from '@multilane/testing';
import { type Refusal, readEnvelope, readRefusal } from '../read-refusal.js';
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

const invalidJson: Refusal = { status: 400, code: 'invalid_json', type: 'invalid_request_error' };

const tooLarge: Refusal = { status: 413, code: 'payload_too_large', type: 'invalid_request_error' };

const wrongMedia: Refusal = { status: 415, code: 'unsupported_media_type', type: 'invalid_request_error' };

const post = (body: string | Buffer, headers: GatewayCall['headers'] = JSON_TYPE) => pair.send(CHAT, { body, headers });

/** A chat request of raw bytes; `Connection: close` ends the answer. */
const rawChat = (headers: string, body: string) =>
  `POST ${CHAT} HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer ${TEST_KEYS.research}\r\n` +
  `Content-Type: application/json\r\n${headers}\r\n${body}`;

describe('docs/contract/requests.md#json-bodies: invalid JSON is 400 invalid_json', () => {
  it.each<[string, string | Buffer]>([
    ['an object that ends early', '{"model":"gpt-4o"'],
    ['text', 'hello'],
    ['a trailing comma', `${HELLO_TEXT.slice(0, -1)},}`],
    ['single quotes', "{'model':'gpt-4o'}"],
    ['two values', `${HELLO_TEXT}${HELLO_TEXT}`],
    ['NaN', `{"temperature":NaN,${HELLO_TEXT.slice(1)}`],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['an empty body', ''],
    ['white space', ' \n '],
    ['a depth of 100,000', '['.repeat(100_000)],
    ['a closed depth of 100,000', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ])('%s', async (_what, body) => {
    expect(readRefusal(await post(body))).toEqual(invalidJson);
    expect(pair.upstream.requests).toEqual([]);
  });

  it.each(['[]', '"text"', '5', 'null', 'true'])('%s is JSON, but no object: 400 invalid_value', async (body) => {
    expect(readRefusal(await post(body))).toEqual({ ...invalidJson, code: 'invalid_value' });
  });

  it('the message quotes nothing of the body', async () => {
    const answer = await post('{"messages": "a secret prompt" oops');
    expect(readEnvelope(answer).message).not.toMatch(/secret|oops/);
  });

  it('a byte order mark is read over', async () => {
    expect((await post(`\ufeff${HELLO_TEXT}`)).status).toBe(200);
  });
});

describe('docs/contract/requests.md#json-bodies: duplicate JSON keys: the body that is authorised is the body that is sent', () => {
  it('the model that the policy allowed is the one the provider is asked for', async () => {
    const body = `{"model":"gpt-4o","model":"fast",${JSON.stringify({ messages: HELLO.messages }).slice(1)}`;
    const answer = await pair.send(CHAT, { body, headers: JSON_TYPE, key: TEST_KEYS.support });
    expect(answer.status).toBe(200);
    expect(pair.upstream.requests[0]?.rawBody.toString().match(/"model"/g)).toHaveLength(1);
    expect(pair.upstream.requests[0]?.body).toMatchObject({ model: 'gpt-4o-mini-2024-07-18' });
  });

  it('in the other order it is rejected', async () => {
    const body = `{"model":"fast","model":"gpt-4o",${JSON.stringify({ messages: HELLO.messages }).slice(1)}`;
    const answer = await pair.send(CHAT, { body, headers: JSON_TYPE, key: TEST_KEYS.support });
    expect(answer.status).toBe(403);
    expect(pair.upstream.requests).toEqual([]);
  });

  it('a field that was validated is sent once, as it was validated', async () => {
    const answer = await post(`{"temperature":9,${HELLO_TEXT.slice(1, -1)},"temperature":1}`);
    expect(answer.status).toBe(200);
    const sent = pair.upstream.requests[0]?.rawBody.toString() ?? '';
    expect(sent.match(/"temperature"/g)).toHaveLength(1);
    expect(JSON.parse(sent).temperature).toBe(1);
  });

  it('a key spelled with an escape is the same key', async () => {
    const answer = await post(`{"\\u006dodel":"default",${JSON.stringify({ messages: HELLO.messages }).slice(1)}`);
    expect(answer.status).toBe(200);
    expect(pair.upstream.requests[0]?.body).toMatchObject({ model: 'gpt-4o-2024-11-20' });
  });

  it.each(['__proto__', 'constructor'])('a member called %s changes nothing', async (name) => {
    const answer = await post(`{"${name}":{"model":"gpt-4o-mini","temperature":9},${HELLO_TEXT.slice(1)}`);
    expect(answer.status).toBe(200);
    expect(pair.upstream.requests[0]?.body).toMatchObject({ model: 'gpt-4o-2024-11-20', messages: HELLO.messages });
  });
});

describe('content types', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset=UTF-8',
  ])('%s is read', async (type) => {
    expect((await post(HELLO_TEXT, { 'content-type': type })).status).toBe(200);
  });

  it('without a content type the body is read as JSON', async () => {
    expect((await post(HELLO_TEXT, {})).status).toBe(200);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'x',
  ])('%s is 415 unsupported_media_type', async (type) => {
    expect(readRefusal(await post(HELLO_TEXT, { 'content-type': type }))).toEqual(wrongMedia);
    expect(pair.upstream.requests).toEqual([]);
  });
});

describe('docs/contract/requests.md#body-encodings: Content-Encoding gzip, br, zstd is decoded under the same size cap', () => {
  const encoders: [string, (body: string) => Buffer][] = [
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ];

  it.each(encoders)('%s', async (encoding, encode) => {
    const answer = await post(encode(HELLO_TEXT), { ...JSON_TYPE, 'content-encoding': encoding });
    expect(answer.status).toBe(200);
    expect(pair.upstream.requests[0]?.body).toMatchObject({ messages: HELLO.messages });
    expect(pair.upstream.requests[0]?.headers).not.toHaveProperty('content-encoding');
  });

  it('identity and upper case', async () => {
    expect((await post(HELLO_TEXT, { ...JSON_TYPE, 'content-encoding': 'identity' })).status).toBe(200);
    expect((await post(gzipSync(HELLO_TEXT), { ...JSON_TYPE, 'content-encoding': 'GZIP' })).status).toBe(200);
  });

  it.each(encoders)('a small %s body that grows beyond the cap is 413', async (encoding, encode) => {
    const bomb = encode(`{"user":"${'x'.repeat(30 * BODY_LIMIT_BYTES)}",${HELLO_TEXT.slice(1)}`);
    expect(bomb.length).toBeLessThan(BODY_LIMIT_BYTES / 2);
    const answer = await post(bomb, { ...JSON_TYPE, 'content-encoding': encoding });
    expect(readRefusal(answer)).toEqual(tooLarge);
    expect(pair.upstream.requests).toEqual([]);
  });

  it.each(['compress', 'deflate', 'gzip, gzip', 'x'])('%s is 415', async (encoding) => {
    const answer = await post(HELLO_TEXT, { ...JSON_TYPE, 'content-encoding': encoding });
    expect(readRefusal(answer)).toEqual(wrongMedia);
  });

  it.each(encoders)('a body that is not %s is 400', async (encoding, encode) => {
    for (const body of [Buffer.from(HELLO_TEXT), encode(HELLO_TEXT).subarray(0, -6)]) {
      const answer = await post(body, { ...JSON_TYPE, 'content-encoding': encoding });
      expect([answer.status, readEnvelope(answer).type]).toEqual([400, 'invalid_request_error']);
    }
  });
});

describe('docs/contract/requests.md#body-encodings: 413 payload_too_large', () => {
  const padded = (bytes: number) => `{"user":"${'x'.repeat(bytes - HELLO_TEXT.length - 10)}",${HELLO_TEXT.slice(1)}`;

  it('a body of the limit is read', async () => {
    const body = padded(BODY_LIMIT_BYTES);
    expect(Buffer.byteLength(body)).toBe(BODY_LIMIT_BYTES);
    expect((await post(body)).status).toBe(200);
  });

  it('a byte more is rejected', async () => {
    expect(readRefusal(await post(padded(BODY_LIMIT_BYTES + 1)))).toEqual(tooLarge);
    expect(pair.upstream.requests).toEqual([]);
  });

  it('by its Content-Length alone, before the body is sent', async () => {
    const { text } = await rawRequest(
      pair.gateway.port,
      rawChat(`Content-Length: ${2 * BODY_LIMIT_BYTES}\r\n`, '{'),
      3_000,
    );
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toContain('"code":"payload_too_large"');
  });

  it('a body in chunks that says no length', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const bytes = rawChat('Transfer-Encoding: chunked\r\n', chunk.repeat(17));
    expect((await rawRequest(pair.gateway.port, bytes, 3_000)).text).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('docs/contract/requests.md#body-encodings: Expect: 100-continue works', () => {
  it('the body is asked for, then read', async () => {
    const headers = `Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${HELLO_TEXT.length}\r\n`;
    const { text } = await rawRequest(pair.gateway.port, rawChat(headers, HELLO_TEXT), 3_000);
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });

  it('a bad key is rejected first: the body is not asked for, and the connection ends', async () => {
    const head = rawChat('Expect: 100-continue\r\nContent-Length: 1000\r\n', '').replace(TEST_KEYS.research, 'ml-none');
    const { text } = await rawRequest(pair.gateway.port, head, 3_000);
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
    expect(text).toContain('"code":"invalid_api_key"');
    expect(text).not.toContain('100 Continue');
  });

  it('a body that is too large by its Content-Length is rejected first', async () => {
    const head = rawChat(`Expect: 100-continue\r\nContent-Length: ${2 * BODY_LIMIT_BYTES}\r\n`, '');
    const { text } = await rawRequest(pair.gateway.port, head, 3_000);
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).not.toContain('100 Continue');
  });

  it.each([
    ['an unknown path', 'POST /v1/nothing', 404],
    ['a wrong method', 'PUT /v1/models', 405],
  ])('%s is rejected first', async (_what, target, status) => {
    const head = rawChat('Expect: 100-continue\r\nContent-Length: 1000\r\n', '').replace(`POST ${CHAT}`, target);
    const { text } = await rawRequest(pair.gateway.port, head, 3_000);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(text).not.toContain('100 Continue');
  });

  it('a client that waits gets its 100 once its key was accepted, sends the body, and keeps its connection', async () => {
    const socket = connect(pair.gateway.port, '127.0.0.1');
    let text = '';
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
    });
    const head = rawChat(`Expect: 100-continue\r\nContent-Length: ${HELLO_TEXT.length}\r\n`, '');
    for (const count of [1, 2]) {
      text = '';
      socket.write(head);
      await untilHolds(() => expect(text).toBe('HTTP/1.1 100 Continue\r\n\r\n'), 3_000);
      expect(pair.upstream.requests).toHaveLength(count - 1);
      socket.write(HELLO_TEXT);
      await untilHolds(() => expect(text).toMatch(/100 Continue\r\n\r\nHTTP\/1\.1 200 /), 3_000);
      await untilHolds(() => expect(text).toContain('"chat.completion"'), 3_000);
    }
    socket.destroy();
  });

  it('a form is asked for too, and a body in chunks', async () => {
    const form = '--x\r\nContent-Disposition: form-data; name="model"\r\n\r\nnone\r\n--x--\r\n';
    const head = rawChat(`Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${form.length}\r\n`, '')
      .replace(CHAT, '/v1/audio/transcriptions')
      .replace('application/json', 'multipart/form-data; boundary=x');
    expect((await rawRequest(pair.gateway.port, head + form, 3_000)).text).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 40[04] /,
    );
    const chunks = `${HELLO_TEXT.length.toString(16)}\r\n${HELLO_TEXT}\r\n0\r\n\r\n`;
    const chunked = rawChat('Expect: 100-Continue\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n', chunks);
    expect((await rawRequest(pair.gateway.port, chunked, 3_000)).text).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /,
    );
  });
});

describe('docs/contract/requests.md#body-encodings: bodies if none is needed', () => {
  it('a DELETE with a JSON content type and no body is fine: 405, not 400', async () => {
    const answer = await pair.send('/v1/models/gpt-4o', { method: 'DELETE', headers: JSON_TYPE });
    expect(answer.status).toBe(405);
  });

  it('a GET with a JSON content type and no body is answered', async () => {
    expect((await pair.send('/v1/models', { headers: JSON_TYPE })).status).toBe(200);
  });

  it('Idempotency-Key is ignored', async () => {
    const headers = { 'idempotency-key': 'same' };
    await pair.chat({}, { headers });
    await pair.chat({}, { headers });
    expect(pair.upstream.requests).toHaveLength(2);
    expect(pair.upstream.requests[0]?.headers).not.toHaveProperty('idempotency-key');
  });
});
