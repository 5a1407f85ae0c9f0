import { HeldLines, SseLineSplitter } from './sse-lines.js';

/**
 * Reads the data of server-sent events out of a byte stream, incrementally (WHATWG HTML, section 9.2.6): the data lines
 * of an event joined with line feeds. Comments, event names, ids and events without data are passed over. An event
 * that the stream's end cuts off is dropped, as the standard demands.
 */
export class SseDataReader {
  readonly #lines = new SseLineSplitter();
  readonly #data = new HeldLines();

  /** Calls `onData` for each event that these bytes complete. Throws a `ProviderFailure` for one without end. */
  push(bytes: Uint8Array, onData: (data: string) => void): void {
    this.#lines.push(bytes, (line) => {
      if (line === '') {
        const data = this.#data.take();
        if (data !== undefined) onData(data);
      } else if (line.startsWith('data:')) this.#data.add(line.charCodeAt(5) === 32 ? line.slice(6) : line.slice(5));
    });
  }
}
