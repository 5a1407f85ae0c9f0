import { isRecord } from '@multilane/contracts';
import { ProviderFailure } from '../provider-failure.js';
import { mapErrorInAnswer } from '../shared/map-error.js';
import { assertMessageShape } from './encode-chat-request.js';
import { ToolCallStream } from './normalise-tool-call-stream.js';

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

/**
 * Brings the reasoning of a message or a delta to `reasoning_content` (docs/contract/chat.md#reasoning): copied from
 * `reasoning`, or extracted from Mistral's content parts, whose text becomes a string. True when something changed.
 */
export function normaliseReasoning(message: Record<string, unknown>): boolean {
  const split = Array.isArray(message.content) && splitThinking(message, message.content);
  const { reasoning } = message;
  if (typeof reasoning !== 'string' || reasoning === '') return split;
  if (message.reasoning_content !== undefined && message.reasoning_content !== null) return split;
  message.reasoning_content = reasoning;
  return true;
}

/** docs.mistral.ai, "Reasoning": content is a list of `thinking` and `text` parts. */
function splitThinking(message: Record<string, unknown>, parts: unknown[]): boolean {
  if (!parts.every((part) => isRecord(part) && (part.type === 'thinking' || part.type === 'text'))) return false;
  const texts = parts.filter((part) => isRecord(part) && part.type === 'text');
  const thoughts = parts.flatMap((part) => (isRecord(part) && Array.isArray(part.thinking) ? part.thinking : []));
  message.content = texts.length === 0 ? null : joinTexts(texts);
  if (thoughts.length > 0) message.reasoning_content = joinTexts(thoughts);
  return true;
}

function joinTexts(parts: readonly unknown[]): string {
  return parts.map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

/** Brings the choices of one stream's chunks to the reference shape, in place; made fresh for each stream. */
export class ChunkNormaliser {
  readonly #toolCalls = new Map<number, ToolCallStream>();
  readonly #idSeed: string;

  constructor(idSeed: string) {
    this.#idSeed = idSeed;
  }

  /** Corrects one choice of a chunk; true when something changed. Throws a `ProviderFailure` for one that failed. */
  normalise(choice: Record<string, unknown>, delta: Record<string, unknown>, position: number): boolean {
    if (choice.error) throw mapErrorInAnswer({ error: choice.error });
    let changed = normaliseReasoning(delta);
    const index = typeof choice.index === 'number' ? choice.index : position;
    if (Array.isArray(delta.tool_calls) && delta.tool_calls.length > 0) {
      changed = this.#toolCallsOf(index).take(delta.tool_calls) || changed;
    }
    return (choice.finish_reason !== null && this.#finish(choice, delta, index)) || changed;
  }

  #finish(choice: Record<string, unknown>, delta: Record<string, unknown>, index: number): boolean {
    const calls = this.#toolCalls.get(index);
    const reason = mapFinishReason(choice.finish_reason, calls !== undefined);
    let changed = reason !== choice.finish_reason;
    choice.finish_reason = reason;
    const closing = typeof reason === 'string' ? (calls?.close() ?? []) : [];
    if (closing.length > 0) {
      delta.tool_calls = [...(Array.isArray(delta.tool_calls) ? delta.tool_calls : []), ...closing];
      changed = true;
    }
    return changed;
  }

  #toolCallsOf(index: number): ToolCallStream {
    const known = this.#toolCalls.get(index);
    if (known !== undefined) return known;
    const calls = new ToolCallStream(`call_${this.#idSeed}_${index}`);
    this.#toolCalls.set(index, calls);
    return calls;
  }
}

/**
 * The delta of a choice. Azure's asynchronous filter sends choices without one: they get an empty one. Throws a
 * `ProviderFailure` for an unreadable one.
 */
export function readDelta(choice: Record<string, unknown>): Record<string, unknown> {
  if (isRecord(choice.delta)) {
    assertMessageShape(choice.delta);
    return choice.delta;
  }
  const delta: Record<string, unknown> = {};
  choice.delta = delta;
  return delta;
}
