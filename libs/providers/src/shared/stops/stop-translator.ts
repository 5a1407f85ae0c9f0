import type { ChatChunk, ChunkChoice, Usage } from '@multilane/contracts';
import type { EmitChunk, StreamTranslator } from '../../adapter.js';
import { unreadable } from '../failures/map-error.js';
import { MOST_CHOICES } from './cut-completion.js';
import { cutTokens } from './cut-tokens.js';
import { type Stop, StopCutter } from './stop-cutter.js';

/**
 * Ends the texts of a stream at the stop sequences that its provider was not given. A text that ends so gets its finish reason at once;
 * the provider's stream is read on for its usage, and what else it says of that choice is left out.
 */
export class StopTranslator implements StreamTranslator<ChatChunk> {
  readonly #cutters = new Map<number, StopCutter>();

  constructor(
    private readonly own: StreamTranslator<object>,
    private readonly stops: readonly Stop[],
  ) {}

  push(bytes: Uint8Array, emit: EmitChunk<ChatChunk>): void {
    this.own.push(bytes, (chunk, raw) => this.#take(chunk as ChatChunk | undefined, raw, emit));
  }

  end(emit: EmitChunk<ChatChunk>): void {
    this.own.end((chunk, raw) => this.#take(chunk as ChatChunk | undefined, raw, emit));
  }

  usage(): Usage | undefined {
    return this.own.usage();
  }

  #take(chunk: ChatChunk | undefined, raw: string | undefined, emit: EmitChunk<ChatChunk>): void {
    if (chunk === undefined || !Array.isArray(chunk.choices) || chunk.choices.length === 0) {
      emit(chunk, raw);
      return;
    }
    const choices = chunk.choices.flatMap((choice) => this.#cut(choice));
    if (choices.length === chunk.choices.length && choices.every((each, at) => each === chunk.choices[at])) {
      emit(chunk, raw);
    } else if (choices.length > 0 || chunk.usage) emit({ ...chunk, choices }, undefined);
  }

  /** The choice as it is passed on: the same one if nothing changes, none once its text has ended. */
  #cut(choice: ChunkChoice): ChunkChoice[] {
    const { delta, finish_reason: reason, index, logprobs } = choice;
    const cutter = this.#cutterOf(index);
    if (cutter.stoppedAt !== undefined) return [];
    const piece = typeof delta?.content === 'string' ? delta.content : '';
    let text = cutter.push(piece);
    if (cutter.stoppedAt !== undefined) {
      const { tool_calls: _calls, ...rest } = delta;
      const cut: ChunkChoice = {
        ...choice,
        delta: { ...rest, content: text },
        finish_reason: 'stop',
        stop_reason: cutter.stoppedAt,
      };
      return [logprobs ? { ...cut, logprobs: cutTokens(logprobs, text.length) } : cut];
    }
    // No sequence goes across the end of the text, whatever follows it.
    if (reason || delta?.tool_calls?.length) text += cutter.end();
    return text === piece ? [choice] : [{ ...choice, delta: { ...delta, content: text } }];
  }

  #cutterOf(index: number): StopCutter {
    const known = this.#cutters.get(index);
    if (known !== undefined) return known;
    if (this.#cutters.size >= MOST_CHOICES) throw unreadable('choices');
    const made = new StopCutter(this.stops);
    this.#cutters.set(index, made);
    return made;
  }
}
