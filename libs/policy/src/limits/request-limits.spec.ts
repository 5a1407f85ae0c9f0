import { describe, expect, it } from '@jest/globals';
import { MemoryLimitStore } from '../stores/memory-limit-store.js';
import type { Ceiling, Ceilings } from './ceiling.js';
import type { LimitStore, TokenDemand, Verdict } from './limit-store.js';
import { RequestLimits } from './request-limits.js';

const REQUESTS: Ceiling = { scope: 'team', unit: 'requests', windowSeconds: 60, limit: 2, counter: 'r' };
const TOKENS: Ceiling = { scope: 'team', unit: 'tokens', windowSeconds: 60, limit: 100, counter: 't' };
const CEILINGS: Ceilings = { requests: [REQUESTS], tokens: [TOKENS], all: [REQUESTS, TOKENS] };

const exactly = (tokens: number): TokenDemand => ({ charge: tokens, atLeast: tokens, atMost: tokens });

/** A shared store that answers as it is told, and remembers what it was asked. */
class Shared implements LimitStore {
  readonly isShared = true;
  readonly asked: string[] = [];
  readonly settled: number[] = [];
  answer: () => Promise<Verdict> = () => Promise.resolve(undefined);

  admit(ceilings: readonly Ceiling[]): Promise<Verdict> {
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

describe('what a request is charged', () => {
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

  it('is nothing for tokens that were never asked for', async () => {
    const { shared, start } = setUp();
    const limits = start();
    await limits.admitRequest(0);
    limits.settle(30, 0);
    expect(shared.settled).toEqual([]);
  });

  it('is given back where no provider worked on it', async () => {
    const { shared, start } = setUp();
    const limits = start();
    await limits.admitAll(exactly(10), 0);
    limits.settle(0, 0);
    expect(shared.settled).toEqual([-10]);
  });

  it('is given back as a request where its tokens are refused', async () => {
    const { shared, start } = setUp();
    const limits = start();
    await limits.admitRequest(0);
    shared.answer = () => Promise.resolve(TOKENS);
    expect(await limits.admitTokens(exactly(10), 0)).toBe(TOKENS);
    expect(shared.settled).toEqual([-1]);
    limits.settle(0, 0);
    expect(shared.settled).toEqual([-1]);
  });

  it('is asked for again with the exact number where the bounds did not tell, and is not counted twice', async () => {
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
