/** A line of a file, or what keeps it from being one. */
export interface FileLine {
  /** Counted from 1. */
  readonly line: number;
  readonly bytes: Buffer;
  /** True if it is longer than the limit; `bytes` is then its beginning. */
  readonly isTooLong: boolean;
}

const NEWLINE = 10;

/** The lines of a file that are not blank, without their ends. No more of the file is held than its longest line. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncIterable<FileLine> {
  const line = new HeldLine(maxBytes);
  for await (const piece of bytes) {
    const buffer = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    let start = line.skipBlank(buffer, 0);
    while (start < buffer.length) {
      const end = buffer.indexOf(NEWLINE, start);
      line.hold(buffer.subarray(start, end === -1 ? buffer.length : end));
      if (end === -1) break;
      const found = line.take();
      if (found !== undefined) yield found;
      start = line.skipBlank(buffer, end + 1);
    }
  }
  const last = line.take();
  if (last !== undefined) yield last;
}

/** Part of a line that has come. */
class HeldLine {
  private number = 1;
  private parts: Buffer[] = [];
  private size = 0;

  constructor(private readonly maxBytes: number) {}

  /** Finds the beginning of the next line. Blanks before it are skipped in place: a file may consist of millions of empty lines. */
  skipBlank(buffer: Buffer, from: number): number {
    let at = from;
    if (this.parts.length > 0) return at;
    for (; buffer[at] === NEWLINE || isBlank(buffer[at]); at += 1) if (buffer[at] === NEWLINE) this.number += 1;
    return at;
  }

  hold(part: Buffer): void {
    // The rest of a line that is too long is not held.
    if (this.size <= this.maxBytes) this.parts.push(part);
    this.size += part.length;
  }

  /** The line, whose end has come; undefined if it is blank. */
  take(): FileLine | undefined {
    const bytes = trim(Buffer.concat(this.parts));
    const found = { line: this.number, bytes, isTooLong: this.size > this.maxBytes + 1 };
    this.number += 1;
    this.parts = [];
    this.size = 0;
    return bytes.length === 0 && !found.isTooLong ? undefined : found;
  }
}

/** Without spaces, carriage returns and a byte order mark around it. */
function trim(bytes: Buffer): Buffer {
  let start = 0;
  let end = bytes.length;
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) start = 3;
  while (start < end && isBlank(bytes[start])) start += 1;
  while (end > start && isBlank(bytes[end - 1])) end -= 1;
  return bytes.subarray(start, end);
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 9 || byte === 13;
}
