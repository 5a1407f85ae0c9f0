/** Members of a whole answer, or of a chunk, that say nothing in words of the model: who answers and how. */
export const OF_ANSWER: ReadonlySet<string> = new Set([
  ...['id', 'object', 'created', 'model', 'usage', 'choices', 'system_fingerprint', 'service_tier', 'provider'],
  // Random letters, and the names of what a filter looks for, which a guardrail would take for words.
  ...['obfuscation', 'prompt_filter_results', 'content_filter_results', 'content_filter'],
]);

/** Members of a choice, likewise, and those that are handled by what they are. */
export const OF_ANSWER_CHOICE: ReadonlySet<string> = new Set([
  ...['index', 'message', 'delta', 'text', 'logprobs', 'token_ids', 'usage', 'seed'],
  ...['finish_reason', 'native_finish_reason', 'stop_reason', 'matched_stop'],
  ...['content_filter_results', 'content_filter_result', 'content_filter_offsets', 'content_filter'],
]);

/** Members of a message or a delta that are handled by what they are, or that stay: ids, signatures, pictures. */
export const OF_ANSWER_MESSAGE: ReadonlySet<string> = new Set([
  ...['id', 'role', 'name', 'content', 'refusal', 'reasoning_content', 'reasoning', 'reasoning_details'],
  ...['tool_calls', 'function_call', 'audio', 'images', 'token_id', 'token_ids'],
  ...['extra_content', 'encrypted_content', 'signature', 'reasoning_signature', 'thought_signature'],
]);

/** Unknown texts of a delta come in pieces, and clients join them. These come whole with every chunk. */
export const SENT_WHOLE: ReadonlySet<string> = new Set(['type', 'channel', 'status']);

/** Members of a call of a tool that are handled by what they are, or that stay, as the signature of one does. */
export const OF_CALL: ReadonlySet<string> = new Set(['id', 'type', 'index', 'function', 'custom', 'extra_content']);

/** Members of what is called, likewise. A custom tool has an input of plain text in place of arguments. */
export const OF_CALLED: ReadonlySet<string> = new Set(['name', 'arguments', 'input']);

/** Members of a thought in its signed form, likewise. */
export const OF_THOUGHT: ReadonlySet<string> = new Set([
  ...['type', 'id', 'index', 'format', 'text', 'summary', 'data', 'signature'],
]);

/** Members of a part of a content, likewise. */
export const OF_ANSWER_PART: ReadonlySet<string> = new Set([
  ...['type', 'text', 'image_url', 'file', 'input_audio', 'signature'],
]);

/** Members of a choice or a delta that spell the words once more, in tokens. */
export const TOKENS: ReadonlySet<string> = new Set(['token_id', 'token_ids', 'logprobs']);

/** Replacement of such a member: clients know a null of `logprobs`. */
export function withoutTokens(name: string): null | undefined {
  return name === 'logprobs' ? null : undefined;
}
