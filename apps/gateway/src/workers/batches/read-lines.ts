/** A line of a file, or what keeps it from being one. */
export interface FileLine {
  /** Counted from 1. */
  readonly line: number;
  readonly bytes: Buffer;
  /** Whether it is longer than it may be; `bytes` is then its beginning. */
  readonly isTooLong: boolean;
}

const NEWLINE = 10;

/** The lines of a file that are not blank, without their ends. No more of the file is held than its longest line. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncIterable<FileLine> {
  let line = 1;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const take = (): FileLine | undefined => {
    const whole = trim(Buffer.concat(held));
    const isTooLong = heldBytes > maxBytes + 1;
    held = [];
    heldBytes = 0;
    return whole.length === 0 && !isTooLong ? undefined : { line, bytes: whole, isTooLong };
  };
  for await (const piece of bytes) {
    const buffer = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    for (let start = 0; start < buffer.length; ) {
      const end = buffer.indexOf(NEWLINE, start);
      const part = buffer.subarray(start, end === -1 ? buffer.length : end);
      // Of a line that is too long nothing more is held.
      if (heldBytes <= maxBytes) held.push(part);
      heldBytes += part.length;
      if (end === -1) break;
      const found = take();
      if (found !== undefined) yield found;
      line += 1;
      start = end + 1;
    }
  }
  const last = take();
  if (last !== undefined) yield last;
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
