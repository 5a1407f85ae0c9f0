import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Fate, LIFE_MS, TICK_MS, World } from './replicas.tools.spec.js';

const LIMIT = 400;
const LARGEST = 30;

/** Longer than a request waits in the gateway. */
const WAIT_LIMIT_MS = 5_000;

const index = fc.nat({ max: 3 });
const amount = fc.integer({ min: 1, max: LARGEST });

type Step =
  | { do: 'request'; index: number; amount: number }
  | { do: 'end'; index: number; share: number }
  | { do: 'leave'; index: number }
  | { do: 'renew'; index: number; fate: Fate }
  | { do: 'ask'; index: number }
  | { do: 'answer'; index: number }
  | { do: 'write'; index: number; isAway: boolean }
  | { do: 'kill'; index: number }
  | { do: 'wait'; ms: number };

const request = fc.record({ do: fc.constant('request' as const), index, amount });
/** A request costs as much as it reserved, or less: a client left, a provider failed. */
const end = fc.record({ do: fc.constant('end' as const), index, share: fc.constantFrom(0, 0.5, 1, 1) });
const leave = fc.record({ do: fc.constant('leave' as const), index });
const write = fc.record({ do: fc.constant('write' as const), index, isAway: fc.boolean() });
const wait = fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(5, 200, 500, TICK_MS) });
const kill = fc.record({ do: fc.constant('kill' as const), index });
/** Requests continue while the database is asked. */
const late = fc.record({ do: fc.constantFrom('ask' as const, 'answer' as const), index });
const renewWith = (...fates: Fate[]) =>
  fc.record({ do: fc.constant('renew' as const), index, fate: fc.constantFrom(...fates) });

const spending = fc.oneof(
  { arbitrary: request, weight: 10 },
  { arbitrary: end, weight: 8 },
  { arbitrary: leave, weight: 1 },
  { arbitrary: wait, weight: 3 },
);

/** Long ones, so that a budget is used up in most of them. */
function stepsOf(length: number, ...others: fc.Arbitrary<Step>[]): fc.Arbitrary<Step[]> {
  const step = fc.oneof(
    { arbitrary: spending, weight: 12 },
    { arbitrary: late, weight: 3 },
    ...others.map((arbitrary) => ({ arbitrary, weight: 2 })),
  );
  return fc.array(step, { minLength: length / 2, maxLength: length, size: 'max' });
}

/** @param lifeMs Time stops after so long: a lease that ends meanwhile is another case */
function play(world: World, steps: readonly Step[], lifeMs = Number.POSITIVE_INFINITY): void {
  const late = new Map<number, () => void>();
  for (const step of steps) {
    if (step.do === 'wait') {
      if (world.now + step.ms < lifeMs) world.now += step.ms;
      continue;
    }
    const replica = world.at(step.index);
    const number = step.index % world.replicas.length;
    switch (step.do) {
      case 'request':
        replica.request(step.amount);
        break;
      case 'end':
        replica.end(replica.running[0], step.share);
        break;
      case 'leave':
        [...replica.waiting][0]?.leave();
        break;
      case 'ask':
        if (!late.has(number)) late.set(number, replica.askLate());
        break;
      case 'answer':
        late.get(number)?.();
        late.delete(number);
        break;
      case 'renew':
        // One at a time, as the gateway asks.
        if (!late.has(number)) replica.renew(step.fate);
        break;
      case 'write':
        replica.writeRecords(step.isAway);
        break;
      case 'kill':
        late.delete(number);
        replica.kill();
    }
  }
  for (const answer of late.values()) answer();
}

const replicas = fc.integer({ min: 1, max: 4 });

