import type { PiiSession, Rewriter } from '@multilane/policy';
import { ChoicesRewriter } from '../../guarding/streams/choices-rewriter.js';
import { type EmitChunk, startText } from '../../guarding/streams/stream-rewriter.js';

type Members = Readonly<Record<string, unknown>>;

/** Members of a choice that say what its text says, in the manner of chat. */
const COPIES: ReadonlySet<string> = new Set(['delta', 'message']);

/** Rewrites a stream of /v1/completions: the text of each choice. */
export class CompletionsStreamRewriter extends ChoicesRewriter {
  readonly #texts = new Map<unknown, Rewriter>();

  constructor(session: PiiSession) {
    super(session, COPIES);
  }

  end(emit: EmitChunk): void {
    for (const [index, rewriter] of this.#texts) {
      const text = rewriter.end();
      if (text !== '')
        emit({ ...this.last, choices: [{ index, text, finish_reason: null }], usage: undefined }, undefined);
    }
  }

  protected takeChoice(_chunk: Members, choice: Members): Members {
    const { finish_reason: reason, index, text } = choice;
    if (typeof text !== 'string') return choice;
    const rewriter = this.#texts.get(index) ?? startText(this.session, 'answer');
    if (rewriter === undefined) return choice;
    this.#texts.set(index, rewriter);
    const ready = rewriter.push(text) + (reason === null || reason === undefined ? '' : rewriter.end());
    return ready === text ? choice : { ...choice, text: ready };
  }
}
