import type { ModelPrice } from './model-price.js';

/** Sums of the usage of many requests. */
export interface UsageSum {
  /** Requests that were answered. */
  readonly requests: number;
  readonly promptTokens: number;
  /** Part of the prompt tokens that the provider read from its cache. */
  readonly cachedTokens: number;
  readonly completionTokens: number;
}

/**
 * Computes what the sums of many requests cost at a price, in US dollars. Sums do not tell long prompts, tiers of service, cache writes,
 * sound, images and searches: those count as text at the standard price.
 */
export function costOfSums({ requests, ...usage }: UsageSum, price: ModelPrice): number {
  const cached = Math.min(usage.cachedTokens, usage.promptTokens);
  const tokens =
    (usage.promptTokens - cached) * price.input + cached * price.cachedInput + usage.completionTokens * price.output;
  return tokens / 1e6 + requests * price.perRequest;
}
