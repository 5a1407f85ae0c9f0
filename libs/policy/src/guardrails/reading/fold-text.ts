import { LOOKALIKES, LOOKALIKES_IN_MIXED_WORDS } from './lookalikes.js';

/** Decimal digits of other scripts, each from its zero on: Unicode keeps the ten of a script together. */
const ZEROS = [
  ...[0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20],
  ...[0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0],
  ...[0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0],
];

/** Letters in boxes and discs, which NFKC leaves alone, each from its A on. */
const ENCLOSED = [0x1f150, 0x1f170, 0x1f1e6];

const NOT_PLAIN = /[^\t\n\v\f\r\x20-\x7e]/;
const SURROGATE = /[\ud800-\udfff]/;
/** Characters that show nothing: zero-width and directional ones, soft hyphens, variation selectors, tags, controls. */
const INVISIBLE = /(?![\t\n\v\f\r\u0085])[\p{Default_Ignorable_Code_Point}\p{Control}\ufff9-\ufffb]/gu;
/** Marks over and through letters. Those that make a letter of an alphabet are one character with it after NFKC. */
const LOOSE_MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
/** Two phrases that NFKC makes eighteen and eight characters of: nothing may grow by that much. */
const PHRASES = /[\ufdfa\ufdfb]/g;
/** A run of white space that is not one plain space already. */
const WIDE_SPACE = /(?:[^\S ]|[\u0085\u2800]| (?=[\s\u0085\u2800]))[\s\u0085\u2800]*/g;
const TAG = /[\u{e0020}-\u{e007e}]+/gu;
const FIRST_TAG = 0xe0000;

/** For every UTF-16 unit the unit that it is read as. */
const READ_AS = new Uint16Array(0x10000).map((_, code) => code);
/** The same within a word that has Latin letters; 0 for none. */
const READ_AS_IN_MIXED = new Uint16Array(0x10000);
/** For characters of two units. */
const READ_AS_WIDE = new Map<string, string>();

for (const zero of ZEROS) for (let digit = 0; digit < 10; digit++) READ_AS[zero + digit] = 0x30 + digit;
for (const first of ENCLOSED) {
  for (let index = 0; index < 26; index++) {
    READ_AS_WIDE.set(String.fromCodePoint(first + index), String.fromCharCode(0x41 + index));
  }
}
for (const [letter, others] of Object.entries(LOOKALIKES)) {
  for (const other of others) {
    if (other.length > 1) READ_AS_WIDE.set(other, letter);
    else READ_AS[other.charCodeAt(0)] = letter.charCodeAt(0);
  }
}
for (const [letter, others] of Object.entries(LOOKALIKES_IN_MIXED_WORDS)) {
  for (const other of others) {
    if (other.length === 1) READ_AS_IN_MIXED[other.charCodeAt(0)] = letter.charCodeAt(0);
  }
}

const WIDE = new RegExp(`[${[...READ_AS_WIDE.keys()].join('')}]`, 'gu');
const UTF_16 = new TextDecoder('utf-16le', { ignoreBOM: true });

/**
 * A text as a reader takes it who does not see what is invisible and takes look-alikes for what they look like
 * (docs/contract/guardrails.md#what-is-read): without invisible characters, in compatibility forms (NFKC), with the
 * letters and digits of other scripts that look like Latin ones as those. White space stays. The very text where that
 * changes nothing; in linear time.
 */
export function foldCharacters(text: string): string {
  if (!NOT_PLAIN.test(text)) return text;
  const visible = text.replace(INVISIBLE, '').replace(PHRASES, ' ');
  const compatible = visible.normalize('NFKC').replace(LOOSE_MARKS, '');
  const narrow = SURROGATE.test(compatible)
    ? compatible.replace(WIDE, (character) => READ_AS_WIDE.get(character) ?? character)
    : compatible;
  const folded = foldUnits(narrow);
  return folded === text ? text : folded;
}

/** The text with each run of white space, of whatever kind, as one space; the very text where it is so already. */
export function foldSpace(text: string): string {
  return text.replace(WIDE_SPACE, ' ');
}

/** Both. */
export function foldText(text: string): string {
  return foldSpace(foldCharacters(text));
}

/** Reads invisible tag characters, which some models read as the ASCII letters that they stand for. */
export function readTags(text: string): string {
  if (!SURROGATE.test(text)) return '';
  const runs = text.match(TAG) ?? [];
  return runs
    .map((run) => Array.from(run, (tag) => String.fromCharCode((tag.codePointAt(0) ?? FIRST_TAG) - FIRST_TAG)).join(''))
    .join('\n');
}

function foldUnits(text: string): string {
  const units = new Uint16Array(text.length);
  let wordStart = 0;
  let hasLatin = false;
  let hasMixed = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    units[index] = READ_AS[code] ?? code;
    if (code >= 0x80) hasMixed ||= READ_AS_IN_MIXED[code] !== 0;
    else if (isAsciiLetter(code)) hasLatin = true;
    else {
      if (hasLatin && hasMixed) foldMixed(units, wordStart, index);
      wordStart = index;
      hasLatin = false;
      hasMixed = false;
    }
  }
  if (hasLatin && hasMixed) foldMixed(units, wordStart, text.length);
  return UTF_16.decode(units);
}

function foldMixed(units: Uint16Array, from: number, to: number): void {
  for (let index = from; index < to; index++) {
    const code = READ_AS_IN_MIXED[units[index] ?? 0] ?? 0;
    if (code !== 0) units[index] = code;
  }
}

function isAsciiLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}
