import { describe, expect, it } from '@jest/globals';
import { hasRedis } from '@multilane/testing';
import fc from 'fast-check';
import type { SlotLimit } from '../limits/ceiling.js';
import { RedisAway } from './pending-command.js';
import type { RedisArgument, RedisScript } from './redis-link.js';
import { LEASE_SECONDS, RedisSlots } from './redis-slots.js';
import type { GatewayPosition } from './share-of.js';
import { useTestLink } from './test-link.tools.spec.js';

const shared = useTestLink();
let worlds = 0;

/** A replica's way to Redis, which can be cut: then commands fail as they do while the breaker is open. */
class Way {
  isAway = false;
  /** Commands run, and their answers come too late. */
  isLate = false;
  private readonly listeners: (() => void)[] = [];

  onBack(listener: () => void): void {
    this.listeners.push(listener);
  }

  evaluate(script: RedisScript, keys: readonly string[], args: readonly RedisArgument[]): Promise<unknown> {
    if (this.isAway) return Promise.reject(new RedisAway('away'));
    const answer = shared.link.evaluate(script, keys, args);
    return this.isLate ? Promise.reject(new RedisAway('late', answer)) : answer;
  }

  back(): void {
    this.isAway = false;
    for (const listener of this.listeners) listener();
  }
}

interface Request {
  readonly name: string;
  readonly limits: readonly SlotLimit[];
}

type Action = 'begin' | 'end' | 'kill' | 'time';

class Replica {
  readonly way = new Way();
  readonly store: RedisSlots;
  running: Request[] = [];

  constructor(clock: () => number, findPosition: () => GatewayPosition) {
    this.store = new RedisSlots({ link: this.way, findPosition, clock });
  }
}

/** Three replicas with one Redis, whose clock the test moves. */
class World {
  now = 1_000_000;
  readonly limit: SlotLimit;
  readonly outer: SlotLimit;
  readonly replicas: Replica[];
  private requests = 0;

  constructor(most = 3) {
    const organization = `slots-${process.pid}-${Date.now()}-${worlds++}`;
    this.outer = { scope: 'team', unit: 'parallel', limit: most + 2, counter: `ml:{${organization}}:team` };
    this.limit = { scope: 'api_key', unit: 'parallel', limit: most, counter: `ml:{${organization}}:key` };
    this.replicas = [0, 1, 2].map((position) => this.start(position));
  }

  start(position: number): Replica {
    return new Replica(
      () => this.now,
      () => ({ count: 3, position }),
    );
  }

  replica(index: number): Replica {
    return this.replicas[index] as Replica;
  }

  get running(): number {
    return this.replicas.reduce((sum, { running }) => sum + running.length, 0);
  }

  async begin(index: number, limits: readonly SlotLimit[] = [this.outer, this.limit]): Promise<SlotLimit | undefined> {
    const replica = this.replica(index);
    this.requests += 1;
    const request = { name: `${index}-${this.requests}`, limits };
    const full = await replica.store.take(limits, request.name);
    if (full === undefined) replica.running.push(request);
    return full;
  }

  end(index: number): void {
    const replica = this.replica(index);
    const request = replica.running.shift();
    if (request !== undefined) replica.store.release(request.limits, request.name);
  }

  /** The process ends without a word, and another one starts in its place. */
  async kill(index: number): Promise<number> {
    const before = this.replica(index);
    const lost = before.running.length;
    before.way.isAway = true;
    await before.store.close();
    this.replicas[index] = this.start(index);
    return lost;
  }

  endAll(): void {
    for (const index of this.replicas.keys()) while (this.replica(index).running.length > 0) this.end(index);
  }

  async take(action: Action, index: number): Promise<void> {
    if (action === 'begin') await this.begin(index);
    if (action === 'end') this.end(index);
    if (action === 'kill') await this.kill(index);
    if (action !== 'time') return;
    this.now += 7;
    for (const { store } of this.replicas) await store.renew();
  }

  async settled(): Promise<void> {
    for (const { store } of this.replicas) await store.close();
  }
}

