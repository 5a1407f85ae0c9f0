import { BILLED, type Billed, type Usage } from '@multilane/contracts';
import type { KindPrices, ModelPrice, TokenPrices } from './model-price.js';
import { pricesOfTier } from './prices-of-tier.js';

/** No answer costs more. A provider's report may be wrong, and the database holds no greater amount. */
const MOST_USD = 1e9;

/** Searches of one answer. */
const MOST_SEARCHES = 10_000;

/** A cost in USD that can be stored and added up. */
export function boundCost(usd: number): number {
  return Math.min(usd, MOST_USD);
}

/** Cost of an answer in USD by its purposes. Their sum is the cost. */
export interface CostParts {
  input: number;
  cached_input: number;
  cache_write: number;
  output: number;
  audio: number;
  image: number;
  requests: number;
  searches: number;
}

/**
 * Computes the cost of an answer in USD, or undefined for a model without prices or an answer without usage. Tokens of
 * sound and images cost what the model has for them, else as much as text (docs/contract/usage.md#cost).
 *
 * @param share Of the price of tokens and requests, for the line of a provider's own batch; prices of batches come first
 */
export function computeCost(usage: Usage | undefined, price: ModelPrice | undefined, share = 1): number | undefined {
  if (!usage || !price) return undefined;
  if (isPlain(usage, price, share)) {
    const prompt = usage.prompt_tokens;
    const cached = countOf(usage.prompt_tokens_details?.cached_tokens, prompt);
    return boundCost((costOf(prompt - cached, cached, usage.completion_tokens, price) + price.perRequest) * share);
  }
  let sum = 0;
  const parts = computeParts(usage, price, share);
  for (const name in parts) sum += parts[name as keyof CostParts];
  return boundCost(sum);
}

/**
 * Computes the parts of an answer's cost; undefined if they are nothing but tokens of text at the standard price, and
 * if it has none.
 */
export function explainCost(
  usage: Usage | undefined,
  price: ModelPrice | undefined,
  share = 1,
): Readonly<Partial<CostParts>> | undefined {
  if (!usage || !price || (isPlain(usage, price, share) && price.perRequest === 0)) return undefined;
  const parts = computeParts(usage, price, share);
  return Object.fromEntries(Object.entries(parts).filter(([, usd]) => usd > 0));
}

/** True if an answer costs no more than its tokens by the standard prices of text. */
function isPlain(usage: Usage, price: ModelPrice, share: number): boolean {
  const { audio, cacheWriteHour, image, longPrompts, tiers } = price;
  if (usage[BILLED] !== undefined || longPrompts.length > 0) return false;
  if (audio !== undefined || image !== undefined || (share !== 1 && tiers !== undefined)) return false;
  if (cacheWriteHour === undefined) return true;
  const details = usage.prompt_tokens_details;
  return details?.cache_write_tokens === undefined && details?.cache_creation_tokens === undefined;
}

