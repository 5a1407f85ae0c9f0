import { describe, expect, it } from '@jest/globals';
import { hasRedis } from '@multilane/testing';
import fc from 'fast-check';
import type { Ceiling } from '../limits/ceiling.js';
import type { LimitVerdict, TokenDemand } from '../limits/limit-store.js';
import { RedisAway } from './pending-command.js';
import { RedisLimitStore } from './redis-limit-store.js';
import type { RedisArgument, RedisScript } from './redis-link.js';
import { useTestLink } from './test-link.tools.spec.js';

const shared = useTestLink();
const START = 86_400_000 * 20_000;
let runs = 0;

interface Given {
  readonly run: () => Promise<unknown>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A gateway's way to the Redis of the tests, on which commands may be late: they run when `thaw` lets them, in the order
 * in which they were sent, as in a server that hung; or never, as on a connection that was cut.
 */
class Way {
  isAway = false;
  isFrozen = false;
  /** The server of a cluster that has the keys cannot be reached; the others can. */
  isServerGone = false;
  private readonly listeners: (() => void)[] = [];
  private waiting: Given[] = [];

  onBack(listener: () => void): void {
    this.listeners.push(listener);
  }

  evaluate(script: RedisScript, keys: readonly string[], args: readonly RedisArgument[]): Promise<unknown> {
    if (this.isAway) return Promise.reject(new RedisAway('away'));
    if (this.isServerGone) return Promise.reject(new RedisAway('the server is gone'));
    const run = () => shared.link.evaluate(script, keys, args);
    if (!this.isFrozen) return run();
    const late = new Promise<unknown>((resolve, reject) => this.waiting.push({ run, resolve, reject }));
    late.catch(() => undefined);
    return Promise.reject(new RedisAway('late', late));
  }

  sendTogether(send: () => void): void {
    send();
  }

  /** Runs the commands that were sent, and Redis is back. */
  async thaw(): Promise<void> {
    const { waiting } = this;
    this.waiting = [];
    this.isFrozen = false;
    for (const { run, resolve, reject } of waiting) await run().then(resolve, reject);
    this.back();
  }

  /** Loses the commands that were sent with their connection, and Redis is back. */
  cut(): void {
    for (const { reject } of this.waiting) reject(new Error('the connection ended'));
    this.waiting = [];
    this.back();
  }

  private back(): void {
    this.isFrozen = false;
    this.isAway = false;
    for (const listener of this.listeners) listener();
  }
}

interface Gateway {
  readonly way: Way;
  readonly store: RedisLimitStore;
}

class World {
  now = START;
  misses = 0;
  readonly gateways: readonly Gateway[];
  private readonly name = `ml:{fallback-${process.pid}-${Date.now()}-${runs++}}`;

  constructor(count: number) {
    this.gateways = Array.from({ length: count }, (_, position) => {
      const way = new Way();
      const store = new RedisLimitStore({
        link: way,
        findPosition: () => ({ count, position }),
        clock: () => this.now / 1000,
        onMiss: () => {
          this.misses += 1;
        },
      });
      return { way, store };
    });
  }

  ceiling(limit: number, unit: Ceiling['unit'] = 'requests'): readonly Ceiling[] {
    return [{ scope: 'team', unit, windowSeconds: 60, limit, counter: `${this.name}:${unit}` }];
  }

  async ask(gateway: number, ceilings: readonly Ceiling[], count: number, tokens?: TokenDemand): Promise<number> {
    const { store } = this.gateways[gateway] as Gateway;
    const verdicts: LimitVerdict[] = [];
    for (let n = 0; n < count; n++) verdicts.push(await store.admit(ceilings, tokens, this.now));
    return verdicts.filter((verdict) => verdict === undefined).length;
  }

  async settled(): Promise<void> {
    // A late answer is known a few turns after it came.
    await new Promise((resolve) => setTimeout(resolve, 5));
    for (const { store } of this.gateways) await store.flush();
  }

  /** Count of Redis in this interval. */
  async counted(ceilings: readonly Ceiling[]): Promise<number> {
    const name = ceilings[0]?.counter ?? '';
    const bytes = await shared.link.run((client) => client.getBuffer(name));
    return bytes?.readDoubleLE(8) ?? 0;
  }

