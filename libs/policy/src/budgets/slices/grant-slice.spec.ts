import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { grantSlice } from './grant-slice.js';

describe('a slice of a budget', () => {
  it.each([
    ['what is wanted, where there is plenty', { wanted: 5, needed: 0 }, { free: 100, others: 0 }, 5],
    ['half of what is free at most', { wanted: 80, needed: 0 }, { free: 100, others: 0 }, 50],
    ['half of an even share beside others', { wanted: 80, needed: 0 }, { free: 100, others: 4 }, 10],
    [
      'what a waiting request needs, as long as that leaves as much',
      { wanted: 1, needed: 50 },
      { free: 100, others: 4 },
      50,
    ],
    [
      'not what a waiting request needs, where others find nothing then',
      { wanted: 9, needed: 70 },
      { free: 100, others: 4 },
      9,
    ],
    ['no more than there is', { wanted: 70, needed: 70 }, { free: 10, others: 0 }, 5],
    ['the last thousandth whole', { wanted: 5, needed: 0 }, { free: 0.09, others: 9 }, 0.09],
    ['nothing of nothing', { wanted: 5, needed: 5 }, { free: 0, others: 0 }, 0],
    ['nothing of what is overspent', { wanted: 5, needed: 5 }, { free: -3, others: 0 }, 0],
  ])('is %s', (_what, request, facts, expected) => {
    expect(grantSlice({ limit: 100, ...request }, facts)).toBeCloseTo(expected, 12);
  });

  it('is never negative and never more than is free', () => {
    const amount = fc.double({ min: 0, max: 1e9, noNaN: true });
    const free = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(amount, amount, amount, free, fc.nat(50), (limit, wanted, needed, left, others) => {
        const granted = grantSlice({ limit, wanted, needed }, { free: left, others });
        expect(granted).toBeGreaterThanOrEqual(0);
        expect(granted).toBeLessThanOrEqual(Math.max(0, left));
      }),
    );
  });
});
