// `npm test` runs these tests in one of six runs, and a sample of them each time: libs/policy/src/limits/rate-limit-backends.integration.spec.ts.

import { afterEach, describe, expect, it } from '@jest/globals';
import { hasRedis, type RedisCluster, type RedisServer, startRedisCluster, waitUntil } from '@multilane/testing';
import type { StoredAnswer } from '../cache/stored-answer.js';
import type { Ceiling } from '../limits/ceiling.js';
import { RedisAnswers } from './redis-answers.js';
import { RedisLimitStore } from './redis-limit-store.js';
import { openRedisLink, type RedisLink } from './redis-link.js';

const LIMIT = 3;

/** One of so many organizations that each server of a small cluster has several. */
const ORGANIZATIONS = Array.from({ length: 20 }, (_, index) => `organization-${index}`);

function ceilingsOf(organization: string): readonly Ceiling[] {
  const shared = { scope: 'organization', windowSeconds: 3600 } as const;
  return [
    { ...shared, counter: `{${organization}}:requests`, unit: 'requests', limit: LIMIT },
    { ...shared, counter: `{${organization}}:tokens`, unit: 'tokens', limit: 1_000 },
  ];
}

/** Counts the keys of organizations, each of which has its organization's name in braces. */
function countKeys(cluster: RedisCluster, server: RedisServer): number {
  return cluster.ask(server, 'KEYS', '*{organization-*').split('\n').filter(Boolean).length;
}

const yes = () => true as const;
const no = () => undefined;

const onRedis = hasRedis() ? describe : describe.skip;

onRedis('a Redis Cluster', () => {
  let cluster: RedisCluster | undefined;
  let link: RedisLink | undefined;

  afterEach(async () => {
    await link?.close();
    await cluster?.stop();
  });

  /** A link to the cluster by one of its servers, which has learnt of the others. */
  async function start(count: number, by = 0): Promise<{ cluster: RedisCluster; link: RedisLink; changes: boolean[] }> {
    const changes: boolean[] = [];
    const started = await startRedisCluster(count);
    cluster = started;
    const opened = await openRedisLink({
      url: started.servers[by]?.url ?? '',
      commandLimitMs: 250,
      onChange: (isAway) => changes.push(isAway),
    });
    link = opened;
    for (const organization of ORGANIZATIONS) {
      const isAnswered = () => opened.run((redis) => redis.get(`{${organization}}`)).then(yes, no);
      await waitUntil('the server of the key', isAnswered, 20_000);
    }
    return { cluster: started, link: opened, changes };
  }

  it('counts each organization on the server that has it, by the address of one server alone', async () => {
    const world = await start(3);
    const store = new RedisLimitStore({ link: world.link });
    const demand = { charge: 1, atLeast: 1, atMost: 1 };
    const verdicts = ORGANIZATIONS.map(async (organization) => {
      const ceilings = ceilingsOf(organization);
      const admitted: boolean[] = [];
      for (let n = 0; n < LIMIT + 2; n++) admitted.push((await store.admit(ceilings, demand, 0)) === undefined);
      store.settle(ceilings, 5, 0);
      return admitted.filter(Boolean).length;
    });
    expect(await Promise.all(verdicts)).toEqual(ORGANIZATIONS.map(() => LIMIT));
    await store.flush();
    const sizes = world.cluster.servers.map((server) => countKeys(world.cluster, server));
    expect(sizes.reduce((sum, size) => sum + size)).toBe(2 * ORGANIZATIONS.length);
    for (const size of sizes) expect(size).toBeGreaterThan(0);
    // It was never reached, was reached as a server, turned out to be a cluster, and was reached as one.
    expect(world.changes.at(-1)).toBe(false);
    expect(world.link.isAway).toBe(false);
  }, 60_000);

  it('follows a key to another server', async () => {
    const world = await start(2);
    const [first, second] = world.cluster.servers;
    if (!first || !second) throw new Error('there are two servers');
    const store = new RedisLimitStore({ link: world.link });
    const moved = ORGANIZATIONS.map(ceilingsOf);
    const idOf = (server: typeof first) => world.cluster.ask(server, 'CLUSTER', 'MYID');
    for (const organization of ORGANIZATIONS) {
      const slot = world.cluster.ask(first, 'CLUSTER', 'KEYSLOT', organization);
      for (const server of [second, first]) world.cluster.ask(server, 'CLUSTER', 'SETSLOT', slot, 'NODE', idOf(second));
    }
    for (const ceilings of moved) {
      for (let n = 0; n < LIMIT; n++) expect(await store.admit(ceilings, undefined, 0)).toBeUndefined();
      expect(await store.admit(ceilings, undefined, 0)).toBe(ceilings[0]);
    }
    expect(countKeys(world.cluster, first)).toBe(0);
    expect(countKeys(world.cluster, second)).toBe(2 * ORGANIZATIONS.length);
  }, 60_000);

  it('continues with the organizations of all other servers when one has ended, however much waits for that one', async () => {
    // Those that are left must be more than half of a cluster: fewer do not trust themselves.
    const world = await start(3);
    const [first, second] = world.cluster.servers;
    if (!first || !second) throw new Error('there are three servers');
    const slotOf = (organization: string) => Number(world.cluster.ask(first, 'CLUSTER', 'KEYSLOT', organization));
    const isLost = new Map(ORGANIZATIONS.map((each) => [each, slotOf(each) >= 5_461 && slotOf(each) < 10_922]));
    expect([...isLost.values()].filter(Boolean).length).toBeGreaterThan(1);
    let misses = 0;
    const onMiss = (): void => {
      misses += 1;
    };
    const store = new RedisLimitStore({ link: world.link, onMiss });
    const ceilings = new Map(ORGANIZATIONS.map((each) => [each, ceilingsOf(each)]));
    const missed = async (organization: string): Promise<boolean> => {
      const before = misses;
      await store.admit(ceilings.get(organization) ?? [], undefined, 0);
      return misses > before;
    };
    const changes = world.changes.length;
    await second.interrupt();
    for (let round = 0; round < 10; round += 1) {
      for (const organization of ORGANIZATIONS) expect(await missed(organization)).toBe(isLost.get(organization));
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    expect(world.changes.slice(changes)).toEqual([]);
  }, 60_000);

  it('is found again by whichever of its servers is there', async () => {
    const world = await start(3, 1);
    const { servers } = world.cluster;
    const [, second, third] = servers;
    if (!second || !third) throw new Error('there are three servers');
    for (const server of servers) await server.interrupt();
    await waitUntil('the outage to be known', () => world.link.isAway || undefined, 20_000);
    for (const server of [second, third]) await server.resume();
    await waitUntil('the servers that are left', () => !world.link.isAway || undefined, 30_000);
  }, 60_000);

  it('keeps the answers of the cache', async () => {
    const world = await start(2);
    const answers = new RedisAnswers(world.link);
    const body = Buffer.from('{"choices":[]}');
    const answer: StoredAnswer = { form: 'whole', kind: 'openai', model: 'm', idSeed: 's', created: 1, body };
    for (const organization of ORGANIZATIONS) answers.store(organization, 'key', answer, 60);
    for (const organization of ORGANIZATIONS) {
      const found = await waitUntil('the answer', async () => answers.find(organization, 'key'));
      expect(found).toEqual(answer);
    }
    for (const server of world.cluster.servers) expect(countKeys(world.cluster, server)).toBeGreaterThan(0);
  }, 60_000);
});
