import { ProviderFailure } from '../provider-failure.js';
import { refuseHeavyEvent } from './refuse-heavy-event.js';
import { LONGEST_EVENT } from './sse-lines.js';

/** The blank line that ends an event, in a stream that also uses CR (WHATWG HTML, section 9.2.6). */
const EVENT_END = /\r\n\r\n|\n\n|\r\r|\n\r\n/g;

/** One character less than the longest end has. */
const TAIL = 3;

/**
 * Splits a byte stream of server-sent events into its events, incrementally, for relaying: every event comes with its
 * own text to the last line end, so that all of them together are the stream. Bytes may be split anywhere, inside a
 * character too. An event that the stream's end cuts off is never handed out.
 */
export class SseEventSplitter {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** The unfinished last event. Looking into it would copy it, so that only its end, stored separately, is ever searched. */
  #rest = '';
  /** The last three characters of `#rest`: a blank line may have begun there. */
  #tail = '';
  #hasCr = false;

  /** Calls `onEvent` with each event that these bytes complete. Throws a `ProviderFailure` for one without end. */
  push(bytes: Uint8Array, onEvent: (raw: string) => void): void {
    const text = this.#decoder.decode(bytes, { stream: true });
    this.#hasCr ||= text.includes('\r');
    const nextEnd = this.#hasCr ? findEnd : findLineFeeds;
    const searched = this.#tail === '' ? text : this.#tail + text;
    const held = this.#tail.length;
    let start = 0;
    for (let end = nextEnd(searched, 0); end !== -1; end = nextEnd(searched, end)) {
      const raw = start === 0 ? this.#rest + searched.slice(held, end) : searched.slice(start, end);
      refuseHeavyEvent(raw);
      onEvent(raw);
      start = end;
    }
    this.#rest = start === 0 ? this.#rest + text : searched.slice(start);
    this.#tail = searched.slice(Math.max(start, searched.length - TAIL));
    if (this.#rest.length > LONGEST_EVENT) throw new ProviderFailure('provider_error', { detail: 'event too long' });
  }
}

function findLineFeeds(text: string, from: number): number {
  const at = text.indexOf('\n\n', from);
  return at === -1 ? -1 : at + 2;
}

function findEnd(text: string, from: number): number {
  EVENT_END.lastIndex = from;
  return EVENT_END.exec(text) === null ? -1 : EVENT_END.lastIndex;
}
