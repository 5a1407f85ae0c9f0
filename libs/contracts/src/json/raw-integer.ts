import { findStringEnd, QUOTE } from './json-strings.js';
import { isDeeperThan, MAXIMUM_DEPTH, parseJsonText, parseJsonTextInTurns } from './parse-json-text.js';

/**
 * Raw values of JSON (ECMAScript 2026), which Node 24 has and the compiler's ES2023 library does not declare. A raw value
 * is an opaque, frozen object that `JSON.stringify` writes as the very text it was made of.
 */
interface JsonWithRawValues {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
}

const json: JsonWithRawValues = JSON as Partial<JsonWithRawValues> as JsonWithRawValues;

/** Integers of fewer digits fit a double. */
const SHORTEST_LONG_INTEGER = 16;

/** The first integer that is not safe. Stand-ins for long integers are at least as large. */
const FIRST_STAND_IN = 2 ** 53;

/**
 * A parsed JSON value with every integer whose digits a double would change as raw JSON; `text` is what it was parsed
 * of, and `value` is changed or returned as it is. Takes time in proportion to the text, whatever it holds, and no more
 * than one look through the text where it holds no 16 digits in a row. A value of too many levels is returned as it is.
 *
 * @throws RangeError if there are more than `most` of them: each costs far more than a number
 */
export function keepLongIntegers(text: string, value: unknown, most = Number.POSITIVE_INFINITY): unknown {
  if (!hasManyDigits(text) || isDeeperThan(value, MAXIMUM_DEPTH) || !holdsUnsafeInteger(value)) return value;
  const { text: marked, values } = markUnsafeIntegers(text, most);
  return putBack(parseJsonText(marked), values);
}

/** The same for a text so large that each step is a turn of its own: `pause` lets others run in between. */
export async function keepLongIntegersInTurns(
  text: string,
  value: unknown,
  pause: () => Promise<void>,
  most: number,
): Promise<unknown> {
  if (!hasManyDigits(text)) return value;
  await pause();
  if (!holdsUnsafeInteger(value)) return value;
  const { text: marked, values } = markUnsafeIntegers(text, most);
  await pause();
  const parsed = await parseJsonTextInTurns(marked, pause);
  await pause();
  return putBack(parsed, values);
}

/**
 * True if there are as many digits in a row as a long integer has, in a string or out of one. One look in sixteen finds
 * them.
 */
function hasManyDigits(text: string): boolean {
  for (let at = SHORTEST_LONG_INTEGER - 1; at < text.length; at += SHORTEST_LONG_INTEGER) {
    if (!isDigit(text, at)) continue;
    let from = at;
    while (from > 0 && at - from < SHORTEST_LONG_INTEGER && isDigit(text, from - 1)) from--;
    let end = at + 1;
    while (end - from < SHORTEST_LONG_INTEGER && isDigit(text, end)) end++;
    if (end - from >= SHORTEST_LONG_INTEGER) return true;
  }
  return false;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/** True if a value of a parsed body is an integer that was preserved as raw JSON; it is no object of the caller's. */
export function isRawInteger(value: unknown): boolean {
  return json.isRawJSON(value);
}

/** Every finite double of this size is an integer. */
function isUnsafeInteger(value: unknown): value is number {
  return typeof value === 'number' && (value >= FIRST_STAND_IN || value <= -FIRST_STAND_IN) && Number.isFinite(value);
}

function holdsUnsafeInteger(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isUnsafeInteger(value);
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (holdsUnsafeInteger(value[index])) return true;
    return false;
  }
  const members = value as Record<string, unknown>;
  for (const name in members) if (holdsUnsafeInteger(members[name])) return true;
  return false;
}

/**
 * Replaces every number that means an unsafe integer with another one that encodes its index in `values`. So
 * the unsafe integers of what is parsed of the new text are those stand-ins and no others, wherever they end up.
 */
function markUnsafeIntegers(text: string, most: number): { text: string; values: (number | object)[] } {
  const pieces: string[] = [];
  const values: (number | object)[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = findStringEnd(text, at + 1);
    } else if (isNumberPart(code)) {
      const end = findNumberEnd(text, at);
      const value = mayBeUnsafe(text, at, end) ? Number(text.slice(at, end)) : 0;
      if (isUnsafeInteger(value)) {
        pieces.push(text.slice(copied, at), String(FIRST_STAND_IN + 2 * values.length));
        values.push(keepDigits(text.slice(at, end), value));
        if (values.length > most) throw new RangeError(`there are more than ${most} long integers`);
        copied = end;
      }
      at = end;
    } else at++;
  }
  return { text: pieces.join('') + text.slice(copied), values };
}

/** Only an integer's own digits are preserved; other ways to write a number mean the double they always meant. */
function keepDigits(source: string, value: number): number | object {
  return /^-?\d+$/.test(source) && String(value) !== source ? json.rawJSON(source) : value;
}

function putBack(value: unknown, values: readonly (number | object)[]): unknown {
  if (typeof value !== 'object' || value === null) {
    return isUnsafeInteger(value) ? values[(value - FIRST_STAND_IN) / 2] : value;
  }
  // Assigning to a member that the parser made, `__proto__` too, changes that member alone.
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      const restored = putBack(item, values);
      if (restored !== item) value[index] = restored;
    }
    return value;
  }
  const members = value as Record<string, unknown>;
  for (const name in members) {
    const restored = putBack(members[name], values);
    if (restored !== members[name]) members[name] = restored;
  }
  return value;
}

const MINUS = 0x2d;

function findNumberEnd(text: string, from: number): number {
  let end = from + 1;
  while (end < text.length && isNumberPart(text.charCodeAt(end), true)) end++;
  return end;
}

/** True if a character begins a number of JSON or, `within` one, continues with it. */
function isNumberPart(code: number, within = false): boolean {
  if ((code >= 0x30 && code <= 0x39) || code === MINUS) return true;
  return within && (code === 0x2e || code === 0x2b || code === 0x45 || code === 0x65);
}

/** A short number is a safe integer unless it has an exponent. */
function mayBeUnsafe(text: string, from: number, end: number): boolean {
  if (end - from >= SHORTEST_LONG_INTEGER) return true;
  for (let at = from; at < end; at++) if ((text.charCodeAt(at) | 0x20) === 0x65) return true;
  return false;
}
