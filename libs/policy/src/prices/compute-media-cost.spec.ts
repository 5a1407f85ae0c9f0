import { describe, expect, it } from '@jest/globals';
import { computeMediaCost, type MediaCharge } from './compute-media-cost.js';
import { readDeclaredPrice } from './read-declared-price.js';

const TOKENS = readDeclaredPrice({ input_per_million: 2, output_per_million: 10 }, 'config');
const usage = {
  characters: 1500,
  seconds: 60,
  tokens: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 },
};
const all = { image: 0.04, speech_per_1k_chars: 0.015, transcription: 0.006, per_second: 0.001 };

describe('the cost of media', () => {
  it.each<[string, Partial<MediaCharge>, number | undefined]>([
    ['an image is its price times n', { unit: 'images', images: 3, prices: all }, 0.12],
    ['speech is by 1,000 characters', { unit: 'characters', prices: all }, 0.0225],
    ['a transcription is flat', { unit: 'requests', prices: all }, 0.006],
    ['a flat price of 0 is one', { unit: 'requests', prices: { ...all, transcription: 0 } }, 0],
    ['without a flat price it is by the second', { unit: 'requests', prices: { per_second: 0.001 } }, 0.06],
    ['speech is by the second too', { unit: 'characters', prices: { per_second: 0.001 } }, 0.06],
    ['without either it is by tokens', { unit: 'images', prices: { transcription: 1 } }, 0.003],
    ['without media prices too', { unit: 'requests', prices: undefined }, 0.003],
    [
      'seconds that are not reported cost by tokens',
      { prices: all, unit: 'characters', usage: { tokens: usage.tokens } },
      0.003,
    ],
    ['nothing is known of a request without usage', { prices: all, unit: 'characters', usage: undefined }, undefined],
    ['nor of one without prices', { prices: undefined, tokenPrice: undefined }, undefined],
    [
      'prices of texts are not those of media',
      {
        prices: undefined,
        tokenPrice: { ...TOKENS, input: 1, cachedInput: 1, output: 1, version: 'package@1.0.0' } as never,
      },
      undefined,
    ],
  ])('%s', (_rule, charge, usd) => {
    const cost = computeMediaCost({ unit: 'requests', images: 1, usage, prices: all, tokenPrice: TOKENS, ...charge });
    if (usd === undefined) expect(cost).toBeUndefined();
    else expect(cost?.usd).toBeCloseTo(usd, 12);
  });

  it('is traced to its prices', () => {
    const of = (prices: object) =>
      computeMediaCost({ unit: 'requests', images: 1, usage, prices, tokenPrice: TOKENS })?.version;
    expect(of(all)).toMatch(/^media:[0-9a-f]{12}$/);
    expect(of({ ...all })).toBe(of(all));
    expect(of({ ...all, image: 1 })).not.toBe(of(all));
    expect(of({})).toBe(TOKENS.version);
  });
});
