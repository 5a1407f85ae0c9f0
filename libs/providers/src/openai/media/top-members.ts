import { parseBoundedJson } from '@multilane/contracts';

/** Longer members are not collected: what is read of an answer are counts. */
const LONGEST_MEMBER = 64 * 1024;

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/**
 * Reads a few members of a JSON object while its bytes pass by, without holding the others: an answer may be hundreds
 * of megabytes of base64. Anything but JSON gives members that are undefined, never an error.
 */
export class TopMembers {
  readonly #names: ReadonlySet<string>;
  /** The array whose elements are counted. */
  readonly #counted: string;
  readonly #values = new Map<string, unknown>();
  #count: number | undefined;
  #depth = 0;
  #inString = false;
  /** True if the bytes so far end in an odd number of backslashes. */
  #escapes = false;
  /** True if the next string of the object is a name. */
  #expectsName = true;
  #name = '';
  /** The bytes of the name or value that is collected; undefined while none is. */
  #collected: Buffer[] | undefined;
  #collectedLength = 0;
  /** Position in the chunk at which it begins. */
  #start = 0;

  constructor(names: readonly string[], counted: string) {
    this.#names = new Set(names);
    this.#counted = counted;
  }

  /** The parsed value of a member; undefined if it has not come, is not JSON, or is too long. */
  get(name: string): unknown {
    return this.#values.get(name);
  }

  /** Number of elements of the counted array; undefined if it has not come. */
  get count(): number | undefined {
    return this.#count;
  }

  push(bytes: Uint8Array): void {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#start = 0;
    for (let at = 0; at < chunk.length; ) {
      if (this.#inString) at = this.#passString(chunk, at);
      else {
        this.#takeByte(chunk, at);
        at += 1;
      }
    }
    if (this.#collected !== undefined) this.#collect(chunk, chunk.length);
  }

  /** Takes a byte outside of strings. */
  #takeByte(chunk: Buffer, at: number): void {
    switch (chunk[at]) {
      case QUOTE:
        this.#countElement();
        this.#inString = true;
        if (this.#depth === 1 && this.#expectsName) this.#begin(at);
        return;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        this.#countElement();
        this.#depth += 1;
        if (this.#depth === 2 && this.#name === this.#counted && chunk[at] === OPEN_BRACKET) this.#count = 0;
        return;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.#depth -= 1;
        if (this.#depth === 0) this.#endValue(chunk, at);
        return;
      case COLON:
        if (this.#depth === 1) this.#endName(at);
        return;
      case COMMA:
        if (this.#depth === 1) this.#endValue(chunk, at);
        return;
    }
  }

  /** The position behind the end of the string, or of the chunk. */
  #passString(chunk: Buffer, from: number): number {
    const quote = chunk.indexOf(QUOTE, from);
    const end = quote === -1 ? chunk.length : quote;
    let first = end;
    while (first > from && chunk[first - 1] === BACKSLASH) first -= 1;
    const isOdd = (end - first) % 2 === 1;
    const escapes = first === from ? isOdd !== this.#escapes : isOdd;
    if (quote === -1) {
      this.#escapes = escapes;
      return end;
    }
    this.#escapes = false;
    this.#inString = escapes;
    if (!escapes && this.#depth === 1 && this.#expectsName) {
      // The name with its quotes.
      this.#collect(chunk, quote + 1);
      this.#name = String(this.#finish());
    }
    return quote + 1;
  }

  /** Objects of the counted array; values of other types are not what providers count. */
  #countElement(): void {
    if (this.#depth === 2 && this.#count !== undefined && this.#name === this.#counted) this.#count += 1;
  }

  #endName(at: number): void {
    this.#expectsName = false;
    if (this.#names.has(this.#name)) this.#begin(at + 1);
  }

  #begin(at: number): void {
    this.#collected = [];
    this.#collectedLength = 0;
    this.#start = at;
  }

  #collect(chunk: Buffer, end: number): void {
    if (this.#collected === undefined) return;
    this.#collectedLength += end - this.#start;
    // A copy: the chunk itself may be large, or reused.
    if (this.#collectedLength <= LONGEST_MEMBER) this.#collected.push(Buffer.from(chunk.subarray(this.#start, end)));
  }

  #finish(): unknown {
    const text = Buffer.concat(this.#collected ?? []).toString();
    const isComplete = this.#collectedLength <= LONGEST_MEMBER;
    this.#collected = undefined;
    if (!isComplete) return undefined;
    try {
      return parseBoundedJson(text);
    } catch {
      return undefined;
    }
  }

  #endValue(chunk: Buffer, end: number): void {
    this.#expectsName = true;
    if (this.#collected === undefined) return;
    this.#collect(chunk, end);
    this.#values.set(this.#name, this.#finish());
  }
}
