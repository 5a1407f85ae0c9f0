import { describe, expect, it } from '@jest/globals';
import { levelOf, partSpent } from './budget-level.js';

describe('the spent part of a budget', () => {
  it.each([
    [0, 10, 0, 'within'],
    [7.99, 10, 0.799, 'within'],
    [8, 10, 0.8, 'near'],
    [10, 10, 1, 'spent'],
    [12, 10, 1, 'spent'],
    [0, 0, 1, 'spent'],
  ])('%d of %d is the part %d and %s', (spent, limit, part, level) => {
    expect(partSpent({ spent, limit })).toBeCloseTo(part, 10);
    expect(levelOf({ spent, limit })).toBe(level);
  });
});
