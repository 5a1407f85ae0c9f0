const LINE_BREAK = 0x0a;

const FIRST_BYTES = 64 * 1024;

/** So many emptied buffers are kept, none larger than so many bytes. */
const MOST_SPARE = 3;
const MOST_SPARE_BYTES = 4 * 1024 * 1024;

/** No character takes more bytes of UTF-8 for each unit of a JavaScript string. */
const MOST_BYTES = 3;

/**
 * Lines of UTF-8, each with its line break. As bytes they lie outside the heap, where thousands that wait cost the garbage
 * collector nothing; as text they were copied by each of its runs.
 */
export class LineBuffer {
  private buffer: Buffer;
  private end = 0;

  /** @param capacity Bytes to begin with; more are made room for. */
  constructor(capacity = FIRST_BYTES) {
    this.buffer = Buffer.allocUnsafeSlow(capacity);
  }

  /** Bytes that are set aside. */
  get capacity(): number {
    return this.buffer.length;
  }

  /** Bytes of all lines. */
  get size(): number {
    return this.end;
  }

  /** Adds a line, which must not hold a line break. */
  add(line: string): void {
    this.makeRoom(this.end + line.length * MOST_BYTES + 1);
    this.end += this.buffer.write(line, this.end);
    this.buffer[this.end++] = LINE_BREAK;
  }

  /** The lines from the byte `start` on. Bytes that were handed out stay as they are, whatever is added. */
  since(start: number): Buffer {
    return this.buffer.subarray(start, this.end);
  }

  /** Begins again, over what was handed out: nobody may need that any more. */
  clear(): void {
    this.end = 0;
  }

  private makeRoom(needed: number): void {
    if (needed <= this.buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.buffer.length * 2));
    this.buffer.copy(larger, 0, 0, this.end);
    this.buffer = larger;
  }
}

/** Buffers that were emptied, to be filled again: a new one for each batch would call the garbage collector twice a second. */
export class SpareBuffers {
  private readonly spare: LineBuffer[] = [];

  take(): LineBuffer {
    return this.spare.pop() ?? new LineBuffer();
  }

  /** Takes a buffer back. Bytes that were handed out of it are written over. */
  give(lines: LineBuffer): void {
    if (this.spare.length >= MOST_SPARE || lines.capacity > MOST_SPARE_BYTES) return;
    lines.clear();
    this.spare.push(lines);
  }
}

/** Cuts lines into parts of at most `most` lines each; nothing is copied. */
export function* splitLines(lines: Buffer, most: number): Generator<Buffer> {
  let start = 0;
  while (start < lines.length) {
    let end = start;
    for (let count = 0; count < most && end < lines.length; count++) end = endOfLine(lines, end);
    yield lines.subarray(start, end);
    start = end;
  }
}

function endOfLine(lines: Buffer, start: number): number {
  const end = lines.indexOf(LINE_BREAK, start) + 1;
  return end > 0 ? end : lines.length;
}

export function countLines(lines: Buffer): number {
  let count = 0;
  for (let end = lines.indexOf(LINE_BREAK); end >= 0; end = lines.indexOf(LINE_BREAK, end + 1)) count += 1;
  return count;
}
