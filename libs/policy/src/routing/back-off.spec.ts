import { describe, expect, it } from '@jest/globals';
import { backOff } from './back-off.js';

describe('full-jitter back-off', () => {
  it.each([
    [0, 250],
    [1, 500],
    [3, 2_000],
    [5, 8_000],
    [50, 8_000],
  ])('repetition %i waits anything up to %i ms', (repetition, bound) => {
    expect(backOff(repetition, 0)).toBe(0);
    expect(backOff(repetition, 0.5)).toBe(bound / 2);
    expect(backOff(repetition, 0.999)).toBeLessThan(bound);
  });
});
