import type { Usage } from '@multilane/contracts';
import { isRecord, readCount, withBilled } from '@multilane/contracts';
import { billedOf, readTier } from '../shared/usage/read-billed.js';
import { usageBesideCache } from '../shared/usage/usage-beside-cache.js';

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
  const usage = usageBesideCache({
    input,
    output,
    cacheReads: readCount(reported.cacheReadInputTokens),
    cacheWrites: readCount(reported.cacheWriteInputTokens) ?? 0,
    countHour: () => countHour(reported.cacheDetails),
  });
  return withBilled(usage, billedOf(readTier(isRecord(tier) ? tier.type : undefined), undefined));
}

/** Counts the tokens written to the cache that stay for an hour (…/API_runtime_CacheDetail.html). */
function countHour(details: unknown): number {
  if (!Array.isArray(details)) return 0;
  const counts = details
    .filter(isRecord)
    .map(({ inputTokens, ttl }) => (ttl === '1h' ? (readCount(inputTokens) ?? 0) : 0));
  return counts.reduce((total, count) => total + count, 0);
}
