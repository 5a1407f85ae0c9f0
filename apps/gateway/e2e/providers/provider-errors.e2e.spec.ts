import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  completionEvents,
  findClosedPort,
  hangsUp,
  htmlBadGateway,
  jsonReply,
  neverAnswers,
  notJson,
  type Reply,
  rateLimited,
  replayCase,
  serverError,
  slowly,
  streamReply,
  TEST_KEYS,
  TEST_PROVIDER_KEYS,
  textReply,
  waitUntil,
} from '@multilane/testing';
import { type Refusal, readRefusal } from '../read-refusal.js';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

const PROMPT = 'the prompt of which nothing may be said';

/** Words of a provider that must stay on this side of the gateway. */
const WORDS = 'Incorrect API key provided: sk-test-****0001, see https://platform.provider.example/account org-7h2k';

let pair: Pair;
/** Accepts connections and says nothing, so that a TLS handshake with it never ends. */
const mute = createServer(() => undefined);

beforeAll(async () => {
  const closedPort = await findClosedPort();
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const mutePort = (mute.address() as { port: number }).port;
  pair = await startPair((upstreamUrl) => {
    const provider = (name: string, base_url: string, more: object = {}) => ({
      name,
      kind: 'openai-compatible',
      api_key: TEST_PROVIDER_KEYS.openai,
      base_url,
      ...more,
    });
    return {
      providers: [
        { name: 'gpt-4o', kind: 'openai', api_key: TEST_PROVIDER_KEYS.openai, base_url: `${upstreamUrl}/v1` },
        provider('brief', `${upstreamUrl}/v1`, { timeouts: { total_ms: 600, first_byte_ms: 600 } }),
        provider('closed', `http://127.0.0.1:${closedPort}/v1`),
        provider('nowhere', 'http://no-such-host.invalid/v1'),
        provider('mute', `https://127.0.0.1:${mutePort}/v1`, { timeouts: { connect_ms: 500 } }),
        provider('cold', `${upstreamUrl}/v1`, { cold_start: true, timeouts: { cold_start_ms: 3_000 } }),
      ],
      models: ['gpt-4o', 'brief', 'closed', 'nowhere', 'mute', 'cold'].map((name) => ({
        logical_name: name,
        provider: name,
        upstream_model: 'gpt-4o-2024-11-20',
      })),
      teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] }],
    };
  });
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

afterAll(async () => {
  await pair.stop();
  mute.close();
}, HOOK_LIMIT_MS);

const ask = (model = 'gpt-4o') => pair.chat({ model, messages: [{ role: 'user', content: PROMPT }] });

const refused = (status: number, message = WORDS, more: object = {}): Reply =>
  jsonReply({ error: { message, type: 'provider_type', param: null, code: null, ...more } }, { status });

const rejected: Refusal = { status: 400, code: 'provider_rejected_request', type: 'invalid_request_error' };
const rateLimit: Refusal = { status: 400, code: 'provider_rate_limited', type: 'invalid_request_error' };
const tooLong: Refusal = { status: 400, code: 'context_length_exceeded', type: 'invalid_request_error' };
const failed: Refusal = { status: 502, code: 'provider_error', type: 'server_error' };
const timedOut: Refusal = { status: 504, code: 'provider_timeout', type: 'server_error' };

const CASES: [what: string, reply: Reply, refusal: Refusal][] = [
  ['A provider 4xx becomes 400 invalid_request_error: 400', refused(400, 'no'), rejected],
  ['a missing model of the provider is the operator’s to mend: 404', refused(404, 'no'), failed],
  ['and so is one that has been retired: 410', refused(410, 'no'), failed],
  ['an account without credit is the operator’s to fill: 402', refused(402, 'no'), failed],
  ['and so is one that says it with 400', refused(400, 'Your credit balance is too low to access the API.'), failed],
  ['and one that says it with 429', refused(429, 'no', { code: 'insufficient_quota' }), failed],
  ['a file that the request names and nobody has: 404', refused(404, 'No such File object: file-x'), rejected],
  ['A provider 4xx becomes 400 invalid_request_error: 408', refused(408), rejected],
  ['A provider 4xx becomes 400 invalid_request_error: 409', refused(409), rejected],
  ['A provider 4xx becomes 400 invalid_request_error: 413', refused(413, 'too much'), rejected],
  ['A provider 4xx becomes 400 invalid_request_error: 422', refused(422, 'no'), rejected],
  ['A provider 4xx becomes 400 invalid_request_error: 429', rateLimited(7), rateLimit],
  ['A provider 401 becomes 502', refused(401), failed],
  ['and so does a 400 that refuses the credential', refused(400), failed],
  ["a provider's 403 about credentials becomes 502", refused(403), failed],
  ['provider unavailable or 5xx: 500', serverError(500), failed],
  ['provider unavailable or 5xx: 502 in HTML', htmlBadGateway(), failed],
  ['provider unavailable or 5xx: 503', serverError(503), failed],
  ['provider unavailable or 5xx: 529', serverError(529), failed],
  ['a redirect is not followed', jsonReply({}, { status: 307, headers: { location: '/v1/elsewhere' } }), failed],
  ['the connection closes without an answer', hangsUp(), failed],
];

