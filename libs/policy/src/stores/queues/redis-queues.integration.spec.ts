import { describe, expect, it } from '@jest/globals';
import { hasRedis, waitUntil } from '@multilane/testing';
import fc from 'fast-check';
import type { SlotLimit } from '../../limits/ceiling.js';
import { REQUEST_PRIORITIES } from '../../limits/slot-queue.js';
import { MemorySlots } from '../memory-slots.js';
import { RedisAway } from '../pending-command.js';
import type { RedisArgument, RedisScript } from '../redis-link.js';
import { LEASE_SECONDS, RedisSlots } from '../redis-slots.js';
import { useTestLink } from '../test-link.tools.spec.js';
import { type Owner, queued, TestRequest } from './slot-queues.tools.spec.js';

const shared = useTestLink();
let worlds = 0;

/** A replica's way to Redis, which can be cut. */
class Way {
  isAway = false;
  statements = 0;
  /** Commands run, and their answers come too late. */
  isLate = false;
  /** Commands are lost: the connection ends before they are sent. */
  isBroken = false;

  onBack(): void {
    // Nothing is renewed in these tests: leases are long.
  }

  evaluate(script: RedisScript, keys: readonly string[], args: readonly RedisArgument[]): Promise<unknown> {
    if (this.isAway || this.isBroken) return Promise.reject(new RedisAway('away'));
    this.statements += 1;
    const answer = shared.link.evaluate(script, keys, args);
    return this.isLate ? Promise.reject(new RedisAway('late', answer)) : answer;
  }
}

class Replica {
  readonly way = new Way();
  readonly store: RedisSlots;
  requests: TestRequest[] = [];

  constructor(clock: () => number, position: number) {
    this.store = new RedisSlots({ link: this.way, findPosition: () => ({ count: 3, position }), clock });
  }
}

type Action = 'begin' | 'end' | 'leave' | 'kill' | 'time';

/** Three replicas with one Redis, whose clock the test moves. */
class World {
  now = 1_000_000;
  readonly tag: string;
  readonly outer: SlotLimit;
  readonly limit: SlotLimit;
  readonly replicas: Replica[];
  /** Names of the requests in the order in which they began to run. */
  readonly order: string[] = [];
  readonly ended = new Set<TestRequest>();
  private count = 0;

  constructor(most = 1, queue: Partial<SlotLimit['queue']> = {}) {
    this.tag = `ml:{queue-${process.pid}-${Date.now()}-${worlds++}}`;
    this.outer = { ...queued('team', most + 1, queue), counter: `${this.tag}:team` };
    this.limit = { ...queued('api_key', most, queue), counter: `${this.tag}:key` };
    this.replicas = [0, 1, 2].map((position) => this.start(position));
  }

  replica(index: number): Replica {
    return this.replicas[index] as Replica;
  }

  /** Asks for slots; resolves when it is known if the request runs, waits or was rejected. */
  async begin(index: number, owner: Owner = {}, limits: readonly SlotLimit[] = [this.limit]): Promise<TestRequest> {
    const replica = this.replica(index);
    this.count += 1;
    const name = `${index}-${this.count}`;
    const request = new TestRequest(replica.store, name, limits, owner, () => this.order.push(name));
    replica.requests.push(request);
    await waitUntil(
      `${name} to be answered`,
      () => request.wait !== undefined || request.verdict !== 'waits' || undefined,
    );
    return request;
  }

  get all(): TestRequest[] {
    return this.replicas.flatMap(({ requests }) => requests);
  }

  get running(): TestRequest[] {
    return this.all.filter((each) => each.isRunning && !this.ended.has(each));
  }

  end(request: TestRequest | undefined): void {
    if (request === undefined || this.ended.has(request)) return;
    this.ended.add(request);
    request.end();
  }

  /** The process ends without a word, and another one starts in its place. */
  async kill(index: number): Promise<void> {
    const { requests, store, way } = this.replica(index);
    way.isAway = true;
    for (const request of requests) {
      this.ended.add(request);
      request.leave();
    }
    await store.close();
    this.replicas[index] = this.start(index);
  }

  async take(action: Action, index: number, owner: Owner): Promise<void> {
    const { requests } = this.replica(index);
    if (action === 'begin') await this.begin(index, owner, [this.outer, this.limit]);
    if (action === 'end') this.end(requests.find((each) => each.isRunning && !this.ended.has(each)));
    if (action === 'leave') requests.find(({ verdict }) => verdict === 'waits')?.leave();
    if (action === 'kill') await this.kill(index);
    if (action !== 'time') return;
    this.now += 7;
    for (const { store } of this.replicas) await store.renew();
  }

  /** Ends what runs until nothing does any more. */
  async endAll(): Promise<void> {
    await waitUntil('every request to have ended', () => {
      for (const request of this.running) this.end(request);
      return (
        this.all.every((each) => this.ended.has(each) || (!each.isRunning && each.verdict !== 'waits')) || undefined
      );
    });
  }

