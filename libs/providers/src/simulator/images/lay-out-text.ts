import { GLYPH } from './glyphs.js';

/** Text that is drawn, in lines of characters, each one glyph. */
export interface LaidOutText {
  readonly lines: readonly (readonly string[])[];
  /** Pixels of the image for one of a glyph. */
  readonly scale: number;
}

/** Number of a prompt's characters that are drawn. */
const MOST_CHARACTERS = 400;

/** Marks on other characters, controls of direction and joining, and what else takes no room. */
const WITHOUT_ROOM = /[\p{M}\p{Cf}\p{Cc}\p{Cn}\p{Cs}]/gu;

/** The capitals of a text, one line long: accents are removed, and characters without a glyph are drawn as frames. */
function readDrawable(text: string): string[] {
  const begun = text.slice(0, MOST_CHARACTERS * 4).normalize('NFKD');
  const plain = begun.replace(/\s+/g, ' ').replace(WITHOUT_ROOM, '').toUpperCase().trim();
  const characters = Array.from(plain.slice(0, MOST_CHARACTERS * 2));
  const isCut = characters.length > MOST_CHARACTERS || text.length > MOST_CHARACTERS * 4;
  return isCut ? [...characters.slice(0, MOST_CHARACTERS - 3), '.', '.', '.'] : characters;
}

/** Breaks a text into lines so that it is as large as possible within a frame of pixels. At least one pixel a glyph's own. */
export function layOutText(text: string, width: number, height: number): LaidOutText {
  const characters = readDrawable(text);
  const largest = Math.max(1, Math.floor(Math.min(width / (GLYPH.across * 6), height / (GLYPH.down * 3))));
  for (let scale = largest; scale > 1; scale -= 1) {
    const { lines, hasBroken } = breakLines(characters, lengthOf(width, scale));
    if (!hasBroken && lines.length * GLYPH.down * scale <= height) return { lines, scale };
  }
  const { lines } = breakLines(characters, lengthOf(width, 1));
  return { lines: lines.slice(0, Math.floor(height / GLYPH.down)), scale: 1 };
}

function lengthOf(width: number, scale: number): number {
  return Math.max(1, Math.floor(width / (GLYPH.across * scale)));
}

/** At spaces; a word that is longer than a line is broken. */
function breakLines(characters: readonly string[], length: number): { lines: string[][]; hasBroken: boolean } {
  const lines: string[][] = [];
  let line: string[] = [];
  let hasBroken = false;
  for (const word of splitWords(characters)) {
    if (line.length > 0 && line.length + 1 + word.length <= length) line.push(' ', ...word);
    else {
      if (line.length > 0) lines.push(line);
      line = word;
    }
    for (; line.length > length; line = line.slice(length)) {
      lines.push(line.slice(0, length));
      hasBroken = true;
    }
  }
  if (line.length > 0) lines.push(line);
  return { lines, hasBroken };
}

function splitWords(characters: readonly string[]): string[][] {
  const words: string[][] = [[]];
  for (const character of characters) {
    if (character === ' ') words.push([]);
    else words.at(-1)?.push(character);
  }
  return words.filter((word) => word.length > 0);
}
