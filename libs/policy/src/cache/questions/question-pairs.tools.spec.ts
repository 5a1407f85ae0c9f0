import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Half of the labelled set: rules are written with one, and measured with the other. */
export type Half = 'tuning' | 'held-out';

/** Two questions, and whether they ask the same. */
export interface LabelledPair {
  readonly one: string;
  readonly other: string;
  readonly isSame: boolean;
}

export const LANGUAGES = ['en', 'de', 'zh'] as const;

const FOLDER = join(import.meta.dirname, '../../../fixtures/question-pairs');

/**
 * Pairs of a file. A paragraph is a topic. Questions of one line ask the same, and questions of different lines of a topic do not,
 * although they are close: all pairs of a topic are in the set.
 */
export function readPairs(language: (typeof LANGUAGES)[number], half: Half): LabelledPair[] {
  const halves = readFileSync(join(FOLDER, `${language}.txt`), 'utf8').split(/^# /m);
  const text = halves.find((part) => part.startsWith(half))?.slice(half.length) ?? '';
  return text.trim().split('\n\n').flatMap(pairsOfTopic);
}

function pairsOfTopic(topic: string): LabelledPair[] {
  const questions = topic
    .trim()
    .split('\n')
    .flatMap((line, meaning) => line.split(' || ').map((question) => ({ question, meaning })));
  return questions.flatMap(({ meaning, question: one }, at) =>
    questions.slice(at + 1).map((other) => ({ one, other: other.question, isSame: meaning === other.meaning })),
  );
}
