import type { WordOrder } from '../questions/compare-questions.js';

/** A question whose answer is cached, as far as another question is compared with it. It holds no text. */
export interface SimilarQuestion {
  /** The request that was answered. */
  readonly requestId: string;
  /** Key of the answer in the cache, and the seed of its ids: another answer may have come in its place. */
  readonly answerKey: string;
  readonly idSeed: string;
  readonly order: readonly WordOrder[];
  /** Embedding model of the vector; undefined if the words alone are compared. */
  readonly model: string | undefined;
  /** Vector of length 1; undefined likewise. */
  readonly vector: Float32Array | undefined;
}

/** Place of a question. */
export interface QuestionPlace {
  /** The organization's id. */
  readonly owner: string;
  /** Callers that share questions: the bound on their number is theirs. */
  readonly scope: string;
  /** Questions with the same words, to the same model, with everything else of the request the same. */
  readonly group: string;
}

/** Bounds of a stored question. */
export interface QuestionBounds {
  readonly ttlSeconds: number;
  /** Groups of a scope; the oldest give way. */
  readonly maxEntries: number;
}

/** Questions of a group that are kept: those of the last wordings. */
export const WORDINGS = 4;

/** The store of questions. If it fails, no request fails or waits: it behaves as if it were empty. */
export interface SimilarQuestions {
  find(place: QuestionPlace): readonly SimilarQuestion[] | Promise<readonly SimilarQuestion[]>;
  store(place: QuestionPlace, question: SimilarQuestion, bounds: QuestionBounds): void;
}
