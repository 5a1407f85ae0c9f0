import type { ChunkDelta, ResponsesItemStatus, ResponsesOutputItem, ToolCallDelta } from '@multilane/contracts';
import { type OutputCall, openCall } from './output-call.js';
import type { EmitEvent, ItemPosition, OutputItem } from './output-item.js';
import { OutputMessage } from './output-message.js';
import { OutputReasoning } from './output-reasoning.js';
import type { FlatTools } from './request/flatten-tools.js';

/** A call as far as chat has sent it; it has no item before its name is known. */
interface PendingCall {
  readonly id: string;
  item: OutputCall | undefined;
  waiting: string;
}

/**
 * Makes the items of an answer from the deltas of chat, whole or streamed: thinking and text close when something else
 * begins, and calls stay open to the end, since parallel ones may arrive in turns.
 */
export class AnswerBuilder {
  readonly #items: OutputItem[] = [];
  readonly #open = new Set<OutputItem>();
  readonly #calls = new Map<number, PendingCall>();
  /** The thinking or the text that is being said. */
  #speaking: OutputReasoning | OutputMessage | undefined;

  constructor(
    readonly tools: FlatTools,
    readonly idSeed: string,
    readonly emit: EmitEvent,
  ) {}

  /** The items as far as they have come. */
  get output(): ResponsesOutputItem[] {
    return this.#items.map(({ item }) => item);
  }

  /** `logprobs` belong to the delta's text. */
  take(delta: ChunkDelta, logprobs: readonly unknown[]): void {
    const { content, refusal, reasoning_content: reasoning, reasoning_details: details, tool_calls: calls } = delta;
    if (reasoning) this.#think().say(reasoning);
    if (Array.isArray(details) && details.length > 0) this.#think().keep(details);
    if (content) this.#speak().say(content, logprobs);
    if (refusal) this.#speak().refuse(refusal);
    if (!calls) return;
    // Before the calls themselves, so that what signs them precedes them.
    for (const call of calls) {
      if (call.extra_content) this.#think().sign(this.#callOf(call).id, call.extra_content);
    }
    for (const call of calls) this.#takeCall(call);
  }

  /** Closes what is open, in the order of the output. */
  close(status: ResponsesItemStatus): void {
    for (const call of this.#calls.values()) if (!call.item) this.#openCall(call, '');
    for (const item of this.#items) if (this.#open.has(item)) item.close(status);
    this.#open.clear();
    this.#speaking = undefined;
  }

  #think(): OutputReasoning {
    if (this.#speaking instanceof OutputReasoning) return this.#speaking;
    this.#fallSilent();
    this.#speaking = this.#add((place) => new OutputReasoning(place));
    return this.#speaking;
  }

  #speak(): OutputMessage {
    if (this.#speaking instanceof OutputMessage) return this.#speaking;
    this.#fallSilent();
    this.#speaking = this.#add((place) => new OutputMessage(place));
    return this.#speaking;
  }

  #fallSilent(): void {
    if (this.#speaking === undefined) return;
    this.#open.delete(this.#speaking);
    this.#speaking.close('completed');
    this.#speaking = undefined;
  }

  #callOf({ index, id }: ToolCallDelta): PendingCall {
    const known = this.#calls.get(index);
    if (known) return known;
    const call: PendingCall = { id: id || `call_${this.idSeed}_${index}`, item: undefined, waiting: '' };
    this.#calls.set(index, call);
    return call;
  }

  #takeCall(fragment: ToolCallDelta): void {
    const call = this.#callOf(fragment);
    call.waiting += fragment.function?.arguments ?? '';
    if (!call.item && fragment.function?.name) this.#openCall(call, fragment.function.name);
    if (!call.item) return;
    call.item.take(call.waiting);
    call.waiting = '';
  }

  #openCall(call: PendingCall, name: string): void {
    this.#fallSilent();
    call.item = this.#add((place) => openCall(call.id, name, this.tools, place));
    call.item.take(call.waiting);
    call.waiting = '';
  }

  #add<Item extends OutputItem>(open: (place: ItemPosition) => Item): Item {
    const item = open({ idSeed: this.idSeed, index: this.#items.length, emit: this.emit });
    this.#items.push(item);
    this.#open.add(item);
    return item;
  }
}
