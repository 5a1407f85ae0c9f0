import type { ChatChunk, ChunkDelta, Usage } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { DecodeFacts, EmitChunk, StreamTranslator } from '../../adapter.js';
import { SseDataReader } from '../../framing/sse-data.js';
import { CallIds } from '../../shared/call-ids.js';
import { isErrorEvent } from '../../shared/failures/is-error-event.js';
import { mapErrorInAnswer, unreadable } from '../../shared/failures/map-error.js';
import { isCutShort } from '../../shared/finish-reasons.js';
import { BlockCounter } from '../../shared/reasoning/reasoning-details.js';
import { readRefusal } from '../decode-response.js';
import { mapFinishReason } from '../map-finish-reason.js';
import { mapUsage, mergeCounts } from '../map-usage.js';
import { type AnswerState, type OpenBlock, openBlock } from '../open-block.js';
import { endedEarly, KNOWN_EVENTS, parseEvent } from './stream-events.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * Translates the provider's event stream into chunks, event by event (docs/contract/streaming.md#framing;
 * platform.claude.com/docs/en/build-with-claude/streaming). A stream without `message_stop` is whole if it said how
 * the answer ended, and was cut off otherwise. The usage chunk comes if the provider reported usage; else the gateway adds it.
 */
export class MessageStreamTranslator implements StreamTranslator<ChatChunk> {
  readonly #events = new SseDataReader();
  readonly #blocks = new Map<unknown, OpenBlock>();
  readonly #answer: AnswerState;
  readonly #facts: DecodeFacts;
  #id: string;
  #model: string;
  /** The counts as last reported, member by member: later events repeat some of them. */
  #reported: Json = {};
  #stopReason: unknown;
  #started = false;
  #hasBlocks = false;
  #done = false;

  constructor(facts: DecodeFacts) {
    this.#id = `chatcmpl-${facts.idSeed}`;
    this.#model = facts.model ?? '';
    this.#facts = facts;
    const ids = new CallIds(facts.request);
    this.#answer = { toolCalls: 0, blocks: new BlockCounter(), ids, idSeed: facts.idSeed, withoutArguments: [] };
  }

  push(bytes: Uint8Array, emit: EmitChunk<ChatChunk>): void {
    this.#events.push(bytes, (data) => {
      if (!this.#done) this.#takeEvent(parseEvent(data), emit);
    });
  }

  end(emit: EmitChunk<ChatChunk>): void {
    if (this.#done) return;
    if (this.#stopReason === undefined) throw endedEarly();
    this.#finish(emit);
  }

  usage(): Usage | undefined {
    return mapUsage(this.#reported);
  }

  #takeEvent(event: Json, emit: EmitChunk<ChatChunk>): void {
    if (event.type === 'error') throw mapErrorInAnswer(event);
    if (!KNOWN_EVENTS.has(event.type) && isErrorEvent(event)) throw mapErrorInAnswer(event);
    if (event.type === 'message_start') this.#start(event.message, emit);
    else if (this.#started) this.#takeMessageEvent(event, emit);
    else if (event.type !== 'ping') throw unreadable('a stream without its start');
  }

  #takeMessageEvent(event: Json, emit: EmitChunk<ChatChunk>): void {
    switch (event.type) {
      case 'content_block_start':
        this.#openBlock(event, emit);
        break;
      case 'content_block_delta':
        if (isRecord(event.delta)) this.#say(this.#blocks.get(event.index)?.take(event.delta), emit);
        break;
      case 'content_block_stop':
        this.#say(this.#blocks.get(event.index)?.stop(), emit);
        this.#blocks.delete(event.index);
        break;
      case 'message_delta':
        this.#takeMessageDelta(event, emit);
        break;
      case 'message_stop':
        this.#finish(emit);
        break;
      default: // `ping`, and the events that the provider may add (platform.claude.com/docs/en/api/versioning).
    }
  }

  #start(message: unknown, emit: EmitChunk<ChatChunk>): void {
    if (!isRecord(message)) throw unreadable('a message');
    if (typeof message.id === 'string') this.#id = message.id;
    if (typeof message.model === 'string') this.#model = message.model;
    this.#takeUsage(message.usage);
    this.#started = true;
    this.#say({ role: 'assistant', content: '', refusal: null }, emit);
  }

  #openBlock(event: Json, emit: EmitChunk<ChatChunk>): void {
    if (!isRecord(event.content_block)) throw unreadable('a content block');
    const block = openBlock(event.content_block, this.#answer);
    this.#hasBlocks = true;
    this.#blocks.set(event.index, block);
    this.#say(block.start(), emit);
  }

  #takeMessageDelta({ delta, usage }: Json, emit: EmitChunk<ChatChunk>): void {
    this.#takeUsage(usage);
    if (!isRecord(delta)) return;
    this.#stopReason = delta.stop_reason ?? this.#stopReason;
    const refusal = readRefusal(delta.stop_details);
    if (refusal !== null) this.#say({ refusal }, emit);
  }

  #takeUsage(usage: unknown): void {
    this.#reported = mergeCounts(this.#reported, usage);
  }

  #finish(emit: EmitChunk<ChatChunk>): void {
    // Neither a word nor how it ended: that is no answer.
    if (!this.#hasBlocks && this.#stopReason === undefined) throw endedEarly();
    this.#done = true;
    // A block that nothing stopped is complete all the same.
    for (const block of this.#blocks.values()) this.#say(block.stop(), emit);
    this.#blocks.clear();
    const { toolCalls, withoutArguments } = this.#answer;
    const reason = mapFinishReason(this.#stopReason, toolCalls > 0, this.#facts.onUnknownFinishReason);
    const whole = withoutArguments.filter((index) => index < toolCalls - 1 || !isCutShort(reason));
    for (const index of whole) this.#say({ tool_calls: [{ index, function: { arguments: '{}' } }] }, emit);
    this.#say({}, emit, reason);
    const usage = this.usage();
    if (usage !== undefined) emit({ ...this.#makeChunk([]), usage }, undefined);
  }

  #say(delta: ChunkDelta | undefined, emit: EmitChunk<ChatChunk>, finish_reason: string | null = null): void {
    if (delta === undefined) return;
    emit(this.#makeChunk([{ index: 0, delta, logprobs: null, finish_reason }]), undefined);
  }

  #makeChunk(choices: ChatChunk['choices']): ChatChunk {
    return { id: this.#id, object: 'chat.completion.chunk', created: this.#facts.created, model: this.#model, choices };
  }
}
