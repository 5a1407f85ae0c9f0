import { isUtf8 } from 'node:buffer';
import { isDeeperThan, keepLongIntegers, MAXIMUM_DEPTH, parseJsonText } from '@multilane/contracts';
import type { GatewayError } from '@multilane/errors';
import { invalidJson, type JsonMeter, refuseDepth } from './json-meter.js';

/** The bytes that a body was parsed from. */
export interface BodySource {
  /** Number of bytes. */
  readonly length: number;
  /** True if the body has an outline, which `inOutline` reads. */
  readonly isOutlined: boolean;
  /** False unless no escape of the bytes is known to be half a surrogate pair. */
  readonly isWellFormed: boolean;
  /**
   * The JSON of a body that was made of the parsed one by adding, replacing and removing members of the outermost object; nothing
   * further inside may have been changed in place. In pieces, of which the long ones are the client's bytes themselves and not a copy.
   * Undefined if a long member differs, or one that holds placeholders.
   */
  write(body: Readonly<Record<string, unknown>>): readonly Uint8Array[] | undefined;
}

/** A list of a body, of which only an outline was parsed. */
export interface OutlinedList {
  /** The list with placeholders in the place of its long texts. */
  readonly outline: readonly unknown[];
  /** The list itself, once it was read. */
  readonly parsed: readonly unknown[] | undefined;
}

/**
 * Member of a parsed body with its bytes, which copies do not get, and no JSON has. Not a WeakMap: V8's collections of
 * the young generation keep what is in one alive, with the whole body.
 */
const SOURCE = Symbol('source');

/** The bytes of a parsed body, if they may be sent for it; undefined also for a copy of it. */
export function sourceOf(body: unknown): BodySource | undefined {
  return (body as { readonly [SOURCE]?: BodySource } | null | undefined)?.[SOURCE];
}

/** True if a body has an outline, which `inOutline` reads. */
export function isOutlined(body: unknown): boolean {
  return sourceOf(body)?.isOutlined === true;
}

/** Has `sourceOf` find the bytes of a body, which must say what it says and nothing else. */
export function noteSource(body: object, source: BodySource): void {
  Object.defineProperty(body, SOURCE, { value: source, enumerable: false });
}

/**
 * Reads a request body as JSON (RFC 8259): UTF-8, with or without a byte order mark. Throws `invalid_json` for
 * anything else; the message says where, and never quotes the body.
 *
 * Of a member that occurs twice the last one counts. The gateway sends on what it serialises from the value returned
 * here, or bytes that are known to say the same (`keepSource`), so what is authorised is what is sent
 * (docs/contract/requests.md#json-bodies). So that unknown parameters are sent untouched
 * (docs/contract/chat.md#unknown-parameters), an integer that a double cannot hold stays in the value as raw JSON.
 *
 * @param meter one that has read the bytes, or nothing, and then reads them: what it knows is not looked for again
 */
export function parseJsonBody(bytes: Uint8Array, meter?: JsonMeter): unknown {
  const text = decodeBody(bytes);
  const value = parse(text);
  if (meter?.isUnread) meter.read(bytes);
  if (meter?.hasLongNumbers === false) return value;
  if (isDeeperThan(value, MAXIMUM_DEPTH)) throw refuseDepth();
  try {
    return keepLongIntegers(text, value, MOST_LONG_INTEGERS);
  } catch (error) {
    throw refuseLongIntegers(error);
  }
}

/** Each costs a hundred times what a number costs. */
export const MOST_LONG_INTEGERS = 20_000;

/** Error for a body that `keepLongIntegers` rejects. */
export function refuseLongIntegers(error: unknown): unknown {
  if (!(error instanceof RangeError)) return error;
  return invalidJson(`The request body holds more than ${MOST_LONG_INTEGERS} integers of more than 15 digits.`);
}

/** The text of a body, without a byte order mark. */
export function decodeBody(bytes: Uint8Array): string {
  return withoutByteOrderMark(decodeUtf8(bytes));
}

export function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw invalidJson('The request body is not encoded as UTF-8.');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function parse(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (error) {
    throw describeSyntaxError(text, error);
  }
}

/** Error for a text that the engine does not take for JSON. */
export function describeSyntaxError(text: string, error: unknown): GatewayError {
  if (text.trim() === '') return invalidJson('The request body is empty.');
  return invalidJson(`The request body is not valid JSON${describePlace(String(Object(error).message))}.`);
}

/** Takes from the engine's message the position only: other parts of it may quote the body. */
function describePlace(engineMessage: string): string {
  if (engineMessage === 'Unexpected end of JSON input') return ': it ends too early';
  const place = / at position (\d+) \(line (\d+) column (\d+)\)$/.exec(engineMessage);
  return place === null
    ? ': it holds something other than objects, lists, strings, numbers, true, false and null'
    : ` at position ${place[1]} (line ${place[2]}, column ${place[3]})`;
}