describe('N replicas that spend one budget', () => {
  it('charge each request exactly once, whatever is killed, cut off, answered late or written twice', () => {
    const steps = stepsOf(300, renewWith('answered', 'unanswered', 'lost'), write, kill);
    fc.assert(
      fc.property(replicas, steps, (count, played) => {
        const world = new World(count, LIMIT);
        play(world, played);
        world.finish();
        expect(world.store.spent).toBeCloseTo(world.total, 6);
        for (const record of world.settled.keys()) expect(world.store.has(record)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('spend at most one request each beyond the budget', () => {
    const steps = stepsOf(400, renewWith('answered', 'unanswered', 'lost'), write);
    fc.assert(
      fc.property(replicas, steps, (count, played) => {
        const world = new World(count, LIMIT);
        play(world, played, LIFE_MS);
        world.finish();
        expect(world.total).toBeLessThanOrEqual(LIMIT + count * LARGEST);
      }),
      { numRuns: 500 },
    );
  });

  it('count as one more after a kill -9, and charge what reached a disk', () => {
    const steps = stepsOf(300, renewWith('answered'), write, kill);
    fc.assert(
      fc.property(replicas, steps, (count, played) => {
        const world = new World(count, LIMIT);
        play(world, played, LIFE_MS);
        world.finish();
        expect(world.total).toBeLessThanOrEqual(LIMIT + world.starts * LARGEST);
        expect(world.store.spent).toBeCloseTo(world.total, 6);
      }),
      { numRuns: 300 },
    );
  });

  it('reject for good only what is spent, and spend all of it once dead processes have lost their leases', () => {
    const steps = stepsOf(150, renewWith('answered', 'unanswered', 'lost'), write, kill);
    fc.assert(
      fc.property(replicas, steps, fc.array(index, { minLength: 7, maxLength: 7 }), (count, played, order) => {
        const world = new World(count, LIMIT);
        // Each refusal of these steps is checked too: see `World.onRefusal`.
        play(world, played);
        world.finish();
        world.pass(LIFE_MS + 2 * TICK_MS);
        spendInTurn(world, order, 5);
        world.pass(2 * TICK_MS);
        expect(world.store.spent).toBeGreaterThanOrEqual(LIMIT);
      }),
      { numRuns: 100 },
    );
  });

  it('serve one caller to the end without a refusal, at any size of budget, request and reservation', () => {
    const limits = fc.constantFrom(0.02, 0.2, 1, 50, 1_000, 1_000_000);
    const shares = fc.double({ min: 0.003, max: 1.5, noNaN: true });
    const guesses = fc.constantFrom(0.01, 0.5, 1, 3, 100, 10_000);
    fc.assert(
      fc.property(replicas, limits, shares, guesses, fc.infiniteStream(index), (count, limit, share, guess, order) => {
        const world = new World(count, limit);
        const cost = Math.max(limit * share, 1e-6);
        spendInTurn(world, order, cost, cost * guess);
        world.pass(2 * TICK_MS);
        expect(world.store.spent).toBeGreaterThan(limit - 1e-6);
        expect(world.store.spent).toBeLessThanOrEqual(limit + count * cost + 1e-6);
      }),
      { numRuns: 200 },
    );
  });

  it('serve many callers at once to the end, each of whom waits and tries again', () => {
    const guesses = fc.constantFrom(1, 3, 100, 10_000);
    fc.assert(
      fc.property(replicas, amount, guesses, fc.integer({ min: 2, max: 40 }), (count, cost, guess, callers) => {
        const world = new World(count, LIMIT);
        const isServed = (caller: number): boolean => {
          const replica = world.at(caller);
          const request = replica.request(cost, cost * guess);
          world.pass(100);
          if (request.verdict === 'unknown') return true;
          if (request.verdict !== 'allowed') return false;
          return true;
        };
        let isOpen = true;
        for (let turn = 0; isOpen && turn < 2_000; turn++) {
          isOpen = isServed(turn);
          // So many run at once.
          for (const replica of world.replicas) {
            while (replica.running.length > callers / count) replica.end();
            if (replica.waiting.size > 0 && turn % 2 === 0) replica.end();
          }
        }
        world.finish();
        world.pass(2 * TICK_MS);
        expect(isOpen).toBe(false);
        expect(world.store.spent).toBeGreaterThanOrEqual(LIMIT);
        expect(world.store.spent).toBeLessThanOrEqual(LIMIT + count * cost);
      }),
      { numRuns: 100 },
    );
  });
});

/** One request after the other, each at the next process of an order, until one is rejected for good; none waits for long. */
function spendInTurn(world: World, order: Iterable<number>, cost: number, guess = cost): void {
  const turns = repeat(order);
  for (let turn = 0; turn < 20_000; turn++) {
    const replica = world.at(turns.next().value ?? 0);
    const request = replica.request(cost, guess);
    const askedAt = world.now;
    while (request.verdict === 'unknown' && world.now - askedAt < WAIT_LIMIT_MS) world.pass(50);
    if (request.verdict === 'key exceeded') return;
    expect(request.verdict).toBe('allowed');
    replica.end(request);
    if (turn % 3 === 0) world.pass(50);
  }
  throw new Error('a budget without an end');
}

function* repeat(order: Iterable<number>): Generator<number> {
  for (;;) yield* order;
}