  lose(): void {
    for (const { way } of this.gateways) way.isAway = true;
  }
}

const exactly = (tokens: number): TokenDemand => ({ charge: tokens, atLeast: tokens, atMost: tokens });

const onRedis = hasRedis() ? describe : describe.skip;

onRedis('while Redis is away', () => {
  it('a gateway continues from the last count, by its part of what was left', async () => {
    const world = new World(2);
    const ceilings = world.ceiling(50);
    expect(await world.ask(0, ceilings, 15)).toBe(15);
    expect(await world.ask(1, ceilings, 15)).toBe(15);
    expect(await world.ask(0, ceilings, 1)).toBe(1);
    world.lose();
    // The first gateway last saw 31, the second 30.
    expect((await world.ask(0, ceilings, 40)) + (await world.ask(1, ceilings, 40))).toBeLessThanOrEqual(20);
    expect(world.misses).toBe(80);
  });

  it('nothing is admitted under a limit that was reached', async () => {
    const world = new World(2);
    const ceilings = world.ceiling(5);
    expect(await world.ask(0, ceilings, 9)).toBe(5);
    world.lose();
    expect(await world.ask(0, ceilings, 9)).toBe(0);
  });

  it('windows pass as they do in Redis, and each interval brings a part of the limit', async () => {
    const world = new World(2);
    const ceilings = world.ceiling(10);
    expect(await world.ask(0, ceilings, 10)).toBe(10);
    world.lose();
    world.now += 60_000;
    expect(await world.ask(0, ceilings, 10)).toBe(0);
    world.now += 30_000;
    // Half of what was used in the interval before counts: five are left, for two gateways.
    const half = await world.ask(0, ceilings, 10);
    expect([2, 3]).toContain(half);
    world.now += 600_000;
    expect(await world.ask(0, ceilings, 10)).toBe(5);
  });

  it('a prompt is charged to the part of the tokens, and what the answer took too', async () => {
    const world = new World(2);
    const ceilings = world.ceiling(1_000, 'tokens');
    expect(await world.ask(0, ceilings, 1, exactly(200))).toBe(1);
    world.lose();
    expect(await world.ask(0, ceilings, 1, exactly(401))).toBe(0);
    expect(await world.ask(0, ceilings, 1, exactly(300))).toBe(1);
    world.gateways[0]?.store.settle(ceilings, 100, world.now);
    await world.settled();
    expect(await world.ask(0, ceilings, 1, exactly(1))).toBe(0);
    for (const { way } of world.gateways) way.cut();
    await world.settled();
    expect(await world.counted(ceilings)).toBe(600);
  });
});

onRedis('while one server of a cluster is away', () => {
  it('its organizations are counted as without Redis, and what they used is added with the first that it counts', async () => {
    const world = new World(2);
    const ceilings = world.ceiling(50);
    expect(await world.ask(0, ceilings, 10)).toBe(10);
    for (const { way } of world.gateways) way.isServerGone = true;
    expect(await world.ask(0, ceilings, 40)).toBe(20);
    for (const { way } of world.gateways) way.isServerGone = false;
    expect(await world.ask(0, ceilings, 1)).toBe(1);
    await world.settled();
    expect(await world.counted(ceilings)).toBe(31);
    expect(await world.ask(1, ceilings, 50)).toBe(19);
  });
});

onRedis('when Redis is back', () => {
  it('requests admitted meanwhile are added, before anything else is asked', async () => {
    const world = new World(2);
    const ceilings = world.ceiling(50);
    expect(await world.ask(0, ceilings, 10)).toBe(10);
    world.lose();
    expect(await world.ask(0, ceilings, 40)).toBe(20);
    expect(await world.ask(1, ceilings, 5)).toBe(5);
    for (const { way } of world.gateways) way.cut();
    expect(await world.ask(0, ceilings, 50)).toBe(15);
    await world.settled();
    expect(await world.counted(ceilings)).toBe(50);
  });

  it('counts that Redis has lost meanwhile are sent to it again', async () => {
    const world = new World(2);
    const ceilings = world.ceiling(50);
    expect(await world.ask(0, ceilings, 25)).toBe(25);
    expect(await world.ask(1, ceilings, 20)).toBe(20);
    world.lose();
    await shared.link.run((client) => client.del(ceilings[0]?.counter ?? ''));
    for (const { way } of world.gateways) way.cut();
    expect(await world.ask(1, ceilings, 50)).toBe(5);
    expect(await world.ask(0, ceilings, 50)).toBe(0);
  });

  it('a command that was late and ran is not counted twice, whatever was decided without it', async () => {
    const world = new World(2);
    const ceilings = world.ceiling(10);
    expect(await world.ask(0, ceilings, 2)).toBe(2);
    for (const { way } of world.gateways) way.isFrozen = true;
    const here = await world.ask(0, ceilings, 20);
    const there = await world.ask(1, ceilings, 20);
    expect(here).toBe(4);
    expect(there).toBe(5);
    for (const { way } of world.gateways) await way.thaw();
    await world.settled();
    expect(await world.counted(ceilings)).toBe(2 + here + there);
  });

  it('a late settlement is settled once', async () => {
    const world = new World(1);
    const ceilings = world.ceiling(1_000, 'tokens');
    const [{ store, way } = {} as Gateway] = world.gateways;
    expect(await world.ask(0, ceilings, 1, exactly(100))).toBe(1);
    way.isFrozen = true;
    store.settle(ceilings, 50, world.now);
    const flushed = store.flush();
    await new Promise((resolve) => setImmediate(resolve));
    await way.thaw();
    await flushed;
    await world.settled();
    expect(await world.counted(ceilings)).toBe(150);
  });
});

type Step =
  | { readonly kind: 'ask'; readonly gateway: number; readonly count: number }
  | { readonly kind: 'away' | 'freeze' | 'thaw' | 'cut' }
  | { readonly kind: 'late-one'; readonly gateway: number };

/** Three gateways, what happens to their Redis, and what they admitted. */
class Simulation {
  readonly world = new World(3);
  admitted = 0;
  wasCut = false;
  readonly ceilings: readonly Ceiling[];

