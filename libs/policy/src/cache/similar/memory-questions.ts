import { LRUCache } from 'lru-cache';
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

/** Scopes whose questions are kept at most; the least recently used give way. */
const MOST_SCOPES = 2_000;
/** Groups of all scopes together at most. A question has up to 12 kB, with a vector of 3,072 numbers. */
const MOST_GROUPS = 20_000;

/** Keeps questions in this process. */
export class MemoryQuestions implements SimilarQuestions {
  /** Groups by scope, each in the order of their last use. */
  readonly #scopes = new LRUCache<string, Map<string, readonly Kept[]>>({
    max: MOST_SCOPES,
    dispose: (groups) => {
      this.#count -= groups.size;
    },
  });
  #count = 0;

  /** @param now a clock that never goes back, in milliseconds */
  constructor(private readonly now: () => number) {}

  /** Number of groups held. */
  get size(): number {
    return this.#count;
  }

  find({ group, owner, scope }: QuestionPlace): readonly SimilarQuestion[] {
    const kept = this.#scopes.get(`${owner} ${scope}`)?.get(group);
    if (kept === undefined) return NONE;
    const now = this.now();
    return kept.filter(({ validUntil }) => now < validUntil).map(({ question }) => question);
  }

  store({ group, owner, scope }: QuestionPlace, question: SimilarQuestion, bounds: QuestionBounds): void {
    const name = `${owner} ${scope}`;
    const groups = this.#scopes.get(name) ?? this.#open(name);
    const now = this.now();
    const others = (groups.get(group) ?? []).filter(
      (kept) => now < kept.validUntil && kept.question.answerKey !== question.answerKey,
    );
    const kept = [{ question, validUntil: now + bounds.ttlSeconds * 1_000 }, ...others].slice(0, WORDINGS);
    if (groups.delete(group)) this.#count -= 1;
    groups.set(group, kept);
    this.#count += 1;
    for (const oldest of groups.keys()) {
      if (groups.size <= bounds.maxEntries && this.#count <= MOST_GROUPS) break;
      groups.delete(oldest);
      this.#count -= 1;
    }
  }

  #open(name: string): Map<string, readonly Kept[]> {
    const groups = new Map<string, readonly Kept[]>();
    this.#scopes.set(name, groups);
    return groups;
  }
}

const NONE: readonly SimilarQuestion[] = [];
