import type { PiiSession } from '@multilane/policy';
import { rewriteWith } from '../rewrite-with.js';
import { mapFreely } from '../texts/parameter-texts.js';
import { isMembers, mapEachMember, mapItems, mapJsonValue, type TextMap } from '../texts/text-map.js';
import {
  OF_ANSWER,
  OF_ANSWER_CHOICE,
  OF_ANSWER_MESSAGE,
  OF_ANSWER_PART,
  OF_CALL,
  OF_CALLED,
  OF_THOUGHT,
  SENT_WHOLE,
  TOKENS,
  withoutTokens,
} from './known-members.js';

type Members = Readonly<Record<string, unknown>>;

/** Members of a delta that are no texts. */
const NO_TEXTS: ReadonlySet<string> = new Set(['tool_calls', 'function_call', 'reasoning_details']);

/** Limit of remembered texts: some providers send their sources with every chunk. */
const MOST_REMEMBERED = 1000;

/**
 * Rewrites what stands beside the words in chunks that have choices. Copies of the words are left out, also where this chunk's
 * words stay: a copy would say what is held back. Members that nobody knows, and values in the place of a text, are rewritten at
 * once, each by itself. Texts of a delta come in pieces: they are left to the rewriter of the stream.
 */
export class BesideRewriter {
  readonly #hides: boolean;
  readonly #map: TextMap;
  readonly #mapThoughts: TextMap;

  /** @param copies the members of a choice that may repeat its words */
  constructor(
    session: PiiSession,
    private readonly copies: ReadonlySet<string>,
  ) {
    this.#hides = session.hides;
    this.#map = remember(rewriteWith(session));
    this.#mapThoughts = remember(rewriteWith(session));
  }

  /** The chunk with all but its choices rewritten; the very chunk if that changes nothing. */
  rewriteChunk(chunk: Members): Members {
    return mapEachMember(chunk, this.#ofChunk);
  }

  /** The choice without copies of its words, which are still to be rewritten; the very choice if that changes nothing. */
  rewriteChoice(choice: Members): Members {
    return mapEachMember(choice, this.#ofChoice);
  }

  /** A value of any form. */
  rewrite(value: unknown): unknown {
    return mapFreely(value, this.#map, 'parameter', false);
  }

  readonly #ofChunk = (value: unknown, name: string): unknown => {
    if (name === 'choices') return Array.isArray(value) ? value : this.rewrite(value);
    return OF_ANSWER.has(name) ? value : this.rewrite(value);
  };

  readonly #ofChoice = (value: unknown, name: string): unknown => {
    if (value === null || value === undefined) return value;
    if (this.copies.has(name)) return undefined;
    if (name === 'delta') return isMembers(value) ? mapEachMember(value, this.#ofDelta) : this.rewrite(value);
    if (name === 'text') return typeof value === 'string' ? value : this.rewrite(value);
    if (TOKENS.has(name)) return this.#hides ? withoutTokens(name) : value;
    return OF_ANSWER_CHOICE.has(name) ? value : this.rewrite(value);
  };

  readonly #ofDelta = (value: unknown, name: string): unknown => {
    if (value === null || value === undefined) return value;
    if (TOKENS.has(name)) return this.#hides ? withoutTokens(name) : value;
    if (typeof value !== 'string' || NO_TEXTS.has(name)) return this.#rewriteMember(value, name);
    return SENT_WHOLE.has(name) ? this.rewrite(value) : value;
  };

  /** A member of a delta that comes in no pieces. */
  #rewriteMember(value: unknown, name: string): unknown {
    switch (name) {
      case 'content':
        return this.#rewriteItems(value, this.#ofPart);
      case 'tool_calls':
        return this.#rewriteItems(value, this.#ofCall);
      case 'function_call':
        return isMembers(value) ? mapEachMember(value, this.#ofCalled) : this.rewrite(value);
      case 'reasoning_details':
        return Array.isArray(value)
          ? mapItems(value, (detail) =>
              isMembers(detail) ? mapEachMember(detail, this.#ofThought) : this.#rewriteThought(detail),
            )
          : this.#rewriteThought(value);
      case 'reasoning':
      case 'reasoning_content':
        return this.#rewriteThought(value);
      case 'refusal':
        return this.rewrite(value);
      case 'audio':
        return isMembers(value) ? mapEachMember(value, this.#ofAudio) : value;
      default:
        return OF_ANSWER_MESSAGE.has(name) ? value : this.rewrite(value);
    }
  }

  #rewriteItems(items: unknown, ofItem: (value: unknown, name: string) => unknown): unknown {
    if (!Array.isArray(items)) return this.rewrite(items);
    return mapItems(items, (item) => (isMembers(item) ? mapEachMember(item, ofItem) : this.rewrite(item)));
  }

  readonly #ofPart = (value: unknown, name: string): unknown => {
    if (name === 'text') return typeof value === 'string' ? value : this.rewrite(value);
    return OF_ANSWER_PART.has(name) ? value : this.rewrite(value);
  };

  readonly #ofCall = (value: unknown, name: string): unknown => {
    if (name !== 'function' && name !== 'custom') return OF_CALL.has(name) ? value : this.rewrite(value);
    return isMembers(value) ? mapEachMember(value, this.#ofCalled) : this.rewrite(value);
  };

  /** Some providers send arguments that are no text. */
  readonly #ofCalled = (value: unknown, name: string): unknown => {
    if (!OF_CALLED.has(name)) return this.rewrite(value);
    return name === 'name' || typeof value === 'string' ? value : mapJsonValue(value, this.#map, 'tool_call');
  };

  readonly #ofThought = (value: unknown, name: string): unknown => {
    if (name === 'text' || name === 'summary') return typeof value === 'string' ? value : this.#rewriteThought(value);
    return OF_THOUGHT.has(name) ? value : this.#rewriteThought(value);
  };

  readonly #ofAudio = (value: unknown, name: string): unknown =>
    name === 'transcript' && typeof value !== 'string' ? this.rewrite(value) : value;

  /** Into thoughts no values are put back. */
  #rewriteThought(value: unknown): unknown {
    return mapFreely(value, this.#mapThoughts, 'reasoning', false);
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
