import type { EvalCase } from '../dataset/eval-case.js';
import type { GraderOf } from '../definition/grader.js';
import { expectedOf, type Grade, judged, NOTHING_EXPECTED, type Sample, textsExpected, ungraded } from './grade.js';

/**
 * Limits of a comparison by method: characters of one text, and of all expected texts of a case. The edit distance
 * takes the product of both lengths.
 */
const BOUNDS = { edit: { text: 2_000, texts: 20_000 }, words: { text: 100_000, texts: 500_000 } } as const;

/**
 * Finds the problem of the texts that a grader compares answers with, in words that follow their name; undefined if
 * there is none.
 */
export function findComparedProblem({ method, value }: GraderOf<'similarity'>): string | undefined {
  if (method === 'embedding' || value === undefined) return undefined;
  const texts = textsExpected(value);
  return texts === undefined ? 'must be a text or a list of texts' : findLengthProblem(method, texts);
}

function findLengthProblem(method: keyof typeof BOUNDS, texts: readonly string[]): string | undefined {
  const most = BOUNDS[method];
  if (texts.some(({ length }) => length > most.text)) {
    return `must have texts of at most ${most.text} characters with the method \`${method}\``;
  }
  const all = texts.reduce((sum, { length }) => sum + length, 0);
  return all > most.texts
    ? `must have at most ${most.texts} characters in all its texts with the method \`${method}\``
    : undefined;
}

/**
 * The answer is like the expected text: 1 is the same, 0 has nothing in common. The likest of a list of texts counts.
 */
export function gradeSimilarity(grader: GraderOf<'similarity'>, { text }: Sample, item: EvalCase): Grade {
  const expected = expectedOf(grader, item);
  if (expected === undefined) return NOTHING_EXPECTED;
  const texts = textsExpected(expected);
  if (texts === undefined) return ungraded('`expected` must be a text or a list of texts.');
  const method = grader.method === 'edit' ? 'edit' : 'words';
  const measure = method === 'edit' ? likenessByEdits : likenessByWords;
  if (text.length > BOUNDS[method].text) {
    return ungraded(`The method \`${method}\` compares texts of at most ${BOUNDS[method].text} characters.`);
  }
  const problem = findLengthProblem(method, texts);
  if (problem !== undefined) return ungraded(`\`expected\` ${problem}.`);
  return gradeLikeness(grader, Math.max(...texts.map((right) => measure(text, right))));
}

/** Grades a likeness from 0 to 1 by the threshold of the grader. */
export function gradeLikeness({ threshold }: Pick<GraderOf<'similarity'>, 'threshold'>, likeness: number): Grade {
  const score = Math.min(1, Math.max(0, likeness));
  return judged(score >= threshold, score, null);
}

/** The text that an answer is compared with by embeddings; undefined if that is no text. */
export function textToEmbed(grader: GraderOf<'similarity'>, item: EvalCase): string | undefined {
  const expected = expectedOf(grader, item);
  return typeof expected === 'string' && expected.trim() !== '' ? expected : undefined;
}

/** The F1 score of the words of two texts, without case and punctuation, as SQuAD measures it. */
function likenessByWords(left: string, right: string): number {
  const given = wordsOf(left);
  const wanted = wordsOf(right);
  if (given.length === 0 || wanted.length === 0) return given.length === wanted.length ? 1 : 0;
  const remaining = new Map<string, number>();
  for (const word of wanted) remaining.set(word, (remaining.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of given) {
    const count = remaining.get(word) ?? 0;
    if (count === 0) continue;
    remaining.set(word, count - 1);
    common += 1;
  }
  return (2 * common) / (given.length + wanted.length);
}

/** 1 − edit distance ÷ length of the longer text, in code points. */
function likenessByEdits(left: string, right: string): number {
  const from = [...left];
  const to = [...right];
  const longest = Math.max(from.length, to.length);
  if (longest === 0) return 1;
  let row = Uint32Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, point] of from.entries()) {
    const next = new Uint32Array(row.length);
    next[0] = at + 1;
    for (let column = 1; column < row.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (to[column - 1] === point ? 0 : 1);
      next[column] = Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1);
    }
    row = next;
  }
  return 1 - (row[to.length] ?? 0) / longest;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