  async keys(): Promise<string[]> {
    return (await shared.link.run((redis) => redis.keys(`${this.tag.replace(/[{}]/g, '?')}*`))) as string[];
  }

  /** Seconds until a key is dropped; -1 if it never is. */
  async secondsLeft(key: string): Promise<number> {
    return (await shared.link.run((redis) => redis.ttl(key))) as number;
  }

  async close(): Promise<void> {
    for (const { store } of this.replicas) await store.close();
  }

  private start(position: number): Replica {
    return new Replica(() => this.now, position);
  }
}

/** Commands that Redis has run, those of scripts included. */
async function countCommands(): Promise<number> {
  const text = String(await shared.link.run((redis) => redis.info('commandstats')));
  return [...text.matchAll(/:calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0);
}

(hasRedis() ? describe : describe.skip)('Queues that replicas share', () => {
  it('wake a request of another replica soon after a slot is returned, with few statements', async () => {
    const world = new World();
    const running = await world.begin(0);
    const waiting = await world.begin(1);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(waiting.verdict).toBe('waits');
    expect(world.replica(1).way.statements).toBeLessThan(80);
    expect(world.replica(2).way.statements).toBe(0);
    world.end(running);
    await waiting.ended;
    expect(waiting.isRunning).toBe(true);
    world.end(waiting);
    await world.close();
    expect(await world.keys()).toEqual([]);
  });

  it('serve the requests of all replicas in the order in which one process would', async () => {
    const owner = fc.record({
      organization: fc.constantFrom('a', 'b'),
      member: fc.constantFrom('one', 'two'),
      priority: fc.constantFrom(...REQUEST_PRIORITIES),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(owner, fc.nat(2)), { minLength: 2, maxLength: 20 }), async (owners) => {
        const world = new World();
        const alone = new MemorySlots();
        const expected: string[] = [];
        const running = await world.begin(0);
        const first = alone.take([world.limit]);
        for (const [each, index] of owners) {
          const { limits, name } = await world.begin(index, each);
          new TestRequest(alone, name, limits, each, ({ name: run }) => {
            expected.push(run);
            alone.release(limits);
          });
        }
        expect(first).toBeUndefined();
        // Each request of the model ends as it begins, those of the replicas end one after the other.
        alone.release([world.limit]);
        world.end(running);
        await world.endAll();
        expect(world.order.slice(1)).toEqual(expected);
        await world.close();
      }),
      { numRuns: 8 },
    );
  }, 60_000);

  it('give a slot back that was granted to a request whose client left meanwhile', async () => {
    const world = new World();
    const running = await world.begin(0);
    const leaves = await world.begin(1);
    const stays = await world.begin(2);
    world.end(running);
    await shared.link.run((redis) => redis.ping());
    leaves.leave();
    await stays.ended;
    expect(stays.isRunning).toBe(true);
    world.end(stays);
    await world.close();
    expect(await world.keys()).toEqual([]);
  });

  it('let others pass a request whose client left as the connection ended', async () => {
    const world = new World();
    const running = await world.begin(0);
    const leaves = await world.begin(1);
    const { way } = world.replica(1);
    way.isBroken = true;
    leaves.leave();
    await leaves.ended;
    way.isBroken = false;
    const stays = await world.begin(2);
    world.end(running);
    await stays.ended;
    expect(stays.isRunning).toBe(true);
    world.end(stays);
    await world.close();
    expect(await world.keys()).toEqual([]);
  });

  it('pass over the requests of a process that was killed, and free what it was granted', async () => {
    const world = new World();
    const running = await world.begin(0);
    for (let count = 0; count < 5; count++) await world.begin(1);
    const stays = await world.begin(2);
    await world.kill(1);
    world.now += 2;
    await new Promise((resolve) => setTimeout(resolve, 60));
    world.now += 2;
    world.end(running);
    await stays.ended;
    expect(stays.isRunning).toBe(true);
    world.end(stays);
    await world.close();
    expect(await world.keys()).toEqual([]);
  });

  it('let a request run when the lease of a process that was killed has ended', async () => {
    const world = new World();
    await world.begin(0);
    const waiting = await world.begin(1);
    await world.kill(0);
    for (let seconds = 0; seconds < LEASE_SECONDS; seconds += 2) {
      expect(waiting.verdict).toBe('waits');
      world.now += 2;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    await waiting.ended;
    expect(waiting.isRunning).toBe(true);
    world.end(waiting);
    await world.close();
  });

  it('keep every request through a jump of the clock, and through the loss of all data', async () => {
    const world = new World(1, { maxWaitMs: 20_000 });
    const running = await world.begin(0);
    const waiting = [await world.begin(1), await world.begin(2)];
    world.now += 3_600;
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const name of await world.keys()) await shared.link.run((redis) => redis.del(name));
    world.end(running);
    await world.endAll();
    expect(waiting.map(({ isRunning }) => isRunning)).toEqual([true, true]);
    await world.close();
  });

  it('go on while Redis is away, within the share of the process, and are in Redis again when it is back', async () => {
    const world = new World(3, { maxWaitMs: 20_000 });
    const running = [await world.begin(0), await world.begin(1), await world.begin(2)];
    const [first, second] = [await world.begin(0), await world.begin(1)];
    for (const { way } of world.replicas) way.isAway = true;
    const [high, low] = [await world.begin(0, { priority: 'high' }), await world.begin(0, { priority: 'low' })];
    world.end(running[0]);
    await high.ended;
    expect([first.verdict, second.verdict, low.verdict]).toEqual(['waits', 'waits', 'waits']);
    for (const { way } of world.replicas) way.isAway = false;
    await world.endAll();
    expect([first, second, high, low].map(({ isRunning }) => isRunning)).toEqual([true, true, true, true]);
    world.now += LEASE_SECONDS + 1;
    expect((await world.begin(0)).isRunning).toBe(true);
    await world.close();
  });

  it('keep the place of a request whose answer came too late', async () => {
    const world = new World(3);
    const others = [await world.begin(1), await world.begin(2)];
    const { way } = world.replica(0);
    const running = await world.begin(0);
    way.isLate = true;
    const waiting = await world.begin(0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    way.isLate = false;
    world.end(others[0]);
    await waiting.ended;
    expect(waiting.isRunning).toBe(true);
    for (const each of [others[1], running, waiting]) world.end(each);
    await world.close();
    expect(await world.keys()).toEqual([]);
  });

  it('bound the length over all replicas, and name the limit that is full', async () => {
    const world = new World(1, { maxLength: 2, maxWaitMs: 300 });
    for (const index of [0, 1, 2]) await world.begin(index);
    const over = await world.begin(0);
    expect(over.verdict).toBe(world.limit);
    const [, waited] = world.all;
    await waited?.ended;
    expect(waited?.verdict).toBe(world.limit);
    await world.close();
  });

  it('look through those that wait for other limits once, not again for each request beside them', async () => {
    const world = new World(1, { maxWaitMs: 60_000 });
    const outer = { ...world.outer, limit: 1_000 };
    const keyOf = (index: number): SlotLimit => ({ ...world.limit, counter: `${world.tag}:key-${index}` });
    for (let index = 0; index < 100; index++) {
      for (const _ of ['runs', 'waits']) await world.begin(0, { member: `k${index}` }, [outer, keyOf(index)]);
    }
    expect(world.running).toHaveLength(100);
    const before = await countCommands();
    for (let count = 0; count < 20; count++) world.end(await world.begin(1, { member: 'other' }, [outer, keyOf(100)]));
    expect((await countCommands()) - before).toBeLessThan(20 * 400);
    await world.endAll();
    expect(world.order).toHaveLength(220);
    await world.close();
    expect(await world.keys()).toEqual([]);
  }, 60_000);

  it('give the place of a process that was killed in a full queue to one that lives', async () => {
    const world = new World(1, { maxLength: 1, maxWaitMs: 20_000 });
    await world.begin(0);
    await world.begin(1);
    expect((await world.begin(2)).verdict).toBe(world.limit);
    await world.kill(1);
    world.now += 4;
    const waiting = await world.begin(2);
    expect(waiting.verdict).toBe('waits');
    await world.endAll();
    expect(waiting.isRunning).toBe(true);
    await world.close();
    expect(await world.keys()).toEqual([]);
  });

  it('never exceed the limit and never leak, whatever ends, leaves, is killed or waits, in any order', async () => {
    const step = fc.record({
      action: fc.constantFrom<Action>('begin', 'begin', 'begin', 'end', 'end', 'leave', 'kill', 'time'),
      index: fc.nat(2),
      priority: fc.constantFrom(...REQUEST_PRIORITIES),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.integer({ min: 1, max: 3 }), async (steps, most) => {
        const world = new World(most, { maxWaitMs: 20_000 });
        for (const { action, index, priority } of steps) {
          await world.take(action, index, { priority });
          expect(world.running.length).toBeLessThanOrEqual(most);
        }
        // The leases of the killed end; those of the living are renewed.
        for (let count = 0; count < 4; count++) await world.take('time', 0, {});
        await world.endAll();
        const left: TestRequest[] = [];
        for (let count = 0; count <= most; count++)
          left.push(await world.begin(count % 3, {}, [world.outer, world.limit]));
        expect(left.filter(({ isRunning }) => isRunning)).toHaveLength(most);
        await world.endAll();
        await world.close();
        // What was granted to a process that was killed is forgotten by itself, within a minute.
        const isForgotten = async (key: string): Promise<boolean> =>
          key.includes(':granted:') && (await world.secondsLeft(key)) >= 0;
        const keys = await world.keys();
        const forgotten = await Promise.all(keys.map(isForgotten));
        expect(keys.filter((_, at) => !forgotten[at])).toEqual([]);
      }),
      { numRuns: 25 },
    );
  }, 120_000);
});
