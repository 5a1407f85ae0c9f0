import { describe, expect, it } from '@jest/globals';
import { AdaptiveConcurrency } from './adaptive-concurrency.js';
import { estimateCost } from './estimate.js';
import { countUnits, indexOf, unitAt } from './units.js';

describe('AdaptiveConcurrency', () => {
  const succeed = (concurrency: AdaptiveConcurrency, times: number): void => {
    for (let at = 0; at < times; at += 1) concurrency.succeeded();
  };

  it('grows by one after each round of successes, up to its most', () => {
    const concurrency = new AdaptiveConcurrency(6);
    expect(concurrency.limit).toBe(4);
    succeed(concurrency, 3);
    expect(concurrency.limit).toBe(4);
    succeed(concurrency, 1 + 5);
    expect(concurrency.limit).toBe(6);
    succeed(concurrency, 100);
    expect(concurrency.limit).toBe(6);
  });

  it('halves once for the refusals of one round, and not below one', () => {
    const concurrency = new AdaptiveConcurrency(64);
    succeed(concurrency, 4 + 5 + 6 + 7);
    expect(concurrency.limit).toBe(8);
    concurrency.refused(10, 20);
    concurrency.refused(11, 21);
    expect(concurrency.limit).toBe(4);
    concurrency.refused(22, 30);
    concurrency.refused(31, 40);
    concurrency.refused(41, 50);
    expect(concurrency.limit).toBe(1);
  });

  it('begins nothing for as long as a provider asks', () => {
    const concurrency = new AdaptiveConcurrency(8);
    concurrency.refused(0, 100, 5_000);
    expect([concurrency.pauseMs(100), concurrency.pauseMs(4_100), concurrency.pauseMs(9_000)]).toEqual([
      5_000, 1_000, 0,
    ]);
  });
});

describe('units', () => {
  it('are each at one index, with all answers of a case together', () => {
    const size = { targets: 2, cases: 3, repeats: 4 };
    const all = Array.from({ length: countUnits(size) }, (_, index) => unitAt(index, size));
    expect(new Set(all.map((unit) => JSON.stringify(unit))).size).toBe(24);
    expect(all.map((unit) => indexOf(unit, size))).toEqual(Array.from({ length: 24 }, (_, index) => index));
    expect(all.slice(0, 8).every(({ position }) => position === 0)).toBe(true);
  });
});

describe('estimateCost', () => {
  it('adds up what has a price, and names what has none', () => {
    const planned = [
      { model: 'a', count: 10, promptCharacters: 4_000_000, answerTokens: 100_000 },
      { model: 'b', count: 1, promptCharacters: 4, answerTokens: 1 },
    ];
    const priceOf = (model: string) => (model === 'a' ? { inputPerMillion: 2, outputPerMillion: 3 } : undefined);
    expect(estimateCost(planned, priceOf)).toEqual({
      costUsd: 2 + 3,
      requests: 11,
      promptTokens: 1_000_001,
      completionTokens: 1_000_001,
      unpriced: ['b'],
    });
  });
});
