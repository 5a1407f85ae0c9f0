import { describe, expect, it } from '@jest/globals';
import { MemoryLimitStore } from '../stores/memory-limit-store.js';
import { type Ceiling, type Ceilings, NO_CEILINGS } from './ceiling.js';
import type { LimitStore, LimitVerdict, TokenDemand } from './limit-store.js';
import { RequestLimits } from './request-limits.js';

const REQUESTS: Ceiling = { scope: 'team', unit: 'requests', windowSeconds: 60, limit: 2, counter: 'r' };
const TOKENS: Ceiling = { scope: 'team', unit: 'tokens', windowSeconds: 60, limit: 100, counter: 't' };
const CEILINGS: Ceilings = { requests: [REQUESTS], tokens: [TOKENS], all: [REQUESTS, TOKENS], slots: [] };

const exactly = (tokens: number): TokenDemand => ({ charge: tokens, atLeast: tokens, atMost: tokens });

/** A shared store that answers as the test says, and records what it was asked. */
class Shared implements LimitStore {
  readonly isShared = true;
  readonly asked: string[] = [];
  readonly settled: number[] = [];
  answer: () => Promise<LimitVerdict> = () => Promise.resolve(undefined);

  admit(ceilings: readonly Ceiling[]): Promise<LimitVerdict> {
    this.asked.push(ceilings.map(({ counter }) => counter).join(''));
    return this.answer();
  }

  settle(_ceilings: readonly Ceiling[], amount: number): void {
    this.settled.push(amount);
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }
}

function setUp() {
  const shared = new Shared();
  return { shared, start: () => new RequestLimits(CEILINGS, shared) };
}

describe('the charges of a request', () => {
  it('is asked for at once without a promise where counters are in this process', () => {
    const limits = new RequestLimits(CEILINGS, new MemoryLimitStore());
    expect(limits.isShared).toBe(false);
    expect(limits.admitRequest(0)).toBeUndefined();
    expect(limits.admitTokens(exactly(101), 0)).toBe(TOKENS);
  });

  it('is settled once', async () => {
    const { shared, start } = setUp();
    const limits = start();
    await limits.admitAll(exactly(10), 0);
    limits.settle(30, 0);
    limits.settle(30, 0);
    expect(shared.settled).toEqual([20]);
  });

  it('has the tokens of a second call under the limits of its own target alone', async () => {
    const { shared } = setUp();
    const own: Ceiling = { ...TOKENS, counter: 'own' };
    const all = { ...CEILINGS, tokens: [TOKENS, own], all: [REQUESTS, TOKENS, own] };
    const ofTarget = { requests: [], tokens: [own], all: [own], slots: [] };
    const limits = new RequestLimits(all, shared, CEILINGS, ofTarget);
    await limits.admitAll(exactly(10), 0);
    limits.settle(50, 0, 20);
    // All 50 under the general limit, 30 of them under that of the first target.
    expect(shared.settled).toEqual([40, -20]);
    const second = new RequestLimits(NO_CEILINGS, shared);
    second.leaveTarget(false, 0, 0);
    await second.enterTarget(ofTarget, exactly(12), false, 0);
    second.settle(20, 0);
    expect(shared.settled).toEqual([40, -20, 8]);
  });

  it('is nothing for tokens that were never asked for', async () => {
    const { shared, start } = setUp();
    const limits = start();
    await limits.admitRequest(0);
    limits.settle(30, 0);
    expect(shared.settled).toEqual([]);
  });

  it('is returned where no provider worked on it', async () => {
    const { shared, start } = setUp();
    const limits = start();
    await limits.admitAll(exactly(10), 0);
    limits.settle(0, 0);
    expect(shared.settled).toEqual([-10]);
  });

  it('is returned as a request where its tokens are rejected', async () => {
    const { shared, start } = setUp();
    const limits = start();
    await limits.admitRequest(0);
    shared.answer = () => Promise.resolve(TOKENS);
    expect(await limits.admitTokens(exactly(10), 0)).toBe(TOKENS);
    expect(shared.settled).toEqual([-1]);
    limits.settle(0, 0);
    expect(shared.settled).toEqual([-1]);
  });

  it('is asked for again with the exact number where the bounds did not decide, and is not counted twice', async () => {
    const { shared, start } = setUp();
    const limits = start();
    shared.answer = () => Promise.resolve('uncertain');
    expect(await limits.admitAll({ charge: 90, atLeast: 1, atMost: 400 }, 0)).toBe('uncertain');
    expect(limits.hasTokens).toBe(false);
    shared.answer = () => Promise.resolve(undefined);
    expect(await limits.admitAll(exactly(95), 0)).toBeUndefined();
    limits.settle(100, 0);
    expect(shared.settled).toEqual([5]);
  });
});

