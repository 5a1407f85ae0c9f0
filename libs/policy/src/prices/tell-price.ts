import { isFree } from './compute-cost.js';
import type { MediaPrices } from './compute-media-cost.js';
import { tagDeclaredPrice } from './dated-price.js';
import type { ModelPrice } from './model-price.js';
import { priceFactors } from './price-factors.js';
import type { DatedPrices } from './read-declared-price.js';
import { type PricedProvider, whoPrices } from './who-prices.js';

/**
 * Source of a model's price: `declared` by its owner, `known` by the price package, `none`. `free` models cost nothing,
 * by a declared price of 0, or because they run in the gateway.
 */
export const PRICE_STATES = ['declared', 'known', 'none', 'free'] as const;

export type PriceState = (typeof PRICE_STATES)[number];

/** A model of gateway.yaml or of a workspace, with what its owner says of its price. */
export interface PriceableModel {
  readonly provider: PricedProvider;
  readonly upstreamModel: string;
  readonly prices?: DatedPrices | null | undefined;
  readonly mediaPrices?: MediaPrices | null | undefined;
}

/** Tells the state of its price without the package; undefined if the package has to be asked. */
export function tellDeclaredPrice(model: PriceableModel): PriceState | undefined {
  const { mediaPrices, prices, provider, upstreamModel } = model;
  if (mediaPrices && Object.values(mediaPrices).some((usd) => (usd ?? 0) > 0)) return 'declared';
  if (prices)
    return isFree(tagDeclaredPrice(prices, 'config', priceFactors(provider.kind, upstreamModel)).current)
      ? 'free'
      : 'declared';
  const who = whoPrices(provider);
  if (who === 'process') return 'free';
  if (mediaPrices) return 'declared';
  return who === 'nobody' ? 'none' : undefined;
}

/** Tells the state of the package's price of a model that nobody declared one for. */
export function tellPackagePrice(price: ModelPrice | null | undefined): PriceState {
  if (!price) return 'none';
  return isFree(price) ? 'free' : 'known';
}
