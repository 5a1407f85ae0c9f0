/**
 * Ends a text at the first of its stop sequences, of which nothing is returned. The text comes in pieces: the end of a piece that may be
 * the beginning of a sequence is held back until more is known.
 */
export class StopCutter {
  /** The sequence that ended the text; undefined as long as it goes on. */
  stoppedAt: string | undefined;
  #held = '';

  /** @param stops Sequences with at least one character. */
  constructor(private readonly stops: readonly string[]) {}

  /** The part of the text that can be passed on; nothing once it has ended. */
  push(piece: string): string {
    if (this.stoppedAt !== undefined) return '';
    const text = this.#held + piece;
    let end = text.length;
    for (const stop of this.stops) {
      const at = text.indexOf(stop);
      if (at === -1 || at >= end) continue;
      end = at;
      this.stoppedAt = stop;
    }
    if (this.stoppedAt !== undefined) {
      this.#held = '';
      return text.slice(0, end);
    }
    const kept = text.length - this.#countOpen(text);
    this.#held = text.slice(kept);
    return text.slice(0, kept);
  }

  /** The text that was held back and has turned out to begin no sequence. */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }

  /** How many characters at the end of a text may begin a sequence. */
  #countOpen(text: string): number {
    let longest = 0;
    for (const stop of this.stops) {
      for (let length = Math.min(stop.length - 1, text.length); length > longest; length--) {
        if (text.endsWith(stop.slice(0, length))) longest = length;
      }
    }
    return longest;
  }
}
