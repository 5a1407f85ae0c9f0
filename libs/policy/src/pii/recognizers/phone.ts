import { isDigit } from '../characters.js';
import type { TextWindow } from '../text-window.js';
import { type DigitGroup, mayBeginNumber, mayEndNumber, readDigitGroups } from './digit-groups.js';
import { followsWord } from './follows-word.js';

/** E.164: digits of the longest number, country code and all. */
const LONGEST = 15;
/** The digits of a call prefix before it: 00 or 011. */
const CALL_PREFIX = 3;

const PLUS = 0x2b;
const OPEN = 0x28;

/** Words after which a number is one to call; in other places a number in one piece is taken for something else. */
const CONTEXT =
  /(?:^|[^a-z])(?:(?:tele)?phone|phone (?:number|no)|tel|call(?: me| us)?(?: (?:at|on))?|mobile|cell(?: ?phone)?|fax|whatsapp|sms|text(?: me)?(?: at)?|dial|ring(?: me)?|handy|telefon|rufnummer|t.l.phone|portable|tel.fono|m.vil|telefono|cellulare|telefoon)[^0-9a-z]{0,6}(?:(?:number|no|nr|num)[^0-9a-z]{0,3})?(?:is |at |on |:)?$/;

/** A telephone number: international, or in the forms that national numbers are written in. */
export function recognizePhone(window: TextWindow, at: number): number {
  const first = window.at(at);
  if (first !== PLUS && first !== OPEN && !isDigit(first)) return -1;
  if (!mayBeginNumber(window, at)) return -1;
  const isInternational = first === PLUS;
  const groups = readDigitGroups(window, isInternational ? at + 1 : at, LONGEST + CALL_PREFIX, isInternational);
  if (isPoint(groups)) return -1;
  for (let count = groups.length; count > 0; count--) {
    const end = groups[count - 1]?.end ?? -1;
    if (!mayEndNumber(window, end) || isDate(groups, count)) continue;
    if (isInternational ? isWorldNumber(groups, count) : isNational(groups, count)) return end;
    if (!isInternational && isSpokenOf(groups, count) && followsWord(window, at, CONTEXT)) return end;
  }
  return -1;
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

/** Whether the groups begin as a date does: 2026-11-21, 21.11.2026, 11/21/2026. */
function isDate(groups: readonly DigitGroup[], count: number): boolean {
  const [first = NONE, second = NONE, third = NONE] = groups;
  if (count < 3) return false;
  const lengths = `${first.digits.length}${second.digits.length}${third.digits.length}`;
  if (lengths === '422') return /^(?:19|20)/.test(first.digits) && isDayOrMonth(second) && isDayOrMonth(third);
  if (!/^[12][12]4$/.test(lengths)) return false;
  return isDayOrMonth(first) && isDayOrMonth(second) && /^(?:19|20)/.test(third.digits);
}

const NONE: DigitGroup = { digits: '', end: -1, separator: 'none', inParentheses: false };

function isDayOrMonth({ digits }: DigitGroup): boolean {
  const value = Number(digits);
  return value >= 1 && value <= 31;
}

/** The digits behind a plus or a call prefix. */
function isWorldNumber(groups: readonly DigitGroup[], count: number): boolean {
  // "+44 (0)20 …": the trunk digit is not dialled from abroad.
  return isWorldDigits(
    join(groups, count),
    groups.some(({ inParentheses, digits }) => inParentheses && digits === '0'),
  );
}

function isWorldDigits(digits: string, hasTrunk: boolean): boolean {
  const { length } = digits;
  if (length < 8 || length > LONGEST + (hasTrunk ? 1 : 0) || digits[0] === '0') return false;
  if (digits[0] === '1') return length === 11 && /^1[2-9]\d\d[2-9]/.test(digits);
  return digits[0] !== '7' || length === 11;
}

function isNational(groups: readonly DigitGroup[], count: number): boolean {
  const [first = NONE] = groups;
  const digits = join(groups, count);
  const isGrouped = count > 1;
  if (!isGrouped) return false;
  if (first.inParentheses) return isInParentheses(first, digits, count);
  if (digits.startsWith('00')) return isWorldDigits(digits.slice(2), false) && isEvenlySeparated(groups, 2, count);
  if (digits.startsWith('011') && first.digits === '011') return isWorldDigits(digits.slice(3), false);
  if (isNorthAmerican(groups, count)) return true;
  if (digits[0] === '0') return isTrunk(groups, digits, count);
  return isChineseMobile(groups, count);
}

/** (212) 555-1234, (030) 901820, (11) 91234-5678 */
function isInParentheses(first: DigitGroup, digits: string, count: number): boolean {
  const code = first.digits;
  if (code.length < 2 || code.length > 5 || /^(?:19|20)\d\d$/.test(code)) return false;
  const rest = digits.length - code.length;
  return count <= 5 && rest >= 6 && rest <= 9 && digits.length <= 12;
}

/** 212-555-1234, 1-212-555-1234, 1 (212) 555-1234, 212.555.1234: area and exchange begin with 2 to 9. */
function isNorthAmerican(groups: readonly DigitGroup[], count: number): boolean {
  const from = groups[0]?.digits === '1' ? 1 : 0;
  if (count - from !== 3) return false;
  const [area = NONE, exchange = NONE, line = NONE] = groups.slice(from, from + 3);
  if (!/^[2-9]\d\d$/.test(area.digits) || !/^[2-9]\d\d$/.test(exchange.digits) || line.digits.length !== 4)
    return false;
  return area.inParentheses || exchange.separator === line.separator;
}

/** 020 7946 0958, 06 12 34 56 78, 0171-1234567, 030/901 820 */
function isTrunk(groups: readonly DigitGroup[], digits: string, count: number): boolean {
  const code = groups[0]?.digits ?? '';
  if (!/^0[1-9]/.test(code) || code.length < 2 || code.length > 5) return false;
  if (digits.length < 9 || digits.length > 12 || count > 6) return false;
  for (let index = 1; index < count; index++) if ((groups[index]?.digits.length ?? 0) < 2) return false;
  return isEvenlySeparated(groups, 2, count);
}

/** From a group on, what stands between two is the same. */
function isEvenlySeparated(groups: readonly DigitGroup[], from: number, count: number): boolean {
  for (let index = from + 1; index < count; index++) {
    if (groups[index]?.separator !== groups[from]?.separator) return false;
  }
  return true;
}

function isChineseMobile(groups: readonly DigitGroup[], count: number): boolean {
  const [prefix = NONE, middle = NONE, last = NONE] = groups;
  return (
    count === 3 &&
    /^1[3-9]\d$/.test(prefix.digits) &&
    middle.digits.length === 4 &&
    last.digits.length === 4 &&
    middle.separator === last.separator
  );
}

/** What may be a number to call where a word says that one follows. */
function isSpokenOf(groups: readonly DigitGroup[], count: number): boolean {
  const { length } = join(groups, count);
  return length >= 7 && length <= LONGEST && count <= 6;
}
