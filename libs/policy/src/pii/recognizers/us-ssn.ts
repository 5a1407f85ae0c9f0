import { isDigit } from '../characters.js';
import type { TextWindow } from '../text-window.js';
import { mayBeginNumber, mayEndNumber, readDigitGroups } from './digit-groups.js';
import { followsWord } from './follows-word.js';

const CONTEXT = /(?:^|[^a-z])(?:ssn|ss#|social security(?: (?:number|no))?|social)[^0-9]{0,10}$/;

/** A social security number that can have been issued, as 123-45-6789; in one piece only where a word says so. */
export function recognizeUsSsn(window: TextWindow, at: number): number {
  if (!isDigit(window.at(at)) || !mayBeginNumber(window, at)) return -1;
  const [area, group, serial] = readDigitGroups(window, at, 9);
  if (!area) return -1;
  if (area.digits.length === 9 && mayEndNumber(window, area.end)) {
    const { digits, end } = area;
    const isIssued = isIssuable(digits.slice(0, 3), digits.slice(3, 5), digits.slice(5));
    return isIssued && followsWord(window, at, CONTEXT) ? end : -1;
  }
  if (area.digits.length !== 3 || group?.digits.length !== 2 || serial?.digits.length !== 4) return -1;
  const isEven = group.separator === serial.separator && (group.separator === 'dash' || group.separator === 'space');
  if (!isEven || area.inParentheses || !mayEndNumber(window, serial.end)) return -1;
  return isIssuable(area.digits, group.digits, serial.digits) ? serial.end : -1;
}

/** Social Security Administration, "Social Security Number Randomization": what is never assigned. */
function isIssuable(area: string, group: string, serial: string): boolean {
  return area !== '000' && area !== '666' && area[0] !== '9' && group !== '00' && serial !== '0000';
}
