import type { EvalCase } from '../dataset/eval-case.js';
import type { GraderOf } from '../definition/grader.js';
import { isSameJson, readAnswerJson } from '../json.js';
import { expectedOf, type Grade, judged, NOTHING_EXPECTED, type Sample, textsExpected, ungraded } from './grade.js';
import { compilePattern, LONGEST_MATCHED } from './pattern.js';

/** The answer is the expected text, or the same JSON where that is an object or a list. Space around it does not count. */
export function gradeExact(grader: GraderOf<'exact'>, { text }: Sample, item: EvalCase): Grade {
  const expected = expectedOf(grader, item);
  if (expected === undefined) return NOTHING_EXPECTED;
  const texts = textsExpected(expected);
  if (texts === undefined) {
    const read = readAnswerJson(text);
    return judged(read !== undefined && isSameJson(read.value, expected));
  }
  const given = normalize(text, grader);
  return judged(texts.some((right) => normalize(right, grader) === given));
}

/** The answer has the expected text in it; of a list of texts, at least one. */
export function gradeContains(grader: GraderOf<'contains'>, { text }: Sample, item: EvalCase): Grade {
  const expected = expectedOf(grader, item);
  if (expected === undefined) return NOTHING_EXPECTED;
  const texts = textsExpected(expected);
  if (texts === undefined) return ungraded('`expected` must be a text or a list of texts.');
  const fold = (words: string): string => (grader.ignore_case ? words.toLowerCase() : words);
  const given = fold(text);
  return judged(texts.some((part) => given.includes(fold(part).trim())));
}

/** The pattern occurs in the answer. */
export function gradeRegex({ ignore_case, pattern }: GraderOf<'regex'>, { text }: Sample): Grade {
  if (text.length > LONGEST_MATCHED) return ungraded(`The answer has more than ${LONGEST_MATCHED} characters.`);
  return judged(compilePattern(pattern, ignore_case).matcher(text).find());
}

function normalize(text: string, rules: GraderOf<'exact'>): string {
  const folded = rules.ignore_case ? text.toLowerCase() : text;
  const bare = rules.ignore_punctuation ? folded.replace(/\p{P}/gu, ' ').replace(/\s+/g, ' ') : folded;
  return bare.trim();
}
