import { ProviderFailure } from '../provider-failure.js';

/** The reference's finish reasons. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/** The words of other dialects for each, in small letters without anything between them. */
const WORDS: Readonly<Record<FinishReason, readonly string[]>> = {
  stop: [
    ...['stop', 'stopped', 'stopsequence', 'stopstring', 'stopword', 'endturn', 'endofturn', 'pauseturn', 'eot'],
    // docs.together.ai, schema FinishReason: `eos`; text-generation-inference: `eos_token`.
    ...['eos', 'eostoken', 'endoftext', 'endofsequence', 'complete', 'completed', 'done', 'finish', 'finished'],
  ],
  length: [
    ...['length', 'maxtokens', 'maxtoken', 'maxlength', 'maxnewtokens', 'maxoutputtokens', 'maxcompletiontokens'],
    // docs.mistral.ai, ChatCompletionChoice: `model_length`; Anthropic: `model_context_window_exceeded`.
    ...['modellength', 'modelcontextwindowexceeded', 'contextlengthexceeded', 'contextlength', 'tokenlimit'],
    ...['limit', 'truncated', 'incomplete'],
  ],
  tool_calls: ['toolcalls', 'toolcall', 'tooluse', 'tooluses', 'functioncall', 'functioncalls', 'tool', 'tools'],
  content_filter: [
    ...['contentfilter', 'contentfiltered', 'contentpolicy', 'contentpolicyviolation', 'safety', 'recitation'],
    ...['language', 'blocklist', 'blocked', 'prohibitedcontent', 'spii', 'refusal', 'guardrailintervened'],
    // docs.bigmodel.cn, finish_reason: `sensitive`; Cohere's v1: `ERROR_TOXIC`.
    ...['sensitive', 'moderation', 'filtered', 'errortoxic', 'imagesafety', 'modelarmor'],
  ],
};

const REASONS: ReadonlyMap<string, FinishReason> = new Map(
  Object.entries(WORDS).flatMap(([reason, words]) => words.map((word) => [word, reason as FinishReason] as const)),
);

/** Values that some local runtimes write instead of null on chunks that do not finish. */
const UNFINISHED: ReadonlySet<string> = new Set(['', 'null', 'none', 'unspecified', 'finishreasonunspecified']);

/**
 * Reasons that say that the provider broke off: an error, never a finish reason (docs/contract/chat.md#finish-reasons).
 * `abort`: vLLM and SGLang, a request that the engine dropped. `insufficient_system_resource`: api-docs.deepseek.com.
 * `network_error`: docs.bigmodel.cn. `error`: docs.mistral.ai and openrouter.ai. `MALFORMED_…`: Gemini and Bedrock.
 */
const FAILURE = /error|^abort|^cancel|^fail|timeout|^insufficientsystemresource$|^malformed|^missingthought|shutdown/;

/**
 * The reference's word for a finish reason of any dialect; null where the choice goes on. A reason that no table knows is passed to
 * `onUnknown` and becomes `stop`. A turn ends in `tool_calls` if it called tools, and only then. Throws a
 * `ProviderFailure` for a reason that is an error.
 */
export function mapFinishReason(
  reason: unknown,
  hasToolCalls: boolean,
  onUnknown?: (reason: string) => void,
): FinishReason | null {
  // The reference's own words, which nearly all are.
  if (reason === null || reason === undefined) return null;
  if (reason === 'stop' || reason === 'tool_calls') return hasToolCalls ? 'tool_calls' : 'stop';
  if (reason === 'length' || reason === 'content_filter') return reason;
  const word = typeof reason === 'string' ? reason.toLowerCase().replace(/[^a-z]/g, '') : 'unknown';
  if (UNFINISHED.has(word)) return null;
  const known = REASONS.get(word);
  if (known === undefined) {
    if (FAILURE.test(word))
      throw new ProviderFailure('provider_error', { detail: `finish_reason ${word.slice(0, 60)}` });
    onUnknown?.(String(reason));
  }
  return known === undefined || known === 'stop' || known === 'tool_calls'
    ? mapFinishReason('stop', hasToolCalls)
    : known;
}

/** True if an answer with this reason may lack its end: the last of its calls may be cut in its middle. */
export function isCutShort(reason: unknown): boolean {
  return reason === 'length' || reason === 'content_filter';
}
