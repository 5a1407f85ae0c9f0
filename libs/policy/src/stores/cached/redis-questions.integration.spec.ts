import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type RedisServer, startRedis, waitUntil } from '@multilane/testing';
import type { SimilarQuestion } from '../../cache/similar/similar-questions.js';
import { openRedisLink, type RedisLink } from '../redis-link.js';
import { RedisQuestions } from './redis-questions.js';

let redis: RedisServer;
let link: RedisLink;
let questions: RedisQuestions;

beforeAll(async () => {
  redis = await startRedis();
  link = await openRedisLink({ url: redis.url });
  questions = new RedisQuestions(link);
  await waitUntil('Redis to answer', () => (link.isAway ? undefined : true));
}, 30_000);
afterAll(async () => {
  await link?.close();
  await redis?.stop();
});
afterEach(() => link.run((client) => client.flushall()));

const question = (answerKey: string): SimilarQuestion => ({
  requestId: 'r',
  answerKey,
  idSeed: 's',
  order: [],
  model: 'builtin',
  vector: new Float32Array([0.6, 0.8]),
});
const place = (group: string, scope = 's', owner = 'o') => ({ owner, scope, group });
const keysAt = async (group: string, owner = 'o') =>
  (await questions.find(place(group, 's', owner))).map(({ answerKey }) => answerKey);
const whenStored = (group: string, key: string) =>
  waitUntil('the question to be stored', async () => (await keysAt(group)).includes(key) || undefined);

describe('questions in Redis', () => {
  it('are found again with their vectors, by any replica, and by no other organization', async () => {
    questions.store(place('g'), question('k'), { ttlSeconds: 60, maxEntries: 10 });
    await whenStored('g', 'k');
    expect(await new RedisQuestions(link).find(place('g'))).toEqual([question('k')]);
    expect(await keysAt('g', 'other')).toEqual([]);
  });

  it('keep the last four wordings, and end with their time', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e'])
      questions.store(place('g'), question(key), { ttlSeconds: 1, maxEntries: 10 });
    await whenStored('g', 'e');
    expect(await keysAt('g')).toEqual(['e', 'd', 'c', 'b']);
    await waitUntil('the questions to end', async () => (await keysAt('g')).length === 0 || undefined, 5_000);
    expect(await link.run((client) => client.keys('*'))).toEqual([]);
  });

  it('give way to newer ones of their scope over its bound', async () => {
    for (const group of ['a', 'b', 'c', 'd']) {
      questions.store(place(group), question(group), { ttlSeconds: 60, maxEntries: 2 });
      await whenStored(group, group);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((group) => keysAt(group)))).toEqual([[], [], ['c'], ['d']]);
  });

  it('are none where something else lies, or Redis is away', async () => {
    await link.run((client) => client.set('ml:cache:{o}:q:g', 'text'));
    expect(await keysAt('g')).toEqual([]);
    await link.run((client) => client.lpush('ml:cache:{o}:q:h', '{"not": "a question"}'));
    expect(await keysAt('h')).toEqual([]);
    const away = new RedisQuestions(await openRedisLink({ url: 'redis://127.0.0.1:1' }));
    expect(await away.find(place('g'))).toEqual([]);
    away.store(place('g'), question('k'), { ttlSeconds: 60, maxEntries: 2 });
  });
});
