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
    this.#endEvent();
  }

  #takeLine(line: string, onValue: (value: unknown) => void): void {
    if (line === '') this.#endEvent();
    else if (this.#bare !== undefined) this.#takeBare(`${this.#bare}\n${line}`, onValue);
    else if (line.startsWith('data:')) this.#takeData(line.slice(5), onValue);
    else if (line.startsWith('{') || line.startsWith('[')) this.#takeBare(line, onValue);
  }

  #takeData(line: string, onValue: (value: unknown) => void): void {
    const text = this.#data === undefined ? line : `${this.#data}\n${line}`;
    const value = parseJson(text);
    if (text.length > LONGEST_EVENT) throw unreadable('an endless event');
    this.#data = value === undefined ? text : undefined;
    if (value !== undefined) onValue(value);
  }

  #takeBare(text: string, onValue: (value: unknown) => void): void {
    const value = /[}\]]\s*$/.test(text) ? parseJson(text) : undefined;
    if (text.length > LONGEST_BARE_TEXT) throw unreadable('text outside the events');
    this.#bare = value === undefined ? text : undefined;
    if (value !== undefined) onValue(value);
  }

  #endEvent(): void {
    if (this.#bare !== undefined) throw unreadable('text outside the events');
    if (this.#data !== undefined && this.#data.trim() !== '') throw unreadable('an event is not JSON');
    this.#data = undefined;
  }
}
