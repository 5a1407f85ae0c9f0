import { describe, expect, it } from '@jest/globals';
import { BILLED, type Billed, type Usage } from '@multilane/contracts';
import fc from 'fast-check';
import { computeCost, explainCost, isFree } from './compute-cost.js';
import { findPackagePrices } from './find-package-prices.js';
import type { ModelPrice } from './model-price.js';
import { priceFactors } from './price-factors.js';
import { type DeclaredPrices, readDeclaredPrice } from './read-declared-price.js';

const plain = { input_per_million: 1000, output_per_million: 2000, cached_input_per_million: 100 };
const used = (billed?: Billed, details: object = {}): Usage => ({
  prompt_tokens: 1000,
  completion_tokens: 500,
  total_tokens: 1500,
  prompt_tokens_details: { cached_tokens: 500, ...details },
  ...(billed && { [BILLED]: billed }),
});
/** 500 of input, 500 cached, 500 of output. */
const STANDARD = 0.5 + 0.05 + 1;
const OPENAI = priceFactors('openai', 'gpt-5.4');
const CLAUDE = priceFactors('anthropic', 'claude-opus-5');

describe('items that a provider bills beyond tokens at the standard price', () => {
  it.each<[string, DeclaredPrices, Billed, number]>([
    ['nothing for a tier that no price knows', plain, { tier: 'scale' }, STANDARD],
    ['half for flex of OpenAI', plain, { tier: 'flex' }, STANDARD / 2],
    ['twice for its priority', plain, { tier: 'priority' }, STANDARD * 2],
    [
      'the declared prices of a tier first',
      {
        ...plain,
        priority_input_per_million: 3000,
        priority_output_per_million: 6000,
        priority_cached_input_per_million: 0,
      },
      { tier: 'priority' },
      1.5 + 3,
    ],
    [
      'what a declared tier leaves out by the factor, cached tokens with the input',
      { ...plain, flex_input_per_million: 800 },
      { tier: 'flex' },
      0.4 + 0.04 + 0.5,
    ],
    ['a tier of a model whose standard price is 0', { priority_output_per_million: 2000 }, { tier: 'priority' }, 1],
    ['each search', { ...plain, per_search: 0.01 }, { searches: 3 }, STANDARD + 0.03],
    [
      'searches at their price in any tier',
      { ...plain, per_search: 0.01 },
      { searches: 3, tier: 'flex' },
      STANDARD / 2 + 0.03,
    ],
    ['no more searches than an answer can make', { per_search: 0.01 }, { searches: 1e15 }, 100],
    ['the factor of a region', plain, { factor: 1.1 }, STANDARD * 1.1],
    ['a factor of a region within a tier', plain, { factor: 1.1, tier: 'priority' }, STANDARD * 2.2],
    [
      'long prompts by their own prices',
      { ...plain, long_input_per_million: 2000, long_output_per_million: 3000, long_prompt_above: 999 },
      {},
      1 + 0.1 + 1.5,
    ],
    [
      'long prompts in a tier as many times more',
      { ...plain, long_input_per_million: 2000, long_prompt_above: 999, priority_input_per_million: 3000 },
      { tier: 'priority' },
      3 + 0.3 + 2,
    ],
    [
      'a prompt that is not above the length by the standard prices',
      { ...plain, long_input_per_million: 9000 },
      {},
      STANDARD,
    ],
  ])('counts %s', (_rule, declared, billed, expected) => {
    expect(computeCost(used(billed), readDeclaredPrice(declared, 'config', OPENAI))).toBeCloseTo(expected, 10);
  });

  it.each<[string, DeclaredPrices, Billed | undefined, number]>([
    ['the share of the provider', plain, undefined, STANDARD / 2],
    ['not the share twice where the answer names the tier', plain, { tier: 'batch' }, STANDARD / 2],
    [
      'prices of batches in place of the share',
      { ...plain, batch_input_per_million: 250, batch_output_per_million: 1000 },
      undefined,
      0.125 + 0.0125 + 0.5,
    ],
    [
      'the share for what prices of batches leave out',
      { ...plain, batch_output_per_million: 1000 },
      undefined,
      STANDARD / 2,
    ],
    ['searches in full', { ...plain, per_search: 0.01 }, { searches: 2 }, STANDARD / 2 + 0.02],
  ])('counts lines of batches: %s', (_rule, declared, billed, expected) => {
    expect(computeCost(used(billed), readDeclaredPrice(declared, 'config', OPENAI), 0.5)).toBeCloseTo(expected, 10);
  });

  it.each([
    ['anthropic', 'claude-opus-4-6', 'fast', 6],
    ['anthropic', 'claude-opus-5', 'fast', 2],
    ['anthropic', 'claude-opus-5', 'priority', undefined],
    ['openai', 'gpt-5.5', 'priority', 2.5],
    ['gemini', 'gemini-3-pro', 'flex', 0.5],
    ['bedrock', 'amazon.nova-pro', 'priority', 1.75],
    ['bedrock', 'anthropic.claude-x', 'flex', 0.5],
    ['groq', 'llama', 'flex', undefined],
  ] as const)('knows for %s %s what %s costs', (kind, model, tier, factor) => {
    expect(priceFactors(kind, model).tiers[tier]).toBe(factor);
  });

  it.each([
    ['gemini', 'gemini-3.1-pro-preview', 0.014],
    ['vertex', 'gemini-2.5-flash', 0.035],
  ] as const)(
    'knows for %s %s what a search of Google costs, of which the package has no price',
    async (kind, upstreamModel, usd) => {
      const [price] = await findPackagePrices([{ kind, upstreamModel }], new Date('2026-11-29T12:00:00Z'));
      expect(price?.perSearch).toBe(usd);
    },
  );

  it('reads searches and factors of tiers from the price package', async () => {
    const [gpt, claude] = await findPackagePrices(
      [
        { kind: 'openai', upstreamModel: 'gpt-5.4' },
        { kind: 'anthropic', upstreamModel: 'claude-sonnet-4-5' },
      ],
      new Date('2026-11-21T12:00:00Z'),
    );
    expect(gpt).toMatchObject({ perSearch: 0.01, tierFactors: { flex: 0.5, priority: 2 } });
    expect(gpt?.longPrompts[0]?.above).toBe(271_999);
    expect(claude).toMatchObject({ perSearch: 0.01, longPrompts: [{ above: 200_000, input: 6 }] });
  });

  it.each<DeclaredPrices>([{ per_search: 1 }, { priority_output_per_million: 1 }, { long_input_per_million: 1 }])(
    'is not free with %j',
    (declared) => {
      expect(isFree(readDeclaredPrice(declared, 'config'))).toBe(false);
    },
  );

  it('gives other prices another version', () => {
    const versions = [
      plain,
      { ...plain, per_search: 1 },
      { ...plain, flex_input_per_million: 1 },
      { ...plain, long_input_per_million: 1 },
    ].map((declared) => readDeclaredPrice(declared, 'config').version);
    expect(new Set(versions).size).toBe(4);
  });
});

