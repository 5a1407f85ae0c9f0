import type { ChatChunk, ChunkDelta, MessagesRequest, ToolCallDelta, Usage } from '@multilane/contracts';
import type { GatewayError } from '@multilane/errors';
import type { AnswerFacts, StreamWriter } from '../descriptor.js';
import { BlockQueue, CallBlock, RedactedBlock, TextBlock, ThinkingBlock } from './answer-blocks.js';
import { nameMessage } from './decode-completion.js';
import { mapEnding, mapUsage, readStopSequence } from './map-answer.js';
import { readCallSignature, type SignedBlock, sortDetails } from './reasoning-format.js';
import { createNameRestorer } from './tool-names.js';
import { toMessagesError, writeEvent } from './write-error.js';

/**
 * Writes chat chunks as the native stream (platform.claude.com/docs/en/build-with-claude/streaming): `message_start`, the
 * blocks one after the other, `message_delta` with the stop reason and the final usage, `message_stop`. The counts of
 * the prompt are known at the end alone, so `message_start` has an estimate of the input and `message_delta` has them all.
 */
export class MessageStreamWriter implements StreamWriter<ChatChunk> {
  readonly #request: Readonly<MessagesRequest>;
  readonly #facts: AnswerFacts;
  readonly #restoreName: (name: string) => string;
  readonly #blocks = new BlockQueue();
  readonly #calls = new Map<number, CallBlock>();
  #started = false;
  #reason: string | null | undefined;
  #refusal = '';
  #stopSequence: string | undefined;
  #usage: Usage | null | undefined;

  constructor(request: Readonly<MessagesRequest>, facts: AnswerFacts) {
    this.#request = request;
    this.#facts = facts;
    this.#restoreName = createNameRestorer(request);
  }

  write(chunk: ChatChunk | undefined, raw: string | undefined): string {
    if (chunk === undefined) return raw ?? '';
    const start = this.#start(chunk.model);
    this.#usage = chunk.usage ?? this.#usage;
    for (const choice of chunk.choices) {
      if (choice.index !== 0) continue;
      this.#takeDelta(choice.delta);
      this.#reason = choice.finish_reason ?? this.#reason;
      this.#stopSequence ??= readStopSequence(choice, this.#request);
    }
    return start + this.#blocks.flush(false);
  }

  end(): string {
    const start = this.#start('');
    const { stop_details = null, ...ending } = mapEnding({
      reason: this.#reason,
      hasCalls: this.#calls.size > 0,
      refusal: this.#refusal,
      stopSequence: this.#stopSequence,
    });
    const last = { type: 'message_delta', delta: { ...ending, stop_details }, usage: mapUsage(this.#usage) };
    return start + this.#blocks.flush(true) + writeEvent(last) + writeEvent({ type: 'message_stop' });
  }

  fail(error: GatewayError): string {
    return writeEvent(toMessagesError(error, this.#facts.requestId));
  }

  #start(model: string): string {
    if (this.#started) return '';
    this.#started = true;
    const message = {
      id: nameMessage(this.#facts),
      type: 'message',
      role: 'assistant',
      model: model || this.#facts.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...mapUsage(undefined), input_tokens: this.#facts.promptTokens ?? 0 },
    };
    return writeEvent({ type: 'message_start', message } as { type: string });
  }

  #takeDelta(delta: ChunkDelta): void {
    if (delta.reasoning_content) this.#openThinking().pending += delta.reasoning_content;
    if (delta.reasoning_details !== undefined) this.#takeDetails(delta.reasoning_details);
    if (delta.content) this.#openText().pending += delta.content;
    if (delta.refusal) {
      this.#refusal += delta.refusal;
      this.#openText().pending += delta.refusal;
    }
    for (const call of delta.tool_calls ?? []) this.#takeCall(call);
  }

  #openText(): TextBlock {
    const { last } = this.#blocks;
    return last instanceof TextBlock ? last : this.#blocks.add(new TextBlock());
  }

  /** The block of thinking that continues, or a new one where the last is signed. */
  #openThinking(): ThinkingBlock {
    const { last } = this.#blocks;
    const goesOn = last instanceof ThinkingBlock && last.signature === undefined;
    return goesOn ? last : this.#blocks.add(new ThinkingBlock());
  }

  #takeDetails(details: unknown): void {
    const { signed, foreign } = sortDetails(details);
    for (const { block } of signed) this.#takeSigned(block);
    if (foreign.length > 0) this.#openThinking().details.push(...foreign);
  }

  /** The text of signed thinking has been streamed before it, unless there was nothing to stream. */
  #takeSigned(block: SignedBlock): void {
    if (block.type === 'redacted_thinking') {
      this.#blocks.add(new RedactedBlock(block));
      return;
    }
    const { last } = this.#blocks;
    const thinking = this.#openThinking();
    if (thinking !== last) thinking.pending = block.thinking;
    thinking.signature = block.signature;
  }

  #takeCall({ index, id, function: called, ...members }: ToolCallDelta): void {
    const callId = id || `toolu_${this.#facts.idSeed}_${index}`;
    let block = this.#calls.get(index);
    if (block === undefined) {
      const signature = readCallSignature(members);
      if (signature !== undefined) this.#openThinking().calls[callId] = signature;
      block = this.#blocks.add(new CallBlock(callId, this.#restoreName(called?.name ?? '')));
      this.#calls.set(index, block);
    }
    block.take(called?.arguments ?? '');
  }
}