(hasRedis() ? describe : describe.skip)('Slots that replicas share', () => {
  it('are as many as the limit, of all replicas together', async () => {
    const world = new World(2);
    expect(await world.begin(0)).toBeUndefined();
    expect(await world.begin(1)).toBeUndefined();
    expect(await world.begin(2)).toEqual(world.limit);
    world.end(0);
    expect(await world.begin(2)).toBeUndefined();
    await world.settled();
  });

  it('are taken under every limit or under none, and the outermost full limit is reported', async () => {
    const world = new World(2);
    for (let count = 0; count < 4; count++) expect(await world.begin(count % 3, [world.outer])).toBeUndefined();
    expect(await world.begin(0, [world.limit])).toBeUndefined();
    expect(await world.begin(1, [world.limit])).toBeUndefined();
    world.end(0);
    expect(await world.begin(0)).toEqual(world.limit);
    // The rejected request has taken no slot of the outer limit: one of four is free.
    expect(await world.begin(0, [world.outer])).toBeUndefined();
    expect(await world.begin(0)).toEqual(world.outer);
    await world.settled();
  });

  it('of a process that was killed are free after a lease, and not before', async () => {
    const world = new World(2);
    await world.begin(0);
    await world.begin(0);
    await world.kill(0);
    world.now += LEASE_SECONDS - 1;
    expect(await world.begin(1)).toEqual(world.limit);
    world.now += 2;
    expect(await world.begin(1)).toBeUndefined();
    expect(await world.begin(2)).toBeUndefined();
    expect(await world.begin(0)).toEqual(world.limit);
    await world.settled();
  });

  it('of a request that runs for an hour are renewed', async () => {
    const world = new World(1);
    await world.begin(0);
    for (let seconds = 0; seconds < 3_600; seconds += 10) {
      world.now += 10;
      await world.replica(0).store.renew();
    }
    expect(await world.begin(1)).toEqual(world.limit);
    world.end(0);
    expect(await world.begin(1)).toBeUndefined();
    await world.settled();
  });

  it('are divided among the replicas while Redis is away, and counted again when it is back', async () => {
    const world = new World(3);
    for (const { way } of world.replicas) way.isAway = true;
    const full: (SlotLimit | undefined)[] = [];
    for (let index = 0; index < 9; index++) full.push(await world.begin(index % 3, [world.limit]));
    expect(full.filter((each) => each === undefined)).toHaveLength(3);
    for (const { way } of world.replicas) way.back();
    await Promise.all(world.replicas.map(({ store }) => store.renew()));
    expect(await world.begin(0)).toEqual(world.limit);
    world.end(0);
    expect(await world.begin(2)).toBeUndefined();
    await world.settled();
  });

  it('of a request that was rejected here while Redis was late are returned when it answers', async () => {
    const world = new World(3);
    const { way } = world.replica(0);
    await world.begin(0, [world.limit]);
    way.isLate = true;
    // The part of this replica is one of three.
    expect(await world.begin(0, [world.limit])).toEqual(world.limit);
    way.isLate = false;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await world.begin(1, [world.limit])).toBeUndefined();
    expect(await world.begin(2, [world.limit])).toBeUndefined();
    expect(await world.begin(1, [world.limit])).toEqual(world.limit);
    await world.settled();
  });

  it('never exceed the limit and never leak, whatever ends, is killed or waits, in any order', async () => {
    const step = fc.record({
      action: fc.constantFrom<Action>('begin', 'begin', 'end', 'kill', 'time'),
      index: fc.nat(2),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), async (steps, most) => {
        const world = new World(most);
        for (const { action, index } of steps) {
          await world.take(action, index);
          expect(world.running).toBeLessThanOrEqual(most);
        }
        world.endAll();
        world.now += LEASE_SECONDS + 1;
        const left: (SlotLimit | undefined)[] = [];
        for (let count = 0; count <= most; count++) left.push(await world.begin(count % 3));
        expect(left.filter((each) => each === undefined)).toHaveLength(most);
        expect(left.at(-1)).toEqual(world.limit);
        await world.settled();
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it('leave nothing behind after ten thousand requests at once whose clients left', async () => {
    const world = new World(50);
    let taken = 0;
    for (let round = 0; round < 50; round++) {
      const full = await Promise.all(Array.from({ length: 200 }, (_, at) => world.begin(at % 3, [world.limit])));
      taken += full.filter((each) => each === undefined).length;
      expect(world.running).toBe(50);
      world.endAll();
    }
    await world.settled();
    expect(taken).toBe(2_500);
    expect(world.replicas.map(({ store }) => store.size)).toEqual([0, 0, 0]);
    expect(await shared.link.run((redis) => redis.zcard(world.limit.counter))).toBe(0);
  }, 60_000);
});
