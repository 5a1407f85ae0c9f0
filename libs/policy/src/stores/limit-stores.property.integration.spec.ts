import { describe, expect, it } from '@jest/globals';
import { hasRedis, waitUntil } from '@multilane/testing';
import fc from 'fast-check';
import type { Ceiling, LimitUnit, WindowSeconds } from '../limits/ceiling.js';
import type { LimitStore, LimitVerdict, TokenDemand } from '../limits/limit-store.js';
import { MemoryLimitStore } from './memory-limit-store.js';
import { RedisLimitStore } from './redis-limit-store.js';
import type { RedisLink } from './redis-link.js';
import { useTestLink } from './test-link.tools.spec.js';

/** Limiter, written down as naively as it can be said: one limit, and everything that ever happened. */
interface Model {
  /** Use at a time, in milliseconds. */
  used(now: number): number;
  add(amount: number, now: number): void;
}

/** A bucket of `limit` tokens, full at first, into which tokens drip all the time. */
class BucketModel implements Model {
  private tokens: number;
  private at = 0;

  constructor(private readonly ceiling: Ceiling) {
    this.tokens = ceiling.limit;
  }

  used(now: number): number {
    const { limit, windowSeconds } = this.ceiling;
    this.tokens = Math.min(limit, this.tokens + ((now - this.at) / 1000 / windowSeconds) * limit);
    this.at = now;
    return limit - this.tokens;
  }

  add(amount: number, now: number): void {
    const { limit } = this.ceiling;
    this.tokens = Math.min(limit, limit - this.used(now) - amount);
  }
}

/** Uses by interval, gone through one interval after the other from the first. */
class WindowModel implements Model {
  private readonly events: { index: number; amount: number }[] = [];

  constructor(private readonly ceiling: Ceiling) {}

  used(now: number): number {
    const time = now / 1000 / this.ceiling.windowSeconds;
    const { current, previous } = this.at(Math.floor(time));
    return current + previous * (1 - (time - Math.floor(time)));
  }

  add(amount: number, now: number): void {
    this.events.push({ index: Math.floor(now / 1000 / this.ceiling.windowSeconds), amount });
  }

  private at(last: number): { current: number; previous: number } {
    const { limit } = this.ceiling;
    let [current, previous] = [0, 0];
    for (let index = this.events[0]?.index ?? last; index <= last; index++) {
      // Overspend is used up in the interval after; only the limit itself counts as the interval before.
      previous = Math.min(limit, current);
      current = Math.max(0, current - limit);
      for (const event of this.events) {
        if (event.index !== index) continue;
        current += event.amount;
        if (current >= 0) continue;
        previous = Math.max(0, previous + current);
        current = 0;
      }
    }
    return { current, previous };
  }
}

type Step =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'admit'; readonly tokens: number; readonly spread: number; readonly which: number }
  | { readonly kind: 'burst'; readonly amount: number; readonly prompts: readonly Prompt[]; readonly which: number }
  | { readonly kind: 'settle'; readonly amount: number; readonly which: number };

interface Prompt {
  readonly tokens: number;
  readonly spread: number;
}

const WINDOWS: readonly WindowSeconds[] = [60, 3600, 86400];

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.oneof(fc.nat(30_000), fc.nat(200_000), fc.nat(10_000_000), fc.nat(200_000_000)),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('admit' as const),
      tokens: fc.nat(60),
      spread: fc.oneof(fc.constant(0), fc.nat(20)),
      which: fc.nat(2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('burst' as const),
      amount: fc.oneof(fc.constant(0), fc.integer({ min: -80, max: 300 })),
      prompts: fc.array(fc.record({ tokens: fc.nat(60), spread: fc.oneof(fc.constant(0), fc.nat(20)) }), {
        maxLength: 12,
      }),
      which: fc.nat(2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      amount: fc.integer({ min: -80, max: 300 }),
      which: fc.nat(2),
    }),
  },
);

