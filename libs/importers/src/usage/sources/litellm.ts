import { findPrefix } from '../../litellm/provider-prefixes.js';
import { IMPORTED_TAG } from '../../litellm-database/budget-planner.js';
import { quarterOf } from '../read-time.js';
import { RecordReader } from '../record-reader.js';
import { NO_USAGE, type SourceRow } from '../usage-row.js';
import type { SourceReader } from './source-reader.js';

/** `key=value` and `key:value`, in the form that tags have here. */
const NAMED_TAG = /^([A-Za-z0-9][\w.-]{0,63})[=:]\s*(\S.{0,63})$/;
const PLAIN_TAG = /^[\w./@+-][\w ./:@+-]{0,63}$/;
const MOST_TAGS = 10;
const HASH = /^[0-9a-f]{64}$/;

/**
 * Reads rows of `LiteLLM_SpendLogs`, as its database, `/spend/logs` and exports of them have them
 * (`schema.prisma` of BerriAI/litellm, commit 029f645f). One row is one request.
 */
export const readLitellmRow: SourceReader = (placed, { zone }) => {
  const row = new RecordReader(placed);
  const { at } = row.time(placed.columns === undefined ? 'startTime' : 'start_time', zone);
  const metadata = row.json('metadata');
  const usage = metadata?.json('usage_object');
  const details = usage?.json('prompt_tokens_details');
  const key = row.text('api_key');
  const keyHash = key !== null && HASH.test(key) ? key : null;
  const found: SourceRow = {
    ...NO_USAGE,
    part: 'all',
    at: quarterOf(at),
    isDay: false,
    model: row.text('model_group') ?? row.text('model'),
    provider: kindOf(row.text('custom_llm_provider')),
    team: metadata?.text('user_api_key_team_alias') ?? row.text('team_id'),
    // The hash names nobody: a key without an alias is its first characters.
    key: metadata?.text('user_api_key_alias') ?? (keyHash ? `litellm ${keyHash.slice(0, 8)}` : key),
    keyHash,
    user: metadata?.text('user_api_key_user_email') ?? row.text('user'),
    customer: row.text('end_user'),
    tags: readTags(row.texts('request_tags')),
    requests: 1,
    failedRequests: row.text('status') === 'failure' ? 1 : 0,
    promptTokens: row.count('prompt_tokens'),
    completionTokens: row.count('completion_tokens'),
    cachedTokens: details?.count('cached_tokens') || (usage?.count('cache_read_input_tokens') ?? 0),
    cacheWriteTokens: usage?.count('cache_creation_input_tokens') ?? 0,
    cost: row.amount('spend'),
  };
  return [found];
};

/** Kind of a provider here, by LiteLLM's name of it. */
function kindOf(name: string | null): string {
  return name === null ? 'unknown' : (findPrefix(name)?.kind ?? name);
}

/** LiteLLM's tags are texts. One without a name has the name that its budgets have after their import. */
function readTags(texts: readonly string[]): Readonly<Record<string, string>> | null {
  const tags: Record<string, string> = {};
  for (const text of texts) {
    const [, name = IMPORTED_TAG, value = text] = NAMED_TAG.exec(text) ?? [];
    if (!PLAIN_TAG.test(value) || value !== value.trim() || Object.hasOwn(tags, name)) continue;
    if (Object.keys(tags).length === MOST_TAGS) break;
    tags[name] = value;
  }
  return Object.keys(tags).length === 0 ? null : tags;
}
