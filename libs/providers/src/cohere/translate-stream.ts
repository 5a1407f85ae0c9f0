import type { ChatChunk, ChunkDelta, Usage } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { DecodeFacts, EmitChunk, StreamTranslator } from '../adapter.js';
import { SseDataReader } from '../framing/sse-data.js';
import { ProviderFailure } from '../provider-failure.js';
import { isErrorEvent } from '../shared/failures/is-error-event.js';
import { mapErrorInAnswer, unreadable } from '../shared/failures/map-error.js';
import { isCutShort } from '../shared/finish-reasons.js';
import { REASONING_BREAK } from './decode-response.js';
import { findFailure } from './map-error.js';
import { mapFinishReason } from './map-finish-reason.js';
import { mapLogprobs } from './map-logprobs.js';
import { mapUsage } from './map-usage.js';
import { ToolCallFragments } from './tool-call-fragments.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * Translates the stream of POST /v2/chat into reference chunks (docs.cohere.com/docs/streaming;
 * docs/contract/streaming.md#framing). `message-end` is the provider's last word; a stream that closes without it has
 * failed.
 */
export class ChatStreamTranslator implements StreamTranslator<ChatChunk> {
  readonly #events = new SseDataReader();
  readonly #facts: DecodeFacts;
  readonly #calls: ToolCallFragments;
  #id: string;
  #started = false;
  #done = false;
  #usage: Usage | undefined;
  /** Stretch of reasoning that was sent last: a content block by its index, or the plan. */
  #reasoningFrom: unknown;

  constructor(facts: DecodeFacts) {
    this.#facts = facts;
    this.#id = `chatcmpl-${facts.idSeed}`;
    this.#calls = new ToolCallFragments(facts);
  }

  push(bytes: Uint8Array, emit: EmitChunk<ChatChunk>): void {
    this.#events.push(bytes, (data) => {
      // The provider may write `[DONE]` after its last event.
      if (!this.#done && data !== '' && data !== '[DONE]') this.#takeEvent(parse(data), emit);
    });
  }

  end(): void {
    if (!this.#done) throw new ProviderFailure('provider_error', { detail: 'stream ended early' });
  }

  usage(): Usage | undefined {
    return this.#usage;
  }

  #takeEvent(event: unknown, emit: EmitChunk<ChatChunk>): void {
    if (!isRecord(event)) throw unreadable('an event is not an object');
    const delta = isRecord(event.delta) ? event.delta : {};
    const message = isRecord(delta.message) ? delta.message : {};
    switch (event.type) {
      case 'message-start':
        if (typeof event.id === 'string') this.#id = event.id;
        this.#start(emit);
        break;
      case 'content-start':
      case 'content-delta':
        this.#takeContent(message.content, event, emit);
        break;
      case 'tool-plan-delta':
        this.#takeReasoning(message.tool_plan, 'plan', emit);
        break;
      case 'tool-call-start':
        this.#emitDelta({ tool_calls: [this.#calls.start(event.index, message.tool_calls)] }, emit);
        break;
      case 'tool-call-delta':
        this.#takeFragment(this.#calls.add(event.index, message.tool_calls), emit);
        break;
      case 'tool-call-end':
        this.#takeFragment(this.#calls.end(event.index), emit);
        break;
      case 'citation-start':
        // No place in the reference format: carried as it came, as in an answer that is not streamed.
        this.#emitDelta({ citations: [message.citations].flat() }, emit);
        break;
      case 'message-end':
        this.#finish(delta, emit);
        break;
      case undefined:
        throw mapErrorInAnswer(event);
      case 'debug':
        break;
      default:
        if (!String(event.type).includes('-') && isErrorEvent(event)) throw mapErrorInAnswer(event);
      // Ends of blocks and citations say nothing more; events that are not known yet are passed over.
    }
  }

  /** The role chunk, which comes before everything else. */
  #start(emit: EmitChunk<ChatChunk>): void {
    if (this.#started) return;
    this.#started = true;
    this.#emitDelta({ role: 'assistant', content: '' }, emit);
  }

  #takeContent(content: unknown, event: Json, emit: EmitChunk<ChatChunk>): void {
    if (!isRecord(content)) return;
    this.#takeReasoning(content.thinking, event.index, emit);
    const logprobs = mapLogprobs(event.logprobs);
    const hasText = typeof content.text === 'string' && content.text !== '';
    if (hasText || logprobs !== undefined) {
      this.#emitDelta(hasText ? { content: content.text as string } : {}, emit, logprobs);
    }
  }

  #takeReasoning(text: unknown, from: unknown, emit: EmitChunk<ChatChunk>): void {
    if (typeof text !== 'string' || text === '') return;
    const separator = this.#reasoningFrom === undefined || this.#reasoningFrom === from ? '' : REASONING_BREAK;
    this.#reasoningFrom = from;
    this.#emitDelta({ reasoning_content: separator + text }, emit);
  }

  #takeFragment(fragment: ReturnType<ToolCallFragments['add']>, emit: EmitChunk<ChatChunk>): void {
    if (fragment !== undefined) this.#emitDelta({ tool_calls: [fragment] }, emit);
  }

  #finish(delta: Json, emit: EmitChunk<ChatChunk>): void {
    this.#usage = mapUsage(delta.usage);
    const failure = findFailure(delta);
    if (failure !== undefined) throw failure;
    const { onUnknownFinishReason } = this.#facts;
    const reason = mapFinishReason(delta.finish_reason, this.#calls.count > 0, onUnknownFinishReason);
    for (const fragment of this.#calls.endAll(isCutShort(reason))) this.#takeFragment(fragment, emit);
    this.#emitDelta({}, emit, undefined, reason);
    if (this.#usage !== undefined) emit({ ...this.#head(), choices: [], usage: this.#usage }, undefined);
    this.#done = true;
  }

  #emitDelta(delta: ChunkDelta, emit: EmitChunk<ChatChunk>, logprobs?: object, finishReason: string | null = null) {
    this.#start(emit);
    const choice = { index: 0, delta, finish_reason: finishReason, ...(logprobs && { logprobs }) };
    emit({ ...this.#head(), choices: [choice] }, undefined);
  }

  #head() {
    const { created, model = '' } = this.#facts;
    return { id: this.#id, object: 'chat.completion.chunk' as const, created, model };
  }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw unreadable('an event is not JSON');
  }
}
