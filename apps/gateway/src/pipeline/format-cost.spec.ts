import { describe, expect, it } from '@jest/globals';
import { formatCost } from './format-cost.js';

describe('the cost of an answer', () => {
  it.each([
    [0, '0'],
    [0.0045, '0.0045'],
    [0.0000000123, '0.0000000123'],
    [12, '12'],
    [10.5, '10.5'],
  ])('is written as a plain decimal: %s', (usd, text) => {
    expect(formatCost(usd)).toBe(text);
  });
});
