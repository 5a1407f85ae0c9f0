import { describe, expect, test } from '@jest/globals';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import fc from 'fast-check';
import { KeywordAutomaton } from './keyword-automaton.js';

const WORD = /[\p{L}\p{N}_]/u;

/** Looks for each keyword at each place, in the slow way that is plainly right. */
function findNaively(keywords: readonly string[], text: string, wholeWords: boolean): boolean {
  const letters = Array.from(text);
  const isWord = (at: number): boolean => WORD.test(letters[at] ?? ' ');
  const meets = (at: number): boolean => at === 0 || at === letters.length || !(isWord(at - 1) && isWord(at));
  return keywords.some((keyword) => {
    const wanted = Array.from(keyword);
    if (wanted.length === 0) return false;
    return letters.some((_, at) => {
      if (letters.slice(at, at + wanted.length).join('') !== keyword) return false;
      return !wholeWords || (meets(at) && meets(at + wanted.length));
    });
  });
}

const unit = fc.constantFrom('a', 'b', 'ab', ' ', '-', 'é', '日', '𝒳', '_', '1', '🙂');
const words = fc.array(fc.string({ unit, maxLength: 5 }), { maxLength: 8 });
const texts = fc.string({ unit, maxLength: 30 });

describe('the automaton', () => {
  test.each([true, false])('finds what a search for each keyword finds (whole words: %s)', (wholeWords) => {
    fc.assert(
      fc.property(words, texts, (keywords, text) => {
        expect(new KeywordAutomaton(keywords, wholeWords).isIn(text)).toBe(findNaively(keywords, text, wholeWords));
      }),
      { numRuns: 2_000 },
    );
  });

  test('holds ten thousand keywords, and finds each of them', () => {
    const keywords = Array.from({ length: 10_000 }, (_, index) => `keyword-${index.toString(36)}-${index % 7}`);
    const automaton = new KeywordAutomaton(keywords, true);
    for (const keyword of keywords) if (!automaton.isIn(`a ${keyword}.`)) throw new Error(`${keyword} was not found`);
    expect(automaton.isIn('a keyword-zzzz-9.')).toBe(false);
  });

  const TEXT_LENGTH = 500_000;
  const count = (length: number) => Array.from({ length }, (_, index) => index + 1);

  test.each<[string, string[], string]>([
    ['119 keywords that begin alike', count(119).map((length) => `${'a'.repeat(length)}b`), 'a'],
    ['119 keywords that end in each other', count(119).map((length) => `x${' a'.repeat(length)} y`), ' a'],
    ['words within words, none of them whole', count(1_000).map((length) => 'a'.repeat(length)), 'ab'],
    ['keywords of a hundred thousand characters', [`${'ab'.repeat(50_000)}c`, `${'ba'.repeat(50_000)}d`], 'ab'],
    ['ten thousand keywords', count(10_000).map((index) => `aa${index}`), 'aa'],
  ])('takes time in proportion to the text alone, whole words or not: %s', async (_what, keywords, piece) => {
    const text = piece.repeat(TEXT_LENGTH / piece.length);
    for (const wholeWords of [true, false]) {
      const automaton = new KeywordAutomaton(keywords, wholeWords);
      // A step takes some ten nanoseconds; a search that looks back for each length takes seconds here.
      await expectWithin(400, () => processorTimeOf(() => automaton.isIn(text)));
    }
  });
});
