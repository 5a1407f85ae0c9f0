import { isAlphanumeric, isDigit, isInnerSpace } from '../characters.js';
import type { TextWindow } from '../text-window.js';
import { type DigitGroup, mayBeginNumber, NO_GROUP, readDigitGroups } from './digit-groups.js';
import { type Label, readLabel } from './label-words.js';

const SHORTEST = 13;
const LONGEST = 19;

/** Groupings that networks print; digit by digit, people type them. */
const GROUPINGS = /^(?:4,4,4,4(?:,[1-3])?|4,6,[45]|4,4,4,1|6,(?:10|13)|4,4,5|8,8|1(?:,1)+)$/;

const HASH = 0x23;

/**
 * A card number of an issuer's range that passes Luhn, in one piece or with spaces, dashes or dots. One number in ten passes
 * Luhn: in one piece it is none if the words before it say so, in unusual groups only where they say that it is one.
 */
export function recognizeCreditCard(window: TextWindow, at: number): number {
  if (!isDigit(window.at(at)) || !mayBeginNumber(window, at)) return -1;
  const groups = readDigitGroups(window, at, LONGEST, true);
  let count = groups.length;
  for (let index = 1; index < count; index++) {
    const { separator, inParentheses } = groups[index] as DigitGroup;
    if (inParentheses || (separator !== 'space' && separator !== 'dash' && separator !== 'dot')) count = index;
  }
  let digits = '';
  for (let index = 0; index < count; index++) digits += groups[index]?.digits;
  for (; count > 0 && digits.length >= SHORTEST; count--) {
    const { digits: last, end } = groups[count - 1] as DigitGroup;
    if (mayEndCard(window, end) && passesLuhn(digits) && isCard(window, at, { groups, count, digits })) return end;
    digits = digits.slice(0, -last.length);
  }
  return -1;
}

interface Candidate {
  readonly groups: readonly DigitGroup[];
  readonly count: number;
  readonly digits: string;
}

function isCard(window: TextWindow, at: number, { groups, count, digits }: Candidate): boolean {
  const label = readLabel(window, at);
  if (!isIssued(digits, label === 'card')) return false;
  if (label === 'card') return true;
  if (window.at(at - 1) === HASH) return false;
  if (count === 1) return isSureAlone(window, at, { label, digits });
  return hasUsualGroups(groups, count) && !isInDump(window, at, groups[count - 1] ?? NO_GROUP);
}

/** Thirteen digits were Visa's long ago, and are a barcode today. */
function isSureAlone(
  window: TextWindow,
  at: number,
  { label, digits }: { label: Label | undefined; digits: string },
): boolean {
  if (label === 'other' || label === 'id' || label === 'version' || digits.length === SHORTEST) return false;
  return !isOperand(window, at, at + digits.length);
}

function hasUsualGroups(groups: readonly DigitGroup[], count: number): boolean {
  let lengths = '';
  for (let index = 0; index < count; index++) lengths += `${index > 0 ? ',' : ''}${groups[index]?.digits.length}`;
  return GROUPINGS.test(lengths);
}

const FOUR_BEFORE = /(?:^|\D)\d{4} $/;
const FOUR_BEHIND = /^ \d{4}(?!\d)/;

/** Further groups of four around it make it a part of a dump. */
function isInDump(window: TextWindow, at: number, { digits, end }: DigitGroup): boolean {
  if (digits.length === 1) return isInnerSpace(window.at(at - 1)) && isDigit(window.at(at - 2));
  if (FOUR_BEFORE.test(window.slice(at - 6, at))) return true;
  if (!isInnerSpace(window.at(end)) || !isDigit(window.at(end + 1))) return false;
  window.at(end + 5);
  return FOUR_BEHIND.test(window.slice(end, end + 6));
}

const OPERATOR_BEFORE = /(?:[*+%<]|[\s)]>=?|[<>=!]=) ?$/;
const OPERATOR_BEHIND = /^ ?(?:[*+%<]|[-/] ?\d|[<>]=|bytes(?![a-z])|[mnµ]s(?![a-z]))/i;

/** True if a number is calculated with, or counts something. */
function isOperand(window: TextWindow, at: number, end: number): boolean {
  if (OPERATOR_BEFORE.test(window.slice(at - 4, at))) return true;
  const code = window.at(end);
  if (code === 0x22 || code === 0x2c || code === 0x0a) return false;
  window.at(end + 7);
  return OPERATOR_BEHIND.test(window.slice(end, end + 8));
}

/** No letter, underscore or decimal follows. */
function mayEndCard(window: TextWindow, end: number): boolean {
  const code = window.at(end);
  if (isAlphanumeric(code) || code === 0x5f) return false;
  return !((code === 0x2e || code === 0x2d) && isDigit(window.at(end + 1)));
}

interface IssuerRange {
  /** The first four digits. */
  readonly from: number;
  readonly to: number;
  readonly lengths: readonly number[];
}

const LONG: readonly number[] = [16, 17, 18, 19];

/** ISO/IEC 7812; the ranges that the networks publish. */
const RANGES: readonly IssuerRange[] = [
  { from: 4000, to: 4999, lengths: [13, 16, 19] },
  { from: 5100, to: 5599, lengths: [16] },
  { from: 2221, to: 2720, lengths: [16] },
  { from: 3400, to: 3499, lengths: [15] },
  { from: 3700, to: 3799, lengths: [15] },
  { from: 3600, to: 3699, lengths: [14, ...LONG] },
  { from: 3800, to: 3999, lengths: [14, ...LONG] },
  { from: 3000, to: 3059, lengths: [14, ...LONG] },
  { from: 3528, to: 3589, lengths: LONG },
  { from: 2200, to: 2204, lengths: LONG },
  { from: 6000, to: 6999, lengths: LONG },
  { from: 5000, to: 5099, lengths: LONG },
  { from: 5600, to: 5999, lengths: LONG },
  { from: 8100, to: 8299, lengths: LONG },
  { from: 9792, to: 9792, lengths: LONG },
];

/** Ranges that are cards only if words say so: short Maestro numbers, and those of one country. */
const RARE_RANGES: readonly IssuerRange[] = [
  { from: 5000, to: 5099, lengths: [13, 14, 15] },
  { from: 5600, to: 6999, lengths: [13, 14, 15] },
  { from: 9400, to: 9499, lengths: [16] },
];

/** True if a number of this length can begin like this. `isNamed`: words say that it is a card. */
function isIssued(digits: string, isNamed: boolean): boolean {
  const head = Number(digits.slice(0, 4));
  const isIn = ({ from, to, lengths }: IssuerRange): boolean =>
    head >= from && head <= to && lengths.includes(digits.length);
  return RANGES.some(isIn) || (isNamed && RARE_RANGES.some(isIn));
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