describe('docs/contract/errors.md#provider-errors: provider errors are translated', () => {
  it.each(CASES)('%s', async (_what, reply, refusal) => {
    pair.upstream.enqueue(reply);
    const answer = await ask();
    expect(readRefusal(answer)).toEqual(refusal);
    expect(pair.upstream.requests).toHaveLength(1);
    expect(pair.upstream.refusals).toEqual([]);
  });

  it.each(CASES)('%s, and for a stream the same', async (_what, reply, refusal) => {
    pair.upstream.enqueue(reply);
    const stream = await pair.stream();
    await stream.ended;
    expect(readRefusal({ status: stream.status, headers: stream.headers, text: stream.text() })).toEqual(refusal);
  });

  it.each<[string, Reply]>([
    ['not JSON', notJson()],
    ['HTML with status 200', textReply('<html>Hello</html>', { headers: { 'content-type': 'text/html' } })],
    ['nothing', textReply('')],
    ['no object', jsonReply('Hello')],
    ['an object without choices', jsonReply({ id: 'chatcmpl-1', object: 'chat.completion' })],
    ['an error with status 200', jsonReply({ error: { message: WORDS, type: 'server_error', code: null } })],
  ])('unreadable provider response is 502: %s', async (_what, reply) => {
    pair.upstream.enqueue(reply);
    expect(readRefusal(await ask())).toEqual(failed);
  });

  it.each([
    ['nobody listens at its port', 'closed'],
    ['its name is not known', 'nowhere'],
  ])('provider unavailable is 502: %s', async (_what, model) => {
    expect(readRefusal(await ask(model))).toEqual(failed);
  });

  it('upstream timeout is 504: no answer within total_ms', async () => {
    pair.upstream.enqueue(neverAnswers());
    expect(readRefusal(await ask('brief'))).toEqual(timedOut);
    await pair.upstream.waitForAbort();
  });

  it('upstream timeout is 504: an answer that comes too late', async () => {
    pair.upstream.enqueue(slowly(jsonReply(completion()), 2_000));
    expect(readRefusal(await ask('brief'))).toEqual(timedOut);
  });

  it('upstream timeout is 504: no connection within connect_ms', async () => {
    expect(readRefusal(await ask('mute'))).toEqual(timedOut);
  });

  it('a failure of one request leaves the next alone', async () => {
    pair.upstream.enqueue(hangsUp(), serverError(), jsonReply(completion()));
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([502, 502, 200]);
  });
});

describe("docs/contract/errors.md#provider-rate-limits: a provider's own 429", () => {
  it.each([
    ['with its Retry-After', rateLimited(7), '7'],
    ['with a Retry-After in milliseconds', rateLimitedWith({ 'retry-after-ms': '2500' }), '3'],
    ['with one second where it names none', rateLimited(), '1'],
  ])('is 400 provider_rate_limited %s and x-should-retry: true', async (_what, reply, retryAfter) => {
    pair.upstream.enqueue(reply);
    const answer = await ask();
    expect(answer.status).toBe(400);
    expect(answer.headers).toMatchObject({ 'retry-after': retryAfter, 'x-should-retry': 'true' });
  });

  it('no other failure asks to be retried by header', async () => {
    pair.upstream.enqueue(refused(400, 'no'));
    const answer = await ask();
    expect(answer.headers).not.toHaveProperty('x-should-retry');
    expect(answer.headers).not.toHaveProperty('retry-after');
  });

  it('a failure that only the operator can mend asks clients not to repeat the request', async () => {
    pair.upstream.enqueue(refused(402, 'no'));
    expect((await ask()).headers).toMatchObject({ 'x-should-retry': 'false' });
  });
});

describe('docs/contract/errors.md#provider-errors: context-length errors surface as 400', () => {
  const wording = "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.";

  it.each([
    ['named by code', refused(400, wording, { code: 'context_length_exceeded', param: 'messages' })],
    ['in words only', refused(400, wording)],
    ['as 413', refused(413, wording)],
  ])("without the provider's wording: %s", async (_what, reply) => {
    pair.upstream.enqueue(reply);
    const answer = await ask();
    expect(readRefusal(answer)).toMatchObject(tooLong);
    expect(answer.text).not.toMatch(/8192|9000|resulted/);
  });
});

