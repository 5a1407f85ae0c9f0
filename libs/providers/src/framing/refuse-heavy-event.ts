import { countBoundedJson, type JsonBounds } from '@multilane/contracts';
import { ProviderFailure } from '../provider-failure.js';

/** Fewer characters take no time worth counting, whatever they hold. */
const LIGHT = 256 * 1024;

/** Objects, lists and named members of an event: 1,400 tokens with 20 alternatives each. As many names that differ take 90 ms. */
const MOST_MEMBERS = 150_000;

/** Commas of an event. */
const MOST_ITEMS = 1_000_000;

/** Lines of an event: providers write a few. A line may be empty, so that few characters are many lines. */
export const MOST_LINES = 20_000;

/** An event is this long at most anyway. */
const BOUNDS: JsonBounds = { members: MOST_MEMBERS, items: MOST_ITEMS, characters: Number.POSITIVE_INFINITY };

/**
 * Rejects an event whose JSON would hold up other requests when it is parsed, before it is. An event is parsed at once, since those
 * before and behind it must stay in order. Throws a `ProviderFailure`.
 */
export function refuseHeavyEvent(text: string): void {
  if (text.length <= LIGHT) return;
  try {
    countBoundedJson(text, BOUNDS);
  } catch {
    throw heavy();
  }
  if (hasManyLines(text)) throw heavy();
}

function hasManyLines(text: string): boolean {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && lines <= MOST_LINES; at = text.indexOf('\n', at + 1)) lines++;
  for (let at = text.indexOf('\r'); at !== -1 && lines <= MOST_LINES; at = text.indexOf('\r', at + 1)) lines++;
  return lines > MOST_LINES;
}

function heavy(): ProviderFailure {
  return new ProviderFailure('provider_error', { detail: 'an event holds too many objects, items, levels or lines' });
}

/** A bare error body is small; anything larger outside the event framing is not going to become one. */
const LONGEST_BARE_TEXT = 64 * 1024;

/** Lines that may be the last one. Reading again at each of many would take the square of the length. */
const MOST_ATTEMPTS = 100;

/** JSON outside the events of a stream, as some providers report errors, over several lines. */
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

  /** Failure if it is not whole at the end of an event. */
  refuse(): ProviderFailure {
    return new ProviderFailure('provider_error', { detail: 'unreadable answer: text outside the events' });
  }
}
