import type { Billed, Usage } from '@multilane/contracts';
import { isRecord, readCount, withBilled } from '@multilane/contracts';
import { billedOf, readTier } from '../shared/usage/read-billed.js';
import { usageBesideCache } from '../shared/usage/usage-beside-cache.js';

/**
 * Token counts in the reference meaning; undefined when the provider reported none that can be believed. The provider
 * counts what it read from its cache and wrote to it beside the input: the three together are the prompt
 * (docs/contract/usage.md#estimates; docs/contract/usage.md#normalization).
 */
export function mapUsage(reported: unknown): Usage | undefined {
  if (!isRecord(reported)) return undefined;
  const compactions = listCompactions(reported);
  const sum = (name: string): number | undefined => {
    const counts = [reported, ...compactions]
      .map((each) => readCount(each[name]))
      .filter((count) => count !== undefined);
    return counts.length === 0 ? undefined : counts.reduce((total, count) => total + count);
  };
  if (readCount(reported.input_tokens) === undefined || readCount(reported.output_tokens) === undefined)
    return undefined;
  const usage = usageBesideCache({
    input: sum('input_tokens') ?? 0,
    output: sum('output_tokens') ?? 0,
    cacheReads: sum('cache_read_input_tokens'),
    cacheWrites: sum('cache_creation_input_tokens') ?? 0,
    countHour: () => countHour(reported, compactions),
  });
  const details = reported.output_tokens_details;
  const thinking = isRecord(details) ? readCount(details.thinking_tokens) : undefined;
  if (thinking !== undefined) usage.completion_tokens_details = { reasoning_tokens: thinking };
  return withBilled(usage, readBilled(reported));
}

/** Tokens of an answer that may only be made in the United States cost a tenth more (platform.claude.com, "Data residency"). */
const IN_THE_US = 1.1;

/** The tier, or the fast mode where that was used, and the searches of the provider's own tool (platform.claude.com, "Pricing"). */
function readBilled(reported: Readonly<Record<string, unknown>>): Billed | undefined {
  const { inference_geo: region, server_tool_use: tools, service_tier: tier, speed } = reported;
  const searches = isRecord(tools) ? readCount(tools.web_search_requests) : undefined;
  return billedOf(speed === 'fast' ? 'fast' : readTier(tier), searches, region === 'us' ? IN_THE_US : undefined);
}

const NONE: readonly Readonly<Record<string, unknown>>[] = [];

/**
 * The steps in which the provider made a summary of the conversation first: they are billed, and are not in the counts beside them
 * (platform.claude.com, "Compaction", usage).
 */
function listCompactions({ iterations }: Readonly<Record<string, unknown>>): typeof NONE {
  if (!Array.isArray(iterations)) return NONE;
  return iterations.filter(isRecord).filter(({ type }) => type === 'compaction');
}

/** Counts the tokens written to the cache that stay for an hour (platform.claude.com, "Prompt caching"). */
function countHour(reported: Readonly<Record<string, unknown>>, compactions: typeof NONE): number {
  const counts = [reported, ...compactions].map(({ cache_creation: split }) =>
    isRecord(split) ? (readCount(split.ephemeral_1h_input_tokens) ?? 0) : 0,
  );
  return counts.reduce((total, count) => total + count, 0);
}

/** The counts of a stream so far with those of a further event, which repeats some of them and has null for others. */
export function mergeCounts(
  reported: Readonly<Record<string, unknown>>,
  usage: unknown,
): Readonly<Record<string, unknown>> {
  if (!isRecord(usage)) return reported;
  return { ...reported, ...Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== null)) };
}
