/** Longer texts stay in one colour: each part of a coloured one is an element of the page. */
const MOST_CHARACTERS = 20_000;

/** Grammars read a long word or gap again from each of its characters: 20,000 take seconds, 20 words of 1,000 a tenth of one. */
const LONG_RUN = /[\w$]{1000}|\s{1000}/;

/** True if the colours of a code are found in a fraction of a second. */
export function isColourable(text: string, language: string): boolean {
  return text.length <= MOST_CHARACTERS && (language === 'json' || !LONG_RUN.test(text));
}
