import type { MessagesEvent, Usage } from '@multilane/contracts';
import { isIndex, isRecord, readCount } from '@multilane/contracts';
import type { DecodeFacts, EmitChunk, StreamTranslator } from '../../adapter.js';
import { readEventData, readEventName } from '../../framing/raw-event.js';
import { SseEventSplitter } from '../../framing/sse-events.js';
import { CallIds } from '../../shared/call-ids.js';
import { isErrorEvent } from '../../shared/failures/is-error-event.js';
import { mapErrorInAnswer, unreadable } from '../../shared/failures/map-error.js';
import { completeBlock, completeHead, completeUsage, nameStopReason } from '../complete-message.js';
import { mapUsage, mergeCounts } from '../map-usage.js';
import { endedEarly, KNOWN_EVENTS, parseEvent } from './stream-events.js';

type Json = Record<string, unknown>;

/** The events that come by the hundred and say nothing to the gateway: not parsed unless they seem to break off. */
const RELAYED_UNREAD: ReadonlySet<string> = new Set(['content_block_delta', 'content_block_stop', 'ping']);

/**
 * Relays the provider's stream event by event, byte for byte (docs/contract/streaming.md#relay;
 * platform.claude.com/docs/en/build-with-claude/streaming). Only the few events that carry usage, calls, the end or an
 * error are parsed, and only those are emitted as a chunk; the others go out as `raw` alone. Members that others who
 * speak the format leave out are filled in. A stream that does not say how the answer ended was cut off.
 */
export class MessageStreamRelay implements StreamTranslator<MessagesEvent> {
  readonly #events = new SseEventSplitter();
  readonly #facts: DecodeFacts;
  readonly #ids: CallIds;
  /** The counts as last reported, member by member: later events repeat some of them. */
  #reported: Readonly<Record<string, unknown>> = {};
  #isStarted = false;
  #hasBlocks = false;
  #hasCalls = false;
  /** The last `message_delta` has come: how the answer ended is said. */
  #hasEnding = false;
  #done = false;

  constructor(facts: DecodeFacts) {
    this.#facts = facts;
    this.#ids = new CallIds(facts.request);
  }

  push(bytes: Uint8Array, emit: EmitChunk<MessagesEvent>): void {
    this.#events.push(bytes, (raw) => this.#takeEvent(raw, emit));
  }

