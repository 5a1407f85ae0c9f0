import { ProviderFailure } from '../provider-failure.js';
import { LONGEST_EVENT, SseLineSplitter } from './sse-lines.js';

/**
 * Reads the data of server-sent events out of a byte stream, incrementally (WHATWG HTML, section 9.2.6): the data lines
 * of an event joined with line feeds. Comments, event names, ids and events without data are passed over. An event
 * that the stream's end cuts off is dropped, as the standard demands.
 */
export class SseDataReader {
  readonly #lines = new SseLineSplitter();
  #data: string | undefined;

  /** Calls `onData` for each event that these bytes complete. Throws a `ProviderFailure` for one without end. */
  push(bytes: Uint8Array, onData: (data: string) => void): void {
    this.#lines.push(bytes, (line) => {
      if (line === '') this.#endEvent(onData);
      else if (line.startsWith('data:')) this.#takeData(line.charCodeAt(5) === 32 ? line.slice(6) : line.slice(5));
    });
  }

  #takeData(text: string): void {
    this.#data = this.#data === undefined ? text : `${this.#data}\n${text}`;
    if (this.#data.length > LONGEST_EVENT) throw new ProviderFailure('provider_error', { detail: 'event too long' });
  }

  #endEvent(onData: (data: string) => void): void {
    const data = this.#data;
    this.#data = undefined;
    if (data !== undefined) onData(data);
  }
}
