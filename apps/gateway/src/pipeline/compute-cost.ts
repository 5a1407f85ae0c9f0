import type { Usage } from '@multilane/contracts';
import type { ModelPrices } from '../snapshot/snapshot.js';

/**
 * What an answer cost in USD, or undefined for a model without prices or an answer without usage. Cached prompt tokens
 * cost `cached_input_per_million` where that is set, else the full input price.
 */
export function computeCost(usage: Usage | undefined, prices: ModelPrices | undefined): number | undefined {
  if (!usage || !prices) return undefined;
  const cached = Math.min(usage.prompt_tokens_details?.cached_tokens ?? 0, usage.prompt_tokens);
  const input = prices.input_per_million ?? 0;
  const cachedInput = prices.cached_input_per_million ?? input;
  const output = prices.output_per_million ?? 0;
  return ((usage.prompt_tokens - cached) * input + cached * cachedInput + usage.completion_tokens * output) / 1e6;
}

/** An answer of the cache costs nothing, where an answer of the model costs anything. */
export function costOfHit(model: { readonly prices: ModelPrices | undefined } | undefined): 0 | undefined {
  return model?.prices ? 0 : undefined;
}

/** A cost as the header carries it: a plain decimal, never in exponent form. */
export function formatCost(usd: number): string {
  return usd.toFixed(10).replace(/\.?0+$/, '');
}
