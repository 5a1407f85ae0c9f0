import { describe, expect, it } from '@jest/globals';
import { formatCost } from './describe-answer.js';

describe('the cost of an answer', () => {
  it.each([
    [0, '0'],
    [0.0045, '0.0045'],
    [0.0000000123, '0.0000000123'],
    [12, '12'],
    [10.5, '10.5'],
    [0.1 + 0.2, '0.3'],
    [0.00000000001, '0'],
    [1e-10, '0.0000000001'],
    [123456.789, '123456.789'],
  ])('is written as a plain decimal: %s', (usd, text) => {
    expect(formatCost(usd)).toBe(text);
  });
});
