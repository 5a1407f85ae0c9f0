import type { PiiSession } from '@multilane/policy';
import { rewriteWith } from '../rewrite-with.js';
import { mapFreely } from '../texts/parameter-texts.js';
import { isMembers, mapEachMember, mapItems, type TextMap } from '../texts/text-map.js';
import {
  OF_ANSWER,
  OF_ANSWER_CHOICE,
  OF_ANSWER_MESSAGE,
  OF_ANSWER_PART,
  TOKENS,
  withoutTokens,
} from './known-members.js';

type Members = Readonly<Record<string, unknown>>;

/** So many texts are remembered: some providers send their sources with every chunk. */
const MOST_REMEMBERED = 1000;

/**
 * Rewrites what stands beside the words in chunks that have choices. Copies of the words are left out, also where this chunk's
 * words stay: a copy would say what is held back. Members that nobody knows are rewritten at once, each by itself.
 */
export class BesideRewriter {
  readonly #hides: boolean;
  readonly #map: TextMap;

  /** @param copies the members of a choice that may repeat its words */
  constructor(
    session: PiiSession,
    private readonly copies: ReadonlySet<string>,
  ) {
    // Thoughts are rewritten wherever values are hidden. Where they are only put back, tokens give nothing away.
    this.#hides = session.thoughts !== undefined;
    this.#map = remember(rewriteWith(session));
  }

  /** The chunk with all but its choices rewritten; the very chunk if that changes nothing. */
  rewriteChunk(chunk: Members): Members {
    return mapEachMember(chunk, this.#ofChunk);
  }

  /** The choice without copies of its words, which are still to be rewritten; the very choice if that changes nothing. */
  rewriteChoice(choice: Members): Members {
    return mapEachMember(choice, this.#ofChoice);
  }

  readonly #ofChunk = (value: unknown, name: string): unknown => (OF_ANSWER.has(name) ? value : this.#rewrite(value));

  readonly #ofChoice = (value: unknown, name: string): unknown => {
    if (value === null || value === undefined) return value;
    if (this.copies.has(name)) return undefined;
    if (name === 'delta') return isMembers(value) ? mapEachMember(value, this.#ofDelta) : value;
    if (TOKENS.has(name)) return this.#hides ? withoutTokens(name) : value;
    return OF_ANSWER_CHOICE.has(name) ? value : this.#rewrite(value);
  };

  readonly #ofDelta = (value: unknown, name: string): unknown => {
    if (value === null || value === undefined) return value;
    if (TOKENS.has(name)) return this.#hides ? withoutTokens(name) : value;
    if (name === 'content') return Array.isArray(value) ? mapItems(value, this.#ofItem) : value;
    return OF_ANSWER_MESSAGE.has(name) ? value : this.#rewrite(value);
  };

  readonly #ofItem = (part: unknown): unknown =>
    isMembers(part) ? mapEachMember(part, this.#ofPart) : this.#rewrite(part);

  readonly #ofPart = (value: unknown, name: string): unknown =>
    OF_ANSWER_PART.has(name) ? value : this.#rewrite(value);

  #rewrite(value: unknown): unknown {
    return mapFreely(value, this.#map, 'parameter', false);
  }
}

function remember(map: TextMap): TextMap {
  const known = new Map<string, string>();
  return (text, role, format) => {
    if (format === 'name') return text;
    const before = known.get(text);
    if (before !== undefined) return before;
    const mapped = map(text, role, format);
    if (known.size < MOST_REMEMBERED) known.set(text, mapped);
    return mapped;
  };
}