describe('the parts of a cost', () => {
  it('are not said for tokens of text at the standard price', () => {
    expect(explainCost(used(), readDeclaredPrice(plain, 'config', OPENAI))).toBeUndefined();
  });

  it('are said for writes, requests and searches, without those that are nothing', () => {
    const declared = { ...plain, per_request: 0.25, per_search: 0.5 };
    const price = readDeclaredPrice(declared, 'config', CLAUDE);
    expect(explainCost(used({ searches: 1 }, { cache_write_tokens: 300, cache_write_1h_tokens: 100 }), price)).toEqual({
      input: expect.closeTo(0.2),
      cached_input: expect.closeTo(0.05),
      cache_write: expect.closeTo(0.45),
      output: 1,
      requests: 0.25,
      searches: 0.5,
    });
  });

  it('add up to the cost, none of them negative, and each token is in one', () => {
    const count = fc.nat(3000);
    const details = fc.record(
      {
        cached_tokens: count,
        audio_tokens: count,
        image_tokens: count,
        cache_write_tokens: count,
        cache_write_1h_tokens: count,
        cached_tokens_details: fc.record({ audio_tokens: count, image_tokens: count }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    );
    const money = fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100);
    const prices = fc.record(
      {
        input_per_million: money,
        output_per_million: money,
        cached_input_per_million: money,
        cache_write_per_million: money,
        cache_write_1h_per_million: money,
        per_request: money,
        per_search: money,
        audio_input_per_million: money,
        image_output_per_million: money,
        priority_input_per_million: money,
        flex_output_per_million: money,
        batch_input_per_million: money,
        long_input_per_million: money,
        long_prompt_above: fc.integer({ min: 1, max: 3000 }),
      },
      { requiredKeys: [] },
    );
    const billed = fc.record(
      { tier: fc.constantFrom('priority', 'flex', 'batch', 'other'), searches: count, factor: fc.constant(1.1) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        count,
        count,
        details,
        details,
        prices,
        billed,
        fc.constantFrom(1, 0.5),
        (prompt, completion, input, output, declared, extra, share) => {
          const usage: Usage = {
            prompt_tokens: prompt,
            completion_tokens: completion,
            total_tokens: prompt + completion,
            prompt_tokens_details: input,
            completion_tokens_details: output,
            [BILLED]: extra,
          };
          const price: ModelPrice = readDeclaredPrice(declared, 'config', OPENAI);
          const parts = Object.values(explainCost(usage, price, share) ?? {});
          const sum = parts.reduce((total, part) => total + part, 0);
          const cost = computeCost(usage, price, share) ?? -1;
          expect(parts.every((part) => part >= 0)).toBe(true);
          expect(Math.min(sum, 1e9)).toBeCloseTo(cost, 4);
          // All prices alike: every token costs the same, whatever it is.
          const flat = readDeclaredPrice(
            { input_per_million: 7, output_per_million: 7, cache_write_per_million: 7 },
            'config',
          );
          expect(computeCost({ ...usage, [BILLED]: {} }, flat)).toBeCloseTo(((prompt + completion) * 7) / 1e6, 10);
        },
      ),
    );
  });
});
