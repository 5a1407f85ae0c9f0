import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  completion,
  type HttpAnswer,
  type Reply,
  repliesOf,
  type StreamReply,
  stallAfter,
  streamReply,
  TEST_KEYS,
  waitUntil,
} from '@multilane/testing';
import { findAuditRecord } from '../endpoints/inference-routes.js';
import { startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair, SLOW_TEST_LIMIT_MS } from '../start-pair.js';

/** Time for which a provider works on a request, so that others come meanwhile. */
const SLOW_MS = 500;

let pair: Pair;
let asked = 0;

beforeAll(async () => {
  pair = await startEveryProvider({
    teams: [
      { name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] },
      { name: 'support', max_parallel: 2, api_keys: [{ name: 'desk', key: TEST_KEYS.support }] },
    ],
    cache: {
      policies: [
        { name: 'sharing', models: ['gpt-4o'], ttl_seconds: 60, share_in_flight: true },
        { name: 'alone', models: ['azure-chat'], ttl_seconds: 60 },
      ],
    },
  });
}, HOOK_LIMIT_MS);
afterAll(() => pair?.stop(), HOOK_LIMIT_MS);
afterEach(() => pair.upstream.reset());

/** A question that no test before has asked. */
function ask(): object {
  asked += 1;
  return { messages: [{ role: 'user', content: `question ${asked}` }] };
}

const slowJson = (body: object, status = 200): StreamReply =>
  streamReply([Buffer.from(JSON.stringify(body))], {
    status,
    delayMs: SLOW_MS,
    headers: { 'content-type': 'application/json' },
  });
const slowStream = (): Reply => ({
  ...repliesOf('openai').stream({ text: ['Fog ', 'over ', 'Oslo.'] }),
  delayMs: SLOW_MS / 5,
});
const cacheOf = ({ headers }: Pick<HttpAnswer, 'headers'>): unknown => headers['x-service-cache'];
const isAsked = (calls: number) =>
  waitUntil(`${calls} calls`, () => pair.upstream.requests.length >= calls || undefined, 10_000);

describe('identical requests at the same time (docs/contract/cache.md#in-flight)', () => {
  it('share one call: the others are hits, which cost nothing', async () => {
    pair.upstream.setDefault(slowJson(completion()));
    const body = ask();
    const answers = await Promise.all(Array.from({ length: 8 }, () => pair.chat(body)));
    expect(pair.upstream.requests).toHaveLength(1);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const uses = answers.map(({ headers }) => `${headers['x-service-cache']} ${headers['x-service-attempts']}`);
    expect(uses.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'hit 0'), 'miss 1']);
    const hit = answers.find((answer) => cacheOf(answer) === 'hit');
    const record = await findAuditRecord(pair, String(hit?.headers['x-request-id']));
    expect(record).toMatchObject({ cache: 'hit', attempts: 0, cost_usd: 0 });
  });

  it('share a stream too, once it has ended', async () => {
    pair.upstream.setDefault(slowStream());
    const body = ask();
    const streams = await Promise.all(Array.from({ length: 3 }, () => pair.stream(body)));
    await Promise.all(streams.map(({ ended }) => ended));
    expect(pair.upstream.requests).toHaveLength(1);
    expect(streams.map(cacheOf).toSorted()).toEqual(['hit', 'hit', 'miss']);
    const texts = streams.map((stream) => stream.text().replaceAll(/^:\n\n/gm, ''));
    expect(texts[0]).toContain('Oslo.');
    expect(new Set(texts).size).toBe(1);
  });

  it('ask for themselves where the first one’s client has left', async () => {
    pair.upstream.setDefault(slowStream());
    const body = ask();
    const first = await pair.stream(body);
    const second = pair.stream(body);
    await first.next();
    first.abort();
    const stream = await second;
    await stream.ended;
    expect(cacheOf(stream)).toBe('miss');
    expect(stream.text()).toContain('Oslo.');
    expect(pair.upstream.requests).toHaveLength(2);
  });

  it('give their slots back when their clients leave', async () => {
    const call = { key: TEST_KEYS.support };
    pair.upstream.setDefault(stallAfter(slowJson(completion()), 0));
    const body = ask();
    const first = pair.chat(body, { ...call, timeoutMs: 6_500 });
    const ended = expect(first).rejects.toThrow();
    await isAsked(1);
    await expect(pair.chat(body, { ...call, timeoutMs: 300 })).rejects.toThrow();
    pair.upstream.setDefault(slowJson(completion()));
    const another = async () => (await pair.chat(ask(), call)).status === 200 || undefined;
    expect(await waitUntil('a slot', another, 5_000)).toBe(true);
    await ended;
  });

  it(
    'get a sign of life while they wait for a stream, as any stream does',
    async () => {
      pair.upstream.setDefault({ ...repliesOf('openai').stream({ text: ['Fog ', 'over ', 'Oslo.'] }), delayMs: 2_500 });
      const body = ask();
      const call = { timeoutMs: 35_000 };
      const first = await pair.stream(body, call);
      const second = await pair.stream(body, call);
      expect([second.status, cacheOf(second)]).toEqual([200, undefined]);
      await Promise.all([first.ended, second.ended]);
      expect(pair.upstream.requests).toHaveLength(1);
      expect(second.text()).toMatch(/^:\n\n.*Oslo\..*\[DONE\]/s);
    },
    SLOW_TEST_LIMIT_MS,
  );

  it('ask for themselves where the first one failed', async () => {
    pair.upstream.setDefault(slowJson(completion()));
    pair.upstream.enqueue(slowJson({ error: { message: 'No.', type: 'invalid_request_error' } }, 400));
    const body = ask();
    const first = pair.chat(body);
    await isAsked(1);
    const others = await Promise.all([pair.chat(body), pair.chat(body)]);
    expect((await first).status).toBe(400);
    expect(others.map((answer) => [answer.status, cacheOf(answer)])).toEqual([
      [200, 'miss'],
      [200, 'miss'],
    ]);
    expect(pair.upstream.requests).toHaveLength(3);
  });

  it.each([
    ['of another team', { key: TEST_KEYS.support }],
    ['that ask for a new answer', { headers: { 'cache-control': 'no-cache' } }],
    ['that are not to be stored', { headers: { 'cache-control': 'no-store' } }],
  ])('are none if they are those %s', async (_what, call) => {
    pair.upstream.setDefault(slowJson(completion()));
    const body = ask();
    const first = pair.chat(body);
    await isAsked(1);
    const [other] = await Promise.all([pair.chat(body, call), first]);
    expect(cacheOf(other)).not.toBe('hit');
    expect(pair.upstream.requests).toHaveLength(2);
  });

  it('go to the provider each, where no policy lets them share', async () => {
    pair.upstream.setDefault(slowJson(completion()));
    const body = { ...ask(), model: 'azure-chat' };
    const answers = await Promise.all([pair.chat(body), pair.chat(body)]);
    expect(answers.map(cacheOf)).toEqual(['miss', 'miss']);
    expect(pair.upstream.requests).toHaveLength(2);
  });
});
