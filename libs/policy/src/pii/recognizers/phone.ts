import { isAlphanumeric, isDigit, isHexDigit, isInnerSpace } from '../characters.js';
import type { TextWindow } from '../text-window.js';
import { isInternationalNumber, isNorthAmericanArea } from './country-numbers.js';
import { type DigitGroup, mayBeginNumber, mayEndNumber, NO_GROUP, readDigitGroups } from './digit-groups.js';
import { type Label, readLabel } from './label-words.js';

/** E.164: digits of the longest number, country code and all. */
const LONGEST = 15;
/** The digits of a call prefix before it: 00 or 011. */
const CALL_PREFIX = 3;
const FEWEST_SPOKEN = 7;

const PLUS = 0x2b;
const OPEN = 0x28;
const HASH = 0x23;
const BRACKET = 0x5b;

/**
 * A telephone number: international, or in the forms that national numbers are written in. A number in one piece, or in groups
 * that other numbers are written in too, is one only where the words before it say so.
 */
export function recognizePhone(window: TextWindow, at: number): number {
  const first = window.at(at);
  if (first !== PLUS && first !== OPEN && !isDigit(first)) return -1;
  if (!mayBeginNumber(window, at)) return -1;
  return first === PLUS ? recognizeInternational(window, at) : recognizeNational(window, at);
}

function recognizeInternational(window: TextWindow, at: number): number {
  const groups = readDigitGroups(window, at + 1, LONGEST + CALL_PREFIX, true);
  if (isPoint(groups) || hasStrayDot(groups)) return -1;
  for (let count = groups.length; count > 0; count--) {
    const end = groups[count - 1]?.end ?? -1;
    if (mayEndNumber(window, end) && !isDate(groups, count) && isWorldNumber(groups, count)) return end;
  }
  return -1;
}

function recognizeNational(window: TextWindow, at: number): number {
  const groups = readDigitGroups(window, at, LONGEST + CALL_PREFIX);
  if (isPoint(groups) || hasStrayDot(groups)) return -1;
  /** Null until it is asked for: reading it costs more than all the rest. */
  let label: Label | undefined | null = null;
  for (let count = groups.length; count > 0; count--) {
    const end = groups[count - 1]?.end ?? -1;
    if (!mayEndNumber(window, end) || isDate(groups, count)) continue;
    const isFormed = isNational(groups, count);
    if (!isFormed && !isSpokenOf(groups, count)) continue;
    if (label === null) label = readLabel(window, at);
    const isPhone = label === 'phone' ? isCalled(window, at) : isFormed && isSure(window, at, { groups, count, label });
    if (isPhone) return isAmount(window, end) ? -1 : end;
  }
  return -1;
}

interface Candidate {
  readonly groups: readonly DigitGroup[];
  readonly count: number;
  readonly label: Label | undefined;
}

/**
 * True if a national number is one without a word for it: none says otherwise, and it is no part of a list of numbers.
 */
function isSure(window: TextWindow, at: number, { groups, count, label }: Candidate): boolean {
  if (label === 'other' || label === 'id' || label === 'version' || window.at(at - 1) === HASH) return false;
  if (isInnerSpace(window.at(at - 1)) && isDigit(window.at(at - 2)) && !groups[0]?.inParentheses) return false;
  const end = groups[count - 1]?.end ?? -1;
  if (isInnerSpace(window.at(end)) && (isDigit(window.at(end + 1)) || isHexPair(window, end + 1))) return false;
  return label === 'card' || label === 'ssn' ? false : !isSpaced(groups, count) || !followsPlural(window, at);
}

/** `ab` as a word: the next byte of a dump. */
function isHexPair(window: TextWindow, at: number): boolean {
  return isHexDigit(window.at(at)) && isHexDigit(window.at(at + 1)) && !isAlphanumeric(window.at(at + 2));
}

function isSpaced(groups: readonly DigitGroup[], count: number): boolean {
  for (let index = 1; index < count; index++) if (groups[index]?.separator !== 'space') return false;
  return !groups[0]?.inParentheses;
}

const PLURAL = /(?:^|[^a-z])[a-z]{3,}s:? $/i;

/** "bins 212 555 1234": a plural is followed by a list. */
function followsPlural(window: TextWindow, at: number): boolean {
  return PLURAL.test(window.slice(at - 20, at));
}

/** `call(2125550142)` calls a function; `([2405664](…))` links to a commit. */
function isCalled(window: TextWindow, at: number): boolean {
  const before = window.at(at - 1);
  return before !== BRACKET && !(before === OPEN && /[a-z\d_]\($/i.test(window.slice(at - 2, at)));
}

const AMOUNT =
  /^ ?(?:[€$£¥₽₹%*]|(?:units|users|people|times|bytes|ms|ns|µs|euros?|dollars?|usd|eur|kr|kč|zł|ft|km|kg|won|yen|inhabitants|habitants|habitantes|einwohner|entries|records|rows|requests|tokens)(?![\p{L}]))/iu;

/** True if a currency or a unit follows. */
function isAmount(window: TextWindow, end: number): boolean {
  const code = window.at(end);
  if (code === 0x2c || code === 0x29 || code === 0x22 || code === 0x0a) return false;
  window.at(end + 12);
  return AMOUNT.test(window.slice(end, end + 13));
}

function join(groups: readonly DigitGroup[], count: number): string {
  let digits = '';
  for (let index = 0; index < count; index++) digits += groups[index]?.digits;
  return digits;
}

/** A decimal number: two groups with a dot between them. */
function isPoint(groups: readonly DigitGroup[]): boolean {
  return groups.length === 2 && groups[1]?.separator === 'dot' && !groups[0]?.inParentheses;
}

/** A dot among other separators belongs to a decimal number, such as a coordinate; "030.1234-56" has it first. */
function hasStrayDot(groups: readonly DigitGroup[]): boolean {
  let dots = 0;
  for (let index = 1; index < groups.length; index++) if (groups[index]?.separator === 'dot') dots++;
  return dots > 0 && dots < groups.length - 1 && !(groups[1]?.separator === 'dot' && groups[0]?.digits[0] === '0');
}

/** True if the groups begin as a date does: 2026-11-21, 21.11.2026, 11/21/2026. */
function isDate(groups: readonly DigitGroup[], count: number): boolean {
  const [first = NO_GROUP, second = NO_GROUP, third = NO_GROUP] = groups;
  if (count === 1) return /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{4}|\d{6})?$/.test(first.digits);
  if (count < 3) return false;
  const lengths = `${first.digits.length}${second.digits.length}${third.digits.length}`;
  if (lengths === '422') return /^(?:19|20)/.test(first.digits) && isDayOrMonth(second) && isDayOrMonth(third);
  if (!/^[12][12]4$/.test(lengths)) return false;
  return isDayOrMonth(first) && isDayOrMonth(second) && /^(?:19|20)/.test(third.digits);
}

