import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { completion, type HttpAnswer, jsonReply, type RedisServer, startRedis, TEST_KEYS } from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair, startPair } from './start-pair.js';

let redis: RedisServer;

beforeAll(async () => {
  redis = await startRedis();
}, HOOK_LIMIT_MS);

afterAll(() => redis?.stop(), HOOK_LIMIT_MS);

/** The counters and the answers, each in memory or on Redis. */
const BACKENDS = ['memory', 'redis'].flatMap((counters) =>
  ['memory', 'redis'].map((answers) => ({ counters, answers })),
);

describe.each(BACKENDS)('limits counted in $counters, answers kept in $answers', ({ counters, answers }) => {
  let pair: Pair;

  beforeAll(async () => {
    pair = await startPair(() => ({
      redis: { url: redis.url },
      rate_limits: { backend: counters },
      cache: { backend: answers, policies: [{ name: 'everybody' }] },
      teams: [
        { name: `requests-${counters}-${answers}`, rpm_limit: 4, api_keys: [{ name: 'a', key: TEST_KEYS.research }] },
        { name: `tokens-${counters}-${answers}`, tpm_limit: 60, api_keys: [{ name: 'b', key: TEST_KEYS.support }] },
      ],
    }));
  }, HOOK_LIMIT_MS);

  afterAll(() => pair?.stop(), HOOK_LIMIT_MS);
  afterEach(() => pair.upstream.reset());

  async function ask(key: string, content: string): Promise<unknown> {
    pair.upstream.setDefault(jsonReply(completion()));
    const answer = await pair.chat({ messages: [{ role: 'user', content }] }, { key });
    // An answer is kept a moment after it was delivered.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return outcomeOf(answer);
  }

  const outcomeOf = (answer: HttpAnswer): unknown =>
    answer.status === 200
      ? answer.headers['x-service-cache']
      : (answer.json() as { error: { code: string } }).error.code;

  it('specification section 8, rule 4: cache hits count as requests', async () => {
    const outcomes: unknown[] = [];
    for (let n = 0; n < 5; n++) outcomes.push(await ask(TEST_KEYS.research, 'again'));
    expect(outcomes).toEqual(['miss', 'hit', 'hit', 'hit', 'rpm_exceeded']);
  });

  it('specification section 8, rule 4: a hit is not charged tokens', async () => {
    expect(await ask(TEST_KEYS.support, 'kept')).toBe('miss');
    // Far more than 60 tokens, were they charged.
    for (let n = 0; n < 20; n++) expect(await ask(TEST_KEYS.support, 'kept')).toBe('hit');
    const others: unknown[] = [];
    for (let n = 0; n < 8; n++) others.push(await ask(TEST_KEYS.support, `another ${n}`));
    expect(others[0]).toBe('miss');
    expect(others.at(-1)).toBe('tpm_exceeded');
    // Whoever has no tokens left is still told what is kept.
    expect(await ask(TEST_KEYS.support, 'kept')).toBe('hit');
  });
});