describe('a request that may go to several targets', () => {
  const ownOf = (name: string): Ceilings => {
    const requests: Ceiling = { ...REQUESTS, scope: 'workspace', counter: `${name}-r`, limit: 10 };
    const tokens: Ceiling = { ...TOKENS, scope: 'workspace', counter: `${name}-t` };
    return { requests: [requests], tokens: [tokens], all: [requests, tokens], slots: [] };
  };
  const [a, b] = [ownOf('a'), ownOf('b')];
  const plus = (own: Ceilings): Ceilings => ({
    requests: [...own.requests, ...CEILINGS.requests],
    tokens: [...own.tokens, ...CEILINGS.tokens],
    all: [...own.requests, ...CEILINGS.requests, ...own.tokens, ...CEILINGS.tokens],
    slots: [],
  });

  function setUpTargets() {
    const store = new MemoryLimitStore();
    const limits = new RequestLimits(plus(a), store, CEILINGS, a);
    /** Finds the rest of a limit by trying. */
    const left = ({ counter, unit }: Ceiling): number => {
      for (let count = 100; count > 0; count--) {
        const asked: Ceiling = {
          scope: 'team',
          unit: 'tokens',
          windowSeconds: 60,
          limit: unit === 'tokens' ? 100 : 10,
          counter,
        };
        if (store.admit([asked], { charge: 0, atLeast: count, atMost: count }, 0) === undefined) return count;
      }
      return 0;
    };
    const leftOf = (own: Ceilings): number[] => own.all.map(left);
    return { store, limits, leftOf };
  }

  it('is counted for the target that it is planned for, and for what holds in general', () => {
    const { leftOf, limits } = setUpTargets();
    expect(limits.admitAll(exactly(30), 0)).toBeUndefined();
    expect(leftOf(a)).toEqual([9, 70]);
    expect(leftOf(b)).toEqual([10, 100]);
    limits.settle(50, 0);
    expect(leftOf(a)).toEqual([9, 50]);
  });

  it('returns all that a target counted which was not called', () => {
    const { leftOf, limits } = setUpTargets();
    expect(limits.admitAll(exactly(30), 0)).toBeUndefined();
    limits.leaveTarget(false, 0, 0);
    expect(leftOf(a)).toEqual([10, 100]);
    expect(limits.enterTarget(b, exactly(20), false, 0)).toBeUndefined();
    expect(leftOf(b)).toEqual([9, 80]);
    limits.settle(60, 0);
    expect(leftOf(a)).toEqual([10, 100]);
    expect(leftOf(b)).toEqual([9, 40]);
  });

  it('leaves the call with a target that failed, and what it used', () => {
    const { leftOf, limits, store } = setUpTargets();
    expect(limits.admitAll(exactly(30), 0)).toBeUndefined();
    limits.leaveTarget(true, 5, 0);
    expect(leftOf(a)).toEqual([9, 95]);
    expect(limits.enterTarget(b, exactly(20), false, 0)).toBeUndefined();
    limits.settle(65, 0);
    expect(leftOf(a)).toEqual([9, 95]);
    expect(leftOf(b)).toEqual([9, 40]);
    expect(store.admit(CEILINGS.tokens, exactly(36), 0)).toBe(TOKENS);
    expect(store.admit(CEILINGS.tokens, exactly(35), 0)).toBeUndefined();
  });

  it('is not counted again by a target that it comes back to', () => {
    const { leftOf, limits } = setUpTargets();
    expect(limits.admitAll(exactly(30), 0)).toBeUndefined();
    limits.leaveTarget(true, 0, 0);
    expect(limits.enterTarget(b, exactly(30), false, 0)).toBeUndefined();
    limits.leaveTarget(true, 0, 0);
    expect(limits.enterTarget(a, exactly(30), true, 0)).toBeUndefined();
    limits.settle(40, 0);
    expect(leftOf(a)).toEqual([9, 60]);
    expect(leftOf(b)).toEqual([9, 100]);
  });

  it('distinguishes the limits of the target from those that hold in general', () => {
    const { limits } = setUpTargets();
    expect([...a.all, ...CEILINGS.all].map((ceiling) => limits.isOfTarget(ceiling))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
