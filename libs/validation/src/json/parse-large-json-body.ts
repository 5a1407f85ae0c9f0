import { keepLongIntegersInTurns, parseJsonTextInTurns } from '@multilane/contracts';
import { invalidJson, type LongString } from './json-meter.js';
import {
  decodeBody,
  decodeUtf8,
  describeSyntaxError,
  MOST_LONG_INTEGERS,
  refuseLongIntegers,
} from './parse-json-body.js';
import { type Pause, parseJsonInSlices } from './parse-json-in-slices.js';

export type { Pause } from './parse-json-in-slices.js';

/**
 * Parses a large body as `parseJsonBody` does, in many turns of the event loop. Long strings are extracted first and
 * parsed one by one, so that every other step, and there may be several, handles little.
 *
 * @param bytes what a `JsonMeter` has read, so that they hold no more levels than are allowed
 * @param longStrings what it found
 * @param secret letters and digits that no client can guess: a string that begins with them counts as a long string's
 *   stand-in
 * @param hasLongNumbers false if the meter found none
 */
export async function parseLargeJsonBody(
  bytes: Buffer,
  longStrings: readonly LongString[],
  pause: Pause,
  secret: string,
  hasLongNumbers = true,
): Promise<unknown> {
  const standIn = `stand-in ${secret} `;
  const text = decodeBody(longStrings.length === 0 ? bytes : putStandIns(bytes, longStrings, standIn));
  await pause();
  const refuse = (error: unknown): never => {
    throw longStrings.length === 0
      ? describeSyntaxError(text, error)
      : invalidJson('The request body is not valid JSON.');
  };
  const value = await parseJsonTextInTurns(text, pause).catch(refuse);
  await pause();
  const keep = (): Promise<unknown> => keepLongIntegersInTurns(text, value, pause, MOST_LONG_INTEGERS);
  const kept = !hasLongNumbers
    ? value
    : await keep().catch((error: unknown) => {
        throw refuseLongIntegers(error);
      });
  return longStrings.length === 0 ? kept : putLongStringsBack(kept, bytes, longStrings, pause, standIn);
}

/**
 * The same for an answer of a provider, which may hold more: lists and objects are put together from slices. Bytes that are not
 * UTF-8 are replaced, as in smaller answers, except in long strings.
 *
 * @param keepsLongIntegers whether an integer that a double cannot hold becomes raw JSON
 * @throws SyntaxError as `JSON.parse` does, and GatewayError for a long string that is none
 */
export async function parseLargeAnswer(
  bytes: Buffer,
  longStrings: readonly LongString[],
  pause: Pause,
  secret: string,
  keepsLongIntegers: boolean,
): Promise<unknown> {
  const standIn = `stand-in ${secret} `;
  const short = longStrings.length === 0 ? bytes : putStandIns(bytes, longStrings, standIn);
  const value = await parseJsonInSlices(short, pause, keepsLongIntegers);
  return longStrings.length === 0 ? value : putLongStringsBack(value, bytes, longStrings, pause, standIn);
}

async function putLongStringsBack(
  value: unknown,
  bytes: Buffer,
  longStrings: readonly LongString[],
  pause: Pause,
  standIn: string,
): Promise<unknown> {
  const texts = new Map<string, string>();
  for (const [index, { start, end }] of longStrings.entries()) {
    texts.set(`${standIn}${index}`, await parseString(bytes.subarray(start, end), pause));
  }
  await pause();
  return putBack(value, texts, standIn);
}

function putStandIns(bytes: Buffer, longStrings: readonly LongString[], standIn: string): Buffer {
  const pieces: Buffer[] = [];
  let copied = 0;
  for (const [index, { start, end }] of longStrings.entries()) {
    pieces.push(bytes.subarray(copied, start), Buffer.from(`${standIn}${index}`));
    copied = end;
  }
  pieces.push(bytes.subarray(copied));
  return Buffer.concat(pieces);
}

/** Parses a string of JSON, without its quotes: a slice in each turn. */
async function parseString(bytes: Buffer, pause: Pause): Promise<string> {
  const slices: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = findCut(bytes, from, Math.min(from + SLICE_BYTES, bytes.length));
    slices.push(parseSlice(decodeUtf8(bytes.subarray(from, end))));
    from = end;
    await pause();
  }
  return slices.length === 1 ? (slices[0] ?? '') : slices.join('');
}

const SLICE_BYTES = 4 * 1024 * 1024;

/**
 * Finds the place to cut a string at `end` or shortly before, at least ten bytes behind `from`: not within a character
 * and not within an escape.
 */
export function findCut(bytes: Uint8Array, from: number, end: number): number {
  if (end >= bytes.length) return bytes.length;
  let cut = end;
  while (end - cut < 3 && ((bytes[cut] ?? 0) & 0xc0) === 0x80) cut--;
  for (let at = cut - 1; at >= cut - LONGEST_ESCAPE && at >= from; at--) {
    if (bytes[at] !== BACKSLASH) continue;
    let first = at;
    while (first > from && bytes[first - 1] === BACKSLASH) first--;
    // An even number of backslashes are escapes of themselves, and whole.
    if ((at - first) % 2 === 1) return cut;
    const length = bytes[at + 1] === LETTER_U ? LONGEST_ESCAPE : 2;
    return at + length > cut ? at : cut;
  }
  return cut;
}

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** Length of an escape such as `\u0041`. */
const LONGEST_ESCAPE = 6;

function parseSlice(written: string): string {
  if (!written.includes('\\') && !CONTROL.test(written)) return written;
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    throw invalidJson(
      'The request body is not valid JSON: a string holds an escape or a character that it may not hold.',
    );
  }
}

/** Characters that a string of JSON may not hold as such (RFC 8259, section 7). */
const CONTROL = /[^\u0020-\uffff]/;

/** Changes `value` in place: assigning to a member that the parser made, `__proto__` too, changes that alone. */
function putBack(value: unknown, texts: ReadonlyMap<string, string>, standIn: string): unknown {
  if (typeof value === 'string') return value.startsWith(standIn) ? (texts.get(value) ?? value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      const text = putBack(item, texts, standIn);
      if (text !== item) value[index] = text;
    }
    return value;
  }
  const members = value as Record<string, unknown>;
  for (const name in members) {
    if (name.startsWith(standIn)) throw invalidJson('The request body holds a name of more than 64 KB.');
    const member = members[name];
    const text = putBack(member, texts, standIn);
    if (text !== member) members[name] = text;
  }
  return value;
}
