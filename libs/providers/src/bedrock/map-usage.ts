import type { Usage } from '@multilane/contracts';
import { isRecord, readCount, withBilled } from '@multilane/contracts';
import { billedOf, readTier } from '../shared/usage/read-billed.js';

/**
 * Token counts in the reference meaning; undefined when the provider reported none that can be believed. The provider
 * counts what it read from its cache and wrote to it beside the input: the three together are the prompt
 * (…/API_runtime_TokenUsage.html; the tier is …/API_runtime_ServiceTier.html; docs/contract/usage.md#normalization).
 */
export function mapUsage(reported: unknown, tier?: unknown): Usage | undefined {
  if (!isRecord(reported)) return undefined;
  const input = readCount(reported.inputTokens);
  const output = readCount(reported.outputTokens);
  if (input === undefined || output === undefined) return undefined;
  const cacheReads = readCount(reported.cacheReadInputTokens);
  const cacheWrites = readCount(reported.cacheWriteInputTokens) ?? 0;
  const prompt = input + (cacheReads ?? 0) + cacheWrites;
  const usage: Usage = { prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output };
  if (cacheReads !== undefined || cacheWrites > 0) {
    const details = detailsOf(cacheReads, cacheWrites);
    const hour = countHour(reported.cacheDetails, cacheWrites);
    usage.prompt_tokens_details = hour > 0 ? { ...details, cache_write_1h_tokens: hour } : details;
  }
  return withBilled(usage, billedOf(readTier(isRecord(tier) ? tier.type : undefined), undefined));
}

/** Counts those of the tokens written to the cache that stay for an hour (…/API_runtime_CacheDetail.html). */
function countHour(details: unknown, written: number): number {
  if (!Array.isArray(details)) return 0;
  const counts = details
    .filter(isRecord)
    .map(({ inputTokens, ttl }) => (ttl === '1h' ? (readCount(inputTokens) ?? 0) : 0));
  return Math.min(
    counts.reduce((total, count) => total + count, 0),
    written,
  );
}

/**
 * Details of the prompt's tokens. The reference format has no member for cache writes; the name is the one that
 * gateways share.
 */
function detailsOf(cacheReads: number | undefined, cacheWrites: number): NonNullable<Usage['prompt_tokens_details']> {
  return {
    ...(cacheReads !== undefined && { cached_tokens: cacheReads }),
    ...(cacheWrites > 0 && { cache_write_tokens: cacheWrites }),
  };
}
