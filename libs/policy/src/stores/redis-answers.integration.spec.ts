import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type RedisServer, startRedis, waitUntil } from '@multilane/testing';
import { clockTimeOf, expectWithin } from '@multilane/testing/measure-hold';
import { LARGEST_ANSWER_BYTES, type StoredAnswer } from '../cache/stored-answer.js';
import { RedisAnswers } from './redis-answers.js';
import { openRedisLink, type RedisLink } from './redis-link.js';

let redis: RedisServer;
let link: RedisLink;
let answers: RedisAnswers;

beforeAll(async () => {
  redis = await startRedis();
  link = await openRedisLink({ url: redis.url });
  answers = new RedisAnswers(link);
  await untilItAnswers();
}, 30_000);
afterAll(async () => {
  await answers?.close();
  await redis?.stop();
});
afterEach(() => link.run((client) => client.flushall()));

async function untilItAnswers(): Promise<void> {
  const ping = () =>
    link
      .run((client) => client.ping())
      .then(
        () => true as const,
        () => undefined,
      );
  await waitUntil('Redis to answer', ping);
}

function answer(body: string | Buffer): StoredAnswer {
  return { form: 'whole', kind: 'openai', model: 'gpt-4o', idSeed: 's', created: 1, body: Buffer.from(body) };
}

const find = (owner: string, key: string) => Promise.resolve(answers.find(owner, key));
const whenFound = (owner: string, key: string) => waitUntil('the answer to be cached', () => find(owner, key));

describe('answers cached in Redis', () => {
  it.each([
    ['small', '{"a":1}'],
    ['large', 'words '.repeat(20_000)],
    ['as large as any', Buffer.alloc(LARGEST_ANSWER_BYTES, 'x')],
  ])('are found again: %s', async (_what, body) => {
    expect(await find('o', 'k')).toBeUndefined();
    answers.store('o', 'k', answer(body), 60);
    const { body: kept, ...head } = await whenFound('o', 'k');
    expect([head, kept.equals(answer(body).body)]).toEqual([
      { form: 'whole', kind: 'openai', model: 'gpt-4o', idSeed: 's', created: 1 },
      true,
    ]);
  });

  it('lie under keys with a hash tag of their organization, for the time that the policy says', async () => {
    answers.store('org}{1', 'k', answer('{}'), 60);
    await whenFound('org}{1', 'k');
    const keys = await link.run((client) => client.keys('*'));
    expect(keys).toEqual(['ml:cache:{org%7D%7B1}:k']);
    const ttl = await link.run((client) => client.ttl(keys[0] ?? ''));
    expect(ttl).toBeGreaterThan(50);
    expect(ttl).toBeLessThanOrEqual(60);
  });

  it('are compressed where that is worth it', async () => {
    answers.store('o', 'k', answer('words '.repeat(20_000)), 60);
    await whenFound('o', 'k');
    expect(await link.run((client) => client.strlen('ml:cache:{o}:k'))).toBeLessThan(5_000);
  });

  it('are not found under another organization', async () => {
    answers.store('o', 'k', answer('{}'), 60);
    await whenFound('o', 'k');
    expect(await find('p', 'k')).toBeUndefined();
  });

  it('take one command for a look-up and one for an answer', async () => {
    const count = async (): Promise<number> => {
      const info = await link.run((client) => client.info('commandstats'));
      const calls = [...info.matchAll(/cmdstat_(?:get|set|[a-z]*scan|ttl|exists):calls=(\d+)/g)];
      return calls.reduce((sum, [, number]) => sum + Number(number), 0);
    };
    const before = await count();
    answers.store('o', 'k', answer('{}'), 60);
    await waitUntil('the command', async () => ((await count()) > before ? true : undefined));
    await find('o', 'k');
    expect(await count()).toBe(before + 2);
  });

  it.each([
    ['of another type', () => link.run((client) => client.lpush('ml:cache:{o}:k', 'a'))],
    ['of somebody else', () => link.run((client) => client.set('ml:cache:{o}:k', 'not an answer'))],
  ])('are misses if there is something %s', async (_what, put) => {
    await put();
    expect(await find('o', 'k')).toBeUndefined();
  });

  it('are misses at once while Redis is unavailable, and nothing fails', async () => {
    answers.store('o', 'k', answer('{}'), 60);
    await whenFound('o', 'k');
    await redis.interrupt();
    const waits: number[] = [];
    for (let n = 0; n < 5; n++) {
      waits.push(await clockTimeOf(async () => expect(await find('o', 'k')).toBeUndefined()));
      answers.store('o', 'k', answer('{}'), 60);
    }
    // The median: a busy machine may be late with one of them.
    const [, , median = Number.NaN] = waits.sort((a, b) => a - b);
    await expectWithin(150, () => median, { tries: 1 });
    expect(link.isAway).toBe(true);
    expect(answers.find('o', 'k')).toBeUndefined();
    await redis.resume();
    await waitUntil('Redis to be back', () => !link.isAway || undefined, 10_000);
    answers.store('o', 'k', answer('{}'), 60);
    expect(await whenFound('o', 'k')).toEqual(answer('{}'));
  }, 30_000);
});