  end(emit: EmitChunk<MessagesEvent>): void {
    if (this.#done) return;
    if (!this.#hasEnding) throw endedEarly();
    // Others who speak the format leave out the last event, too.
    this.#done = true;
    emit({ type: 'message_stop' }, undefined);
  }

  usage(): Usage | undefined {
    return mapUsage(this.#reported);
  }

  #takeEvent(raw: string, emit: EmitChunk<MessagesEvent>): void {
    if (this.#done) return;
    if (isWholeDelta(raw)) {
      emit(undefined, raw);
      return;
    }
    const name = readEventName(raw);
    if (RELAYED_UNREAD.has(name) && isWhole(raw)) {
      emit(undefined, raw);
      return;
    }
    const data = readEventData(raw);
    if (data === '') {
      this.#takeWithoutData(raw, emit);
      return;
    }
    const event = parseEvent(data);
    if (event.type === 'error' || (!KNOWN_EVENTS.has(event.type) && isErrorEvent(event))) throw mapErrorInAnswer(event);
    // Clients of the format pass over what has no type.
    if (typeof event.type !== 'string') return;
    const complete = this.#complete(event, emit);
    // Clients tell events apart by their names, and others leave those out.
    emit(complete as MessagesEvent, complete === event && name === event.type ? raw : undefined);
  }

  /** Comments are relayed. Text that is no event at all is an error, or nothing that a client knows. */
  #takeWithoutData(raw: string, emit: EmitChunk<MessagesEvent>): void {
    if (raw.startsWith(':')) emit(undefined, raw);
    else if (raw.startsWith('{') || raw.startsWith('<')) throw mapErrorInAnswer(parseEvent(raw));
  }

  /** The event itself where nothing has to change, else a copy. */
  #complete(event: Json, emit: EmitChunk<MessagesEvent>): Json {
    switch (event.type) {
      case 'message_start':
        return this.#start(event);
      case 'content_block_start':
        return this.#openBlock(event);
      case 'message_delta':
        return this.#takeDelta(event);
      case 'message_stop':
        this.#stop(emit);
        return event;
      default:
        return event;
    }
  }

  #start(event: Json): Json {
    if (!isRecord(event.message)) throw unreadable('a message');
    this.#isStarted = true;
    const { content, usage } = event.message;
    this.#takeUsage(usage);
    const message = completeHead(event.message, this.#facts);
    const isEmpty = Array.isArray(content) && content.length === 0 && event.message.stop_reason === null;
    const counts = completeUsage(usage);
    if (message === event.message && isEmpty && counts === usage) return event;
    return { ...event, message: { ...message, content: [], stop_reason: null, usage: counts } };
  }

  #openBlock(event: Json): Json {
    if (!this.#isStarted) throw unreadable('a stream without its start');
    this.#hasBlocks = true;
    const { content_block: block, index } = event;
    if (!isRecord(block) || !isIndex(index)) throw unreadable('a content block');
    if (block.type === 'tool_use') this.#hasCalls = true;
    const complete = completeBlock(block, index, this.#facts, this.#ids);
    return complete === block ? event : { ...event, content_block: complete };
  }

  #takeDelta(event: Json): Json {
    if (!this.#isStarted) throw unreadable('a stream without its start');
    this.#takeUsage(event.usage);
    const delta = isRecord(event.delta) ? event.delta : {};
    const { stop_reason: given, stop_sequence: stop } = delta;
    if (given !== null && given !== undefined) this.#hasEnding = true;
    const stop_reason = this.#hasEnding ? nameStopReason(given, this.#hasCalls) : null;
    const stop_sequence = typeof stop === 'string' ? stop : null;
    const isGiven = stop_reason === given && stop_sequence === (stop ?? null) && isRecord(event.delta);
    if (isGiven && hasCount(event.usage)) return event;
    return { ...event, delta: { ...delta, stop_reason, stop_sequence }, usage: this.#countOutput(event) };
  }

  /** Ends the answer, if the provider has not said how it ended. */
  #stop(emit: EmitChunk<MessagesEvent>): void {
    if (!this.#isStarted || !(this.#hasBlocks || this.#hasEnding)) throw endedEarly();
    this.#done = true;
    if (this.#hasEnding) return;
    const stop_reason = nameStopReason(undefined, this.#hasCalls);
    const delta = { stop_reason, stop_sequence: null };
    emit({ type: 'message_delta', delta, usage: this.#countOutput({}) }, undefined);
  }

  #countOutput({ usage }: Json): Json {
    const reported = isRecord(usage) ? usage : {};
    const { output_tokens: known } = this.#reported;
    return { ...reported, output_tokens: readCount(reported.output_tokens) ?? readCount(known) ?? 0 };
  }

  #takeUsage(usage: unknown): void {
    this.#reported = mergeCounts(this.#reported, usage);
  }
}

function hasCount(usage: unknown): boolean {
  return isRecord(usage) && readCount(usage.output_tokens) !== undefined;
}

/** Beginning of nearly every event of a stream, as the provider writes it. */
const DELTA = 'event: content_block_delta\ndata: {';

/** True if an event is such a delta and `isWhole`: it is recognised by comparisons alone, which take a third of the time. */
function isWholeDelta(raw: string): boolean {
  return (
    raw.slice(0, DELTA.length) === DELTA && raw.slice(-3) === '}\n\n' && raw.indexOf('\ndata:', DELTA.length) === -1
  );
}

/** True if an event does not seem to break off, nor to run into the next one. */
function isWhole(raw: string): boolean {
  return raw.trimEnd().endsWith('}') && raw.indexOf('\ndata:', raw.indexOf('\ndata:') + 1) === -1;
}
