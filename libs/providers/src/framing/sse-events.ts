import { ProviderFailure } from '../provider-failure.js';
import { LONGEST_EVENT } from './sse-lines.js';

/** The blank line that ends an event, in a stream that also uses CR (WHATWG HTML, section 9.2.6). */
const EVENT_END = /\r\n\r\n|\n\n|\r\r|\n\r\n/g;

/**
 * Splits a byte stream of server-sent events into its events, incrementally, for relaying: every event comes with its
 * own text to the last line end, so that all of them together are the stream. Bytes may be split anywhere, inside a
 * character too. An event that the stream's end cuts off is never handed out.
 */
export class SseEventSplitter {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** The unfinished last event. */
  #rest = '';
  #hasCr = false;

  /** Calls `onEvent` with each event that these bytes complete. Throws a `ProviderFailure` for one without end. */
  push(bytes: Uint8Array, onEvent: (raw: string) => void): void {
    const text = this.#decoder.decode(bytes, { stream: true });
    // A blank line may have begun at the end of what is held.
    const searched = Math.max(0, this.#rest.length - 3);
    const held = this.#rest === '' ? text : this.#rest + text;
    this.#hasCr ||= text.includes('\r');
    const nextEnd = this.#hasCr ? findEnd : findLineFeeds;
    let start = 0;
    for (let end = nextEnd(held, searched); end !== -1; end = nextEnd(held, end)) {
      onEvent(held.slice(start, end));
      start = end;
    }
    this.#rest = start === 0 ? held : held.slice(start);
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
