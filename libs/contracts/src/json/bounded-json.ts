import { MAXIMUM_DEPTH, parseJsonText } from './parse-json-text.js';

/** Limits of a text of JSON that is parsed in one turn of the event loop. */
export interface JsonBounds {
  /** Objects, lists and named members. */
  readonly members: number;
  /** Commas: items of lists and members of objects. */
  readonly items: number;
  /** UTF-16 code units. */
  readonly characters: number;
}

/**
 * Limits equal to those of a request to a model, so that whatever came in a request can be parsed again. As many names
 * that differ take 40 ms, and as many characters that are escaped 60 ms.
 */
export const PARSED_AT_ONCE: JsonBounds = { members: 50_000, items: 500_000, characters: 34_000_000 };

/** A longer number is none that anybody means, and takes time in proportion to its digits. */
export const MOST_DIGITS = 1_000;

/** Fewer characters cannot be nested too deeply, and take no time worth counting. */
const LIGHT = 2 * MAXIMUM_DEPTH;

/** A number of so many digits may be one that a double cannot hold. */
const LONG_NUMBER = 16;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const NINE = 0x39;

/** Bits of the opening and closing brackets: `[` and `{`, `]` and `}` differ in this one. */
const CURLY = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** A text of JSON that holds more than is parsed at once. For whoever asked for JSON it is none. */
export class JsonTooLarge extends SyntaxError {
  override readonly name = 'JsonTooLarge';
}

/** Counts of the parts of a text of JSON. */
interface JsonCount {
  members: number;
  items: number;
  /** Numbers of 16 digits in a row or more: keeping what a double would change costs a hundred times what a number costs. */
  longNumbers: number;
}

/**
 * Parses a text that somebody else wrote with `parseJsonText`, if it holds no more than one turn of the event loop can
 * parse. Looks through the text first, which takes less than parsing it.
 *
 * @throws JsonTooLarge if it exceeds a bound, and SyntaxError as `JSON.parse` does
 */
export function parseBoundedJson(text: string, bounds: JsonBounds = PARSED_AT_ONCE): unknown {
  countBoundedJson(text, bounds);
  return parseJsonText(text);
}

/**
 * Counts what a text of JSON holds. Not its syntax: the parser checks that.
 *
 * @throws JsonTooLarge if it exceeds a bound
 */
export function countBoundedJson(text: string, bounds: JsonBounds): Readonly<JsonCount> {
  const { length } = text;
  if (length < LIGHT) return NOTHING;
  if (length > bounds.characters) throw new JsonTooLarge(`The JSON is longer than ${bounds.characters} characters.`);
  return new Counter(text, bounds).count();
}

const NOTHING: Readonly<JsonCount> = { members: 0, items: 0, longNumbers: 0 };

class Counter implements JsonCount {
  members = 0;
  items = 0;
  longNumbers = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly bounds: JsonBounds,
  ) {}

  count(): this {
    const { text } = this;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = skipString(text, at + 1);
      else if (code <= NINE) at = this.takeLow(code, at);
      else if (code === COLON) this.addMember();
      else if ((code | CURLY) === OPEN) this.open();
      else if ((code | CURLY) === CLOSE) this.depth--;
    }
    return this;
  }

  /** A comma, or a number; where its last character is. */
  private takeLow(code: number, at: number): number {
    if (code === COMMA) {
      if (++this.items > this.bounds.items) throw tooMany('items', this.bounds.items);
      return at;
    }
    if (code < ZERO) return at;
    const end = findDigitsEnd(this.text, at);
    if (end - at > MOST_DIGITS) throw new JsonTooLarge(`The JSON holds a number of more than ${MOST_DIGITS} digits.`);
    if (end - at >= LONG_NUMBER) this.longNumbers++;
    return end - 1;
  }

  private open(): void {
    this.addMember();
    if (++this.depth > MAXIMUM_DEPTH) {
      throw new JsonTooLarge(`The JSON is nested more than ${MAXIMUM_DEPTH} levels deep.`);
    }
  }

  private addMember(): void {
    if (++this.members > this.bounds.members) throw tooMany(MEMBERS, this.bounds.members);
  }
}

const MEMBERS = 'objects, lists and members';

function tooMany(what: string, most: number, where = 'JSON'): JsonTooLarge {
  return new JsonTooLarge(`The ${where} holds more than ${most} ${what}.`);
}

/** A string up to here is looked at character by character, which is faster than a search as long as its end is near. */
const NEAR = 32;

/** Position of the closing quote of the string that `from` is in; the length of the text without one. */
function skipString(text: string, from: number): number {
  const { length } = text;
  let at = from;
  while (at < length) {
    const near = Math.min(length, at + NEAR);
    while (at < near) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at;
      at += code === BACKSLASH ? 2 : 1;
    }
    const found = text.indexOf('"', at);
    if (found === -1) return length;
    let first = found;
    while (first > at && text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((found - first) % 2 === 0) return found;
    at = found + 1;
  }
  return length;
}

/** Behind the digits that begin there. */
function findDigitsEnd(text: string, from: number): number {
  let at = from + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < ZERO || code > NINE) break;
  }
  return at;
}

/** Limits of all texts within a request or an answer together, such as the arguments of all its calls. */
const NESTED: Readonly<JsonCount> = { ...PARSED_AT_ONCE, longNumbers: 20_000 };
const left: JsonCount = { ...NESTED };
let isSpent = false;

const ALL_TEXTS = 'JSON of all texts';

/**
 * Begins to count the JSON that is in texts within a request or an answer: each could hold as much as a text by itself may, and there can
 * be thousands of them. Call it before a request is encoded or an answer decoded. It begins anew by itself when the function that the event
 * loop called has returned.
 */
export function beginNestedJson(): void {
  isSpent = false;
  left.members = NESTED.members;
  left.items = NESTED.items;
  left.longNumbers = NESTED.longNumbers;
}

/**
 * Parses a text within a request or an answer.
 *
 * @throws JsonTooLarge if the texts since `beginNestedJson` hold too much together, and SyntaxError as `JSON.parse` does
 */
export function parseNestedJson(text: string): unknown {
  const { items, longNumbers, members } = countBoundedJson(text, PARSED_AT_ONCE);
  if (!isSpent && members > 0) {
    isSpent = true;
    void Promise.resolve().then(beginNestedJson);
  }
  left.members -= members;
  left.items -= items;
  left.longNumbers -= longNumbers;
  if (left.members < 0) throw tooMany(MEMBERS, NESTED.members, ALL_TEXTS);
  if (left.items < 0) throw tooMany('items', NESTED.items, ALL_TEXTS);
  if (left.longNumbers < 0) throw tooMany(`numbers of ${LONG_NUMBER} digits`, NESTED.longNumbers, ALL_TEXTS);
  return parseJsonText(text);
}
