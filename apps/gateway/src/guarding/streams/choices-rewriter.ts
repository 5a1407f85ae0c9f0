import type { PiiSession } from '@multilane/policy';
import { isMembers } from '../texts/text-map.js';
import { BesideRewriter } from './beside-rewriter.js';
import type { EmitChunk, StreamRewriter } from './stream-rewriter.js';

type Members = Readonly<Record<string, unknown>>;

/** Rewrites a stream of chunks that have choices. A subclass rewrites the words of a choice. */
export abstract class ChoicesRewriter implements StreamRewriter {
  /** The last chunk that had choices: what is held back goes out in the same form. */
  protected last: Members | undefined;
  readonly #beside: BesideRewriter;

  /** @param copies the members of a choice that may repeat its words */
  constructor(
    protected readonly session: PiiSession,
    copies: ReadonlySet<string>,
  ) {
    this.#beside = new BesideRewriter(session, copies);
  }

  abstract end(emit: EmitChunk): void;

  /** The choice with its words as far as they are ready; undefined if nothing is left to send. */
  protected abstract takeChoice(chunk: Members, choice: Members, emit: EmitChunk): Members | undefined;

  push(chunk: object | undefined, raw: string | undefined, emit: EmitChunk): void {
    if (chunk === undefined) {
      emit(undefined, raw);
      return;
    }
    const members = this.#beside.rewriteChunk(chunk as Members);
    const choices = Array.isArray(members.choices) ? (members.choices as readonly unknown[]) : [];
    if (choices.length > 0) this.last = members;
    const sent: unknown[] = [];
    let isChanged = members !== chunk;
    for (const choice of choices) {
      const rewritten = isMembers(choice)
        ? this.takeChoice(members, this.#beside.rewriteChoice(choice), emit)
        : this.#beside.rewrite(choice);
      if (rewritten !== choice) isChanged = true;
      if (rewritten !== undefined) sent.push(rewritten);
    }
    if (!isChanged) emit(chunk, raw);
    else if (choices.length === 0) emit(members, undefined);
    else if (sent.length > 0 || members.usage) emit({ ...members, choices: sent }, undefined);
  }
}
