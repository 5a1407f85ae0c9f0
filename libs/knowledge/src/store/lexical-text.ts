import { UNSTORABLE } from './clean-text.js';

/** Scripts without spaces between words. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';

const RUN = new RegExp(`[${UNSPACED}ー々]+`, 'gu');

/** Characters of a text that lexical search reads. */
const MOST = 50_000;

/**
 * The text as lexical search reads it: runs of characters without spaces become pairs that overlap, so that
 * each word in them is found (docs/contract/knowledge.md#search).
 */
export function toLexicalText(text: string): string {
  return text
    .slice(0, MOST)
    .normalize('NFKC')
    .replace(UNSTORABLE, ' ')
    .replace(RUN, (run) => ` ${toPairs([...run]).join(' ')} `);
}

function toPairs(characters: readonly string[]): string[] {
  if (characters.length < 2) return [...characters];
  return characters.slice(0, -1).map((character, at) => `${character}${characters[at + 1]}`);
}

/** Number of words, for the length of a chunk. */
export function countWords(lexicalText: string): number {
  return lexicalText.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
