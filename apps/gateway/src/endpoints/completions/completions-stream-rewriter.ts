import type { PiiSession, Rewriter } from '@multilane/policy';
import { BesideRewriter } from '../../guarding/streams/beside-rewriter.js';
import { type EmitChunk, type StreamRewriter, startText } from '../../guarding/streams/stream-rewriter.js';
import { isMembers } from '../../guarding/texts/text-map.js';

type Members = Readonly<Record<string, unknown>>;

/** Members of a choice that say what its text says, in the manner of chat. */
const COPIES: ReadonlySet<string> = new Set(['delta', 'message']);

/** Rewrites a stream of /v1/completions: the text of each choice. */
export class CompletionsStreamRewriter implements StreamRewriter {
  readonly #texts = new Map<unknown, Rewriter>();
  #last: Members | undefined;
  readonly #beside: BesideRewriter;

  constructor(private readonly session: PiiSession) {
    this.#beside = new BesideRewriter(session, COPIES);
  }

  push(chunk: object | undefined, raw: string | undefined, emit: EmitChunk): void {
    if (chunk === undefined) {
      emit(undefined, raw);
      return;
    }
    const members = this.#beside.rewriteChunk(chunk as Members);
    const choices = Array.isArray(members.choices) ? (members.choices as readonly unknown[]) : [];
    if (choices.length > 0) this.#last = members;
    const rewritten = choices.map((choice) =>
      isMembers(choice) ? this.#takeChoice(this.#beside.rewriteChoice(choice)) : this.#beside.rewrite(choice),
    );
    const isSame = members === chunk && rewritten.every((choice, index) => choice === choices[index]);
    if (isSame) emit(chunk, raw);
    else emit(choices.length === 0 ? members : { ...members, choices: rewritten }, undefined);
  }

  end(emit: EmitChunk): void {
    for (const [index, rewriter] of this.#texts) {
      const text = rewriter.end();
      if (text !== '')
        emit({ ...this.#last, choices: [{ index, text, finish_reason: null }], usage: undefined }, undefined);
    }
  }

  #takeChoice(choice: Members): Members {
    const { finish_reason: reason, index, text } = choice;
    if (typeof text !== 'string') return choice;
    const rewriter = this.#texts.get(index) ?? startText(this.session, 'answer');
    if (rewriter === undefined) return choice;
    this.#texts.set(index, rewriter);
    const ready = rewriter.push(text) + (reason === null || reason === undefined ? '' : rewriter.end());
    return ready === text ? choice : { ...choice, text: ready };
  }
}
