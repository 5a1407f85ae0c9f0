import type { Usage } from '@multilane/contracts';
import { isIndex, isRecord, withBilled } from '@multilane/contracts';
import type { DecodeFacts, EmitChunk, StreamTranslator } from '../../adapter.js';
import { BareText } from '../../framing/refuse-heavy-event.js';
import { HeldLines, SseLineSplitter } from '../../framing/sse-lines.js';
import { ProviderFailure } from '../../provider-failure.js';
import { isErrorEvent } from '../../shared/failures/is-error-event.js';
import { mapErrorInAnswer, unreadable } from '../../shared/failures/map-error.js';
import { readBilled } from '../../shared/usage/read-billed.js';
import { findUsage, mapUsage, possibleUsage } from '../../shared/usage/reference-usage.js';
import type { WireQuirks } from '../../wire-quirks.js';
import { removeNullUsage } from './remove-null-usage.js';
import { TextFrames } from './text-frame.js';

/** Members that the chunks of the reference format's streams have in common. */
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
 * the kind's quirks or the usage rule change it. `[DONE]` is consumed, because the receiver writes it. A stream is complete
 * with `[DONE]`, or when it closes in good order after every choice has its finish reason; one without a choice, or that closes
 * before that, has failed (docs/contract/streaming.md#completeness).
 */
export abstract class StreamRelay<Chunk extends ReferenceChunk> implements StreamTranslator<Chunk> {
  readonly #lines = new SseLineSplitter();
  readonly #facts: DecodeFacts;
  readonly #quirks: WireQuirks;
  #usage: Usage | undefined;
  /** The tier that chunks name, some only before the usage. */
  #tier: string | undefined;
  /** Usage removed from a chunk with choices, to be sent in a chunk of its own. */
  #heldUsage: Record<string, unknown> | undefined;
  #usageSent = false;
  /** The last chunk, whose id and model the chunk of held usage carries. */
  #last: Chunk | undefined;
  readonly #frames = new TextFrames<Chunk>();
  /** Data lines of an event whose JSON goes over several lines. */
  readonly #heldData = new HeldLines();
  /** Text outside the event framing: some providers send an error as plain JSON in the middle of a stream. */
  readonly #bareText = new BareText();
  #inErrorEvent = false;
  /** The choices that have begun, and whether each has its finish reason. */
  readonly #choices = new Map<number, boolean>();
  #unfinished = 0;
  /** Something came that is neither a chunk nor an error: the stream may not end without a finish reason then. */
  #hasStrayEvent = false;
  #hasWords = false;
  #done = false;

  constructor(facts: DecodeFacts, quirks: WireQuirks) {
    this.#facts = facts;
    this.#quirks = quirks;
  }

  /** Value of `object` in its chunks. */
  protected abstract readonly chunkObject: string;

  /**
   * Corrects one choice of a chunk in place; true when the provider's own text no longer says the same. `finish_reason` is null or a
   * reason of the format afterwards.
   */
  protected abstract takeChoice(choice: Record<string, unknown>, index: number, isFirst: boolean): boolean;

  /** True if a choice says anything, beside its role. */
  protected abstract saysSomething(choice: Record<string, unknown>): boolean;

  /** Ends a choice that its provider has left without a finish reason. */
  protected abstract finishChoice(index: number): object;

  push(bytes: Uint8Array, emit: EmitChunk<Chunk>): void {
    this.#lines.push(bytes, (line) => this.#takeLine(line, emit));
  }

  end(emit: EmitChunk<Chunk>): void {
    this.#lines.end((line) => this.#takeLine(line, emit));
    if (this.#done) return;
    const isFinished = this.#choices.size > 0 && this.#unfinished === 0;
    // An event behind the last finish reason that the end cuts off is no part of the answer.
    if (!isFinished || this.#heldData.isEmpty) this.#endEvent(emit);
    if (!isFinished) throw endedEarly();
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
    const known = this.#inErrorEvent ? undefined : this.#frames.read(text);
    if (known !== undefined) {
      this.#last = known.chunk;
      emit(known.chunk, known.raw);
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
    if (this.#inErrorEvent) throw mapErrorInAnswer(value);
    refuseErrors(value);
    const isEmpty = !Array.isArray(value.choices) || value.choices.length === 0;
    if (isEmpty && !this.#isChunk(value)) return;

    const chunk = value as unknown as Chunk;
    let changed = this.#takeChoices(chunk);
    if (this.#completeHead(chunk)) changed = true;
    this.#last = chunk;
    let reported = findUsage(value);
    this.#noteUsage(value.service_tier, reported);
    if (value.usage !== undefined && value.usage !== null) {
      const possible = isRecord(value.usage) ? possibleUsage(value.usage) : undefined;
      if (possible !== value.usage) {
        changed = true;
        if (reported === value.usage) reported = possible;
        value.usage = possible;
      }
      // There was nothing else to it.
      if (isEmpty && possible === undefined) return;
    }
    this.#send(chunk, reported, changed ? undefined : text, emit);
  }

  #noteUsage(tier: unknown, reported: Record<string, unknown> | undefined): void {
    if (typeof tier === 'string') this.#tier = tier;
    if (reported === undefined) return;
    const billed = readBilled({ service_tier: this.#tier }, reported);
    this.#usage = withBilled(mapUsage(reported), billed) ?? this.#usage;
  }

  /** Sends a chunk by the usage rule; `text` says what it says, if anything does. */
  #send(
    chunk: Chunk,
    reported: Record<string, unknown> | undefined,
    text: string | undefined,
    emit: EmitChunk<Chunk>,
  ): void {
    if (chunk.choices.length === 0 && reported !== undefined && reported === chunk.usage) {
      this.#usageSent = true;
      if (this.#facts.includeUsage) emit(chunk, toRaw(text));
      return;
    }
    const raw = this.#takeUsageOff(chunk, reported, text);
    this.#frames.learn(reported === undefined ? text : undefined, chunk, raw);
    emit(chunk, raw);
  }

  /** True if an event without choices is a chunk all the same. Throws a `ProviderFailure` for an error in any shape. */
  #isChunk(value: Record<string, unknown>): boolean {
    if (isErrorEvent(value)) throw mapErrorInAnswer(value);
    const { choices, id, object, type, usage, x_groq: own } = value;
    if (choices !== undefined && choices !== null && !Array.isArray(choices)) throw unreadable('choices');
    if (Array.isArray(choices) || object === this.chunkObject || isRecord(usage) || isRecord(own)) return true;
    if (typeof id === 'string' && type === undefined) return true;
    // A sign of life, or something that no client of the format knows.
    if (type !== 'ping') this.#hasStrayEvent = true;
    return false;
  }

  /** Members of the envelope that the provider has left out, or that are none; true when something changed. */
  #completeHead(chunk: Chunk): boolean {
    const last = this.#last ?? this.#first();
    let changed = false;
    if (typeof chunk.id !== 'string') {
      chunk.id = last.id;
      changed = true;
    }
    if (chunk.object !== this.chunkObject) {
      chunk.object = this.chunkObject;
      changed = true;
    }
    if (!isIndex(chunk.created)) {
      chunk.created = last.created;
      changed = true;
    }
    if (typeof chunk.model !== 'string') {
      chunk.model = last.model;
      changed = true;
    }
    return changed;
  }

  #first(): Pick<Chunk, 'id' | 'object' | 'created' | 'model'> {
    const { created, idSeed, model = '' } = this.#facts;
    return { id: `chatcmpl-${idSeed}`, object: this.chunkObject, created, model } as Chunk;
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
    let sent = 0;
    for (let position = 0; position < choices.length; position++) {
      const choice: unknown = choices[position];
      if (!isRecord(choice)) throw unreadable('a choice');
      const index = isIndex(choice.index) ? choice.index : position;
      if (index !== choice.index) changed = true;
      choice.index = index;
      const outcome = this.#takeChoice(choice, index);
      if (outcome !== 'same') changed = true;
      if (outcome !== 'empty') choices[sent++] = choice;
    }
    choices.length = sent;
    return changed;
  }

  /** `empty` is a choice that has nothing to say any more. */
  #takeChoice(choice: Record<string, unknown>, index: number): 'same' | 'changed' | 'empty' {
    const finished = this.#choices.get(index);
    const changed = this.takeChoice(choice, index, finished === undefined);
    const finishes = choice.finish_reason !== null && choice.finish_reason !== undefined;
    if (!this.#hasWords && this.saysSomething(choice)) this.#hasWords = true;
    if (finished === true && finishes) {
      // Said twice: clients count it once.
      choice.finish_reason = null;
      return this.saysSomething(choice) ? 'changed' : 'empty';
    }
    if (finished === undefined && !finishes) this.#unfinished += 1;
    if (finished === false && finishes) this.#unfinished -= 1;
    if (finished === undefined || finished !== finishes) this.#choices.set(index, finishes);
    return changed ? 'changed' : 'same';
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
    if (this.#choices.size === 0) throw new ProviderFailure('provider_error', { detail: 'a stream without a choice' });
    this.#done = true;
    if (this.#unfinished > 0) this.#finishChoices(emit);
    if (this.#heldUsage === undefined || this.#usageSent || this.#last === undefined) return;
    const { id, object, created, model } = this.#last;
    const usage = this.#heldUsage as unknown as Usage;
    emit({ id, object, created, model, choices: [], usage } as unknown as Chunk, undefined);
  }

  /** `[DONE]` without a finish reason: the provider has no more to say. Where it said nothing, or told of something else, it broke. */
  #finishChoices(emit: EmitChunk<Chunk>): void {
    if (this.#last === undefined || this.#hasStrayEvent || !this.#hasWords) throw endedEarly();
    const { id, object, created, model } = this.#last;
    const open = [...this.#choices].filter(([, isFinished]) => !isFinished);
    const choices = open.map(([index]) => this.finishChoice(index));
    emit({ id, object, created, model, choices } as unknown as Chunk, undefined);
  }
}

/** Throws a `ProviderFailure` for an event that is no object, or that says beside its choices that the answer failed. */
function refuseErrors(value: unknown): asserts value is Record<string, unknown> {
  if (Array.isArray(value)) throw mapErrorInAnswer(value);
  if (!isRecord(value)) throw unreadable('an event is not an object');
  if (value.error || value.error_code || value.error_message) throw mapErrorInAnswer(value);
  const failure = isRecord(value.x_groq) ? value.x_groq.error : undefined;
  if (failure) throw mapErrorInAnswer({ error: failure });
}

function endedEarly(): ProviderFailure {
  return new ProviderFailure('provider_error', { detail: 'stream ended early' });
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
