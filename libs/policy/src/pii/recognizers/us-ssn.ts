import { isDigit, isInnerSpace } from '../characters.js';
import type { TextWindow } from '../text-window.js';
import { type DigitGroup, mayBeginNumber, mayEndNumber, readDigitGroups } from './digit-groups.js';
import { readLabel } from './label-words.js';

const EQUALS = 0x3d;

/**
 * A social security number that can have been issued, as 123-45-6789, unless the words before it call it something else; with
 * spaces or in one piece only where they say so.
 */
export function recognizeUsSsn(window: TextWindow, at: number): number {
  if (!isDigit(window.at(at)) || !mayBeginNumber(window, at)) return -1;
  const [area, group, serial] = readDigitGroups(window, at, 9);
  if (!area) return -1;
  if (area.digits.length === 9 && mayEndNumber(window, area.end)) {
    const { digits, end } = area;
    const isIssued = isIssuable(digits.slice(0, 3), digits.slice(3, 5), digits.slice(5));
    return isIssued && readLabel(window, at) === 'ssn' ? end : -1;
  }
  return group && serial && !area.inParentheses ? recognizeGroups(window, at, [area, group, serial]) : -1;
}

function recognizeGroups(
  window: TextWindow,
  at: number,
  [area, group, serial]: readonly [DigitGroup, DigitGroup, DigitGroup],
): number {
  if (area.digits.length !== 3 || group.digits.length !== 2 || serial.digits.length !== 4) return -1;
  if (group.separator !== serial.separator || !mayEndNumber(window, serial.end)) return -1;
  if (!isIssuable(area.digits, group.digits, serial.digits)) return -1;
  // "123-45-6789 = -6711" is a subtraction.
  if (isInnerSpace(window.at(serial.end)) && window.at(serial.end + 1) === EQUALS) return -1;
  const label = readLabel(window, at);
  if (group.separator === 'space') return label === 'ssn' || label === 'id' ? serial.end : -1;
  return group.separator === 'dash' && label !== 'other' && label !== 'version' ? serial.end : -1;
}

/** Social Security Administration, "Social Security Number Randomization": what is never assigned. */
function isIssuable(area: string, group: string, serial: string): boolean {
  return area !== '000' && area !== '666' && area[0] !== '9' && group !== '00' && serial !== '0000';
}
