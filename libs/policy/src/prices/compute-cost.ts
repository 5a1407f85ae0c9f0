import type { Usage } from '@multilane/contracts';
import type { KindPrices, ModelPrice, TokenPrices } from './model-price.js';

/** No answer costs more. What a provider reports may be wrong, and the database holds no greater amount. */
const MOST_USD = 1e9;

/** A cost in USD that can be stored and added up. */
export function boundCost(usd: number): number {
  return Math.min(usd, MOST_USD);
}

/**
 * What an answer cost in USD, or undefined for a model without prices or an answer without usage. Tokens of sound and images cost
 * what the model has for them, else as much as text (docs/contract/usage.md#cost).
 */
export function computeCost(usage: Usage | undefined, price: ModelPrice | undefined): number | undefined {
  if (!usage || !price) return undefined;
  const prompt = usage.prompt_tokens;
  const cached = Math.min(usage.prompt_tokens_details?.cached_tokens ?? 0, prompt);
  const prices = pricesFor(prompt, price);
  const base = costOf(prompt - cached, cached, usage.completion_tokens, prices) + price.perRequest;
  const isTextOnly = prices.audio === undefined && prices.image === undefined;
  const written = prices.cacheWriteHour === undefined ? 0 : costOfWrites(usage, prompt - cached, prices);
  return boundCost((isTextOnly ? base : base + surchargeOf(usage, cached, prices)) + written);
}

/** What tokens written to a provider's cache cost beyond what they would cost as other tokens of the prompt. */
function costOfWrites({ prompt_tokens_details: details }: Usage, uncached: number, prices: TokenPrices): number {
  const written = countOf(details?.cache_write_tokens ?? details?.cache_creation_tokens, uncached);
  if (written === 0) return 0;
  const { cacheWrite = prices.input, cacheWriteHour = cacheWrite, input } = prices;
  const hour = countOf(details?.cache_write_1h_tokens, written);
  return ((written - hour) * (cacheWrite - input) + hour * (cacheWriteHour - input)) / 1e6;
}

/** Whether no request can cost anything, by prices that are known. */
export function isFree(price: ModelPrice | undefined): boolean {
  if (price === undefined || price.perRequest > 0 || price.longPrompts.length > 0) return false;
  const { audio = price, cacheWrite = 0, cacheWriteHour = 0, image = price } = price;
  const kinds: readonly KindPrices[] = [price, audio, image];
  if (cacheWrite > 0 || cacheWriteHour > 0) return false;
  return kinds.every(({ cachedInput, input, output }) => input === 0 && cachedInput === 0 && output === 0);
}

/** What so many tokens cost in USD, none of them cached. */
export function computeTokenCost(promptTokens: number, completionTokens: number, price: ModelPrice): number {
  return costOf(promptTokens, 0, completionTokens, pricesFor(promptTokens, price)) + price.perRequest;
}

function costOf(uncached: number, cached: number, completion: number, prices: KindPrices): number {
  return (uncached * prices.input + cached * prices.cachedInput + completion * prices.output) / 1e6;
}

function pricesFor(promptTokens: number, price: ModelPrice): TokenPrices {
  if (price.longPrompts.length === 0) return price;
  return price.longPrompts.findLast(({ above }) => promptTokens > above) ?? price;
}

/** What tokens of sound and images cost beyond what they would cost as text. */
function surchargeOf(usage: Usage, cached: number, prices: TokenPrices): number {
  const { completion_tokens: completion, prompt_tokens: prompt } = usage;
  const input = usage.prompt_tokens_details;
  const output = usage.completion_tokens_details;
  const audioIn = countOf(input?.audio_tokens, prompt);
  const imageIn = countOf(input?.image_tokens, prompt - audioIn);
  const audioOut = countOf(output?.audio_tokens, completion);
  const imageOut = countOf(output?.image_tokens, completion - audioOut);
  // Without a word on what was cached, it was text as far as there is any: the dearer tokens count as new.
  const split = input?.cached_tokens_details as Readonly<Record<string, unknown>> | null | undefined;
  const beyondText = Math.max(0, cached - (prompt - audioIn - imageIn));
  const audioCached = countOf(split?.audio_tokens ?? beyondText, Math.min(audioIn, cached));
  const imageCached = countOf(split?.image_tokens ?? beyondText - audioCached, Math.min(imageIn, cached - audioCached));
  return (
    differenceOf(audioIn - audioCached, audioCached, audioOut, prices.audio, prices) +
    differenceOf(imageIn - imageCached, imageCached, imageOut, prices.image, prices)
  );
}

function differenceOf(
  uncached: number,
  cached: number,
  completion: number,
  kind: KindPrices | undefined,
  text: KindPrices,
): number {
  if (kind === undefined) return 0;
  return costOf(uncached, cached, completion, kind) - costOf(uncached, cached, completion, text);
}

/** What a provider reported, between zero and `most`. */
function countOf(value: unknown, most: number): number {
  return typeof value === 'number' && value > 0 ? Math.min(value, most) : 0;
}
