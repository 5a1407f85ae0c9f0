import { isSameOrder, type WordOrder } from '../questions/compare-questions.js';
import type { SimilarQuestion } from './similar-questions.js';

/** Question that is looked up. */
export interface AskedQuestion {
  readonly order: readonly WordOrder[];
  /** Undefined if the words alone are compared. */
  readonly vector: Float32Array | undefined;
}

export interface FoundQuestion {
  readonly question: SimilarQuestion;
  /** Cosine of the two vectors, from -1 to 1; 1 if the words alone were compared. */
  readonly similarity: number;
}

/** Questions whose words stand in the same order, and whose vectors are of the same model. */
export function listComparable(
  found: readonly SimilarQuestion[],
  order: readonly WordOrder[],
  model: string | undefined,
): readonly SimilarQuestion[] {
  return found.filter((question) => question.model === model && isSameOrder(question.order, order));
}

/** Finds the most similar of comparable questions; undefined if there is none. */
export function findMostSimilar(
  comparable: readonly SimilarQuestion[],
  vector: Float32Array | undefined,
): FoundQuestion | undefined {
  let best: FoundQuestion | undefined;
  for (const question of comparable) {
    const similarity = compareVectors(vector, question.vector);
    if (best === undefined || similarity > best.similarity) best = { question, similarity };
  }
  return best;
}

/** Cosine of vectors of length 1; 1 if there are none, and -1 for vectors that cannot be compared. */
function compareVectors(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (one === undefined && other === undefined) return 1;
  if (one === undefined || other === undefined || one.length !== other.length) return -1;
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return Math.min(1, sum);
}