function isDayOrMonth({ digits }: DigitGroup): boolean {
  const value = Number(digits);
  return value >= 1 && value <= 31;
}

/** The digits behind a plus. "+44 (0)20 …": the trunk digit is not dialled from abroad. */
function isWorldNumber(groups: readonly DigitGroup[], count: number): boolean {
  let hasTrunk = false;
  for (let index = 1; index < count; index++) {
    const group = groups[index];
    if (group?.inParentheses && group.digits[0] === '0') hasTrunk = true;
  }
  return isInternationalNumber(join(groups, count), hasTrunk);
}

function isNational(groups: readonly DigitGroup[], count: number): boolean {
  const [first = NO_GROUP] = groups;
  const digits = join(groups, count);
  if (count < 2) return false;
  if (first.inParentheses) return isInParentheses(first, digits, count);
  if (digits.startsWith('00'))
    return isInternationalNumber(digits.slice(2), false) && isEvenlySeparated(groups, 2, count);
  if (first.digits === '011' && isInternationalNumber(digits.slice(3), false)) return true;
  if (isNorthAmerican(groups, count)) return true;
  if (digits[0] === '0') return isTrunk(groups, digits, count);
  return isChineseMobile(groups, count) || isRussian(groups, digits, count);
}

/** (212) 555-1234, (030) 901820, (11) 91234-5678 */
function isInParentheses(first: DigitGroup, digits: string, count: number): boolean {
  const code = first.digits;
  if (code.length < 2 || code.length > 5 || /^(?:19|20)\d\d$|^[1-9]0$/.test(code)) return false;
  const rest = digits.length - code.length;
  return count <= 5 && rest >= 6 && rest <= 9 && digits.length <= 12;
}

/** 212-555-1234, 1-212-555-1234, 1 (212) 555-1234, 212.555.1234: area and exchange begin with 2 to 9. */
function isNorthAmerican(groups: readonly DigitGroup[], count: number): boolean {
  const from = groups[0]?.digits === '1' ? 1 : 0;
  if (count - from !== 3) return false;
  const [area = NO_GROUP, exchange = NO_GROUP, line = NO_GROUP] = groups.slice(from, from + 3);
  if (!isNorthAmericanArea(area.digits) || !/^[2-9]\d\d$/.test(exchange.digits) || line.digits.length !== 4)
    return false;
  return area.inParentheses || exchange.separator === line.separator;
}

/** 020 7946 0958, 06 12 34 56 78, 0171-1234567, 030/901 820 */
function isTrunk(groups: readonly DigitGroup[], digits: string, count: number): boolean {
  const code = groups[0]?.digits ?? '';
  if (!/^0[1-9]/.test(code) || code.length < 2 || code.length > 5) return false;
  if (digits.length < 9 || digits.length > 12 || count > 6) return false;
  let pairs = 0;
  for (let index = 0; index < count; index++) {
    const { length } = groups[index]?.digits ?? '';
    if (length < 2) return false;
    if (length === 2) pairs++;
  }
  // Pairs alone are a French number, or a list, a time or a dump.
  if (pairs === count && (count !== 5 || isCounting(groups))) return false;
  return isEvenlySeparated(groups, 2, count);
}

/** 01 02 03 04 05 */
function isCounting(groups: readonly DigitGroup[]): boolean {
  const first = Number(groups[0]?.digits);
  return groups.slice(0, 5).every(({ digits }, index) => Number(digits) === first + index);
}

/** From a group on, the separator is the same. */
function isEvenlySeparated(groups: readonly DigitGroup[], from: number, count: number): boolean {
  for (let index = from + 1; index < count; index++) {
    if (groups[index]?.separator !== groups[from]?.separator) return false;
  }
  return true;
}

function isChineseMobile(groups: readonly DigitGroup[], count: number): boolean {
  const [prefix = NO_GROUP, middle = NO_GROUP, last = NO_GROUP] = groups;
  return (
    count === 3 &&
    /^1[3-9]\d$/.test(prefix.digits) &&
    middle.digits.length === 4 &&
    last.digits.length === 4 &&
    middle.separator === last.separator
  );
}

/** 8 (916) 123-45-67 */
function isRussian(groups: readonly DigitGroup[], digits: string, count: number): boolean {
  return groups[0]?.digits === '8' && count >= 4 && digits.length === 11 && /^8[3489]\d\d/.test(digits);
}

/** True if the groups may be a number to call after a word that announces one. */
function isSpokenOf(groups: readonly DigitGroup[], count: number): boolean {
  const { length } = join(groups, count);
  return length >= FEWEST_SPOKEN && length <= LONGEST && count <= 6;
}
