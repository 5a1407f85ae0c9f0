import { longestMatch } from '@multilane/contracts';
import { RE2JS } from 're2js';
import { estimatePatternsCost } from '../guardrails/estimate-cost.js';
import type { CustomMatch, TextWindow } from './text-window.js';

/** Personal data of the operator's own, as gateway.yaml has it: `pii.custom_entities`. */
export interface CustomEntity {
  readonly name: string;
  /** RE2 syntax, checked by the schema: no anchors, no empty match, and at most 256 characters long. */
  readonly pattern: string;
  readonly ignore_case: boolean;
}

interface Compiled {
  readonly name: string;
  readonly pattern: RE2JS;
}

type Stop = CustomMatch['stop'];

/**
 * The operator's own entities together. Whether a value begins at a place depends on the character before it and on as many as
 * the longest value has and one more, and on nothing else, so that a stream has the same result as the whole text however it is
 * split. RE2 matches in time that grows with the text alone; one pass looks for all of them.
 */
export class CustomRecognizers {
  readonly names: readonly string[];
  /** Nanoseconds for which they look at a character at worst. */
  readonly costPerCharacter: number;
  readonly #entities: readonly Compiled[];
  /** Any of them. */
  readonly #any: RE2JS;
  readonly #longest: number;

  constructor(readonly entities: readonly CustomEntity[]) {
    this.names = entities.map(({ name }) => name);
    this.#entities = entities.map((entity) => ({ name: entity.name, pattern: RE2JS.compile(sourceOf(entity)) }));
    this.#any = RE2JS.compile(entities.map(sourceOf).join('|'));
    this.#longest = Math.max(...entities.map(({ pattern }) => lengthOf(pattern)));
    // Each character is looked at in two pieces.
    this.costPerCharacter = 2 * estimatePatternsCost(entities.map(({ pattern }) => pattern));
  }

  /**
   * The next value from a place on; undefined for none up to the end of the text. A beginning that may still become one
   * stops the scan too, without an entity.
   */
  findNext(window: TextWindow, from: number): Stop {
    const known = window.custom;
    if (known !== undefined && isStillRight(known, window, from)) return known.stop;
    const stop = this.#search(window, from);
    window.custom = { text: window.text, isFinal: window.isFinal, from, stop };
    return stop;
  }

  #search({ isFinal, text }: TextWindow, from: number): Stop {
    // Before this, all that a value may hold is there.
    const decided = isFinal ? text.length : text.length - this.#longest;
    let at = from;
    while (at < decided) {
      const start = this.#findCandidate(text, at);
      if (start >= decided) break;
      if (start < 0) {
        at += this.#longest;
        continue;
      }
      const found = this.#matchAt(text, start);
      if (found) return found;
      at = start + 1;
    }
    if (isFinal) return undefined;
    const start = Math.max(from, decided);
    return { entity: undefined, start, end: start };
  }

  /**
   * Earliest place where a value may begin: at a place or within the `longest` characters behind it; -1 for nowhere.
   */
  #findCandidate(text: string, at: number): number {
    const left = at > 0 ? 1 : 0;
    const matcher = this.#any.matcher(text.slice(at - left, at + 2 * this.#longest + 1));
    if (!matcher.find(left)) return -1;
    const start = matcher.start() - left;
    return start < this.#longest ? at + start : -1;
  }

  #matchAt(text: string, start: number): Stop {
    const left = start > 0 ? 1 : 0;
    const piece = text.slice(start - left, start + this.#longest + 1);
    for (const { name, pattern } of this.#entities) {
      const matcher = pattern.matcher(piece);
      if (!matcher.find(left) || matcher.start() !== left || matcher.end() === left) continue;
      return { entity: name, start, end: start - left + matcher.end() };
    }
    return undefined;
  }
}

function isStillRight({ from, isFinal, stop, text }: CustomMatch, window: TextWindow, at: number): boolean {
  if (text !== window.text || isFinal !== window.isFinal || at < from) return false;
  return stop === undefined || stop.start >= at;
}

/** Throws for a pattern without a bound, which the schema rejects. */
function lengthOf(pattern: string): number {
  const longest = longestMatch(pattern);
  if (longest === undefined || !Number.isFinite(longest)) throw new Error('the pattern has no longest match');
  return longest;
}

function sourceOf({ ignore_case: ignoresCase, pattern }: CustomEntity): string {
  return `(?${ignoresCase ? 'i' : ''}:${RE2JS.translateRegExp(pattern)})`;
}
