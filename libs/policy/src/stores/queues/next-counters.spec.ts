import { describe, expect, it } from '@jest/globals';
import { nextCounters } from './next-counters.js';

const count = (size: number): Map<string, number> =>
  new Map(Array.from({ length: size }, (_, index) => [`c${index}`, index + 1]));

describe('Counters of polls', () => {
  it.each([
    [1, 1, 1],
    [20, 20, 1],
    [200, 20, 10],
    [2_000, 80, 25],
    [20_000, 200, 100],
  ])('of %d that are waited for are %d each time, and all after %d polls', (size, each, polls) => {
    const counters = count(size);
    const named = new Set<string>();
    for (let poll = 0; poll < polls; poll++) {
      const names = nextCounters(counters);
      expect(names).toHaveLength(each);
      for (const name of names) named.add(name);
    }
    expect(named.size).toBe(size);
    expect(Object.fromEntries(counters)).toEqual(Object.fromEntries(count(size)));
  });
});
