const NEWLINE = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_LIST = 0x5b;
const BACKSLASH = 0x5c;
const OPENING_OBJECT = 0x7b;

/**
 * Counts brackets and commas of JSON, or of events with JSON, as the bytes arrive: parsing and checking an answer takes time by
 * their number. A string of JSON does not go beyond its line, so quotes in other lines of a stream mislead it for that line only.
 */
export class StructureCounter {
  private count = 0;
  private isInString = false;
  private isEscaped = false;

  /** @param most what an answer may have */
  constructor(private readonly most: number) {}

  /** Takes the next bytes. False once there is more than may be. */
  take(bytes: Uint8Array): boolean {
    let { count, isEscaped, isInString } = this;
    for (const byte of bytes) {
      if (byte === NEWLINE) isInString = isEscaped = false;
      else if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = isInString;
      else if (byte === QUOTE) isInString = !isInString;
      else if (!isInString && (byte === COMMA || byte === OPENING_LIST || byte === OPENING_OBJECT)) count += 1;
    }
    this.count = count;
    this.isInString = isInString;
    this.isEscaped = isEscaped;
    return count <= this.most;
  }
}
