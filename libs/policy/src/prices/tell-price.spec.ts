import { describe, expect, it } from '@jest/globals';
import { readDeclaredPrice } from './read-declared-price.js';
import { type PriceableModel, tellDeclaredPrice, tellPackagePrice } from './tell-price.js';

const OWN_ADDRESS = { kind: 'openai-compatible', base_url: 'http://127.0.0.1:1/v1' } as const;
const tell = (model: Partial<PriceableModel>) =>
  tellDeclaredPrice({ provider: { kind: 'openai' }, upstreamModel: 'm', ...model });

describe("the source of a model's price (docs/contract/budgets.md#budgets)", () => {
  it.each<[string, Partial<PriceableModel>, ReturnType<typeof tell>]>([
    ['a declared price is declared', { prices: { input_per_million: 1 } }, 'declared'],
    ['a declared price of 0 is free', { prices: { input_per_million: 0 } }, 'free'],
    ['a price for each request alone is declared', { prices: { per_request: 0.1 } }, 'declared'],
    ['prices of media are declared', { mediaPrices: { image: 0.1 } }, 'declared'],
    ['prices of media count beside free tokens', { prices: {}, mediaPrices: { image: 0.1 } }, 'declared'],
    ['what runs in the process is free', { provider: { kind: 'simulator' } }, 'free'],
    ['at an address of its own nobody knows one', { provider: OWN_ADDRESS }, 'none'],
    [
      'at an address of its own a declared one counts',
      { provider: OWN_ADDRESS, prices: { output_per_million: 2 } },
      'declared',
    ],
    ['at the address of its provider the package is asked', {}, undefined],
    ['null is no price', { prices: null, mediaPrices: null }, undefined],
  ])('%s', (_name, model, expected) => {
    expect(tell(model)).toBe(expected);
  });

  it('the package knows a price, knows that it is free, or knows none', () => {
    const price = (input: number) => readDeclaredPrice({ input_per_million: input }, 'config');
    expect([price(1), price(0), null, undefined].map(tellPackagePrice)).toEqual(['known', 'free', 'none', 'none']);
  });
});
