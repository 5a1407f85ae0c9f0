import { ProviderFailure } from '../provider-failure.js';

/** A bare error body is small; anything larger outside the event framing is not going to become one. */
const LONGEST_BARE_TEXT = 64 * 1024;

/** Lines that may be the last one. Reading again at each of many would take the square of the length. */
const MOST_ATTEMPTS = 100;

/** JSON outside the events of a stream, as some providers tell errors, over several lines. */
export class BareText {
  #text: string | undefined;
  #attempts = 0;

  get isEmpty(): boolean {
    return this.#text === undefined;
  }

  /**
   * Takes the next line. Answers what `parse` makes of it all once it is whole, undefined before. Throws a `ProviderFailure` for what is
   * not going to become JSON.
   */
  take(line: string, parse: (text: string) => unknown): unknown {
    const text = this.#text === undefined ? line : `${this.#text}\n${line}`;
    const mayBeWhole = /[}\]][ \t]*$/.test(line.slice(-100));
    if (mayBeWhole) this.#attempts += 1;
    if (text.length > LONGEST_BARE_TEXT || this.#attempts > MOST_ATTEMPTS) throw this.refuse();
    const value = mayBeWhole ? parse(text) : undefined;
    this.#text = value === undefined ? text : undefined;
    return value;
  }

  /** What it means where it is not whole at the end of an event. */
  refuse(): ProviderFailure {
    return new ProviderFailure('provider_error', { detail: 'unreadable answer: text outside the events' });
  }
}
