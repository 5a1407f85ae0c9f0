import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shareOf } from './share-of.js';

describe('the part of a gateway of what is left of a limit', () => {
  const partsOf = (left: number, unit: 'requests' | 'tokens', count: number, counter = 'c') =>
    Array.from({ length: count }, (_, position) => shareOf(left, unit, { count, position }, counter));

  it('is all of it for the only one', () => {
    expect(shareOf(7.5, 'requests', { count: 1, position: 0 }, 'c')).toBe(7.5);
  });

  it('is as much as that of the others, or one request more', () => {
    expect(partsOf(50, 'requests', 2)).toEqual([25, 25]);
    expect(partsOf(4, 'requests', 3).sort()).toEqual([1, 1, 2]);
    expect(partsOf(1_000, 'tokens', 4)).toEqual([250, 250, 250, 250]);
  });

  it('is nothing if nothing is left', () => {
    expect(partsOf(0, 'requests', 3)).toEqual([0, 0, 0]);
    expect(partsOf(-5, 'tokens', 3)).toEqual([0, 0, 0]);
  });

  it('is all that is left, together, and never more', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 10_000, noNaN: true }),
        fc.integer({ min: 1, max: 40 }),
        fc.string(),
        (left, count, counter) => {
          const requests = partsOf(left, 'requests', count, counter).reduce((sum, part) => sum + part, 0);
          expect(requests).toBeLessThanOrEqual(left + 1e-6);
          expect(requests).toBeGreaterThan(left - 1);
          const tokens = partsOf(left, 'tokens', count, counter).reduce((sum, part) => sum + part, 0);
          expect(Math.abs(tokens - left)).toBeLessThan(1e-6);
        },
      ),
    );
  });

  it('gives what cannot be divided to other gateways for other counters', () => {
    const first = Array.from({ length: 100 }, (_, n) => partsOf(1, 'requests', 2, `counter-${n}`)[0]);
    expect(new Set(first)).toEqual(new Set([0, 1]));
  });
});
