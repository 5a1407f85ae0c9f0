import {
  type QuestionBounds,
  type QuestionPlace,
  type SimilarQuestion,
  type SimilarQuestions,
  WORDINGS,
} from './similar-questions.js';

interface Kept {
  readonly question: SimilarQuestion;
  readonly validUntil: number;
}

interface Group {
  readonly kept: readonly Kept[];
  readonly bytes: number;
}

/** Groups of a scope, in the order in which they were stored last. */
type Scope = Map<string, Group>;

/** What one organization has: its scopes, in the same order. */
interface Share {
  readonly scopes: Map<string, Scope>;
  bytes: number;
}

/** Bytes of all questions together at most. */
const MOST_BYTES = 64 * 1024 * 1024;

/** About what a question takes in memory without its words and its vector, and what a word takes. */
const BYTES_OF_QUESTION = 1_000;
const BYTES_OF_WORD = 100;

/** Keeps questions in this process. Where there is no room for one more, the organization that has most gives way. */
export class MemoryQuestions implements SimilarQuestions {
  readonly #shares = new Map<string, Share>();
  #bytes = 0;
  #count = 0;

  /** @param now a clock that never goes back, in milliseconds */
  constructor(private readonly now: () => number) {}

  /** Number of groups held. */
  get size(): number {
    return this.#count;
  }

  find({ group, owner, scope }: QuestionPlace): readonly SimilarQuestion[] {
    const found = this.#shares.get(owner)?.scopes.get(scope)?.get(group);
    if (found === undefined) return NONE;
    const now = this.now();
    return found.kept.filter(({ validUntil }) => now < validUntil).map(({ question }) => question);
  }

  store({ group, owner, scope }: QuestionPlace, question: SimilarQuestion, bounds: QuestionBounds): void {
    const share = this.#shares.get(owner) ?? { scopes: new Map(), bytes: 0 };
    this.#shares.set(owner, share);
    const groups: Scope = share.scopes.get(scope) ?? new Map();
    const now = this.now();
    const others = (groups.get(group)?.kept ?? []).filter(
      (kept) => now < kept.validUntil && kept.question.answerKey !== question.answerKey,
    );
    const kept = [{ question, validUntil: now + bounds.ttlSeconds * 1_000 }, ...others].slice(0, WORDINGS);
    const bytes = kept.reduce((sum, each) => sum + bytesOf(each.question), 0);
    this.#remove(share, groups, group);
    groups.set(group, { kept, bytes });
    // The last one in the order.
    share.scopes.delete(scope);
    share.scopes.set(scope, groups);
    this.#count += 1;
    this.#add(share, bytes);
    for (const oldest of groups.keys()) {
      if (groups.size <= bounds.maxEntries) break;
      this.#remove(share, groups, oldest);
    }
    while (this.#bytes > MOST_BYTES) this.#makeRoom();
  }

  /** Removes the oldest group of the oldest scope of the organization that has most. */
  #makeRoom(): void {
    let largest: Share = { scopes: new Map(), bytes: 0 };
    let owner = '';
    for (const [name, share] of this.#shares) {
      if (share.bytes > largest.bytes) [owner, largest] = [name, share];
    }
    for (const [scope, groups] of largest.scopes) {
      const [oldest = ''] = groups.keys();
      this.#remove(largest, groups, oldest);
      if (groups.size === 0) largest.scopes.delete(scope);
      break;
    }
    if (largest.scopes.size === 0) this.#shares.delete(owner);
  }

  #remove(share: Share, groups: Scope, group: string): void {
    const removed = groups.get(group);
    if (removed === undefined) return;
    groups.delete(group);
    this.#count -= 1;
    this.#add(share, -removed.bytes);
  }

  #add(share: Share, bytes: number): void {
    share.bytes += bytes;
    this.#bytes += bytes;
  }
}

const NONE: readonly SimilarQuestion[] = [];

function bytesOf({ order, vector }: SimilarQuestion): number {
  const words = order.reduce((sum, turn) => sum + turn.words.length, 0);
  return BYTES_OF_QUESTION + words * BYTES_OF_WORD + (vector?.byteLength ?? 0);
}
