import { MAXIMUM_DEPTH, MOST_DIGITS } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { TextScanner } from './text-scanner.js';

/** Limits of a JSON body, whatever its size in bytes. */
export interface JsonLimits {
  /** Objects, lists and named members. Each costs memory and time in every pass over the body. */
  readonly members: number;
  /** Commas: items of lists and members of objects. Items that are numbers or texts cost little. */
  readonly items: number;
  /** Numbers of 16 digits in a row or more: 20,000 if it is left out. */
  readonly longNumbers?: number;
}

/**
 * For requests to models: a conversation of 16,000 plain messages or 7,000 with parts, or the tokens of the largest
 * embeddings request that the reference provider takes (300,000). As many names that differ take 40 ms to parse.
 */
export const REQUEST_LIMITS: JsonLimits = { members: 50_000, items: 500_000 };

/**
 * For answers of providers, which are parsed in slices: 4,500 tokens with the probabilities of 20 alternatives each, or 2,000
 * vectors of 1,536 numbers. Numbers of embeddings have 17 digits.
 */
export const ANSWER_LIMITS: JsonLimits = {
  members: 500_000,
  items: 4_000_000,
  longNumbers: Number.POSITIVE_INFINITY,
};

/** The position of a long string in the text: its first byte behind the opening quote, and its closing quote. */
export interface LongString {
  readonly start: number;
  readonly end: number;
}

/** A long text: a string that is one of JSON, and is written here as it could be anywhere else. */
export interface LongText extends LongString {
  /** The UTF-16 code units of what it means. */
  readonly units: number;
  /** The length of what it means in UTF-8. */
  readonly bytes: number;
}

/** A member of the outermost object, by its places in the text. */
export interface MemberPlace {
  /** The first byte of the name behind its opening quote, and its closing quote. */
  readonly nameStart: number;
  readonly nameEnd: number;
  /** Behind the value: the comma or the bracket that ends it. */
  readonly end: number;
}

/** More members are not noted. No endpoint knows a tenth as many. */
const MOST_PLACES = 256;

/** Longer strings are noted: each is a step of its own when the text is parsed. */
const LONG_STRING_BYTES = 64 * 1024;

/** Shorter strings are parsed as fast as they are left out. */
const LEAST_TEXT_BYTES = 512;

/** A number of so many digits takes the engine fifty times as long as a shorter one. */
const LONG_NUMBER = 16;
const MOST_LONG_NUMBERS = 20_000;

/** So much of a string is looked at byte by byte, which is faster than a search as long as its end is near. */
const NEAR_BYTES = 32;

const ZERO = 0x30;
const NINE = 0x39;
const QUOTE = 0x22;
const DOT = 0x2e;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Bits of the opening and closing brackets: `[` and `{`, `]` and `}` differ in this one. */
const CURLY = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Counts what a JSON text holds while it comes in, before anything is parsed, so that a text of millions of empty objects
 * costs no more than reading it. Takes about a nanosecond for each byte outside strings, and a tenth of that in long strings. It does not
 * check the syntax: the parser does.
 */
export class JsonMeter {
  /** The strings of more than 64 KB so far. */
  readonly longStrings: LongString[] = [];
  /** The strings of at least 512 bytes, if `readWhole` read them. */
  readonly longTexts: LongText[] = [];
  /** The members of the outermost object so far, in their order, duplicates included. */
  readonly places: MemberPlace[] = [];
  /** Bytes before the piece that is read. */
  private offset = 0;
  private stringStart = 0;
  private stringEnd = 0;
  /** The member of the outermost object that has begun, by the place of its name. */
  private nameStart = -1;
  private nameEnd = -1;
  private depth = 0;
  private members = 0;
  private items = 0;
  /** Digits in a row at the end of what was read, outside strings. */
  private digitsInRow = 0;
  /** The same with those before a point. */
  private digits = 0;
  private longNumbers = 0;
  private hasManyDigits = false;
  private isInString = false;
  private isEscaped = false;
  private scanner: TextScanner | undefined;

  constructor(
    private readonly limits: JsonLimits,
    private readonly longStringBytes = LONG_STRING_BYTES,
    private readonly leastTextBytes = LEAST_TEXT_BYTES,
  ) {}

  get isUnread(): boolean {
    return this.offset === 0;
  }

  /** The bytes so far of the string that is not at its end yet. */
  get openStringBytes(): number {
    return this.isInString ? this.offset - this.stringStart : 0;
  }

  /** Objects, lists and named members so far. */
  get memberCount(): number {
    return this.members;
  }

  /** True if a number of 16 digits has come, before and behind its point together. */
  get hasLongNumbers(): boolean {
    return this.hasManyDigits;
  }

  /** True if `places` has every member of the outermost object. */
  get hasAllPlaces(): boolean {
    return this.places.length < MOST_PLACES;
  }

  /** A text of fewer bytes than this cannot exceed the limits: an object in a list takes three bytes. */
  static needsCount(sizeInBytes: number, { members, items }: JsonLimits): boolean {
    return sizeInBytes > 2 * Math.min(members, items);
  }

  /**
   * Takes all bytes of a text at once, and notes its long texts too. They must be UTF-8, and few enough for the scanner.
   *
   * @throws GatewayError `invalid_json` if there is more than the limits allow
   */
  readWhole(bytes: Uint8Array, scanner: TextScanner): void {
    scanner.load(bytes);
    this.scanner = scanner;
    this.read(bytes);
    this.scanner = undefined;
  }