describe('docs/contract/errors.md#provider-errors: provider errors are never relayed', () => {
  it.each([400, 401, 403, 404, 422, 429, 500, 503])('a %i: neither its words nor its headers', async (status) => {
    const headers = {
      'x-provider-secret': 'org-7h2k',
      'www-authenticate': 'Bearer realm="provider"',
      'x-request-id': 'req_p',
    };
    pair.upstream.enqueue(
      jsonReply(
        { error: { message: WORDS, type: 'provider_type', param: null, code: 'provider_code' } },
        { status, headers },
      ),
    );
    const answer = await ask();
    const whole = JSON.stringify(answer.headers) + answer.text;
    expect(whole).not.toMatch(/Incorrect|sk-test|platform\.provider|org-7h2k|provider_type|provider_code|realm|req_p/);
    expect(whole).not.toContain(pair.upstream.url);
    expect(whole).not.toContain(PROMPT);
  });

  it('the field that the provider names is reported, in the terms of the reference format', async () => {
    pair.upstream.enqueue(refused(400, 'Unsupported value', { param: 'temperature', code: 'unsupported_value' }));
    expect(readRefusal(await ask())).toEqual({ ...rejected, param: 'temperature' });
  });

  it('status and reason are logged, under the id of the request, without credentials and without the prompt', async () => {
    const requestId = 'logged-failure-0001';
    pair.upstream.enqueue(refused(401, `Incorrect API key provided: ${TEST_PROVIDER_KEYS.openai}.`));
    await pair.chat({ messages: [{ role: 'user', content: PROMPT }] }, { headers: { 'x-request-id': requestId } });
    const read = () => pair.gateway.stdout() + pair.gateway.stderr();
    const find = () =>
      read()
        .split('\n')
        .find((text) => text.includes(requestId) && text.includes('provider_status'));
    const line = await waitUntil('the line in the log', find);
    expect(JSON.parse(line)).toMatchObject({ request_id: requestId, provider_status: 401 });
    const logged = read();
    expect(logged).not.toContain(TEST_PROVIDER_KEYS.openai);
    expect(logged).not.toContain(TEST_KEYS.research);
    expect(logged).not.toContain(PROMPT);
  });

  it.each(['error-400', 'error-401', 'error-429', 'error-500'])('the recorded case %s', async (name) => {
    const reply = replayCase(`openai-chat/${name}`);
    pair.upstream.enqueue(reply);
    const answer = await ask();
    expect([400, 502]).toContain(answer.status);
    const { error } = (reply as { body: { error: { message: string } } }).body;
    expect(answer.text).not.toContain(error.message);
  });
});

describe('docs/contract/time-limits.md#cold-start: kinds that load models on demand', () => {
  const loading = jsonReply(
    { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
    { status: 503 },
  );

  it('the gateway waits and tries again while the runtime answers "loading"', async () => {
    pair.upstream.enqueue(loading, loading, jsonReply(completion()));
    const answer = await ask('cold');
    expect(answer.status).toBe(200);
    expect(answer.headers['x-service-attempts']).toBe('3');
    expect(pair.upstream.requests).toHaveLength(3);
  });

  it('so for streams', async () => {
    pair.upstream.enqueue(loading, streamReply(completionEvents(['Hello'])));
    const stream = await pair.stream({ model: 'cold' });
    expect(stream.status).toBe(200);
    expect((await stream.collect()).at(-1)).toBe('[DONE]');
  });

  it('a model still loading after cold_start_ms is 504', async () => {
    pair.upstream.setDefault(loading);
    const started = performance.now();
    expect(readRefusal(await ask('cold'))).toEqual(timedOut);
    expect(performance.now() - started).toBeGreaterThan(2_000);
    expect(pair.upstream.requests.length).toBeGreaterThan(2);
  });

  it('a client that leaves ends the waiting', async () => {
    pair.upstream.setDefault(loading);
    await expect(pair.chat({ model: 'cold' }, { timeoutMs: 1_200 })).rejects.toThrow();
    const { length } = pair.upstream.requests;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    // An attempt may have been on its way when the client left; none begins later.
    expect(pair.upstream.requests.length).toBeLessThanOrEqual(length + 1);
  });

  it('a client that left while the gateway waited has no answer made for it', async () => {
    pair.upstream.enqueue(loading, neverAnswers());
    await expect(pair.chat({ model: 'cold' }, { timeoutMs: 250 })).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 700));
    // On a busy machine the next attempt may have begun when the client left: then it ends with the client.
    const [, ...later] = pair.upstream.requests;
    expect(later.length).toBeLessThanOrEqual(1);
    await waitUntil('what is sent for nobody to end', () => later.every(({ aborted }) => aborted) || undefined);
  });

  it('another 503 of such a runtime is 502 at once', async () => {
    pair.upstream.enqueue(serverError(503));
    expect(readRefusal(await ask('cold'))).toEqual(failed);
    expect(pair.upstream.requests).toHaveLength(1);
  });

  it('a provider of another kind that answers "loading" has failed', async () => {
    pair.upstream.enqueue(loading);
    expect(readRefusal(await ask())).toEqual(failed);
    expect(pair.upstream.requests).toHaveLength(1);
  });
});

function rateLimitedWith(headers: Record<string, string>): Reply {
  return { ...rateLimited(), headers };
}
