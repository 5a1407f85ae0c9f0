import type { PiiSession, Rewriter } from '@multilane/policy';
import { rewriteWith } from '../../guarding/rewrite-with.js';
import {
  type EmitChunk,
  type StreamRewriter,
  startText,
  type TextKind,
} from '../../guarding/streams/stream-rewriter.js';
import { isMembers, mapMember } from '../../guarding/texts/text-map.js';
import { BESIDE_ANSWER, mapAnswerBlock, mapCitation } from './messages-texts.js';
import { readEvent } from './read-event.js';

type Members = Readonly<Record<string, unknown>>;

/** By the type of a delta: the member that holds its text, and what it is. */
const DELTAS: Readonly<Record<string, readonly [string, TextKind]>> = {
  text_delta: ['text', 'answer'],
  thinking_delta: ['thinking', 'thought'],
  input_json_delta: ['partial_json', 'arguments'],
  compaction_delta: ['content', 'answer'],
};

interface Block {
  readonly rewriter: Rewriter;
  readonly type: string;
  readonly member: string;
  /** Original and rewritten text; of thoughts alone, whose signature holds for the very text. */
  came: string;
  went: string;
}

/** Rewrites a stream of the native messages format: the text, thought or input of each block. */
export class MessagesStreamRewriter implements StreamRewriter {
  readonly #blocks = new Map<unknown, Block>();

  constructor(private readonly session: PiiSession) {}

  push(chunk: object | undefined, raw: string | undefined, emit: EmitChunk): void {
    // Most events come unread, as the provider's own words.
    const event = (chunk as Members | undefined) ?? (raw === undefined ? undefined : readEvent(raw));
    if (event === undefined) {
      emit(chunk, raw);
      return;
    }
    if (event.type === 'content_block_stop') this.#finishBlock(event.index, emit);
    const rewritten = this.#rewrite(event, emit);
    if (rewritten === event) emit(chunk, raw);
    else if (rewritten !== undefined) emit(rewritten, undefined);
  }

  end(emit: EmitChunk): void {
    for (const index of [...this.#blocks.keys()]) this.#finishBlock(index, emit);
  }

  #rewrite(event: Members, emit: EmitChunk): Members | undefined {
    if (event.type === 'content_block_delta') return this.#takeDelta(event, emit);
    if (event.type !== 'content_block_start') return event;
    // Mostly empty; but a block may be whole from its start.
    return mapMember(event, 'content_block', (block) =>
      isMembers(block) ? mapAnswerBlock(block, rewriteWith(this.session)) : block,
    );
  }

  /** The event with what is ready of its text; undefined if that is nothing. */
  #takeDelta(event: Members, emit: EmitChunk): Members | undefined {
    const { delta, index } = event;
    if (!isMembers(delta)) return event;
    if (delta.type === 'citations_delta') return this.#takeCitation(event, delta);
    if (delta.type === 'signature_delta') return this.#finishThought(index, emit) ? event : undefined;
    const [member, kind] = DELTAS[String(delta.type)] ?? [];
    const text = member === undefined ? undefined : delta[member];
    if (member === undefined || kind === undefined || typeof text !== 'string') return event;
    const block = this.#blocks.get(index) ?? this.#beginBlock(index, String(delta.type), member, kind);
    const ready = block ? block.rewriter.push(text) : text;
    if (block && kind === 'thought') {
      block.came += text;
      block.went += ready;
    }
    if (ready === text) return event;
    // Other members of a delta, such as a summary in its encrypted form, are not held back with its text.
    const saysMore = Object.keys(delta).length > 2;
    return ready === '' && !saysMore ? undefined : { ...event, delta: { ...delta, [member]: ready } };
  }

  #takeCitation(event: Members, delta: Members): Members {
    const { citation } = delta;
    if (!isMembers(citation)) return event;
    const mapped = mapCitation(citation, rewriteWith(this.session), BESIDE_ANSWER);
    return mapped === citation ? event : { ...event, delta: { ...delta, citation: mapped } };
  }

  #beginBlock(index: unknown, type: string, member: string, kind: TextKind): Block | undefined {
    const rewriter = startText(this.session, kind);
    const block = rewriter && { rewriter, type, member, came: '', went: '' };
    if (block) this.#blocks.set(index, block);
    return block;
  }

  /** Ends a thought before its signature; whether that still fits, for the thought was not changed. */
  #finishThought(index: unknown, emit: EmitChunk): boolean {
    const block = this.#blocks.get(index);
    if (!block) return true;
    const rest = this.#finishBlock(index, emit);
    return block.came === block.went + rest;
  }

  /** Sends what was held back of a block, and returns it. */
  #finishBlock(index: unknown, emit: EmitChunk): string {
    const block = this.#blocks.get(index);
    this.#blocks.delete(index);
    const rest = block?.rewriter.end() ?? '';
    if (block && rest !== '') {
      emit({ type: 'content_block_delta', index, delta: { type: block.type, [block.member]: rest } }, undefined);
    }
    return rest;
  }
}
