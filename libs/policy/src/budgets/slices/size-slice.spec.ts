import { describe, expect, it } from '@jest/globals';
import { sizeSlice } from './size-slice.js';

describe('the part of a budget that a process holds', () => {
  it.each([
    ['five percent, while most is left', { free: 80, rest: 85 }, 5],
    ['a fifth of what is left, once that is less', { free: 8, rest: 10 }, 2],
    ['what it spends in a minute, where that is more', { free: 80, rest: 85, rate: 0.0003 }, 18],
    ['enough for ten requests', { free: 80, rest: 85, typical: 2 }, 20],
    ['at most a quarter of what is left', { free: 80, rest: 85, typical: 20 }, 21.25],
    ['nothing in advance, for the last few requests', { free: 80, rest: 85, typical: 30 }, 0],
    ['nothing in advance, where others find nothing', { free: 0, rest: 20 }, 0],
    [
      'five percent, or enough for ten requests, before the database has answered',
      { free: undefined, rest: 100, typical: 1 },
      10,
    ],
    ['at most a quarter, before the database has answered', { free: undefined, rest: 100, typical: 50 }, 25],
    ['one percent, for the first requests of one of many', { free: 80, rest: 85, isNew: true }, 1],
    ['enough for ten of its first requests', { free: 80, rest: 85, typical: 0.5, isNew: true }, 5],
    [
      'one percent for it, before the database has answered',
      { free: undefined, rest: 100, typical: 50, isNew: true },
      1,
    ],
  ])('is %s', (_what, situation, expected) => {
    expect(sizeSlice({ limit: 100, rate: 0, typical: 0.1, isNew: false, ...situation })).toBeCloseTo(expected, 9);
  });
});