  constructor(limit: number) {
    this.ceilings = this.world.ceiling(limit);
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'ask') this.admitted += await this.world.ask(step.gateway, this.ceilings, step.count);
    else if (step.kind === 'thaw' || step.kind === 'cut') await this.recover(step.kind === 'cut');
    else if (this.isThere) await this.disturb(step);
  }

  async recover(isCut: boolean): Promise<void> {
    if (this.isThere) return;
    this.wasCut ||= isCut;
    for (const { way } of this.world.gateways) {
      if (isCut) way.cut();
      else await way.thaw();
    }
    await this.world.settled();
  }

  private get isThere(): boolean {
    return this.world.gateways.every(({ way }) => !way.isAway && !way.isFrozen);
  }

  private async disturb(step: Exclude<Step, { kind: 'ask' | 'thaw' | 'cut' }>): Promise<void> {
    await this.look();
    if (step.kind === 'late-one') await this.delayOne(step.gateway);
    else if (step.kind === 'away') this.world.lose();
    else for (const { way } of this.world.gateways) way.isFrozen = true;
  }

  private async delayOne(gateway: number): Promise<void> {
    const { way } = this.world.gateways[gateway] as Gateway;
    way.isFrozen = true;
    this.admitted += await this.world.ask(gateway, this.ceilings, 1);
    await way.thaw();
    await this.world.settled();
  }

  /** Each gateway asks before Redis is lost, so that none goes by a much older count than the others. */
  private async look(): Promise<void> {
    for (const gateway of [0, 1, 2, 0, 1, 2]) this.admitted += await this.world.ask(gateway, this.ceilings, 1);
  }
}

onRedis('whatever happens to Redis', () => {
  const kinds = fc.constantFrom('away' as const, 'freeze' as const, 'thaw' as const, 'cut' as const);
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('ask' as const), gateway: fc.nat(2), count: fc.nat(12) }) },
    { weight: 2, arbitrary: kinds.map((kind) => ({ kind })) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('late-one' as const), gateway: fc.nat(2) }) },
  );

  it('gateways that know the same last count never admit more than the limit, and Redis has counted all of it in the end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.array(step, { maxLength: 25 }), async (limit, steps) => {
        const simulation = new Simulation(limit);
        for (const each of steps) await simulation.take(each);
        await simulation.recover(false);
        const { admitted, ceilings, wasCut, world } = simulation;
        // Each may have missed one request of each of the two others.
        expect(admitted).toBeLessThanOrEqual(limit + 2);
        const counted = await world.counted(ceilings);
        // Commands that were cut off may have run: then they count twice, and the limit holds all the more.
        if (wasCut) expect(counted).toBeGreaterThanOrEqual(admitted);
        else expect(counted).toBe(admitted);
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});
