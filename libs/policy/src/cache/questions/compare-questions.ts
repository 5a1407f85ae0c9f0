import { hash } from 'node:crypto';
import type { Question, QuestionWord } from './read-question.js';
import { type QuestionLanguage, WORD_LISTS } from './word-lists.js';

const BETWEEN_WORDS = '\u0001';
const BETWEEN_TURNS = '\u0002';

/** Text that all questions share that may be the same: their languages and their words, in any order. */
export function groupQuestions(questions: readonly Question[]): string {
  return questions
    .map(({ language, words }) => [language, ...textsOf(words).sort()].join(BETWEEN_WORDS))
    .join(BETWEEN_TURNS);
}

/** True if the words of questions say that they ask the same. */
export function isSameByWords(ones: readonly Question[], others: readonly Question[]): boolean {
  return (
    groupQuestions(ones) === groupQuestions(others) && isSameOrder(hideWords(ones, NO_SALT), hideWords(others, NO_SALT))
  );
}

/** For words that are not stored. */
const NO_SALT = '';

/** Words of a question in their order, in a form that is stored. */
export interface WordOrder {
  readonly language: QuestionLanguage;
  readonly words: readonly QuestionWord[];
}

/**
 * Order of the words of questions, in a form that can be stored: each word is a hash, and nobody finds the words without the request.
 *
 * @param salt the same for all questions of a group, and not stored
 */
export function hideWords(questions: readonly Question[], salt: string): readonly WordOrder[] {
  return questions.map(({ language, words }) => {
    const { movable } = WORD_LISTS[language];
    const hidden = words.map((word): QuestionWord => {
      const name = hash('sha256', `${salt} ${word.text}`, 'base64url').slice(0, 10);
      const kind = movable.has(word.text) ? MOVABLE : word.text.startsWith('n:') ? NUMBER : '';
      return { ...word, text: `${kind}${name}` };
    });
    return { language, words: hidden };
  });
}

const MOVABLE = '~';
const NUMBER = '#';

/**
 * True if the words of questions of one group stand in an order that leaves the meaning as it is: from A to B is not from B
 * to A. In English one word may have moved across others, in German words that are neither nouns nor facts may stand anywhere.
 */
export function isSameOrder(ones: readonly WordOrder[], others: readonly WordOrder[]): boolean {
  return (
    ones.length === others.length &&
    ones.every((one, at) => {
      const other = others[at];
      return other !== undefined && isSameTurn(one, other);
    })
  );
}

function isSameTurn(one: WordOrder, other: WordOrder): boolean {
  const { language } = one;
  const fixed = findFixed(language, one.words, other.words);
  const first = textsOf(one.words).filter(fixed);
  const second = textsOf(other.words).filter(fixed);
  return isEqual(first, second) || (language === 'en' && hasMovedWord(first, second));
}

/** Finds the words whose order counts. Nouns of German have capitals, unless nobody wrote any. */
function findFixed(
  language: QuestionLanguage,
  ...texts: readonly (readonly QuestionWord[])[]
): (text: string) => boolean {
  if (language !== 'de' || !texts.every((words) => words.some(({ isFact, isName }) => isName || isFact))) {
    return (text) => !text.startsWith(MOVABLE);
  }
  const fixed = new Set(texts.flat().flatMap((word) => (word.isFact || word.isName ? [word.text] : [])));
  return (text) => fixed.has(text);
}

/** Words that a word passes at least when it moves: two that change places may be the two ends of a way. */
const FAR = 2;

/** True if one list becomes the other when one word moves across two others or more; numbers never move. */
function hasMovedWord(one: readonly string[], other: readonly string[]): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = one.length - 1;
  while (end > start && one[end] === other[end]) end -= 1;
  if (end - start < FAR) return false;
  const [ones, others] = [one.slice(start, end + 1), other.slice(start, end + 1)];
  return isMoved(ones, others) || isMoved(others, ones);
}

function isMoved(one: readonly string[], other: readonly string[]): boolean {
  const [first = '', ...rest] = one;
  return !first.startsWith(NUMBER) && other.at(-1) === first && isEqual(rest, other.slice(0, -1));
}

function textsOf(words: readonly QuestionWord[]): string[] {
  return words.map(({ text }) => text);
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, at) => word === other[at]);
}
