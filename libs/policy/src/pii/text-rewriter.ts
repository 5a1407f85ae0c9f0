import { findNext, type ScanPlan } from './scan-text.js';
import { LEFT_CONTEXT, TextWindow } from './text-window.js';

/** The replacement for what was found. */
export interface Replacements {
  readonly plan: ScanPlan;
  /**
   * @param entity its name, or `placeholder`.
   * @param value as it stood in the text.
   */
  replace(entity: string, value: string): string;
  /** The replacement for a bare token of JSON; if it is left out, entities in it are replaced. */
  replaceToken?(token: string): string;
}

/** Rewrites one text that comes in pieces; what is ready may be less than what came. */
export interface Rewriter {
  push(text: string): string;
  /** The rest; then another text may begin. */
  end(): string;
}

/**
 * Replaces entities and placeholders in a text that comes in pieces. Held back is only what may still become one, a
 * bounded number of characters; however the text is split, the result is that of the whole.
 */
export class TextRewriter implements Rewriter {
  readonly #window = new TextWindow();
  /** Before this, the text is decided and was returned. */
  #decided = 0;

  constructor(private readonly replacements: Replacements) {}

  push(text: string): string {
    this.#window.text += text;
    return this.#rewrite();
  }

  end(): string {
    this.#window.isFinal = true;
    const rest = this.#rewrite();
    this.#window.isFinal = false;
    this.#window.text = '';
    this.#decided = 0;
    return rest;
  }

  #rewrite(): string {
    const window = this.#window;
    const { plan } = this.replacements;
    let ready = '';
    let from = this.#decided;
    for (;;) {
      const stop = findNext(window, from, plan);
      const start = stop?.start ?? window.text.length;
      ready += window.text.slice(from, start);
      from = start;
      if (stop?.entity === undefined) break;
      ready += this.replacements.replace(stop.entity, window.text.slice(start, stop.end));
      from = stop.end;
    }
    const dropped = Math.max(0, from - LEFT_CONTEXT);
    window.text = window.text.slice(dropped);
    this.#decided = from - dropped;
    return ready;
  }
}

/** The same for a text that is there as a whole; returns the very text if nothing was replaced. */
export function rewriteText(text: string, replacements: Replacements): string {
  const rewriter = new TextRewriter(replacements);
  const rewritten = rewriter.push(text);
  return rewritten + rewriter.end();
}
