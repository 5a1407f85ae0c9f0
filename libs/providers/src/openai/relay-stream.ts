import type { Usage } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { DecodeFacts, EmitChunk, StreamTranslator } from '../adapter.js';
import { BareText } from '../framing/refuse-heavy-event.js';
import { HeldLines, SseLineSplitter } from '../framing/sse-lines.js';
import { ProviderFailure } from '../provider-failure.js';
import { mapErrorInAnswer, unreadable } from '../shared/map-error.js';
import { findUsage, mapUsage } from '../shared/reference-usage.js';
import type { WireQuirks } from '../wire-quirks.js';
import { removeNullUsage } from './remove-null-usage.js';

/** What the chunks of the reference format's streams have in common. */
export interface ReferenceChunk {
  id: string;
  object: string;
  created: number;
  model: string;
  choices: object[];
  usage?: Usage | null;
}

/**
 * Relays the stream of a provider of group R (docs/contract/streaming.md#relay;
 * docs/contract/streaming.md#stream-usage): every data line goes out as it arrives, in the provider's own words unless
 * the kind's quirks or the usage rule change it. `[DONE]` is consumed, because the receiver writes it; a stream that closes
 * without it has failed.
 */
export abstract class StreamRelay<Chunk extends ReferenceChunk> implements StreamTranslator<Chunk> {
  readonly #lines = new SseLineSplitter();
  readonly #facts: DecodeFacts;
  readonly #quirks: WireQuirks;
  #usage: Usage | undefined;
  /** Usage removed from a chunk with choices, to be sent in a chunk of its own. */
  #heldUsage: Record<string, unknown> | undefined;
  #usageSent = false;
  /** The last chunk, whose id and model the chunk of held usage carries. */
  #last: Chunk | undefined;
  /** Data lines of an event whose JSON goes over several lines. */
  readonly #heldData = new HeldLines();
  /** Text outside the event framing: some providers send an error as plain JSON in the middle of a stream. */
  readonly #bareText = new BareText();
  #inErrorEvent = false;
  #finished = false;
  #done = false;

  constructor(facts: DecodeFacts, quirks: WireQuirks) {
    this.#facts = facts;
    this.#quirks = quirks;
  }

  /** Corrects one choice of a chunk in place; true when the provider's own text no longer says the same. */
  protected abstract takeChoice(choice: Record<string, unknown>, position: number): boolean;

  push(bytes: Uint8Array, emit: EmitChunk<Chunk>): void {
    this.#lines.push(bytes, (line) => this.#takeLine(line, emit));
  }

  end(emit: EmitChunk<Chunk>): void {
    this.#lines.end((line) => this.#takeLine(line, emit));
    if (this.#done) return;
    this.#endEvent(emit);
    if (!this.#quirks.endsWithoutDone || !this.#finished) {
      throw new ProviderFailure('provider_error', { detail: 'stream ended early' });
    }
    this.#complete(emit);
  }

  usage(): Usage | undefined {
    return this.#usage;
  }

  #takeLine(line: string, emit: EmitChunk<Chunk>): void {
    if (this.#done) return;
    if (line === '') this.#endEvent(emit);
    else if (!this.#bareText.isEmpty) this.#takeBareText(line);
    else if (line.startsWith('data:')) this.#takeData(line.charCodeAt(5) === 32 ? line.slice(6) : line.slice(5), emit);
    else if (line.startsWith(':')) emit(undefined, `${line}\n\n`);
    else if (line.startsWith('event:')) this.#inErrorEvent = line.slice(6).trim() === 'error';
    else if (line.startsWith('{') || line.startsWith('[')) this.#takeBareText(line);
  }

  #takeData(text: string, emit: EmitChunk<Chunk>): void {
    if (!this.#heldData.isEmpty) {
      this.#heldData.add(text);
      return;
    }
    if (text === '') return;
    if (text === '[DONE]') {
      this.#complete(emit);
      return;
    }
    const value = parse(text);
    if (value !== undefined) this.#takeChunk(value, text, emit);
    else if (text.trim() === '[DONE]') this.#complete(emit);
    else this.#heldData.add(text);
  }

  #takeBareText(line: string): void {
    const value = this.#bareText.take(line, parse);
    if (value !== undefined) throw mapErrorInAnswer(value);
  }

  #endEvent(emit: EmitChunk<Chunk>): void {
    if (!this.#bareText.isEmpty) throw this.#bareText.refuse();
    const held = this.#heldData.take();
    if (held !== undefined) {
      const value = parse(held);
      if (value === undefined) throw unreadable('an event is not JSON');
      this.#takeChunk(value, undefined, emit);
    }
    this.#inErrorEvent = false;
  }

  #takeChunk(value: unknown, text: string | undefined, emit: EmitChunk<Chunk>): void {
    if (this.#inErrorEvent || Array.isArray(value)) throw mapErrorInAnswer(value);
    if (!isRecord(value)) throw unreadable('an event is not an object');
    if (value.error) throw mapErrorInAnswer(value);
    const failure = isRecord(value.x_groq) ? value.x_groq.error : undefined;
    if (failure) throw mapErrorInAnswer({ error: failure });

    const chunk = value as unknown as Chunk;
    const changed = this.#takeChoices(chunk);
    this.#last = chunk;
    const reported = findUsage(value);
    if (reported !== undefined) this.#usage = mapUsage(reported) ?? this.#usage;
    if (chunk.choices.length === 0 && isRecord(chunk.usage)) {
      this.#usageSent = true;
      if (this.#facts.includeUsage) emit(chunk, changed ? undefined : toRaw(text));
      return;
    }
    emit(chunk, this.#takeUsageOff(chunk, reported, changed ? undefined : text));
  }

  /** Corrects the choices of a chunk in place; true when the provider's own text no longer says the same. */
  #takeChoices(chunk: Chunk): boolean {
    const choices: unknown = chunk.choices;
    if (choices === undefined || choices === null) {
      chunk.choices = [];
      return true;
    }
    if (!Array.isArray(choices)) throw unreadable('choices');
    let changed = false;
    for (let position = 0; position < choices.length; position++) {
      const choice: unknown = choices[position];
      if (!isRecord(choice)) throw unreadable('a choice');
      if (this.takeChoice(choice, position)) changed = true;
      if (choice.finish_reason) this.#finished = true;
    }
    return changed;
  }

  /** Applies the usage rule to a chunk that is not a usage chunk; gives the raw line if the text may be relayed. */
  #takeUsageOff(chunk: Chunk, reported: Record<string, unknown> | undefined, text: string | undefined) {
    if (!this.#facts.includeUsage) {
      if (chunk.usage === undefined) return toRaw(text);
      const shorter = chunk.usage === null && text !== undefined ? removeNullUsage(text) : undefined;
      // Not deleted: that turns the chunk into a slow object, and JSON leaves out what is undefined.
      chunk.usage = undefined;
      return toRaw(shorter);
    }
    if (reported === undefined || this.#quirks.keepsUsageOnChoices) return toRaw(text);
    this.#heldUsage = reported;
    if (chunk.usage !== reported) return toRaw(text);
    chunk.usage = null;
    return undefined;
  }

  #complete(emit: EmitChunk<Chunk>): void {
    this.#done = true;
    if (this.#heldUsage === undefined || this.#usageSent || this.#last === undefined) return;
    const { id, object, created, model } = this.#last;
    const usage = this.#heldUsage as unknown as Usage;
    emit({ id, object, created, model, choices: [], usage } as unknown as Chunk, undefined);
  }
}

function toRaw(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `data: ${text}\n\n`;
}

/** The parsed JSON, or undefined, which no JSON text means. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
