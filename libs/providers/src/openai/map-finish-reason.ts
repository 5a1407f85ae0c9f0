import { ProviderFailure } from '../provider-failure.js';

/** Finish reasons outside the reference format. */
const ALIASES: ReadonlyMap<string, string | null> = new Map([
  // docs.together.ai, schema FinishReason: the model's own end of sequence.
  ['eos', 'stop'],
  // docs.mistral.ai, ChatCompletionChoice: the model's context is full.
  ['model_length', 'length'],
  // Sent instead of null by some local runtimes on chunks that do not finish.
  ['', null],
]);

/** Reasons that say the provider broke: an error, never a finish reason (docs/contract/chat.md#finish-reasons). */
const FAILURES: ReadonlySet<unknown> = new Set([
  // docs.mistral.ai, ChatCompletionChoice; openrouter.ai/docs, "Handling Errors During Streaming".
  'error',
  // api-docs.deepseek.com, create-chat-completion: inference was interrupted.
  'insufficient_system_resource',
]);

/**
 * The reference's word for a finish reason; one that it does not know is relayed. Some runtimes end a turn of tool
 * calls with `stop`, where clients wait for `tool_calls`. Throws a `ProviderFailure` for a reason that is an error.
 */
export function mapFinishReason<Reason>(reason: Reason, hasToolCalls: boolean): Reason | string | null {
  if (typeof reason !== 'string') return reason;
  if (FAILURES.has(reason)) throw new ProviderFailure('provider_error', { detail: `finish_reason ${reason}` });
  const known = ALIASES.get(reason);
  const mapped = known === undefined ? reason : known;
  return mapped === 'stop' && hasToolCalls ? 'tool_calls' : mapped;
}
