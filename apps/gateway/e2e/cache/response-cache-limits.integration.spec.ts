import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { completion, type HttpAnswer, jsonReply, type RedisServer, startRedis, TEST_KEYS } from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

let redis: RedisServer;

beforeAll(async () => {
  redis = await startRedis();
}, HOOK_LIMIT_MS);

afterAll(() => redis?.stop(), HOOK_LIMIT_MS);

/** Answers are cached in memory: with Redis, a moment in which this machine is busy makes a miss of a hit. */
describe.each(['memory', 'redis'])('limits counted in %s', (counters) => {
  let pair: Pair;

  beforeAll(async () => {
    pair = await startPair(() => ({
      redis: { url: redis.url },
      rate_limits: { backend: counters },
      cache: { policies: [{ name: 'everybody' }] },
      teams: [
        { name: 'few-requests', rpm_limit: 4, api_keys: [{ name: 'a', key: TEST_KEYS.research }] },
        { name: 'few-tokens', tpm_limit: 60, api_keys: [{ name: 'b', key: TEST_KEYS.support }] },
      ],
    }));
  }, HOOK_LIMIT_MS);

  afterAll(() => pair?.stop(), HOOK_LIMIT_MS);
  afterEach(() => pair.upstream.reset());

  async function ask(key: string, content: string): Promise<unknown> {
    pair.upstream.setDefault(jsonReply(completion()));
    return outcomeOf(await pair.chat({ messages: [{ role: 'user', content }] }, { key }));
  }

  const outcomeOf = (answer: HttpAnswer): unknown =>
    answer.status === 200
      ? answer.headers['x-service-cache']
      : (answer.json() as { error: { code: string } }).error.code;

  it('docs/contract/limits.md#requests-and-tokens: cache hits count as requests', async () => {
    const outcomes: unknown[] = [];
    for (let n = 0; n < 12; n++) outcomes.push(await ask(TEST_KEYS.research, 'again'));
    const refused = outcomes.indexOf('rpm_exceeded');
    expect(outcomes.slice(0, 4)).toEqual(['miss', 'hit', 'hit', 'hit']);
    // The process has a count of its own while this machine is too busy for Redis to answer in time.
    if (counters === 'memory') expect(refused).toBe(4);
    else expect([4, 5, 6, 7, 8]).toContain(refused);
    expect(pair.upstream.requests).toHaveLength(1);
  });

  it('docs/contract/limits.md#requests-and-tokens: a hit is not charged tokens', async () => {
    expect(await ask(TEST_KEYS.support, 'kept')).toBe('miss');
    // Far more than 60 tokens, were they charged.
    for (let n = 0; n < 20; n++) expect(await ask(TEST_KEYS.support, 'kept')).toBe('hit');
    const others: unknown[] = [];
    for (let n = 0; n < 8; n++) others.push(await ask(TEST_KEYS.support, `another ${n}`));
    expect(others[0]).toBe('miss');
    expect(others.at(-1)).toBe('tpm_exceeded');
    // A caller without tokens left still gets cached answers.
    expect(await ask(TEST_KEYS.support, 'kept')).toBe('hit');
  });
});