const limits = fc.tuple(
  fc.integer({ min: 1, max: 100 }),
  fc.integer({ min: 1, max: 100 }),
  fc.integer({ min: 1, max: 8 }),
);
type Shape = [[number, number, number], WindowSeconds, WindowSeconds];

const shape: fc.Arbitrary<Shape> = fc.tuple(limits, fc.constantFrom(...WINDOWS), fc.constantFrom(...WINDOWS));

const shared = useTestLink();
let runs = 0;
const START = 86_400_000 * 20_000;

interface Backend {
  readonly name: string;
  readonly runs: number;
  open(clock: { now: number }): LimitStore;
  model(ceiling: Ceiling): Model;
}

const memory: Backend = {
  name: 'memory',
  runs: 1000,
  open: () => new MemoryLimitStore(),
  model: (ceiling) => new BucketModel(ceiling),
};
const openRedisStore = (clock: { now: number }): RedisLimitStore =>
  new RedisLimitStore({ link: shared.link, clock: () => clock.now / 1000 });

const redis: Backend = {
  name: 'redis',
  runs: 150,
  open: openRedisStore,
  model: (ceiling) => new WindowModel(ceiling),
};

/** A difference of this much is rounding: neither the model nor the store is right about it. */
const CLOSE = 1e-3;

function decide(ceilings: readonly Ceiling[], models: readonly Model[], tokens: TokenDemand, now: number) {
  let isClose = false;
  let verdict: LimitVerdict;
  for (const [index, ceiling] of ceilings.entries()) {
    const used = models[index]?.used(now) ?? 0;
    const [least, most] =
      ceiling.unit === 'requests' ? [1, 1] : [Math.max(1, tokens.atLeast), Math.max(1, tokens.atMost)];
    isClose ||= [least, most].some((need) => Math.abs(used + need - ceiling.limit) < CLOSE);
    if (verdict !== undefined) continue;
    if (used + least > ceiling.limit) verdict = ceiling;
    else if (used + most > ceiling.limit) verdict = 'uncertain';
  }
  return { verdict, isClose };
}

/** Three limits over one clock: the store, and a model of each. */
class Simulation {
  private readonly clock = { now: START };
  private readonly ceilings: readonly Ceiling[];
  private readonly models: readonly Model[];
  private readonly store: LimitStore;

  constructor(backend: Backend, [[requests, tokens, fewer], first, second]: Shape) {
    const run = `model-${process.pid}-${Date.now()}-${runs++}`;
    const make = (unit: LimitUnit, windowSeconds: WindowSeconds, limit: number, name: string): Ceiling => ({
      scope: 'team',
      unit,
      windowSeconds,
      limit,
      counter: `ml:{${run}}:${name}`,
    });
    this.ceilings = [
      make('requests', first, requests, 'a'),
      make('tokens', second, tokens, 'b'),
      make('requests', second, fewer, 'c'),
    ];
    this.models = this.ceilings.map((ceiling) => backend.model(ceiling));
    this.store = backend.open(this.clock);
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'wait') {
      this.clock.now += step.ms;
      return;
    }
    // All of them, or the last ones.
    const from = Math.max(0, step.which - 1);
    const [ceilings, models] = [this.ceilings.slice(from), this.models.slice(from)];
    if (step.kind === 'admit') return this.admit(ceilings, models, [step]);
    if (step.kind === 'burst' && step.amount === 0) return this.admit(ceilings, models, step.prompts);
    this.store.settle(ceilings, step.amount, this.clock.now);
    for (const model of models) model.add(step.amount, this.clock.now);
    if (step.kind === 'burst') await this.admit(ceilings, models, step.prompts);
    await this.store.flush();
  }

  /** All in one turn of the event loop. Those before count for those after. */
  private async admit(
    ceilings: readonly Ceiling[],
    models: readonly Model[],
    prompts: readonly Prompt[],
  ): Promise<void> {
    const { now } = this.clock;
    const expected: LimitVerdict[] = [];
    const answers: (LimitVerdict | Promise<LimitVerdict>)[] = [];
    for (const { tokens, spread } of prompts) {
      const demand = { charge: tokens, atLeast: tokens, atMost: tokens + spread };
      const { verdict, isClose } = decide(ceilings, models, demand, now);
      if (isClose) continue;
      expected.push(verdict);
      answers.push(this.store.admit(ceilings, demand, now));
      if (verdict !== undefined) continue;
      for (const [index, { unit }] of ceilings.entries()) models[index]?.add(unit === 'requests' ? 1 : tokens, now);
    }
    expect(await Promise.all(answers)).toEqual(expected);
  }
}

