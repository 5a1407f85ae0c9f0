import type { Usage } from '@multilane/contracts';

/** Token counts of a provider that counts what it read from its cache, and what it wrote to it, beside the input. */
export interface CountsBesideCache {
  readonly input: number;
  readonly output: number;
  /** Undefined if the provider reported none. */
  readonly cacheReads: number | undefined;
  readonly cacheWrites: number;
  /** Counts those of the tokens written to the cache that stay for an hour: they are dearer. */
  countHour(): number;
}

/**
 * Usage in the reference meaning: the three counts together are the prompt (docs/contract/usage.md#normalization). The reference format has no
 * member for cache writes; the names are those that gateways share.
 */
export function usageBesideCache(counts: CountsBesideCache): Usage {
  const { cacheReads, cacheWrites, input, output } = counts;
  const prompt = input + (cacheReads ?? 0) + cacheWrites;
  const usage: Usage = { prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output };
  if (cacheReads === undefined && cacheWrites === 0) return usage;
  const hour = cacheWrites > 0 ? Math.min(counts.countHour(), cacheWrites) : 0;
  usage.prompt_tokens_details = {
    ...(cacheReads !== undefined && { cached_tokens: cacheReads }),
    ...(cacheWrites > 0 && { cache_write_tokens: cacheWrites }),
    ...(hour > 0 && { cache_write_1h_tokens: hour }),
  };
  return usage;
}
