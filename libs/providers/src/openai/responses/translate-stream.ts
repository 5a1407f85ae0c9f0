import type { ChatChunk, ChunkDelta, Usage } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { DecodeFacts, EmitChunk, StreamTranslator } from '../../adapter.js';
import { SseDataReader } from '../../framing/sse-data.js';
import { ProviderFailure } from '../../provider-failure.js';
import { mapEnding } from './decode-response.js';
import { mapCitations } from './map-citations.js';
import { mapResponsesUsage } from './map-usage.js';
import { mapFailure, readResponse } from './read-answer.js';
import { parseEvent } from './read-event.js';
import { keepReasoning } from './reasoning-items.js';
import { StreamedItem } from './streamed-item.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * Translates the events of a response to chunks of chat
 * (developers.openai.com/api/reference/resources/responses/streaming-events). A stream without `response.completed` or
 * `response.incomplete` was cut off. The text of an item when it is done, and of the response at its end, counts if no
 * event has said it before.
 */
export class ResponseStreamTranslator implements StreamTranslator<ChatChunk> {
  readonly #facts: DecodeFacts;
  readonly #reader = new SseDataReader();
  readonly #items = new Map<unknown, StreamedItem>();
  /** Blocks before the one that comes next, as `BlockCounter` counts them: all text is one. */
  #blocks = 0;
  #hasText = false;
  #kept = 0;
  #calls = 0;
  #thoughts = 0;
  /** Number of characters of text in the messages before. */
  #length = 0;
  #head: Pick<ChatChunk, 'id' | 'created' | 'model'> | undefined;
  #tier: unknown;
  #begun = false;
  #done = false;
  #usage: Usage | undefined;

  constructor(facts: DecodeFacts) {
    this.#facts = facts;
  }