describe.each(hasRedis() ? [memory, redis] : [memory])('the $name store', (backend) => {
  it('decides and counts as its model does, whatever happens in which order', async () => {
    await fc.assert(
      fc.asyncProperty(shape, fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }), async (given, steps) => {
        const simulation = new Simulation(backend, given);
        for (const each of steps) await simulation.take(each);
      }),
      { numRuns: backend.runs },
    );
  }, 60_000);

  it('admits in no trailing window more than twice the limit, and in n windows no more than n + 1 limits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.tuple(fc.nat(40_000), fc.integer({ min: 1, max: 40 })), {
          minLength: 1,
          maxLength: 40,
          size: 'max',
        }),
        async (limit, arrivals) => {
          const clock = { now: START };
          const store = backend.open(clock);
          const counter = `ml:{error-${process.pid}-${Date.now()}-${runs++}}:x`;
          const ceilings: Ceiling[] = [{ scope: 'team', unit: 'requests', windowSeconds: 60, limit, counter }];
          const admitted: number[] = [];
          for (const [wait, burst] of arrivals) {
            clock.now += wait;
            for (let n = 0; n < burst; n++) {
              if ((await store.admit(ceilings, undefined, clock.now)) !== undefined) break;
              admitted.push(clock.now);
            }
          }
          for (const end of admitted) {
            for (const windows of [1, 2, 5]) {
              const within = admitted.filter((at) => at <= end && at > end - windows * 60_000);
              expect(within.length).toBeLessThanOrEqual((windows + 1) * limit);
            }
          }
        },
      ),
      { numRuns: backend.runs / 2 },
    );
  }, 60_000);
});

describe('the memory store', () => {
  const ceilingOf = (counter: string, limit = 10): Ceiling => ({
    scope: 'team',
    unit: 'requests',
    windowSeconds: 60,
    limit,
    counter,
  });

  it('forgets buckets that are full again', () => {
    const store = new MemoryLimitStore();
    for (let n = 0; n < 100_000; n++) store.admit([ceilingOf(`c${n}`)], undefined, n * 10);
    // A request of ten a minute is forgotten six seconds later, which is 600 buckets here.
    expect(store.size).toBeLessThan(2_000);
  });

  it('never holds more counters than it may', () => {
    const store = new MemoryLimitStore(100);
    for (let n = 0; n < 1_000; n++) store.admit([ceilingOf(`c${n}`)], undefined, 0);
    expect(store.size).toBe(100);
  });

  it('charges every counter of a list, also while others are forgotten', () => {
    // So few are stored that each call forgets what the one before it made.
    const store = new MemoryLimitStore(3);
    const lists = [0, 1, 2].map((list) => ['a', 'b', 'c'].map((name) => ceilingOf(`${list}${name}`, 2)));
    for (const list of [...lists, ...lists]) expect(store.admit(list, undefined, 0)).toBeUndefined();
    const [last = []] = lists.slice(-1);
    expect(store.admit(last, undefined, 0)).toBeUndefined();
    expect(store.admit(last, undefined, 0)).toBe(last[0]);
  });

  it('is not disturbed by a clock that stops or goes back', () => {
    const store = new MemoryLimitStore();
    const ceilings = [ceilingOf('c', 2)];
    expect(store.admit(ceilings, undefined, 1_000_000)).toBeUndefined();
    expect(store.admit(ceilings, undefined, 0)).toBeUndefined();
    expect(store.admit(ceilings, undefined, 0)).toBe(ceilings[0]);
    expect(store.admit(ceilings, undefined, 1_030_000)).toBeUndefined();
  });
});

