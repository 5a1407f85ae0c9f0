import type { Billed } from '@multilane/contracts';
import { isRecord, readCount } from '@multilane/contracts';

type Json = Readonly<Record<string, unknown>>;

/** Names of the tier that costs what the prices say. */
const STANDARD = new Set(['auto', 'default', 'standard', 'standard_only', 'on_demand', 'unspecified']);

/** The tier that an answer names as a price knows it: undefined for the standard one, and for what is no name. */
export function readTier(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > LONGEST_NAME) return undefined;
  const name = given.toLowerCase().replace(/^(?:service_tier_|on_demand_)/, '');
  return name === '' || STANDARD.has(name) ? undefined : name;
}

const LONGEST_NAME = 40;

/** Items that an answer bills, or undefined: most have none. */
export function billedOf(tier: string | undefined, searches: number | undefined, factor?: number): Billed | undefined {
  if (tier === undefined && !searches && factor === undefined) return undefined;
  return {
    ...(tier !== undefined && { tier }),
    ...(searches && { searches }),
    ...(factor !== undefined && { factor }),
  };
}

/**
 * Reads the bill in an answer of the reference format: `service_tier` (platform.openai.com, "Priority processing"), and
 * searches by the names of Perplexity (docs.perplexity.ai, "Chat completions", `num_search_queries`), xAI (docs.x.ai,
 * "Live search", `num_sources_used`) and those who pass Anthropic's on.
 */
export function readBilled({ service_tier: tier }: Json, usage: Json | undefined): Billed | undefined {
  return billedOf(readTier(tier), usage && countSearches(usage));
}

function countSearches({ num_search_queries: queries, num_sources_used: sources, server_tool_use: own }: Json): number {
  const searches = readCount(queries) ?? readCount(sources);
  return searches ?? (isRecord(own) ? (readCount(own.web_search_requests) ?? 0) : 0);
}

/**
 * Reads the bill in a response, which has an item for each search (platform.openai.com, "Web search",
 * `web_search_call`).
 */
export function readResponseBilled(response: Json): Billed | undefined {
  const { output, service_tier: tier, usage } = response;
  const calls = Array.isArray(output) ? output.filter(isSearch).length : 0;
  const told = isRecord(usage) ? countSearches(usage) : 0;
  return billedOf(readTier(tier), Math.max(calls, told));
}

/** Opening a page that a search found is no further search. */
function isSearch(item: unknown): boolean {
  if (!isRecord(item) || item.type !== 'web_search_call') return false;
  const action = isRecord(item.action) ? item.action.type : undefined;
  return action === undefined || action === 'search';
}
