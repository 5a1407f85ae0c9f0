import { isAlphanumeric, isDash, isDigit, isInnerSpace } from '../characters.js';
import type { TextWindow } from '../text-window.js';

/** The text between two groups of digits. */
export type Separator = 'space' | 'dash' | 'dot' | 'slash' | 'parenthesis' | 'none';

/** A group of digits in a number, with the place behind it. */
export interface DigitGroup {
  readonly digits: string;
  readonly end: number;
  /** The text before it. */
  readonly separator: Separator;
  /** Written as `(…)`. */
  readonly inParentheses: boolean;
}

export const NO_GROUP: DigitGroup = { digits: '', end: -1, separator: 'none', inParentheses: false };

const OPEN = 0x28;
const CLOSE = 0x29;

/**
 * Groups of digits with one separator between two of them, and no more than `most` digits; `from` is at the first.
 * Behind it a group has at least two digits, or is in parentheses, unless single digits are asked for.
 */
export function readDigitGroups(window: TextWindow, from: number, most: number, single = false): DigitGroup[] {
  const groups: DigitGroup[] = [];
  let place = from;
  let total = 0;
  let separator: Separator = 'none';
  while (total <= most) {
    const inParentheses = window.at(place) === OPEN;
    const start = inParentheses ? place + 1 : place;
    let end = start;
    while (isDigit(window.at(end)) && end - start <= most) end++;
    if (end === start) break;
    if (inParentheses && window.at(end) !== CLOSE) break;
    if (end - start === 1 && !single && !inParentheses && groups.length > 0) break;
    const digits = window.slice(start, end);
    total += digits.length;
    if (total > most) break;
    place = inParentheses ? end + 1 : end;
    groups.push({ digits, end: place, separator, inParentheses });
    [separator, place] = readSeparator(window, place, inParentheses);
  }
  return groups;
}

/** The separator at a place, and the place behind it; a parenthesis needs none, or brings a space of its own. */
function readSeparator(window: TextWindow, place: number, afterParenthesis: boolean): [Separator, number] {
  const code = window.at(place);
  const opensNext = window.at(place + 1) === OPEN;
  if (isInnerSpace(code)) {
    if (window.at(place + 1) === 0x2f && isInnerSpace(window.at(place + 2))) return ['slash', place + 3];
    return [opensNext || afterParenthesis ? 'parenthesis' : 'space', place + 1];
  }
  if (isDash(code)) return ['dash', place + 1];
  if (code === 0x2e) return ['dot', place + 1];
  if (code === 0x2f) return ['slash', place + 1];
  return code === OPEN || afterParenthesis ? ['parenthesis', place] : ['none', place];
}

/** True if a number can begin at a place: not within a word, a longer number, or an amount of money. */
export function mayBeginNumber(window: TextWindow, at: number): boolean {
  const before = window.at(at - 1);
  if (isAlphanumeric(before) || before === 0x5f || before === 0x24) return false;
  if (before === 0x20ac || before === 0xa3 || before === 0xa5) return false;
  const joins = before === 0x2e || before === 0x2c || before === 0x2f || before === 0x3a || isDash(before);
  return !(joins && isDigit(window.at(at - 2)));
}

/** True if a number can end at a place: no letter, digit, per cent or decimals follow. */
export function mayEndNumber(window: TextWindow, end: number): boolean {
  const code = window.at(end);
  // `x` begins an extension.
  if (isAlphanumeric(code) && code !== 0x78) return false;
  if (code === 0x5f || code === 0x25) return false;
  const joins = code === 0x2e || code === 0x2c || code === 0x2f || code === 0x3a || isDash(code);
  return !(joins && isDigit(window.at(end + 1)));
}
