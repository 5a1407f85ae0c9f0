import { isRecord, parseJsonText, placeholderFor, readsOutline } from '@multilane/contracts';
import type { JsonMeter, LongText, MemberPlace } from './json-meter.js';
import { keepSource } from './json-source.js';
import { type OutlinedList, sourceOf } from './parse-json-body.js';

/** The member that long prompts are in. */
const MEMBER = 'messages';

/** Members whose texts may be anything, so that no check needs to read them. */
const FREE_TEXT =
  /(?<!\\)"(?:arguments|content|data|file_data|input|reasoning_content|text|thinking)"[ \t\r\n]*:[ \t\r\n]*$/;

/** An address is read, unless it is the data itself. */
const ADDRESS = /(?<!\\)"url"[ \t\r\n]*:[ \t\r\n]*$/;
const DATA_ADDRESS = 'data:';

/** So much is looked at of what is before a text. */
const BEFORE_BYTES = 48;

/** An escape of a surrogate, alone or in a pair. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

/** More is not parsed in one turn of the event loop. */
const MOST_OUTLINE_BYTES = 256 * 1024;

/** A list that is parsed when it is read. */
class UnreadList implements OutlinedList {
  parsed: readonly unknown[] | undefined;

  constructor(
    readonly outline: readonly unknown[],
    private readonly bytes: Buffer,
    /** Position in the bytes. */
    private readonly from: number,
    private readonly to: number,
  ) {}

  read(): readonly unknown[] {
    this.parsed ??= parseJsonText(this.bytes.toString('utf8', this.from, this.to)) as unknown[];
    return this.parsed;
  }
}

const LIST = Symbol('list');

interface OutlinedBody {
  readonly [LIST]: UnreadList;
}

/** One for all bodies: a function of each body's own would cost more than the member. */
const ACCESSOR: PropertyDescriptor & ThisType<OutlinedBody> = {
  get() {
    const list = this[LIST];
    if (readsOutline()) return list.outline;
    const value = list.read();
    define(this, value);
    return value;
  },
  set(value: unknown) {
    define(this, value);
  },
  enumerable: true,
  configurable: true,
};

function define(body: object, value: unknown): void {
  Object.defineProperty(body, MEMBER, { value, writable: true, enumerable: true, configurable: true });
}

/**
 * Parses a body with a long conversation as `parseJsonBody` does, but only when it is read. Until then it is known by
 * its outline (`inOutline`), and by its bytes (`sourceOf`). Undefined where that is not sure to be the same, or saves
 * nothing: the body is to be parsed as any other.
 *
 * @param bytes UTF-8
 * @param meter one whose `readWhole` has read them
 */
export function parseOutlined(bytes: Buffer, meter: JsonMeter): object | undefined {
  // Their numbers or members are not known well enough to be sent as they came.
  if (meter.hasLongNumbers || !meter.hasAllPlaces) return undefined;
  const place = meter.places.find(({ nameEnd, nameStart }) => bytes.toString('latin1', nameStart, nameEnd) === MEMBER);
  if (place === undefined) return undefined;
  const texts = meter.longTexts.filter((text) => isFree(bytes, place, text));
  if (texts.length === 0) return undefined;
  const outline = writeOutline(bytes, texts);
  if (outline === undefined) return undefined;
  const body = parse(outline);
  if (!isRecord(body) || !Array.isArray(body[MEMBER])) return undefined;
  const list = new UnreadList(body[MEMBER], bytes, bytes.indexOf(':', place.nameEnd) + 1, place.end);
  // It finds names that occur twice, among them that of the list, and numbers that are to be written anew.
  // The texts that the outline leaves out have no half of a pair: the scanner calls them sound.
  keepSource(body, bytes, meter, list, !SURROGATE.test(outline));
  if (sourceOf(body) === undefined) return undefined;
  Object.defineProperty(body, LIST, { value: list, enumerable: false });
  Object.defineProperty(body, MEMBER, ACCESSOR);
  return body;
}

function isFree(bytes: Buffer, { end, nameEnd }: MemberPlace, text: LongText): boolean {
  if (text.start < nameEnd || text.end > end) return false;
  const before = bytes.toString('latin1', Math.max(nameEnd, text.start - BEFORE_BYTES), text.start - 1);
  if (FREE_TEXT.test(before)) return true;
  return (
    ADDRESS.test(before) && bytes.toString('latin1', text.start, text.start + DATA_ADDRESS.length) === DATA_ADDRESS
  );
}

/** Undefined if it is long itself. */
function writeOutline(bytes: Buffer, texts: readonly LongText[]): string | undefined {
  let outline = '';
  let copied = 0;
  for (const { bytes: length, end, start, units } of texts) {
    outline += bytes.toString('utf8', copied, start) + placeholderFor(units, length);
    copied = end;
    if (outline.length > MOST_OUTLINE_BYTES) return undefined;
  }
  if (outline.length + bytes.length - copied > MOST_OUTLINE_BYTES) return undefined;
  return outline + bytes.toString('utf8', copied);
}

function parse(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return undefined;
  }
}
