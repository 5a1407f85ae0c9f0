import type { Usage } from '@multilane/contracts';
import type { ModelPrice, TokenPrices } from './model-price.js';

/** What an answer cost in USD, or undefined for a model without prices or an answer without usage. */
export function computeCost(usage: Usage | undefined, price: ModelPrice | undefined): number | undefined {
  if (!usage || !price) return undefined;
  const prompt = usage.prompt_tokens;
  const cached = Math.min(usage.prompt_tokens_details?.cached_tokens ?? 0, prompt);
  return costOf(prompt - cached, cached, usage.completion_tokens, price);
}

/** What so many tokens cost in USD, none of them cached. */
export function computeTokenCost(promptTokens: number, completionTokens: number, price: ModelPrice): number {
  return costOf(promptTokens, 0, completionTokens, price);
}

function costOf(uncached: number, cached: number, completion: number, price: ModelPrice): number {
  const { input, cachedInput, output } = price.longPrompts.length === 0 ? price : pricesFor(uncached + cached, price);
  return (uncached * input + cached * cachedInput + completion * output) / 1e6 + price.perRequest;
}

function pricesFor(promptTokens: number, price: ModelPrice): TokenPrices {
  return price.longPrompts.findLast(({ above }) => promptTokens > above) ?? price;
}
