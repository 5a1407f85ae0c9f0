import { setImmediate } from 'node:timers/promises';
import type { PiiSession, TextPart } from '@multilane/policy';
import { ProviderFailure } from '@multilane/providers';
import type { AnswerTexts } from '../texts/endpoint-texts.js';
import type { EmitChunk, StreamRewriter } from './stream-rewriter.js';
import type { StreamTexts } from './stream-texts.js';

/** Larger answers are not held: no provider sends one, and a runaway upstream must not fill the memory. */
const HELD_LIMIT_CHARACTERS = 64 * 1024 * 1024;
/** Assumed length of a chunk without the provider's own words. */
const USUAL_CHUNK = 256;

/** Duration of a release of held chunks before others have their turn, in milliseconds. */
const SLICE_MS = 10;

export interface StreamGuarding {
  /** Rewrites texts; undefined if they stay. */
  readonly session: PiiSession | undefined;
  /** True if guardrails look at the answer. */
  readonly isChecked: boolean;
  /** True if nothing goes out before the answer is whole. */
  readonly isHeld: boolean;
  /** Throws, or returns a rejected promise, if a guardrail rejects the answer. */
  check(parts: readonly TextPart[]): void | Promise<void>;
}

/**
 * Guards one streamed answer, between what the provider said (which the cache keeps) and the client's format. Holds the
 * answer only where a policy needs the whole of it first (docs/contract/streaming.md#relay).
 */
export class AnswerStreamGuard {
  readonly #texts: StreamTexts | undefined;
  readonly #rewriter: StreamRewriter | undefined;
  readonly #held: [object | undefined, string | undefined][] = [];
  #heldCharacters = 0;

  constructor(
    words: AnswerTexts,
    private readonly guarding: StreamGuarding,
  ) {
    this.#texts = guarding.isChecked ? words.startTexts() : undefined;
    this.#rewriter = guarding.session && words.startRewriter(guarding.session);
  }

  /** Takes a chunk; what may go out is emitted. */
  push(chunk: object | undefined, raw: string | undefined, emit: EmitChunk): void {
    this.#texts?.take(chunk, raw);
    // Comments keep the stream alive.
    if (!this.guarding.isHeld || (chunk === undefined && raw?.startsWith(':'))) {
      this.#rewrite(chunk, raw, emit);
      return;
    }
    this.#heldCharacters += raw?.length ?? USUAL_CHUNK;
    if (this.#heldCharacters > HELD_LIMIT_CHARACTERS) {
      throw new ProviderFailure('provider_error', { detail: 'the answer is too large to be held for guardrails' });
    }
    this.#held.push([chunk, raw]);
  }

  /** The stream ended in good order: checks the whole where it was held, and emits the rest. Throws where it is rejected. */
  complete(emit: EmitChunk): void | Promise<void> {
    const pending = this.guarding.isHeld ? this.#check() : undefined;
    return pending instanceof Promise ? pending.then(() => this.#release(emit, 0)) : this.#release(emit, 0);
  }

  /** Rewrites what was held. A long answer is released in slices, so that others have their turn on the event loop. */
  #release(emit: EmitChunk, from: number): void | Promise<void> {
    const start = performance.now();
    for (let index = from; index < this.#held.length; index++) {
      const [chunk, raw] = this.#held[index] ?? [];
      this.#rewrite(chunk, raw, emit);
      if (index % 64 === 63 && performance.now() - start > SLICE_MS) {
        return setImmediate().then(() => this.#release(emit, index + 1));
      }
    }
    this.#rewriter?.end(emit);
  }

  /** Runs the guardrails that only record, once the client has its answer. */
  afterwards(): void | Promise<void> {
    return this.guarding.isHeld ? undefined : this.#check();
  }

  #check(): void | Promise<void> {
    return this.#texts && this.guarding.check(this.#texts.list());
  }

  #rewrite(chunk: object | undefined, raw: string | undefined, emit: EmitChunk): void {
    if (this.#rewriter) this.#rewriter.push(chunk, raw, emit);
    else emit(chunk, raw);
  }
}
