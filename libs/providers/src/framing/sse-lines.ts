/** A line longer than this is no event any provider sends; without the bound a broken one would fill the memory. */
const LONGEST_LINE = 64 * 1024 * 1024;

/**
 * Splits a byte stream of server-sent events into lines, incrementally: chunks may end inside a character, a line or
 * a CRLF. A line ends with LF, CRLF or CR, and a leading byte order mark is dropped (WHATWG HTML, section 9.2.6).
 * Throws a `RangeError` when a line grows past 64 Mi characters.
 */
export class SseLineSplitter {
  readonly #decoder = new TextDecoder();
  /** The unfinished last line. It holds no line end, so only new text is ever searched. */
  #rest = '';
  #endedWithCr = false;

  /** Calls `onLine` with each line that these bytes complete, without its line end. */
  push(bytes: Uint8Array, onLine: (line: string) => void): void {
    this.#split(this.#decoder.decode(bytes, { stream: true }), onLine);
  }

  /** Hands out the last line if the stream closed without ending it. */
  end(onLine: (line: string) => void): void {
    this.#split(this.#decoder.decode(), onLine);
    const last = this.#rest;
    this.#rest = '';
    if (last !== '') onLine(last);
  }

  #split(text: string, onLine: (line: string) => void): void {
    if (text === '') return;
    let start = this.#endedWithCr && text.charCodeAt(0) === 10 ? 1 : 0;
    this.#endedWithCr = text.charCodeAt(text.length - 1) === 13;
    // Nearly every provider ends lines with LF alone: one look for CR saves looking for it at every line.
    const nextEnd = text.includes('\r') ? findLineEnd : findLineFeed;
    for (let end = nextEnd(text, start); end !== -1; end = nextEnd(text, start)) {
      const line = this.#rest === '' ? text.slice(start, end) : this.#rest + text.slice(start, end);
      this.#rest = '';
      start = text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1;
      onLine(line);
    }
    if (start < text.length) this.#rest += start === 0 ? text : text.slice(start);
    if (this.#rest.length > LONGEST_LINE) throw new RangeError('line too long');
  }
}

function findLineFeed(text: string, from: number): number {
  return text.indexOf('\n', from);
}

function findLineEnd(text: string, from: number): number {
  const carriageReturn = text.indexOf('\r', from);
  const lineFeed = text.indexOf('\n', from);
  if (carriageReturn === -1) return lineFeed;
  return lineFeed === -1 ? carriageReturn : Math.min(carriageReturn, lineFeed);
}
