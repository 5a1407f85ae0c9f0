import type { ChatChunk, ChunkChoice, ChunkDelta, Usage } from '@multilane/contracts';
import type { DecodeFacts, EmitChunk, StreamTranslator } from '../../adapter.js';
import { ProviderFailure } from '../../provider-failure.js';
import { CallIds } from '../call-ids.js';
import { SearchCounter } from './count-searches.js';
import { mapFinishReason } from './map-finish-reason.js';
import { isUsage, mapUsage } from './map-usage.js';
import type { Json } from './native-types.js';
import { isBlocked, readAnswer, readIdentity } from './read-answer.js';
import { type Candidate, readCandidate } from './read-candidate.js';
import { EventReader } from './read-events.js';

/** Progress of one candidate of a stream. */
interface Progress {
  calls: number;
  /** The native reason; calls may follow it. */
  finishReason: unknown;
}

/**
 * Translates a streamGenerateContent stream (docs/contract/streaming.md#framing): a role chunk a candidate, deltas as
 * they come, and, when the provider has closed the stream, finish chunks and the usage chunk, if it reported usage. The provider has no end
 * mark: a stream is complete when every candidate has a finish reason, and more text may follow one.
 */
export class ContentStreamTranslator implements StreamTranslator<ChatChunk> {
  readonly #events = new EventReader();
  readonly #facts: DecodeFacts;
  readonly #ids: CallIds;
  readonly #candidates = new Map<number, Progress>();
  /** Id, time and model, which every chunk repeats as the first event had them. */
  #identity: { id: string; created: number; model: string } | undefined;
  readonly #searches: SearchCounter;
  /** The counts as last reported, which nearly every event does: read once, when they are asked for. */
  #reported: unknown;
  #searched: number | undefined;

  constructor(facts: DecodeFacts) {
    this.#facts = facts;
    this.#searches = new SearchCounter(facts.model);
    this.#ids = new CallIds(facts.request);
  }

  push(bytes: Uint8Array, emit: EmitChunk<ChatChunk>): void {
    this.#events.push(bytes, (value) => this.#takeAnswer(readAnswer(value), emit));
  }

  end(emit: EmitChunk<ChatChunk>): void {
    this.#events.end((value) => this.#takeAnswer(readAnswer(value), emit));
    const candidates = [...this.#candidates];
    if (candidates.length === 0 || candidates.some(([, { finishReason }]) => finishReason === undefined)) {
      throw new ProviderFailure('provider_error', { detail: 'stream ended early' });
    }
    for (const [index, { calls, finishReason }] of candidates) {
      const reason = mapFinishReason(finishReason, calls > 0, this.#facts.onUnknownFinishReason);
      this.#emit([{ index, delta: {}, finish_reason: reason }], emit);
    }
    const usage = this.usage();
    if (usage !== undefined) this.#emit([], emit, usage);
  }

  usage(): Usage | undefined {
    return mapUsage(this.#reported, this.#searched);
  }

  #takeAnswer(body: Json, emit: EmitChunk<ChatChunk>): void {
    this.#identity ??= readIdentity(body, this.#facts);
    if (isUsage(body.usageMetadata)) this.#reported = body.usageMetadata;
    this.#searched = this.#searches.count(body);
    const callsBefore = (index: number) => this.#candidates.get(index)?.calls ?? 0;
    for (const [position, candidate] of (Array.isArray(body.candidates) ? body.candidates : []).entries()) {
      this.#takeCandidate(readCandidate(candidate, position, this.#facts, this.#ids, callsBefore), emit);
    }
    if (!isBlocked(body)) return;
    if (this.#candidates.size === 0) this.#begin(0, emit);
    for (const progress of this.#candidates.values()) progress.finishReason = 'BLOCKLIST';
  }

  #takeCandidate(candidate: Candidate, emit: EmitChunk<ChatChunk>): void {
    const { index, text, reasoning, calls, finishReason, logprobs } = candidate;
    const progress = this.#candidates.get(index) ?? this.#begin(index, emit);
    const delta: ChunkDelta = {};
    if (reasoning !== '') delta.reasoning_content = reasoning;
    if (text !== '') delta.content = text;
    if (calls.length > 0) delta.tool_calls = calls.map((call, count) => ({ index: progress.calls + count, ...call }));
    progress.calls += calls.length;
    if (finishReason !== undefined) {
      progress.finishReason = finishReason;
    }
    const saysNothing = reasoning === '' && text === '' && calls.length === 0;
    if (saysNothing && logprobs === undefined) return;
    const choice: ChunkChoice = { index, delta, finish_reason: null };
    if (logprobs !== undefined) choice.logprobs = logprobs;
    this.#emit([choice], emit);
  }

  #begin(index: number, emit: EmitChunk<ChatChunk>): Progress {
    const progress: Progress = { calls: 0, finishReason: undefined };
    this.#candidates.set(index, progress);
    this.#emit([{ index, delta: { role: 'assistant', content: '' }, finish_reason: null }], emit);
    return progress;
  }

  #emit(choices: ChunkChoice[], emit: EmitChunk<ChatChunk>, usage?: Usage | null): void {
    const { id, created, model } = this.#identity ?? readIdentity({}, this.#facts);
    const chunk: ChatChunk = { id, created, model, object: 'chat.completion.chunk', choices };
    if (usage !== undefined) chunk.usage = usage;
    emit(chunk, undefined);
  }
}
