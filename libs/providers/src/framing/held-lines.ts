import { ProviderFailure } from '../provider-failure.js';
import { MOST_LINES, refuseHeavyEvent } from './refuse-heavy-event.js';
import { LONGEST_EVENT } from './sse-lines.js';

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

  /** All of them, which are forgotten; undefined where there are none. Throws a `ProviderFailure` where they hold too much. */
  take(): string | undefined {
    const text = this.#text;
    this.#text = undefined;
    this.#count = 0;
    if (text !== undefined) refuseHeavyEvent(text);
    return text;
  }
}