  push(bytes: Uint8Array, emit: EmitChunk<ChatChunk>): void {
    this.#reader.push(bytes, (data) => {
      if (!this.#done && data.trim() !== '[DONE]') this.#take(parseEvent(data), emit);
    });
  }

  end(): void {
    if (!this.#done) throw new ProviderFailure('provider_error', { detail: 'stream ended early' });
  }

  usage(): Usage | undefined {
    return this.#usage;
  }

  #take(event: Json, emit: EmitChunk<ChatChunk>): void {
    const { type, item, output_index: index } = event;
    switch (type) {
      case 'response.created':
      case 'response.in_progress':
      case 'response.queued':
        this.#readHead(event.response);
        break;
      case 'response.output_item.added':
        if (isRecord(item)) this.#open(index, item, emit);
        break;
      case 'response.output_text.delta':
        this.#say(index, 'message', { content: event.delta }, emit, event.logprobs);
        break;
      case 'response.refusal.delta':
        this.#say(index, 'message', { refusal: event.delta }, emit);
        break;
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        this.#think(index, event, emit);
        break;
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        this.#extend(index, event.delta, emit);
        break;
      case 'response.output_item.done':
        if (isRecord(item)) this.#finish(index, item, true, emit);
        break;
      case 'response.completed':
      case 'response.incomplete':
        this.#complete(event.response, emit);
        break;
      case 'response.failed':
        this.#usage = mapResponsesUsage(event.response) ?? this.#usage;
        throw mapFailure(Object(event.response).error);
      case 'error':
        throw mapFailure(isRecord(event.error) ? event.error : event);
      default:
      // Other events are reports of hosted tools alone, or are repeated by later ones.
    }
  }

  #readHead(response: unknown): void {
    if (!isRecord(response)) return;
    const { id, created_at: created, model, service_tier: tier } = response;
    this.#head = {
      id: typeof id === 'string' ? id : `chatcmpl-${this.#facts.idSeed}`,
      created: typeof created === 'number' ? Math.floor(created) : this.#facts.created,
      model: typeof model === 'string' ? model : (this.#facts.model ?? ''),
    };
    this.#tier = tier ?? this.#tier;
  }

  /** The item of that place, which begins if it has not. */
  #open(index: unknown, item: Json, emit: EmitChunk<ChatChunk>): StreamedItem {
    const known = this.#items.get(index);
    if (known !== undefined) return known;
    const isCall = item.type === 'function_call' || item.type === 'custom_tool_call';
    const opened = new StreamedItem(String(item.type), isCall ? this.#calls++ : undefined, this.#blocks);
    this.#items.set(index, opened);
    if (isCall || (item.type === 'message' && !this.#hasText)) this.#blocks++;
    this.#hasText ||= item.type === 'message';
    if (isCall) {
      this.#emit({ tool_calls: [opened.begin(item)] }, emit);
    }
    return opened;
  }

  #say(index: unknown, type: string, delta: Json, emit: EmitChunk<ChatChunk>, logprobs?: unknown): void {
    const [text] = Object.values(delta);
    if (typeof text !== 'string' || text === '') return;
    this.#open(index, { type }, emit).said += text.length;
    const list = Array.isArray(logprobs) && logprobs.length > 0 ? { content: logprobs, refusal: null } : undefined;
    this.#emit(delta as ChunkDelta, emit, list);
  }

  /** Parts of the thinking are paragraphs to a reader. */
  #think(
    index: unknown,
    { delta, summary_index: summary, content_index: content }: Json,
    emit: EmitChunk<ChatChunk>,
  ): void {
    if (typeof delta !== 'string' || delta === '') return;
    const item = this.#open(index, { type: 'reasoning' }, emit);
    const part = summary ?? content;
    const isNext = this.#thoughts > 0 && (item.said === 0 || item.part !== part);
    item.said += delta.length;
    item.part = part;
    this.#thoughts++;
    this.#emit({ reasoning_content: isNext ? `\n\n${delta}` : delta }, emit);
  }

  #extend(index: unknown, delta: unknown, emit: EmitChunk<ChatChunk>): void {
    const item = this.#items.get(index);
    if (item?.call === undefined || typeof delta !== 'string' || delta === '') return;
    item.said += delta.length;
    this.#emit({ tool_calls: [item.extend(delta)] }, emit);
  }

  /** An item with all that it says. */
  #finish(index: unknown, item: Json, isComplete: boolean, emit: EmitChunk<ChatChunk>): void {
    const opened = this.#open(index, item, emit);
    if (opened.isDone) return;
    opened.isDone = true;
    if (item.type === 'reasoning') this.#finishThought(index, opened, item, emit);
    else if (item.type === 'message') this.#finishMessage(index, opened, item, emit);
    else if (opened.call !== undefined) {
      const rest = opened.rest(item, isComplete && item.status !== 'incomplete');
      if (rest !== '') this.#emit({ tool_calls: [opened.extend(rest)] }, emit);
    }
  }

  #finishThought(index: unknown, { before, said }: StreamedItem, item: Json, emit: EmitChunk<ChatChunk>): void {
    if (said === 0) this.#repeatThought(index, item, emit);
    const detail = keepReasoning(item, () => before + this.#kept++);
    if (detail) this.#emit({ reasoning_details: [detail] }, emit);
  }

  #repeatThought(index: unknown, { content, summary }: Json, emit: EmitChunk<ChatChunk>): void {
    const parts = Array.isArray(content) && content.length > 0 ? content : summary;
    if (!Array.isArray(parts)) return;
    parts.forEach((part, position) => {
      this.#think(index, { delta: Object(part).text, summary_index: position }, emit);
    });
  }

  #finishMessage(index: unknown, { said }: StreamedItem, { content }: Json, emit: EmitChunk<ChatChunk>): void {
    if (!Array.isArray(content)) return;
    const parts = content.filter(isRecord);
    if (said === 0) this.#repeatText(index, parts, emit);
    const citations = parts.flatMap((part) => {
      const before = this.#length;
      if (typeof part.text === 'string') this.#length += part.text.length;
      return mapCitations(part, before);
    });
    if (citations.length > 0) this.#emit({ annotations: citations }, emit);
  }

  #repeatText(index: unknown, parts: readonly Json[], emit: EmitChunk<ChatChunk>): void {
    for (const part of parts) {
      this.#say(index, 'message', { content: part.text }, emit, part.logprobs);
      this.#say(index, 'message', { refusal: part.refusal }, emit);
    }
  }

  #complete(body: unknown, emit: EmitChunk<ChatChunk>): void {
    const response = readResponse(body);
    this.#usage = mapResponsesUsage(response);
    this.#readHead(response);
    response.output.forEach((item, index) => {
      this.#finish(index, item, response.status === 'completed', emit);
    });
    this.#done = true;
    const reason = mapEnding(response, this.#calls > 0);
    this.#begin(emit);
    emit(this.#chunk({ index: 0, delta: {}, logprobs: null, finish_reason: reason }), undefined);
    if (!this.#facts.includeUsage || this.#usage === undefined) return;
    emit({ ...this.#chunk(), usage: this.#usage }, undefined);
  }

  /** The role comes first, once there is something to say: what fails before may be asked elsewhere. */
  #begin(emit: EmitChunk<ChatChunk>): void {
    if (this.#begun) return;
    this.#begun = true;
    const delta: ChunkDelta = { role: 'assistant', content: '', refusal: null };
    emit(this.#chunk({ index: 0, delta, logprobs: null, finish_reason: null }), undefined);
  }

  #emit(delta: ChunkDelta, emit: EmitChunk<ChatChunk>, logprobs: object | null = null): void {
    this.#begin(emit);
    emit(this.#chunk({ index: 0, delta, logprobs, finish_reason: null }), undefined);
  }

  #chunk(...choices: ChatChunk['choices']): ChatChunk {
    const { id, created, model } = this.#head ?? {
      id: `chatcmpl-${this.#facts.idSeed}`,
      created: this.#facts.created,
      model: this.#facts.model ?? '',
    };
    const tier = typeof this.#tier === 'string' ? { service_tier: this.#tier } : {};
    return { id, object: 'chat.completion.chunk', created, model, ...tier, choices };
  }
}
