import { BareText } from '../../framing/refuse-heavy-event.js';
import { HeldLines, SseLineSplitter } from '../../framing/sse-lines.js';
import { unreadable } from '../failures/map-error.js';
import { parseJson } from './parse-json.js';

/**
 * Reads the JSON values out of a `streamGenerateContent?alt=sse` stream: one an event, and the provider's errors, which
 * it sends as plain JSON over several lines, outside the events. Throws a `ProviderFailure` for what is not JSON.
 */
export class EventReader {
  readonly #lines = new SseLineSplitter();
  /** Lines of an unfinished event. */
  readonly #data = new HeldLines();
  /** Lines outside the events. */
  readonly #bare = new BareText();

  push(bytes: Uint8Array, onValue: (value: unknown) => void): void {
    this.#lines.push(bytes, (line) => this.#takeLine(line, onValue));
  }

  end(onValue: (value: unknown) => void): void {
    this.#lines.end((line) => this.#takeLine(line, onValue));
    this.#endEvent(onValue);
  }

  #takeLine(line: string, onValue: (value: unknown) => void): void {
    if (line === '') this.#endEvent(onValue);
    else if (!this.#bare.isEmpty) this.#takeBare(line, onValue);
    else if (line.startsWith('data:')) this.#takeData(line.slice(5), onValue);
    else if (line.startsWith('{') || line.startsWith('[')) this.#takeBare(line, onValue);
  }

  #takeData(line: string, onValue: (value: unknown) => void): void {
    // One line is nearly always the whole of it. Trying again at every other would read a long event many times over.
    const value = this.#data.isEmpty ? parseJson(line) : undefined;
    if (value === undefined) this.#data.add(line);
    else onValue(value);
  }

  #takeBare(line: string, onValue: (value: unknown) => void): void {
    const value = this.#bare.take(line, parseJson);
    if (value !== undefined) onValue(value);
  }

  #endEvent(onValue: (value: unknown) => void): void {
    if (!this.#bare.isEmpty) throw this.#bare.refuse();
    const text = this.#data.take();
    if (text === undefined || text.trim() === '') return;
    const value = parseJson(text);
    if (value === undefined) throw unreadable('an event is not JSON');
    onValue(value);
  }
}
