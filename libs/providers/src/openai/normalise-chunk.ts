import { isRecord } from '@multilane/contracts';
import { mapErrorInAnswer } from '../shared/map-error.js';
import { checkSaid } from './check-said.js';
import { mapFinishReason } from './map-finish-reason.js';
import { normaliseReasoning } from './normalise-reasoning.js';
import { ToolCallStream } from './normalise-tool-call-stream.js';

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
    checkSaid(choice.delta);
    return choice.delta;
  }
  const delta: Record<string, unknown> = {};
  choice.delta = delta;
  return delta;
}
