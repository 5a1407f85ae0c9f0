import { describe, expect, it } from '@jest/globals';
import { computeCost, formatCost } from './compute-cost.js';

const prices = { input_per_million: 2.5, output_per_million: 10, cached_input_per_million: 1.25 };
const usage = { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 };

describe('the cost of an answer', () => {
  it.each([
    ['input and output by their own prices', usage, prices, 0.0045],
    ['cached prompt tokens by theirs', { ...usage, prompt_tokens_details: { cached_tokens: 400 } }, prices, 0.004],
    [
      'cached prompt tokens as input where no cached price is set',
      { ...usage, prompt_tokens_details: { cached_tokens: 400 } },
      { input_per_million: 2.5, output_per_million: 10 },
      0.0045,
    ],
    [
      'never more cached tokens than prompt tokens',
      { ...usage, prompt_tokens_details: { cached_tokens: 9999 } },
      prices,
      0.00325,
    ],
  ])('counts %s', (_rule, used, priced, expected) => {
    expect(computeCost(used, priced)).toBeCloseTo(expected, 12);
  });

  it('is unknown without prices or without usage', () => {
    expect(computeCost(usage, undefined)).toBeUndefined();
    expect(computeCost(undefined, prices)).toBeUndefined();
  });

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
