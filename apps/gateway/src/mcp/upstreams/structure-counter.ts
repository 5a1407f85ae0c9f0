const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_LIST = 0x5b;
const BACKSLASH = 0x5c;
const OPENING_OBJECT = 0x7b;

/** An event, also an empty one, costs as much as so many brackets: each is parsed by itself. */
const OF_EVENT = 10;

/**
 * Counts brackets and commas of JSON, or of events with JSON, as the bytes arrive: parsing and checking an answer takes time by
 * their number. A string of JSON does not go beyond its line, so quotes in other lines of a stream mislead it for that line only.
 */
export class StructureCounter {
  private count = 0;
  /** Line feeds and carriage returns since the last other byte. */
  private feeds = 0;
  private returns = 0;
  private isInString = false;
  private isEscaped = false;

  /** @param most what an answer may have */
  constructor(private readonly most: number) {}

  /** Takes the next bytes. False once there is more than may be. */
  take(bytes: Uint8Array): boolean {
    let { count, feeds, isEscaped, isInString, returns } = this;
    for (const byte of bytes) {
      if (byte === NEWLINE || byte === RETURN) {
        if (byte === NEWLINE) feeds += 1;
        else returns += 1;
        // An empty line ends an event. Lines end with a line feed, a carriage return, or both.
        if (Math.max(feeds, returns) > 1 && (byte === NEWLINE || feeds === 0)) count += OF_EVENT;
        isInString = isEscaped = false;
        continue;
      }
      feeds = returns = 0;
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = isInString;
      else if (byte === QUOTE) isInString = !isInString;
      else if (!isInString && (byte === COMMA || byte === OPENING_LIST || byte === OPENING_OBJECT)) count += 1;
    }
    this.count = count;
    this.feeds = feeds;
    this.returns = returns;
    this.isInString = isInString;
    this.isEscaped = isEscaped;
    return count <= this.most;
  }
}