const onRedis = hasRedis() ? describe : describe.skip;

/** Link that is never away. */
const THERE = { isAway: false, onBack: () => undefined, sendTogether: (send: () => void) => send() };

onRedis('the Redis store', () => {
  const ceilingOf = (name: string): Ceiling => ({
    scope: 'team',
    unit: 'requests',
    windowSeconds: 60,
    limit: 10,
    counter: `ml:{clock-${process.pid}-${Date.now()}}:${name}`,
  });

  it('asks once for any number of limits', async () => {
    let trips = 0;
    const counting = {
      ...THERE,
      evaluate: (...args: Parameters<RedisLink['evaluate']>) => {
        trips += 1;
        return shared.link.evaluate(...args);
      },
    };
    const store = new RedisLimitStore({ link: counting });
    const ceilings = Array.from({ length: 40 }, (_, n) => ceilingOf(`n${n}`));
    expect(await store.admit(ceilings, undefined, 0)).toBeUndefined();
    expect(trips).toBe(1);
  });

  it('asks once for all requests of one turn with the same limits, and decides them in turn', async () => {
    let trips = 0;
    const counting = {
      ...THERE,
      evaluate: (...args: Parameters<RedisLink['evaluate']>) => {
        trips += 1;
        return shared.link.evaluate(...args);
      },
    };
    const store = new RedisLimitStore({ link: counting });
    const ceilings = [ceilingOf('turn')];
    const verdicts = await Promise.all(Array.from({ length: 15 }, () => store.admit(ceilings, undefined, 0)));
    expect(verdicts).toEqual([...Array(10).fill(undefined), ...Array(5).fill(ceilings[0])]);
    expect(trips).toBe(1);
  });

  it('spreads a crowd over commands that each take Redis a bounded time', async () => {
    let trips = 0;
    const counting = {
      ...THERE,
      evaluate: (...args: Parameters<RedisLink['evaluate']>) => {
        trips += 1;
        return shared.link.evaluate(...args);
      },
    };
    const store = new RedisLimitStore({ link: counting });
    const ceilings = Array.from({ length: 16 }, (_, n) => ceilingOf(`crowd${n}`));
    const verdicts = await Promise.all(Array.from({ length: 100 }, () => store.admit(ceilings, undefined, 0)));
    expect(verdicts.filter((verdict) => verdict === undefined)).toHaveLength(10);
    expect(trips).toBe(3);
  });

  it('charges together what requests that end in one turn of the event loop used', async () => {
    const commands: (readonly unknown[])[] = [];
    const recording = {
      ...THERE,
      evaluate: (...args: Parameters<RedisLink['evaluate']>) => {
        commands.push(args[2]);
        return shared.link.evaluate(...args);
      },
    };
    const store = new RedisLimitStore({ link: recording });
    const ceilings: Ceiling[] = [{ ...ceilingOf('together'), unit: 'tokens', limit: 100 }];
    for (const amount of [50, -20, 40]) store.settle(ceilings, amount, 0);
    await waitUntil('the command', () => commands.length > 0 || undefined);
    expect(commands).toEqual([['', '[100,60,"tokens","120000"]', '[70]']]);
    const prompt = (tokens: number): TokenDemand => ({ charge: tokens, atLeast: tokens, atMost: tokens });
    expect(await store.admit(ceilings, prompt(31), 0)).toBe(ceilings[0]);
    expect(await store.admit(ceilings, prompt(30), 0)).toBeUndefined();
  });

  it('keeps what was counted when the clock of Redis is set back by hours, and continues', async () => {
    const clock = { now: START };
    const store = openRedisStore(clock);
    const ceilings = [ceilingOf('back')];
    for (let n = 0; n < 10; n++) await store.admit(ceilings, undefined, clock.now);
    clock.now -= 7_200_000;
    expect(await store.admit(ceilings, undefined, clock.now)).toBe(ceilings[0]);
    clock.now += 120_000;
    expect(await store.admit(ceilings, undefined, clock.now)).toBeUndefined();
  });
});
