/** Letters that have no decomposition into a plain one. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  '’': "'",
  '`': "'",
  '´': "'",
};

/** Cyrillic and Greek letters that look like Latin ones. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ...{ а: 'a', в: 'b', с: 'c', е: 'e', н: 'h', і: 'i', ј: 'j', к: 'k', м: 'm', о: 'o', р: 'p', ѕ: 's', т: 't' },
  ...{ у: 'y', х: 'x', ԁ: 'd', ӏ: 'l', г: 'r', ո: 'n', α: 'a', β: 'b', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o' },
  ...{ ρ: 'p', τ: 't', υ: 'u', χ: 'x', η: 'n' },
};

/**
 * Brings a text to the one form that words are compared in: compatibility forms (full-width, ligatures, mathematical
 * letters) as plain letters (Unicode NFKC), lower case, without accents and without invisible characters.
 */
export function normaliseText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[ßıøłđæœ’`´]/g, (letter) => PLAIN[letter] ?? letter);
}

/** A word of Latin letters into which letters of another script were mixed, with those as the Latin ones they look like. */
export function replaceLookalikes(word: string): string {
  if (!/[a-z]/.test(word) || !/[\u0370-\u058f]/.test(word)) return word;
  return Array.from(word, (letter) => LOOKALIKES[letter] ?? letter).join('');
}
