import { ProviderFailure } from '../provider-failure.js';
import { MOST_LINES, refuseHeavyEvent } from './refuse-heavy-event.js';

/** More characters than any provider's event has, a picture included; one of as many takes 70 ms to read. */
export const LONGEST_EVENT = 32 * 1024 * 1024;

/**
 * Splits a byte stream of server-sent events into lines, incrementally: chunks may end inside a character, a line or
 * a CRLF. A line ends with LF, CRLF or CR, and a leading byte order mark is dropped (WHATWG HTML, section 9.2.6).
 * Throws a `ProviderFailure` when a line grows past `LONGEST_EVENT` or holds too much to parse at once.
 */
export class SseLineSplitter {
  // The mark is dropped here: Node's own removal also drops one in the middle when a chunk begins with it.
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #atStart = true;
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
    if (last === '') return;
    refuseHeavyEvent(last);
    onLine(last);
  }

  #split(text: string, onLine: (line: string) => void): void {
    if (text === '') return;
    const first = text.charCodeAt(0);
    let start = (this.#endedWithCr && first === 10) || (this.#atStart && first === 0xfeff) ? 1 : 0;
    this.#atStart = false;
    this.#endedWithCr = text.charCodeAt(text.length - 1) === 13;
    // Nearly every provider ends lines with LF alone: one look for CR saves looking for it at every line.
    const nextEnd = text.includes('\r') ? findLineEnd : findLineFeed;
    for (let end = nextEnd(text, start); end !== -1; end = nextEnd(text, start)) {
      const line = this.#rest === '' ? text.slice(start, end) : this.#rest + text.slice(start, end);
      this.#rest = '';
      start = text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1;
      refuseHeavyEvent(line);
      onLine(line);
    }
    if (start < text.length) this.#rest += start === 0 ? text : text.slice(start);
    if (this.#rest.length > LONGEST_EVENT) throw new ProviderFailure('provider_error', { detail: 'line too long' });
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

/** The lines of an event that is not complete yet, joined with line feeds. */
export class HeldLines {
  #text: string | undefined;
  #count = 0;

  get isEmpty(): boolean {
    return this.#text === undefined;
  }

  /** Throws a `ProviderFailure` for an event without end. */
  add(line: string): void {
    this.#text = this.#text === undefined ? line : `${this.#text}\n${line}`;
    this.#count += 1;
    if (this.#text.length > LONGEST_EVENT || this.#count > MOST_LINES) {
      throw new ProviderFailure('provider_error', { detail: 'event too long' });
    }
  }

  /** All of them, which are forgotten; undefined if there are none. Throws a `ProviderFailure` where they hold too much. */
  take(): string | undefined {
    const text = this.#text;
    this.#text = undefined;
    this.#count = 0;
    if (text !== undefined) refuseHeavyEvent(text);
    return text;
  }
}
