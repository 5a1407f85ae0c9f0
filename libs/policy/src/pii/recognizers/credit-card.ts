import { isAlphanumeric, isDigit } from '../characters.js';
import type { TextWindow } from '../text-window.js';
import { mayBeginNumber, readDigitGroups } from './digit-groups.js';

const SHORTEST = 13;
const LONGEST = 19;

/** A card number of an issuer's range that passes Luhn, in one piece or with spaces, dashes or dots. */
export function recognizeCreditCard(window: TextWindow, at: number): number {
  if (!isDigit(window.at(at)) || !mayBeginNumber(window, at)) return -1;
  const groups = readDigitGroups(window, at, LONGEST);
  let count = groups.length;
  for (let index = 1; index < count; index++) {
    const { separator, inParentheses } = groups[index] as (typeof groups)[number];
    if (inParentheses || (separator !== 'space' && separator !== 'dash' && separator !== 'dot')) count = index;
  }
  let digits = '';
  for (let index = 0; index < count; index++) digits += groups[index]?.digits;
  for (let index = count - 1; index >= 0 && digits.length >= SHORTEST; index--) {
    const { digits: last, end } = groups[index] as (typeof groups)[number];
    if (!isAlphanumeric(window.at(end)) && isIssued(digits) && passesLuhn(digits)) return end;
    digits = digits.slice(0, -last.length);
  }
  return -1;
}

/** Whether a number of this length can begin like this (ISO/IEC 7812; the ranges the networks publish). */
function isIssued(digits: string): boolean {
  const { length } = digits;
  const first = Number(digits.slice(0, 2));
  const four = Number(digits.slice(0, 4));
  if (digits[0] === '4') return length === 13 || length === 16 || length === 19;
  if (first >= 51 && first <= 55) return length === 16;
  if (four >= 2221 && four <= 2720) return length === 16;
  if (first === 34 || first === 37) return length === 15;
  if (first === 36 || first === 38 || first === 39 || (four >= 3000 && four <= 3059)) return length >= 14;
  if (four >= 3528 && four <= 3589) return length >= 16;
  return (first >= 60 && first <= 69) || first === 50 || (first >= 56 && first <= 59) || first === 81
    ? length >= 16
    : four >= 2200 && four <= 2204 && length >= 16;
}

/** ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 0x30;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0 && !/^(\d)\1+$/.test(digits);
}
