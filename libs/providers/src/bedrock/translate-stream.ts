import type { ChatChunk, ChunkDelta, Usage } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { DecodeFacts, EmitChunk, StreamTranslator } from '../adapter.js';
import { type EventStreamMessage, EventStreamReader } from '../framing/aws-event-stream.js';
import { refuseHeavyEvent } from '../framing/refuse-heavy-event.js';
import { ProviderFailure } from '../provider-failure.js';
import { CallIds } from '../shared/call-ids.js';
import { unreadable } from '../shared/failures/map-error.js';
import { isCutShort } from '../shared/finish-reasons.js';
import { BlockCounter } from '../shared/reasoning/reasoning-details.js';
import { isClientCall } from './decode-response.js';
import { mapException } from './map-error.js';
import { mapFinishReason } from './map-finish-reason.js';
import { mapUsage } from './map-usage.js';
import { type CallState, type OpenBlock, openByDelta, openToolCall, SILENT_BLOCK } from './open-block.js';

type Json = Readonly<Record<string, unknown>>;

const DECODER = new TextDecoder();

/**
 * Translates the messages of ConverseStream into chunks, one by one (docs/contract/streaming.md#framing;
 * docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html). `messageStop` ends the answer: a
 * stream without it was cut off. The counts follow it; where there are none, the gateway adds the usage chunk.
 */
export class ConverseStreamTranslator implements StreamTranslator<ChatChunk> {
  readonly #messages = new EventStreamReader();
  readonly #blocks = new Map<unknown, OpenBlock>();
  readonly #counter = new BlockCounter();
  readonly #facts: DecodeFacts;
  readonly #calls: CallState;
  #toolCalls = 0;
  #usage: Usage | undefined;
  #started = false;
  #stopped = false;

  constructor(facts: DecodeFacts) {
    this.#facts = facts;
    this.#calls = { facts, ids: new CallIds(facts.request), withoutArguments: [] };
  }

  push(bytes: Uint8Array, emit: EmitChunk<ChatChunk>): void {
    this.#messages.push(bytes, (message) => this.#takeMessage(message, emit));
  }

  end(emit: EmitChunk<ChatChunk>): void {
    if (!this.#stopped) throw new ProviderFailure('provider_error', { detail: 'stream ended early' });
    if (this.#usage !== undefined) emit({ ...this.#makeChunk([]), usage: this.#usage }, undefined);
  }

  usage(): Usage | undefined {
    return this.#usage;
  }

  #takeMessage(message: EventStreamMessage, emit: EmitChunk<ChatChunk>): void {
    const kind = message.header(':message-type');
    if (kind === 'error') {
      // Errors that no exception is modelled for have no body.
      throw mapException(message.header(':error-code') ?? '', { message: message.header(':error-message') });
    }
    const event = parseEvent(message.body);
    if (kind === 'exception') throw mapException(message.header(':exception-type') ?? '', event, readStatus(event));
    this.#takeEvent(message.header(':event-type'), event, emit);
  }

  #takeEvent(type: string | undefined, event: Json, emit: EmitChunk<ChatChunk>): void {
    if (type === 'metadata') {
      this.#usage = mapUsage(event.usage, event.serviceTier) ?? this.#usage;
      return;
    }
    if (this.#stopped) return;
    if (!this.#started) {
      this.#started = true;
      this.#say({ role: 'assistant', content: '', refusal: null }, emit);
    }
    switch (type) {
      case 'contentBlockStart':
        if (isRecord(event.start) && isRecord(event.start.toolUse)) {
          this.#openCall(event.contentBlockIndex, event.start.toolUse, emit);
        }
        break;
      case 'contentBlockDelta':
        if (isRecord(event.delta)) this.#takeDelta(event.contentBlockIndex, event.delta, emit);
        break;
      case 'contentBlockStop':
        this.#say(this.#blocks.get(event.contentBlockIndex)?.stop(), emit);
        this.#blocks.delete(event.contentBlockIndex);
        break;
      case 'messageStop':
        this.#stop(event.stopReason, emit);
        break;
      default: // `messageStart`, whose role is said above, and events that the provider may add.
    }
  }

  #openCall(index: unknown, call: Json, emit: EmitChunk<ChatChunk>): void {
    if (!isClientCall(call)) {
      this.#blocks.set(index, SILENT_BLOCK);
      return;
    }
    this.#counter.pass('call');
    const { block, begin } = openToolCall(call, this.#toolCalls++, this.#calls);
    this.#blocks.set(index, block);
    this.#say(begin, emit);
  }

  #takeDelta(index: unknown, delta: Json, emit: EmitChunk<ChatChunk>): void {
    const block = this.#blocks.get(index) ?? openByDelta(delta, this.#counter, this.#facts);
    if (block === undefined) return;
    this.#blocks.set(index, block);
    this.#say(block.take(delta), emit);
  }

  #stop(reason: unknown, emit: EmitChunk<ChatChunk>): void {
    for (const block of this.#blocks.values()) this.#say(block.stop(), emit);
    const finishReason = mapFinishReason(reason, this.#toolCalls > 0, this.#facts.onUnknownFinishReason);
    const { withoutArguments } = this.#calls;
    const whole = withoutArguments.filter((index) => index < this.#toolCalls - 1 || !isCutShort(finishReason));
    for (const index of whole) this.#say({ tool_calls: [{ index, function: { arguments: '{}' } }] }, emit);
    this.#say({}, emit, finishReason);
    this.#stopped = true;
  }

  #say(delta: ChunkDelta | undefined, emit: EmitChunk<ChatChunk>, finish_reason: string | null = null): void {
    if (delta === undefined) return;
    emit(this.#makeChunk([{ index: 0, delta, logprobs: null, finish_reason }]), undefined);
  }

  #makeChunk(choices: ChatChunk['choices']): ChatChunk {
    const { idSeed, created, model = '' } = this.#facts;
    return { id: `chatcmpl-${idSeed}`, object: 'chat.completion.chunk', created, model, choices };
  }
}

/** The status of the model behind the provider, which some exceptions name. */
function readStatus({ originalStatusCode: status }: Json): number | undefined {
  return typeof status === 'number' ? status : undefined;
}

function parseEvent(body: Uint8Array): Json {
  const text = DECODER.decode(body);
  refuseHeavyEvent(text);
  try {
    const event: unknown = JSON.parse(text);
    if (isRecord(event)) return event;
  } catch {
    // Not JSON: reported below, without the text, which may quote the answer.
  }
  throw unreadable('an event is not a JSON object');
}