/** Each token is counted once: as sound, image, cached, written, or else as text. */
function computeParts(usage: Usage, price: ModelPrice, share: number): CostParts {
  const { completion_tokens: completion, prompt_tokens: prompt } = usage;
  const billed = usage[BILLED];
  const batch = share === 1 ? undefined : price.tiers?.batch;
  const inTier = batch === undefined ? billed : { ...billed, tier: 'batch' };
  const prices = pricesFor(prompt, price, inTier, batch === undefined ? 1 : share);
  const rest = batch === undefined ? share : 1;
  const input = usage.prompt_tokens_details;
  const output = usage.completion_tokens_details;
  const cached = countOf(input?.cached_tokens, prompt);
  const audioIn = prices.audio === undefined ? 0 : countOf(input?.audio_tokens, prompt);
  const imageIn = prices.image === undefined ? 0 : countOf(input?.image_tokens, prompt - audioIn);
  const audioOut = prices.audio === undefined ? 0 : countOf(output?.audio_tokens, completion);
  const imageOut = prices.image === undefined ? 0 : countOf(output?.image_tokens, completion - audioOut);
  // Without a word on what was cached, it was text as far as there is any: the dearer tokens count as new.
  const split = input?.cached_tokens_details as Readonly<Record<string, unknown>> | null | undefined;
  const beyondText = Math.max(0, cached - (prompt - audioIn - imageIn));
  const audioCached = countOf(split?.audio_tokens ?? beyondText, Math.min(audioIn, cached));
  const imageCached = countOf(split?.image_tokens ?? beyondText - audioCached, Math.min(imageIn, cached - audioCached));
  // The split is bounded: it must not have more cached tokens than text.
  const text = prompt - audioIn - imageIn;
  const textCached = Math.min(cached - audioCached - imageCached, text);
  const written = countOf(input?.cache_write_tokens ?? input?.cache_creation_tokens, text - textCached);
  const hour = countOf(input?.cache_write_1h_tokens, written);
  const { cacheWrite = prices.input, cacheWriteHour = cacheWrite } = prices;
  const each = rest / 1e6;
  return {
    input: (text - textCached - written) * prices.input * each,
    cached_input: textCached * prices.cachedInput * each,
    cache_write: ((written - hour) * cacheWrite + hour * cacheWriteHour) * each,
    output: (completion - audioOut - imageOut) * prices.output * each,
    audio: costOf(audioIn - audioCached, audioCached, audioOut, prices.audio ?? prices) * rest,
    image: costOf(imageIn - imageCached, imageCached, imageOut, prices.image ?? prices) * rest,
    requests: price.perRequest * rest,
    searches: (price.perSearch ?? 0) * countOf(billed?.searches, MOST_SEARCHES),
  };
}

/** True if no request can cost anything, by prices that are known. */
export function isFree(price: ModelPrice | undefined): boolean {
  if (price === undefined || price.perRequest > 0 || price.longPrompts.length > 0) return false;
  const { audio = price, cacheWrite = 0, cacheWriteHour = 0, image = price, perSearch = 0, tiers = {} } = price;
  const kinds: readonly Partial<KindPrices>[] = [price, audio, image, ...Object.values(tiers)];
  if (cacheWrite > 0 || cacheWriteHour > 0 || perSearch > 0) return false;
  return kinds.every(({ cachedInput, input, output }) => !input && !cachedInput && !output);
}

/** Computes the cost in USD of so many tokens, none of them cached. */
export function computeTokenCost(promptTokens: number, completionTokens: number, price: ModelPrice): number {
  return costOf(promptTokens, 0, completionTokens, pricesFor(promptTokens, price, undefined)) + price.perRequest;
}

function costOf(uncached: number, cached: number, completion: number, prices: KindPrices): number {
  return (uncached * prices.input + cached * prices.cachedInput + completion * prices.output) / 1e6;
}

/** The prices of a prompt's length, in the tier that served it. */
function pricesFor(promptTokens: number, price: ModelPrice, billed: Billed | undefined, share = 1): TokenPrices {
  const ofLength = price.longPrompts.findLast(({ above }) => promptTokens > above) ?? price;
  const { factor = 1, tier } = billed ?? NOTHING;
  if (tier === undefined && factor === 1) return ofLength;
  const declared = tier === undefined ? undefined : price.tiers?.[tier];
  const dearer = tier === undefined ? 1 : (price.tierFactors?.[tier] ?? (tier === 'batch' ? share : 1));
  const ofTier = pricesOfTier(ofLength, declared ?? NOTHING, dearer, price);
  return factor === 1 ? ofTier : pricesOfTier(ofTier, NOTHING, factor);
}

const NOTHING: Billed & Partial<KindPrices> = {};

/** Count that a provider reported, between zero and `most`. */
function countOf(value: unknown, most: number): number {
  return typeof value === 'number' && value > 0 ? Math.max(0, Math.min(value, most)) : 0;
}
