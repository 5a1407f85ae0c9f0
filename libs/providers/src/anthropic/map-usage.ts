import type { Usage } from '@multilane/contracts';
import { isRecord, readCount } from '@multilane/contracts';

/**
 * Token counts in the reference meaning; undefined when the provider reported none that can be believed. The provider
 * counts what it read from its cache and wrote to it beside the input: the three together are the prompt
 * (docs/contract/usage.md#estimates; docs/contract/usage.md#normalization).
 */
export function mapUsage(reported: unknown): Usage | undefined {
  if (!isRecord(reported)) return undefined;
  const input = readCount(reported.input_tokens);
  const output = readCount(reported.output_tokens);
  if (input === undefined || output === undefined) return undefined;
  const cacheReads = readCount(reported.cache_read_input_tokens);
  const cacheWrites = readCount(reported.cache_creation_input_tokens) ?? 0;
  const prompt = input + (cacheReads ?? 0) + cacheWrites;
  const usage: Usage = { prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output };
  if (cacheReads !== undefined || cacheWrites > 0) usage.prompt_tokens_details = detailsOf(cacheReads, cacheWrites);
  const details = reported.output_tokens_details;
  const thinking = isRecord(details) ? readCount(details.thinking_tokens) : undefined;
  if (thinking !== undefined) usage.completion_tokens_details = { reasoning_tokens: thinking };
  return usage;
}

/** What was written has no member in the reference format; the name is the one that gateways share. */
function detailsOf(cacheReads: number | undefined, cacheWrites: number): NonNullable<Usage['prompt_tokens_details']> {
  return {
    ...(cacheReads !== undefined && { cached_tokens: cacheReads }),
    ...(cacheWrites > 0 && { cache_write_tokens: cacheWrites }),
  };
}

/** The counts of a stream so far with those of a further event, which repeats some of them and has null for others. */
export function mergeCounts(
  reported: Readonly<Record<string, unknown>>,
  usage: unknown,
): Readonly<Record<string, unknown>> {
  if (!isRecord(usage)) return reported;
  return { ...reported, ...Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== null)) };
}
