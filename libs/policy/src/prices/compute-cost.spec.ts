import { describe, expect, it } from '@jest/globals';
import type { Usage } from '@multilane/contracts';
import fc from 'fast-check';
import { computeCost, computeTokenCost, isFree } from './compute-cost.js';
import { priceFactors } from './price-factors.js';
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
    [
      'no more than the database holds',
      { prompt_tokens: 1e9, completion_tokens: 1e9, total_tokens: 2e9 },
      readDeclaredPrice({ input_per_million: 1e6, output_per_million: 1e6 }, 'config'),
      1e9,
    ],
  ])('counts %s', (_rule, used, priced, expected) => {
    expect(computeCost(used, priced)).toBeCloseTo(expected, 12);
  });

  const spoken = readDeclaredPrice(
    {
      ...declared,
      audio_input_per_million: 40,
      cached_audio_input_per_million: 4,
      audio_output_per_million: 80,
      image_input_per_million: 5,
    },
    'config',
  );
  const of = (prompt: Record<string, unknown>, completion: Record<string, unknown> = {}): Usage => ({
    ...usage,
    prompt_tokens_details: prompt,
    completion_tokens_details: completion,
  });

  it.each([
    ['prompt tokens of sound', of({ audio_tokens: 100 }), 0.0045 + 100 * 37.5e-6],
    ['completion tokens of sound', of({}, { audio_tokens: 200 }), 0.0045 + 200 * 70e-6],
    ['prompt tokens of images', of({ image_tokens: 100 }), 0.0045 + 100 * 2.5e-6],
    ['completion tokens of images without a price as text', of({}, { image_tokens: 200 }), 0.0045],
    [
      'cached tokens of sound',
      of({ cached_tokens: 400, audio_tokens: 300, cached_tokens_details: { audio_tokens: 300 } }),
      (600 * 2.5 + 100 * 1.25 + 300 * 4 + 200 * 10) / 1e6,
    ],
    [
      'cached tokens of an unknown kind as text first',
      of({ cached_tokens: 400, audio_tokens: 700 }),
      (300 * 1.25 + 100 * 4 + 600 * 40 + 200 * 10) / 1e6,
    ],
    [
      'no more tokens of sound than tokens',
      of({ audio_tokens: 1e9 }, { audio_tokens: 1e9 }),
      (1000 * 40 + 200 * 80) / 1e6,
    ],
    ['what is no count as nothing', of({ audio_tokens: -5, image_tokens: 'x' }, { audio_tokens: Number.NaN }), 0.0045],
  ])('counts %s by the prices of their kind', (_rule, used, expected) => {
    expect(computeCost(used, spoken)).toBeCloseTo(expected, 12);
  });

  it('is that of text for a model without prices for sound', () => {
    expect(computeCost(of({ audio_tokens: 100 }, { audio_tokens: 100 }), price)).toBeCloseTo(0.0045, 12);
  });

  it('is never negative and never beyond the dearest price, whatever a provider reports', () => {
    const count = fc.integer({ min: 0, max: 5_000 });
    const kinds = fc.record({ audio_tokens: count, image_tokens: count }, { requiredKeys: [] });
    fc.assert(
      fc.property(kinds, fc.option(kinds), count, kinds, (input, split, cached, output) => {
        const details = { ...input, cached_tokens: cached, ...(split && { cached_tokens_details: split }) };
        const cost = computeCost(of(details, output), spoken) ?? -1;
        expect(cost).toBeGreaterThan(0);
        expect(cost).toBeLessThanOrEqual((1000 * 40 + 200 * 80) / 1e6 + 1e-12);
      }),
    );
  });

  /** Input 200, written 300, read 500, at 1,000 dollars for a million. */
  const cacheUse = (details: object) => ({
    prompt_tokens: 1000,
    completion_tokens: 500,
    total_tokens: 1500,
    prompt_tokens_details: { cached_tokens: 500, ...details },
  });
  const CLAUDE = priceFactors('anthropic', 'claude-sonnet');
  const plain = { input_per_million: 1000, output_per_million: 2000, cached_input_per_million: 100 };

  it.each([
    ['five minutes at 1.25 times the input', { cache_write_tokens: 300 }, plain, CLAUDE, 1.625],
    ['an hour at twice the input', { cache_write_tokens: 300, cache_write_1h_tokens: 300 }, plain, CLAUDE, 1.85],
    ['both, each by its own', { cache_write_tokens: 300, cache_write_1h_tokens: 100 }, plain, CLAUDE, 1.7],
    ['the name that other gateways use', { cache_creation_tokens: 300 }, plain, CLAUDE, 1.625],
    ['a declared price', { cache_write_tokens: 300 }, { ...plain, cache_write_per_million: 2000 }, CLAUDE, 1.85],
    [
      'a declared price of an hour',
      { cache_write_tokens: 300, cache_write_1h_tokens: 300 },
      { ...plain, cache_write_per_million: 0, cache_write_1h_per_million: 3000 },
      CLAUDE,
      2.15,
    ],
    [
      'an hour as five minutes where only those are declared',
      { cache_write_tokens: 300, cache_write_1h_tokens: 300 },
      { ...plain, cache_write_per_million: 2000 },
      CLAUDE,
      1.85,
    ],
    ['no more than what is left of the prompt', { cache_write_tokens: 9999 }, plain, CLAUDE, 1.675],
    [
      'no more of an hour than was written',
      { cache_write_tokens: 1, cache_write_1h_tokens: 500 },
      plain,
      CLAUDE,
      1.551,
    ],
    [
      'as input where the provider charges no more',
      { cache_write_tokens: 300 },
      plain,
      priceFactors('openai', 'gpt'),
      1.55,
    ],
    ['and each request', {}, { ...plain, per_request: 0.5 }, CLAUDE, 2.05],
  ])('counts tokens written to the cache: %s', (_rule, details, declaredPrices, factors, expected) => {
    expect(computeCost(cacheUse(details), readDeclaredPrice(declaredPrices, 'config', factors))).toBeCloseTo(
      expected,
      12,
    );
  });

  it.each([
    ['anthropic', 'claude-x', 1.25],
    ['bedrock', 'eu.anthropic.claude-x', 1.25],
    ['vertex', 'claude-x@1', 1.25],
    ['bedrock', 'amazon.nova-pro', 1],
    ['openai', 'gpt', 1],
  ] as const)('knows what %s charges for writes of %s', (kind, model, factor) => {
    expect(priceFactors(kind, model).fiveMinutes).toBe(factor);
  });

  it.each([
    ['a declared 0', {}, true],
    ['zeros of every kind', { audio_input_per_million: 0, cache_write_per_million: 0, per_request: 0 }, true],
    ['a price of answers', { output_per_million: 1 }, false],
    ['a price of sound', { audio_output_per_million: 1 }, false],
    ['a price of writes', { cache_write_1h_per_million: 1 }, false],
    ['a price of requests', { per_request: 0.1 }, false],
  ])('is nothing for sure with %s: %s', (_case, prices, expected) => {
    expect(isFree(readDeclaredPrice(prices, 'config'))).toBe(expected);
    expect(isFree(undefined)).toBe(false);
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
    expect(spoken.version).not.toBe(price.version);
    expect(readDeclaredPrice(declared, 'workspace').version).toBe(price.version.replace('config', 'workspace'));
  });
});
