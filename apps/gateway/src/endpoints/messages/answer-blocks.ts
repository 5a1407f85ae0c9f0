import { GrowingJson } from '@multilane/contracts';
import { type ForeignSignature, writeForeignSignature } from '@multilane/providers';
import type { SignedBlock } from './reasoning-format.js';
import { writeEvent } from './write-error.js';

/** One block of a streamed answer, from its start to its stop. */
export interface AnswerBlock {
  /** `content_block` of its start. */
  readonly start: object;
  /** Text that has come and is not yet sent. */
  pending: string;
  /** The delta that says a piece of it. */
  say(text: string): object;
  /** The last delta before its stop, if there is one. */
  seal(): object | undefined;
  /** True if the next block may open. */
  isComplete(): boolean;
}

export class TextBlock implements AnswerBlock {
  readonly start = { type: 'text', text: '' };
  pending = '';

  say(text: string): object {
    return { type: 'text_delta', text };
  }

  seal(): undefined {
    return undefined;
  }

  isComplete(): boolean {
    return true;
  }
}

/** Thinking; its signature comes last, and is the gateway's own where the native provider did not sign it. */
export class ThinkingBlock implements AnswerBlock {
  readonly start = { type: 'thinking', thinking: '', signature: '' };
  pending = '';
  /** The native provider's signature; with it the block is whole. */
  signature: string | undefined;
  readonly calls: Record<string, string> = {};
  readonly details: unknown[] = [];

  say(thinking: string): object {
    return { type: 'thinking_delta', thinking };
  }

  seal(): object {
    const foreign: ForeignSignature = {
      ...(Object.keys(this.calls).length > 0 && { calls: this.calls }),
      ...(this.details.length > 0 && { details: this.details }),
    };
    return { type: 'signature_delta', signature: this.signature ?? writeForeignSignature(foreign) };
  }

  isComplete(): boolean {
    return true;
  }
}

/** Thinking that the native provider encrypted: it comes whole, in its start. */
export class RedactedBlock implements AnswerBlock {
  pending = '';

  constructor(readonly start: SignedBlock) {}

  say(): object {
    return {};
  }

  seal(): undefined {
    return undefined;
  }

  isComplete(): boolean {
    return true;
  }
}

/** A tool call; complete as soon as its arguments are a JSON object, since nothing can follow one. */
export class CallBlock implements AnswerBlock {
  readonly start: object;
  pending = '';
  readonly #arguments = new GrowingJson();

  constructor(id: string, name: string) {
    this.start = { type: 'tool_use', id, name, input: {} };
  }

  take(fragment: string): void {
    this.pending += fragment;
    this.#arguments.append(fragment);
  }

  say(partial_json: string): object {
    return { type: 'input_json_delta', partial_json };
  }

  seal(): undefined {
    return undefined;
  }

  isComplete(): boolean {
    return this.#arguments.isWhole();
  }
}

/**
 * Writes blocks one after the other: native blocks do not interleave, so while the first is open the pieces of the later
 * ones wait.
 */
export class BlockQueue {
  readonly #blocks: AnswerBlock[] = [];
  #index = 0;
  #isOpen = false;

  get last(): AnswerBlock | undefined {
    return this.#blocks.at(-1);
  }

  add<Block extends AnswerBlock>(block: Block): Block {
    this.#blocks.push(block);
    return block;
  }

  /** The events that can be sent now; `isEnd` closes every block. */
  flush(isEnd: boolean): string {
    let events = '';
    for (let head = this.#blocks[0]; head !== undefined; head = this.#blocks[0]) {
      events += this.#open(head);
      if (head.pending !== '') events += this.#write('content_block_delta', { delta: head.say(head.pending) });
      head.pending = '';
      if (!isEnd && (this.#blocks.length === 1 || !head.isComplete())) break;
      events += this.#close(head);
    }
    return events;
  }

  #open(block: AnswerBlock): string {
    if (this.#isOpen) return '';
    this.#isOpen = true;
    return this.#write('content_block_start', { content_block: block.start });
  }

  #close(block: AnswerBlock): string {
    const delta = block.seal();
    const events =
      (delta === undefined ? '' : this.#write('content_block_delta', { delta })) +
      this.#write('content_block_stop', {});
    this.#blocks.shift();
    this.#isOpen = false;
    this.#index++;
    return events;
  }

  #write(type: string, members: object): string {
    return writeEvent({ type, index: this.#index, ...members } as { type: string });
  }
}