  /**
   * Takes the next bytes.
   *
   * @throws GatewayError `invalid_json` once there is more than the limits allow
   */
  read(bytes: Uint8Array): void {
    let { depth, members, items } = this;
    const digitsBefore = this.digits;
    const inRowBefore = this.digitsInRow;
    this.digits = 0;
    this.digitsInRow = 0;
    const { length } = bytes;
    let at = this.isInString ? this.skipString(bytes, this.isEscaped ? 1 : 0) : 0;
    while (at < length) {
      const code = bytes[at++] ?? 0;
      if (isDigit(code) || (code === DOT && at === 1 && digitsBefore > 0)) {
        at = this.skipDigits(bytes, at - 1, digitsBefore, inRowBefore);
      } else if (code === QUOTE) {
        this.stringStart = this.offset + at;
        at = this.skipString(bytes, at);
      } else if (code === COMMA) {
        items++;
        this.endMember(depth, at - 1);
      } else if (code === COLON) {
        members++;
        this.beginMember(depth);
      } else if ((code | CURLY) === OPEN) {
        members++;
        depth = enter(depth);
      } else if ((code | CURLY) === CLOSE) {
        this.endMember(depth, at - 1);
        depth--;
      }
    }
    this.offset += length;
    this.depth = depth;
    this.members = members;
    this.items = items;
    this.check();
  }

  private beginMember(depth: number): void {
    if (depth !== 1) return;
    this.nameStart = this.stringStart;
    this.nameEnd = this.stringEnd;
  }

  /** @param at in the piece that is read */
  private endMember(depth: number, at: number): void {
    if (depth !== 1) return;
    const { nameEnd, nameStart, places } = this;
    this.nameStart = -1;
    if (nameStart !== -1 && places.length < MOST_PLACES) places.push({ nameStart, nameEnd, end: this.offset + at });
  }

  /** Position at which the string that `from` is in ends; it may continue in the next piece. */
  private skipString(bytes: Uint8Array, from: number): number {
    const { length } = bytes;
    let at = from;
    while (at < length) {
      const near = Math.min(length, at + NEAR_BYTES);
      while (at < near) {
        const code = bytes[at++];
        if (code === QUOTE) {
          this.isInString = false;
          this.endString(this.offset + at - 1);
          return at;
        }
        if (code === BACKSLASH) at++;
      }
      if (at >= length) break;
      if (this.scanner !== undefined) return this.scanText(this.scanner, from, length);
      at = skipToQuote(bytes, at);
    }
    this.isInString = true;
    this.isEscaped = at > length;
    return length;
  }

  /** The same, where all bytes are there at once. */
  private scanText(scanner: TextScanner, start: number, length: number): number {
    const behind = scanner.scan(start);
    this.isInString = behind > length;
    if (this.isInString) return length;
    const end = behind - 1;
    this.endString(end);
    if (scanner.isSound && end - start >= this.leastTextBytes) {
      this.longTexts.push({ start, end, units: scanner.units, bytes: scanner.bytes });
    }
    return behind;
  }

  /**
   * Position at which the number ends that begins or continues there; at the begin of a piece with the digits of the
   * piece before.
   */
  private skipDigits(bytes: Uint8Array, from: number, before: number, inRowBefore: number): number {
    let digits = from === 0 ? before : 0;
    let inRow = from === 0 ? inRowBefore : 0;
    let at = from;
    for (; at < bytes.length; at++) {
      const code = bytes[at] ?? 0;
      if (isDigit(code)) {
        digits++;
        if (digits > MOST_DIGITS) throw refuseDigits();
        inRow++;
        if (inRow === LONG_NUMBER) this.longNumbers++;
      } else if (code === DOT) inRow = 0;
      else break;
    }
    if (digits >= LONG_NUMBER) this.hasManyDigits = true;
    if (at === bytes.length) {
      this.digits = digits;
      this.digitsInRow = inRow;
    }
    return at;
  }

  private endString(end: number): void {
    this.stringEnd = end;
    if (end - this.stringStart > this.longStringBytes) this.longStrings.push({ start: this.stringStart, end });
  }

  private check(): void {
    const { members, items, longNumbers = MOST_LONG_NUMBERS } = this.limits;
    if (this.members > members) {
      throw invalidJson(`The request body holds more than ${members} objects, lists and members.`);
    }
    if (this.longNumbers > longNumbers) {
      throw invalidJson(`The request body holds more than ${longNumbers} numbers of ${LONG_NUMBER} digits in a row.`);
    }
    if (this.items > items) throw invalidJson(`The request body holds more than ${items} items.`);
  }
}

/**
 * Within a string the next quote, or behind it if it is escaped; the end of the bytes, or one more if its last backslash escapes
 * what follows, where there is none. `from` is no escaped character. A native search: most bytes are those of long strings.
 */
function skipToQuote(bytes: Uint8Array, from: number): number {
  const found = bytes.indexOf(QUOTE, from);
  const quote = found === -1 ? bytes.length : found;
  let first = quote;
  while (first > from && bytes[first - 1] === BACKSLASH) first--;
  return (quote - first) % 2 === 1 ? quote + 1 : quote;
}

function enter(depth: number): number {
  if (depth === MAXIMUM_DEPTH) throw refuseDepth();
  return depth + 1;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function refuseDigits(): GatewayError {
  return invalidJson(`The request body holds a number of more than ${MOST_DIGITS} digits.`);
}

/** The refusal of a body with too many levels. */
export function refuseDepth(): GatewayError {
  return invalidJson(`The request body is nested more than ${MAXIMUM_DEPTH} levels deep.`);
}

export function invalidJson(message: string): GatewayError {
  return new GatewayError('invalid_json', { message });
}
