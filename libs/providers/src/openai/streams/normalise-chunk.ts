import { isRecord } from '@multilane/contracts';
import type { DecodeFacts } from '../../adapter.js';
import { CallIds } from '../../shared/call-ids.js';
import { mapErrorInAnswer } from '../../shared/failures/map-error.js';
import { isCutShort, mapFinishReason } from '../../shared/finish-reasons.js';
import { normaliseWords } from '../../shared/texts/normalise-words.js';
import { assertMessageShape } from '../encode-chat-request.js';
import { ToolCallStream } from './normalise-tool-call-stream.js';

/** Brings the choices of one stream's chunks to the reference shape, in place; made fresh for each stream. */
export class ChunkNormaliser {
  readonly #toolCalls = new Map<number, ToolCallStream>();
  readonly #facts: DecodeFacts;
  #ids: CallIds | undefined;

  constructor(facts: DecodeFacts) {
    this.#facts = facts;
  }

  /** True if the client knows of calls in a choice. */
  hasCalls(index: number): boolean {
    return this.#toolCalls.get(index)?.hasCalls === true;
  }

  /** Corrects one choice of a chunk; true when something changed. Throws a `ProviderFailure` for one that failed. */
  normalise(choice: Record<string, unknown>, delta: Record<string, unknown>, index: number): boolean {
    if (choice.error) throw mapErrorInAnswer({ error: choice.error });
    let changed = normaliseWords(delta);
    if (Array.isArray(delta.tool_calls) && delta.tool_calls.length > 0) {
      if (this.#toolCallsOf(index).take(delta.tool_calls)) changed = true;
      if (delta.tool_calls.length === 0) delta.tool_calls = undefined;
    }
    if (choice.finish_reason !== null && this.#finish(choice, delta, index)) changed = true;
    return changed;
  }

  #finish(choice: Record<string, unknown>, delta: Record<string, unknown>, index: number): boolean {
    const calls = this.#toolCalls.get(index);
    const reason = mapFinishReason(choice.finish_reason, calls?.hasCalls === true, this.#facts.onUnknownFinishReason);
    let changed = reason !== choice.finish_reason;
    choice.finish_reason = reason;
    const closing = reason === null ? [] : (calls?.close(isCutShort(reason)) ?? []);
    if (closing.length > 0) {
      delta.tool_calls = [...(Array.isArray(delta.tool_calls) ? delta.tool_calls : []), ...closing];
      changed = true;
    }
    return changed;
  }

  #toolCallsOf(index: number): ToolCallStream {
    const known = this.#toolCalls.get(index);
    if (known !== undefined) return known;
    this.#ids ??= new CallIds(this.#facts.request);
    const calls = new ToolCallStream(`call_${this.#facts.idSeed}_${index}`, this.#ids);
    this.#toolCalls.set(index, calls);
    return calls;
  }
}

/**
 * The delta of a choice. Azure's asynchronous filter sends choices without one: they get an empty one. Some hosts send a whole
 * `message`, or the `text` of legacy completions, in its place: that is what is said, unless deltas came before. Throws a
 * `ProviderFailure` for an unreadable one.
 */
export function readDelta(choice: Record<string, unknown>, isFirst: boolean): Record<string, unknown> {
  if (isRecord(choice.delta)) {
    assertMessageShape(choice.delta);
    return choice.delta;
  }
  const { message, text } = choice;
  let delta: Record<string, unknown> = {};
  if (isFirst && isRecord(message)) {
    assertMessageShape(message);
    delta = message;
    choice.message = undefined;
  } else if (typeof text === 'string') {
    delta = { content: text };
    choice.text = undefined;
  }
  choice.delta = delta;
  return delta;
}
