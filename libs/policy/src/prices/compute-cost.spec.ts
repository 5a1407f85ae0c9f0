import { describe, expect, it } from '@jest/globals';
import { computeCost, computeTokenCost } from './compute-cost.js';
import { readDeclaredPrice } from './read-declared-price.js';

const declared = { input_per_million: 2.5, output_per_million: 10, cached_input_per_million: 1.25 };
const price = readDeclaredPrice(declared, 'config');
const usage = { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 };

describe('the cost of an answer', () => {
  it.each([
    ['input and output by their own prices', usage, price, 0.0045],
    ['cached prompt tokens by theirs', { ...usage, prompt_tokens_details: { cached_tokens: 400 } }, price, 0.004],
    [
      'cached prompt tokens as input where no cached price is set',
      { ...usage, prompt_tokens_details: { cached_tokens: 400 } },
      readDeclaredPrice({ input_per_million: 2.5, output_per_million: 10 }, 'config'),
      0.0045,
    ],
    [
      'never more cached tokens than prompt tokens',
      { ...usage, prompt_tokens_details: { cached_tokens: 9999 } },
      price,
      0.00325,
    ],
    ['each request where that is priced', usage, { ...price, version: 'x', perRequest: 0.005 }, 0.0095],
  ])('counts %s', (_rule, used, priced, expected) => {
    expect(computeCost(used, priced)).toBeCloseTo(expected, 12);
  });

  it('is unknown without prices or without usage', () => {
    expect(computeCost(usage, undefined)).toBeUndefined();
    expect(computeCost(undefined, price)).toBeUndefined();
  });

  it('goes by the prices of long prompts above their length, for all tokens', () => {
    const long = { ...price, version: 'x', longPrompts: [{ above: 1000, input: 5, cachedInput: 2.5, output: 20 }] };
    expect(computeTokenCost(1000, 200, long)).toBeCloseTo(0.0045, 12);
    expect(computeTokenCost(1001, 200, long)).toBeCloseTo(0.009005, 12);
  });

  it('is traced to its prices: the same ones have the same version, others another', () => {
    expect(price.version).toMatch(/^config:[0-9a-f]{12}$/);
    expect(readDeclaredPrice({ ...declared }, 'config').version).toBe(price.version);
    expect(readDeclaredPrice({ ...declared, output_per_million: 11 }, 'config').version).not.toBe(price.version);
    expect(readDeclaredPrice(declared, 'workspace').version).toBe(price.version.replace('config', 'workspace'));
  });
});
