import { LONGEST_EVENT, SseLineSplitter } from '../../framing/sse-lines.js';
import { unreadable } from '../map-error.js';
import { parseJson } from './parse-json.js';

/** A bare error body is small; anything larger outside the event framing is not going to become one. */
const LONGEST_BARE_TEXT = 64 * 1024;

/**
 * Reads the JSON values out of a `streamGenerateContent?alt=sse` stream: one an event, and the provider's errors, which
 * it sends as plain JSON over several lines, outside the events. Throws a `ProviderFailure` for what is not JSON.
 */
export class EventReader {
  readonly #lines = new SseLineSplitter();
  /** Lines of an unfinished event. */
  #data: string | undefined;
  /** Lines outside the events. */
  #bare: string | undefined;

  push(bytes: Uint8Array, onValue: (value: unknown) => void): void {
    this.#lines.push(bytes, (line) => this.#takeLine(line, onValue));
  }

  end(onValue: (value: unknown) => void): void {
    this.#lines.end((line) => this.#takeLine(line, onValue));
    this.#endEvent(onValue);
  }

  #takeLine(line: string, onValue: (value: unknown) => void): void {
    if (line === '') this.#endEvent(onValue);
    else if (this.#bare !== undefined) this.#takeBare(`${this.#bare}\n${line}`, onValue);
    else if (line.startsWith('data:')) this.#takeData(line.slice(5), onValue);
    else if (line.startsWith('{') || line.startsWith('[')) this.#takeBare(line, onValue);
  }

  #takeData(line: string, onValue: (value: unknown) => void): void {
    // One line is nearly always the whole of it. Trying again at every other would read a long event many times over.
    const value = this.#data === undefined ? parseJson(line) : undefined;
    if (value !== undefined) {
      onValue(value);
      return;
    }
    this.#data = this.#data === undefined ? line : `${this.#data}\n${line}`;
    if (this.#data.length > LONGEST_EVENT) throw unreadable('an endless event');
  }

  #takeBare(text: string, onValue: (value: unknown) => void): void {
    const value = /[}\]]\s*$/.test(text) ? parseJson(text) : undefined;
    if (text.length > LONGEST_BARE_TEXT) throw unreadable('text outside the events');
    this.#bare = value === undefined ? text : undefined;
    if (value !== undefined) onValue(value);
  }

  #endEvent(onValue: (value: unknown) => void): void {
    if (this.#bare !== undefined) throw unreadable('text outside the events');
    const text = this.#data;
    this.#data = undefined;
    if (text === undefined || text.trim() === '') return;
    const value = parseJson(text);
    if (value === undefined) throw unreadable('an event is not JSON');
    onValue(value);
  }
}
