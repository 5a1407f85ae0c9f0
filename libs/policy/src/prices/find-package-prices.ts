import type { ProviderKind } from '@multilane/contracts';
import { findManifest } from '@multilane/providers/manifests';
import type { ModelPrice as PackagePrice, PriceCalculation } from '@pydantic/genai-prices';
import type { KindPrices, LongPromptPrices, ModelPrice, TokenPrices } from './model-price.js';
import { type PriceFactors, priceFactors } from './price-factors.js';

/** A model as its provider knows it. */
export interface PricedModel {
  readonly kind: ProviderKind;
  readonly upstreamModel: string;
}

/** The package is pinned to it; a test compares it with what is installed. */
export const PACKAGE_VERSION = '0.1.8';

const VERSION = `@pydantic/genai-prices@${PACKAGE_VERSION}`;

/**
 * Finds the prices of models at a moment in the price package, in their order; undefined for a model that it does not
 * know. Loads the package, which takes 20 MB of memory.
 */
export async function findPackagePrices(
  models: readonly PricedModel[],
  at: Date,
): Promise<readonly (ModelPrice | undefined)[]> {
  const { calcPrice } = await import('@pydantic/genai-prices');
  return models.map(({ kind, upstreamModel }) => {
    const providerId = findManifest(kind)?.prices?.id;
    if (providerId === undefined) return undefined;
    const found = calcPrice({}, upstreamModel, { providerId, timestamp: at });
    return found ? toModelPrice(pickPrice(found), priceFactors(kind, upstreamModel)) : undefined;
  });
}

/**
 * Picks the dearest price of those that depend on the time of day: a budget must not be spent faster than it is
 * counted.
 */
function pickPrice({ model, model_price: atMoment }: PriceCalculation): PackagePrice {
  if (!Array.isArray(model.prices)) return atMoment;
  if (!model.prices.some(({ constraint }) => constraint?.type === 'time_of_date')) return atMoment;
  const inputOf = (price: PackagePrice): number => at(price, 'input_mtok', 0) ?? 0;
  return model.prices
    .filter(({ constraint }) => constraint?.type !== 'start_date')
    .map(({ prices }) => prices)
    .reduce((dearest, price) => (inputOf(price) > inputOf(dearest) ? price : dearest), atMoment);
}

function toModelPrice(price: PackagePrice, { perSearch, tiers }: PriceFactors): ModelPrice {
  const inThousands = at(price, 'web_searches_kcount', 0) ?? at(price, 'searches_kcount', 0);
  const search = inThousands === undefined ? perSearch : inThousands / 1000;
  const starts = [
    'input_mtok',
    'cache_read_mtok',
    'cache_write_mtok',
    'cache_write_5m_mtok',
    'cache_write_1h_mtok',
    'output_mtok',
  ].flatMap((key) => startsOf(price[key]));
  return {
    version: VERSION,
    ...pricesAbove(price, 0),
    perRequest: (at(price, 'requests_kcount', 0) ?? 0) / 1000,
    ...(search !== undefined && { perSearch: search }),
    ...(Object.keys(tiers).length > 0 && { tierFactors: tiers }),
    longPrompts: [...new Set(starts)]
      .sort((left, right) => left - right)
      .map((above): LongPromptPrices => ({ above, ...pricesAbove(price, above) })),
  };
}

function pricesAbove(price: PackagePrice, start: number): TokenPrices {
  const input = at(price, 'input_mtok', start) ?? 0;
  const text: KindPrices = {
    input,
    cachedInput: at(price, 'cache_read_mtok', start) ?? input,
    output: at(price, 'output_mtok', start) ?? 0,
  };
  const audio = pricesOfKind(price, 'audio', start, text);
  const image = pricesOfKind(price, 'image', start, text);
  const cacheWrite = at(price, 'cache_write_5m_mtok', start) ?? at(price, 'cache_write_mtok', start);
  const cacheWriteHour = at(price, 'cache_write_1h_mtok', start) ?? cacheWrite;
  return {
    ...text,
    ...(cacheWrite !== undefined && { cacheWrite }),
    ...(cacheWriteHour !== undefined && { cacheWriteHour }),
    ...(audio && { audio }),
    ...(image && { image }),
  };
}

/** Undefined where tokens of the kind cost as much as those of text. */
function pricesOfKind(
  price: PackagePrice,
  kind: 'audio' | 'image',
  start: number,
  text: KindPrices,
): KindPrices | undefined {
  const input = at(price, `input_${kind}_mtok`, start);
  const cachedInput = at(price, `cache_${kind}_read_mtok`, start);
  const output = at(price, `output_${kind}_mtok`, start);
  if (input === undefined && cachedInput === undefined && output === undefined) return undefined;
  return {
    input: input ?? text.input,
    cachedInput: cachedInput ?? input ?? text.cachedInput,
    output: output ?? text.output,
  };
}

/** The price in effect for prompts longer than `start`. */
function at(price: PackagePrice, key: string, start: number): number | undefined {
  const value = price[key];
  if (value === undefined || typeof value === 'number') return value;
  return value.tiers.findLast((tier) => tier.start <= start)?.price ?? value.base;
}

function startsOf(value: PackagePrice[string]): number[] {
  return typeof value === 'object' ? value.tiers.map(({ start }) => start) : [];
}
