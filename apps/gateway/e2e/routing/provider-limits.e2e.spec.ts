import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  hasRedis,
  httpRequest,
  jsonReply,
  type RedisServer,
  type Reply,
  type RunningGateway,
  rateLimited,
  startGateway,
  startRedis,
  TEST_KEYS,
} from '@multilane/testing';
import { HELLO, HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';
import { calledModels, recordOf } from './start-routing.js';

const KEYS = ['sk-test-limited-credential-1', 'sk-test-limited-credential-2'];
const ROUTES = ['nearly', 'tokens', 'short', 'lies', 'shared'];

let pair: Pair;
let redis: RedisServer | undefined;
let replica: RunningGateway;

beforeAll(async () => {
  redis = hasRedis() ? await startRedis() : undefined;
  const models = ROUTES.flatMap((name) => [`${name}-first`, `${name}-second`]);
  pair = await startPair((upstreamUrl) => ({
    ...(redis && { redis: { url: redis.url } }),
    providers: [
      { name: 'one', kind: 'openai', api_key: KEYS[0], base_url: `${upstreamUrl}/v1` },
      { name: 'pair', kind: 'openai', api_keys: KEYS, base_url: `${upstreamUrl}/v1` },
    ],
    models: [
      ...models.map((name) => ({ logical_name: name, provider: 'one', upstream_model: name })),
      { logical_name: 'plain', provider: 'pair', upstream_model: 'plain' },
    ],
    virtual_models: ROUTES.map((name) => ({
      name,
      targets: [{ model: `${name}-first` }, { model: `${name}-second` }],
    })),
    teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] }],
  }));
  replica = await startGateway({ config: pair.config() });
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

afterAll(async () => {
  await replica.stop();
  await pair.stop();
  await redis?.stop();
}, HOOK_LIMIT_MS);

/** Answers well, with headers for the models or keys that are named. */
function answerWith(headersOf: Readonly<Record<string, Record<string, string>>>, reply?: Reply): void {
  pair.upstream.onRequest(({ body, headers }) => {
    const { model } = body as { model: string };
    const key = String(headers.authorization).replace('Bearer ', '');
    return reply ?? jsonReply(completion(), { headers: headersOf[model] ?? headersOf[key] ?? {} });
  });
}

async function ask(model: string, times: number, body: object = {}): Promise<void> {
  for (let request = 0; request < times; request++) await pair.chat({ model, ...body });
}

const requestsLeft = (left: number, reset: string): Record<string, string> => ({
  'x-ratelimit-remaining-requests': String(left),
  'x-ratelimit-reset-requests': reset,
});

// docs/contract/routing.md#provider-limits
describe('what a provider says is left of its limits', () => {
  it('steers requests to the next target before a 429, and the record says so', async () => {
    answerWith({ 'nearly-first': requestsLeft(0, '30s') });
    await ask('nearly', 1);
    const answer = await pair.chat({ model: 'nearly' });
    expect(calledModels(pair)).toEqual(['nearly-first', 'nearly-second']);
    const record = await recordOf(pair, answer);
    expect(record.details).toMatchObject({
      routing: {
        skipped: [{ model: 'nearly-first', why: 'provider_quota' }],
        candidates: ['nearly-first', 'nearly-second'],
      },
    });
  });

  it('counts the tokens of the request', async () => {
    answerWith({
      'tokens-first': { 'x-ratelimit-remaining-tokens': '500', 'x-ratelimit-reset-tokens': '30s' },
    });
    await ask('tokens', 2);
    await ask('tokens', 1, { messages: [{ role: 'user', content: 'word '.repeat(1_000) }] });
    expect(calledModels(pair)).toEqual(['tokens-first', 'tokens-first', 'tokens-second']);
  });

  it('is forgotten at the stated reset', async () => {
    answerWith({ 'short-first': requestsLeft(0, '400ms') });
    await ask('short', 2);
    await sleep(450);
    await ask('short', 1);
    expect(calledModels(pair)).toEqual(['short-first', 'short-second', 'short-first']);
  });

  it('does not keep a request from the only target that is left', async () => {
    answerWith({ 'lies-first': requestsLeft(-7, '9000h'), 'lies-second': requestsLeft(0, '30s') });
    await ask('lies', 4);
    const called = calledModels(pair);
    expect(called.slice(0, 2)).toEqual(['lies-first', 'lies-second']);
    expect(called).toHaveLength(4);
  });

  it('steers the requests of a plain model to the credential that has room', async () => {
    answerWith({ [KEYS[0] ?? '']: requestsLeft(0, '30s'), [KEYS[1] ?? '']: requestsLeft(90, '30s') });
    await ask('plain', 4);
    const sent = pair.upstream.requests.map(({ headers }) => KEYS.indexOf(String(headers.authorization).slice(7)));
    expect(sent).toEqual([0, 1, 1, 1]);
  });

  (hasRedis() ? it : it.skip)('reaches the other replicas over Redis, a Retry-After too', async () => {
    answerWith({}, rateLimited(30));
    await ask('shared-first', 1);
    await sleep(1_200);
    pair.upstream.reset();
    answerWith({});
    const answer = await httpRequest({
      url: `${replica.baseUrl}/v1/chat/completions`,
      headers: { authorization: `Bearer ${TEST_KEYS.research}` },
      body: { ...HELLO, model: 'shared' },
    });
    expect([answer.status, calledModels(pair)]).toEqual([200, ['shared-second']]);
  });
});
