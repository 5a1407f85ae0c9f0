import { normaliseText, replaceLookalikes } from './normalise-text.js';

/** One word of a text, in every way it may be meant. */
export interface Word {
  /** The word as written first, then without disguise: digits for letters, stretched letters, elided articles. */
  readonly readings: readonly string[];
  /** Its position. Words of one sentence are 1 apart; a sentence's end counts as several words. */
  readonly position: number;
}

/** A word; signs that stand for letters belong to it only between letters. */
const WORD = /[\p{L}\p{N}@$](?:[\p{L}\p{N}@$]|['!|*](?=[\p{L}\p{N}@$]))*/gu;
const SENTENCE_END = /[.!?;\n。！？]/;
const WORDS_AT_SENTENCE_END = 6;
/** Fewer letters with gaps between them are a list or initials, not a word spelled out. */
const SHORTEST_SPELLED_WORD = 3;

const DIGITS: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's', '!': 'i', '|': 'i' },
};

interface Piece {
  text: string;
  /** The text between this piece and the one before. */
  readonly gap: string;
}

/** Reads the words of a text, undoing simple disguises of single words. */
export function readWords(text: string): Word[] {
  let position = 0;
  return joinSpelledWords(split(normaliseText(text))).map(({ text: word, gap }) => {
    position += SENTENCE_END.test(gap) ? WORDS_AT_SENTENCE_END : 1;
    return { readings: listReadings(word), position };
  });
}

function split(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    pieces.push({ text: match[0], gap: text.slice(end, match.index) });
    end = match.index + match[0].length;
  }
  return pieces;
}

/** Joins single letters separated by the same gap: `k i l l`, `k.i.l.l`, `k-i-l-l`. */
function joinSpelledWords(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (let start = 0; start < pieces.length; ) {
    const end = findSpelledEnd(pieces, start);
    const first = pieces[start];
    if (first === undefined) break;
    if (end - start < SHORTEST_SPELLED_WORD) {
      joined.push(first);
      start += 1;
      continue;
    }
    const text = pieces.slice(start, end).map((piece) => piece.text);
    joined.push({ text: text.join(''), gap: first.gap });
    start = end;
  }
  return joined;
}

function findSpelledEnd(pieces: readonly Piece[], start: number): number {
  const gap = pieces[start + 1]?.gap;
  let end = start;
  while (pieces[end]?.text.length === 1 && (end === start || pieces[end]?.gap === gap)) end += 1;
  return end;
}

/** Every spelling a word may be meant as; its own first, none twice. */
function listReadings(word: string): readonly string[] {
  if (/^[a-z]+$/.test(word) && !/(.)\1\1/.test(word)) return [word];
  const plain = replaceLookalikes(word);
  const readings = new Set([word, plain]);
  if (/\p{L}/u.test(plain) && /[0-9@$!|*]/.test(plain)) {
    const letters = plain.replace(/[0134578@$!|]/g, (sign) => DIGITS[sign] ?? sign);
    readings.add(letters);
    readings.add(plain.replaceAll('1', 'l').replace(/[034578@$!|]/g, (sign) => DIGITS[sign] ?? sign));
  }
  for (const reading of [...readings]) {
    readings.add(reading.replace(/(.)\1{2,}/gu, '$1'));
    readings.add(reading.replace(/(.)\1{2,}/gu, '$1$1'));
    const elided = /^\p{L}{1,2}'(.+)$/u.exec(reading);
    if (elided?.[1] !== undefined) readings.add(elided[1]);
  }
  return [...readings];
}
