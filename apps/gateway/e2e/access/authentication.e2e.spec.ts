import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { completion, jsonReply, rawRequest, TEST_KEYS, TEST_PROVIDER_KEYS, waitUntil } from '@multilane/testing';
import { type Refusal, readEnvelope, readRefusal } from '../read-refusal.js';
import { HELLO, HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

const EXPIRED_KEY = 'ml-test-research-expired-0004';
const LATER_KEY = 'ml-test-research-2099-key-005';
const CLOSED_KEY = 'ml-test-closed-member-0000006';

const RESEARCH = {
  name: 'research',
  api_keys: [
    { name: 'ci', key: TEST_KEYS.research },
    { name: 'old', key: EXPIRED_KEY, expires_at: '2020-01-01T00:00:00Z' },
    { name: 'later', key: LATER_KEY, expires_at: '2099-01-01T00:00:00+01:00' },
  ],
};
/** An alias in the policy grants the model under all its names (docs/contract/model-access.md#resolution). */
const SUPPORT = { name: 'support', allowed_models: ['fast'], api_keys: [{ name: 'desk', key: TEST_KEYS.support }] };
const CLOSED = { name: 'closed', allowed_models: [], api_keys: [{ name: 'none', key: CLOSED_KEY }] };

let pair: Pair;

beforeAll(async () => {
  pair = await startPair(() => ({ teams: [RESEARCH, SUPPORT, CLOSED] }));
}, HOOK_LIMIT_MS);

beforeEach(() => {
  pair.upstream.reset();
  pair.upstream.setDefault(jsonReply(completion()));
});

afterAll(() => pair.stop(), HOOK_LIMIT_MS);

const invalidKey: Refusal = { status: 401, code: 'invalid_api_key', type: 'invalid_request_error' };
const keyExpired: Refusal = { status: 401, code: 'key_expired', type: 'invalid_request_error' };
const notAllowed: Refusal = { status: 403, code: 'model_not_allowed', type: 'permission_error', param: 'model' };

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';

describe('docs/contract/authentication.md#bearer-tokens: every /v1 request carries Authorization: Bearer', () => {
  const headersOf: [string, Record<string, string>][] = [
    ['no credential', {}],
    ['x-api-key only', { 'x-api-key': TEST_KEYS.research }],
    ['api-key only', { 'api-key': TEST_KEYS.research }],
    ['another scheme', { authorization: `Basic ${Buffer.from(`:${TEST_KEYS.research}`).toString('base64')}` }],
    ['no scheme', { authorization: TEST_KEYS.research }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['two tokens', { authorization: `Bearer ${TEST_KEYS.research} ${TEST_KEYS.research}` }],
    ['a cookie with the key', { cookie: `ml_session=${TEST_KEYS.research}` }],
    ['an unknown key', { authorization: 'Bearer ml-test-unknown-key-000000001' }],
    ['the beginning of a key', { authorization: `Bearer ${TEST_KEYS.research.slice(0, -1)}` }],
    ['a key with more behind it', { authorization: `Bearer ${TEST_KEYS.research}1` }],
    ['a key in another case', { authorization: `Bearer ${TEST_KEYS.research.toUpperCase()}` }],
    ["a provider's credential", { authorization: `Bearer ${TEST_PROVIDER_KEYS.openai}` }],
    ['an unknown PAT', { authorization: 'Bearer ml_pat_00000000000000000000000000000000' }],
    ['an unknown VAT', { authorization: 'Bearer ml_vat_00000000000000000000000000000000' }],
    ['a JWT where OIDC is not configured', { authorization: `Bearer ${JWT}` }],
    ['a token of 10,000 characters', { authorization: `Bearer ml-${'x'.repeat(10_000)}` }],
  ];

  it.each(headersOf)('%s: 401 invalid_api_key', async (_what, headers) => {
    const answer = await pair.chat({}, { key: null, headers });
    expect(readRefusal(answer)).toEqual(invalidKey);
    expect(answer.headers['x-request-id']).toBeDefined();
    expect(pair.upstream.requests).toEqual([]);
  });

  it('a key in the query is no credential', async () => {
    const path = `/v1/chat/completions?api_key=${TEST_KEYS.research}&key=${TEST_KEYS.research}`;
    expect(readRefusal(await pair.send(path, { key: null, body: HELLO }))).toEqual(invalidKey);
  });

  it('a request with only x-api-key gets an error that asks for Authorization: Bearer', async () => {
    const answer = await pair.chat({}, { key: null, headers: { 'x-api-key': TEST_KEYS.research } });
    expect(readEnvelope(answer).message).toContain('Authorization: Bearer');
  });

  it('x-api-key beside a valid bearer token does no harm, and does not reach the provider', async () => {
    const answer = await pair.chat({}, { headers: { 'x-api-key': 'something-else' } });
    expect(answer.status).toBe(200);
    expect(pair.upstream.requests[0]?.headers).not.toHaveProperty('x-api-key');
  });

  it.each(['Bearer', 'bearer', 'BEARER'])('the scheme is read in any case: %s', async (scheme) => {
    const headers = { authorization: `${scheme} ${TEST_KEYS.research}` };
    expect((await pair.chat({}, { key: null, headers })).status).toBe(200);
  });

  it.each([
    ['GET', '/v1/models'],
    ['GET', '/v1/models/gpt-4o'],
    ['POST', '/v1/chat/completions'],
    ['GET', '/v1/chat/completions'],
    ['GET', '/v1/assistants'],
    ['POST', '/v1/no-such-endpoint'],
    ['DELETE', '/v1'],
    ['GET', '/v1/v1/models'],
    ['GET', '//v1/models'],
    ['GET', '/V1/models'],
    ['GET', '/v1%2Fmodels'],
    ['GET', '/%76%31/models'],
  ])('%s %s without a credential shows nothing', async (method, path) => {
    const answer = await pair.send(path, { key: null, method });
    expect(answer.status).toBe(path.startsWith('/v1/') || path === '/v1' ? 401 : answer.status === 401 ? 401 : 404);
    expect(answer.text).not.toMatch(/gpt-4o|"data"/);
  });

  it('the refusal repeats nothing of the credential, and the log holds no credential', async () => {
    const token = 'ml-test-someone-elses-key-0009';
    const answer = await pair.chat({}, { key: token });
    expect(answer.text).not.toContain(token);
    await pair.chat();
    const logged = pair.gateway.stdout() + pair.gateway.stderr();
    expect(logged).not.toContain(token);
    for (const key of [...Object.values(TEST_KEYS), ...Object.values(TEST_PROVIDER_KEYS), EXPIRED_KEY]) {
      expect(logged).not.toContain(key);
    }
  });

  it("the client's Authorization header is never forwarded upstream", async () => {
    await pair.chat();
    const [request] = pair.upstream.requests;
    expect(request?.headers.authorization).toBe(`Bearer ${TEST_PROVIDER_KEYS.openai}`);
    expect(`${JSON.stringify(request?.headers)}${request?.rawBody}`).not.toContain(TEST_KEYS.research);
  });
});

describe('docs/contract/authentication.md#credential-states: 401 key_expired', () => {
  it('a key past its expires_at', async () => {
    expect(readRefusal(await pair.chat({}, { key: EXPIRED_KEY }))).toEqual(keyExpired);
    expect(pair.upstream.requests).toEqual([]);
  });

  it('a key before its expires_at works', async () => {
    expect((await pair.chat({}, { key: LATER_KEY })).status).toBe(200);
  });
});

describe('the credential is checked before anything else of the request', () => {
  it.each([
    ['no JSON', 'not json', {}],
    ['an invalid field', JSON.stringify({ ...HELLO, temperature: 9 }), {}],
    ['an unknown content type', 'a=b', { 'content-type': 'text/csv' }],
    ['an unknown encoding', 'x', { 'content-encoding': 'compress' }],
  ])('401 comes before the refusal of a body with %s', async (_what, body, headers) => {
    const answer = await pair.send('/v1/chat/completions', {
      key: null,
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    expect(readRefusal(answer)).toEqual(invalidKey);
  });

  it('401 comes before the body is read', async () => {
    const head =
      'POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\nContent-Type: application/json\r\n' +
      'Content-Length: 10000000\r\n\r\n{"model":"gpt-4o","mess';
    const { text } = await rawRequest(pair.gateway.port, head, 1_000);
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
    expect(text).toContain('"code":"invalid_api_key"');
  });

  it('401 comes before a body that is never to end', async () => {
    const head =
      'POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer ml-test-unknown-key-000000001\r\n' +
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"mod\r\n';
    expect((await rawRequest(pair.gateway.port, head, 1_000)).text).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('docs/contract/model-access.md#authorization: Authorization outcomes', () => {
  it("a model outside the team's policy is 403 model_not_allowed on inference", async () => {
    const answer = await pair.chat({ model: 'gpt-4o' }, { key: TEST_KEYS.support });
    expect(readRefusal(answer)).toEqual(notAllowed);
    expect(pair.upstream.requests).toEqual([]);
  });

  it('and as a stream as well', async () => {
    const stream = await pair.stream({ model: 'default' }, { key: TEST_KEYS.support });
    await stream.ended;
    expect(stream.status).toBe(403);
  });

  it('on GET /v1/models/{model} it is reported as 404', async () => {
    const outside = await pair.send('/v1/models/gpt-4o', { key: TEST_KEYS.support });
    const unknown = await pair.send('/v1/models/gpt-9', { key: TEST_KEYS.support });
    expect(outside.status).toBe(404);
    expect(outside.text).toBe(unknown.text);
  });

  it.each(['gpt-4o-mini', 'fast', 'small'])('a policy that names an alias grants %s', async (model) => {
    expect((await pair.chat({ model }, { key: TEST_KEYS.support })).status).toBe(200);
    expect((await pair.send(`/v1/models/${model}`, { key: TEST_KEYS.support })).status).toBe(200);
  });

  it('an empty policy grants nothing', async () => {
    expect(readRefusal(await pair.chat({}, { key: CLOSED_KEY }))).toEqual(notAllowed);
    expect((await pair.send('/v1/models', { key: CLOSED_KEY })).json()).toEqual({ object: 'list', data: [] });
  });

  it('a validation failure comes before the policy: 400, then 403', async () => {
    expect((await pair.chat({ temperature: 9 }, { key: CLOSED_KEY })).status).toBe(400);
  });
});

describe('docs/contract/authentication.md#acting-as-a-pat', () => {
  it('X-Service-Credential sent with a token is 400 credential_header_not_allowed', async () => {
    const answer = await pair.chat({}, { headers: { 'x-service-credential': '0190a000-0000-7000-8000-000000000000' } });
    expect(readRefusal(answer)).toEqual({
      status: 400,
      code: 'credential_header_not_allowed',
      type: 'invalid_request_error',
      param: 'X-Service-Credential',
    });
    expect(pair.upstream.requests).toEqual([]);
  });

  it('X-Service-Credential alone is no credential', async () => {
    const answer = await pair.chat({}, { key: null, headers: { 'x-service-credential': 'pat-1' } });
    expect(readRefusal(answer)).toEqual(invalidKey);
  });
});

describe('docs/contract/authentication.md#identity-cache: changes apply immediately', () => {
  const HOT_RELOAD_MS = 15_000;
  const statusOf = async (key: string) => (await pair.chat({ model: 'fast' }, { key })).status;
  const waitForStatus = (key: string, status: number) =>
    waitUntil(`status ${status}`, async () => (await statusOf(key)) === status || undefined, HOT_RELOAD_MS);

  it(
    'the keys of a team that was removed are rejected, those of the others continue',
    async () => {
      await pair.gateway.rewriteConfig(pair.config({ teams: [RESEARCH] }));
      await waitForStatus(TEST_KEYS.support, 401);
      expect(readRefusal(await pair.chat({}, { key: TEST_KEYS.support }))).toEqual(invalidKey);
      expect(await statusOf(TEST_KEYS.research)).toBe(200);
      await pair.gateway.rewriteConfig(pair.config());
      await waitForStatus(TEST_KEYS.support, 200);
    },
    HOOK_LIMIT_MS,
  );

  it(
    'an organization without the AI Gateway product: 403 product_not_entitled on every /v1 endpoint',
    async () => {
      await pair.gateway.rewriteConfig(pair.config({ organization: { name: 'default', products: [] } }));
      await waitForStatus(TEST_KEYS.research, 403);
      const before = pair.upstream.requests.length;
      const refusal = { status: 403, code: 'product_not_entitled', type: 'permission_error' };
      expect(readRefusal(await pair.chat())).toEqual(refusal);
      expect(readRefusal(await pair.send('/v1/models'))).toEqual(refusal);
      expect(readRefusal(await pair.send('/v1/models/gpt-4o'))).toEqual(refusal);
      expect(readRefusal(await pair.chat({}, { key: null }))).toEqual(invalidKey);
      expect(pair.upstream.requests).toHaveLength(before);
      await pair.gateway.rewriteConfig(pair.config());
      await waitForStatus(TEST_KEYS.research, 200);
    },
    HOOK_LIMIT_MS,
  );
});
