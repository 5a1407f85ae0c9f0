import { inOutline } from '@multilane/contracts';
import type { ProviderFailure } from '@multilane/providers';
import { measurePrompt } from '@multilane/tokens';
import { isOutlined } from '@multilane/validation';
import type { Credential } from '../upstream/credentials/credential-source.js';
import { maskCredentials } from '../upstream/credentials/mask-credentials.js';

/** Shorter words say nothing of a prompt by themselves. */
const SHORTEST_QUOTE = 4;

const WORDS = /[\p{L}\p{N}_-]+/gu;

/** A longer request is not looked through: a provider that fails must not cost more than one that answers. */
const MOST_CHARACTERS = 128_000;

/** Nor is one with more values, or with values this deep within others: no body has them, and a value within itself has both. */
const MOST_VALUES = 200_000;
const DEEPEST = 300;

/**
 * Returns a failure's description for the log, without its quotations of the request. Failures of the connection and of time limits are in
 * our own words, and the request is not even looked at.
 */
export function maskFailure(failure: ProviderFailure, credentials: readonly Credential[], request: unknown): string {
  const words = maskCredentials(failure.detail, credentials);
  const isOurs = failure.status === undefined && (failure.connection || failure.code === 'provider_timeout');
  return isOurs ? words : maskQuotes(words, request);
}

/**
 * A provider's words for the log, without what they quote of the request: a provider's error may repeat the prompt,
 * and no prompt may reach a log. Every word of at least four characters that the request's texts hold is replaced, and
 * that the names hold which are the caller's own. So is the beginning of one at the end, where the words were cut short. The names of parameters stay: they say what was wrong. Where a request is too long to be
 * looked through, all words that it could hold are replaced.
 */
export function maskQuotes(words: string, request: unknown): string {
  // The provider's words are few, the request's may be millions: those alone are looked for.
  const long =
    words
      .match(WORDS)
      ?.filter((word) => word.length >= SHORTEST_QUOTE)
      .map((word) => word.toLowerCase()) ?? [];
  if (long.length === 0) return words;
  const search = new QuoteSearch(long);
  const isRead = !isUnreadAndLong(request) && findWords(request, search, undefined);
  const { found } = isRead ? search : { found: search.whole };
  return words.replace(WORDS, (word) => (found.has(word.toLowerCase()) ? '…' : word));
}

/** True if a request would be too long and its texts are unread: it is not even parsed then. */
function isUnreadAndLong(request: unknown): boolean {
  return isOutlined(request) && inOutline(() => measurePrompt(request as object)).units > MOST_CHARACTERS;
}

/** Looks for a few words in many texts: one look at each character, and at a word only where it begins like one of them. */
class QuoteSearch {
  readonly whole: ReadonlySet<string>;
  readonly found = new Set<string>();
  /** Perhaps only the beginning of a word. */
  private readonly last: string;
  /** By the lower byte of a code unit, whether a word that is looked for may begin with it. */
  private readonly begins = new Uint8Array(256);
  private left = MOST_CHARACTERS;
  private values = 0;
  private depth = 0;

  constructor(words: readonly string[]) {
    this.whole = new Set(words);
    this.last = words.at(-1) ?? '';
    for (const word of words) {
      this.begins[word.charCodeAt(0) & 0xff] = 1;
      this.begins[word.toUpperCase().charCodeAt(0) & 0xff] = 1;
    }
  }

  /** False once there was too much to read. */
  read(text: string): boolean {
    this.left -= text.length;
    if (this.left < 0) return false;
    for (let at = 0; at < text.length; ) {
      if (isWordUnit(text, at)) at = this.readWord(text, at);
      else at++;
    }
    return true;
  }

  /** Before what is within a value is read; false once there was too much of it. Followed by `leave`. */
  enter(): boolean {
    this.depth += 1;
    this.values += 1;
    return this.depth <= DEEPEST && this.values <= MOST_VALUES;
  }

  leave(): void {
    this.depth -= 1;
  }

  /** Returns where the word that begins `from` there ends. */
  private readWord(text: string, from: number): number {
    let end = from + 1;
    while (end < text.length && isWordUnit(text, end)) end++;
    const first = text.charCodeAt(from);
    // Some letters beyond ASCII change to others of another length and byte with their case.
    const mayBeOne = first > 0x7f || this.begins[first] === 1;
    if (mayBeOne && end - from >= SHORTEST_QUOTE) this.compare(text.slice(from, end).toLowerCase());
    return end;
  }

  private compare(word: string): void {
    if (this.whole.has(word)) this.found.add(word);
    else if (word.startsWith(this.last)) this.found.add(this.last);
  }
}

const ONE_OF_A_WORD = /[\p{L}\p{N}_-]/u;

/** Kind of each code unit: 0 not known yet, 1 part of a word, 2 not part of a word. */
const UNITS = new Uint8Array(0x10000);

function isWordUnit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  const known = UNITS[code];
  if (known !== 0) return known === 1;
  if (code >= 0xd800 && code <= 0xdfff) {
    const from = code >= 0xdc00 && at > 0 ? at - 1 : at;
    return ONE_OF_A_WORD.test(String.fromCodePoint(text.codePointAt(from) ?? 0));
  }
  const isOne = ONE_OF_A_WORD.test(String.fromCharCode(code));
  UNITS[code] = isOne ? 1 : 2;
  return isOne;
}

/** Reach of member names that a caller chose: the value itself, or everything within it too. */
type Naming = 'itself' | 'throughout';

/** The members, of any request or schema, whose value's member names are the caller's own. */
const NAMED_BY_CALLER: ReadonlyMap<string, Naming> = new Map([
  ['properties', 'itself'],
  ['patternProperties', 'itself'],
  ['dependentRequired', 'itself'],
  ['dependentSchemas', 'itself'],
  ['$defs', 'itself'],
  ['definitions', 'itself'],
  ['questions', 'itself'],
  ['metadata', 'throughout'],
  ['client_metadata', 'throughout'],
  ['variables', 'throughout'],
  ['state', 'throughout'],
  ['criteria', 'throughout'],
  ['input', 'throughout'],
  ['instructions', 'throughout'],
  ['documents', 'throughout'],
  ['default', 'throughout'],
  ['const', 'throughout'],
  ['enum', 'throughout'],
  ['examples', 'throughout'],
]);

/** Reads everything that the caller wrote; false if there was too much of it. */
function findWords(value: unknown, search: QuoteSearch, naming: Naming | undefined): boolean {
  if (typeof value === 'string') return search.read(value);
  if (typeof value !== 'object' || value === null) return true;
  const isRead = search.enter() && findWordsWithin(value, search, naming);
  search.leave();
  return isRead;
}

function findWordsWithin(value: object, search: QuoteSearch, naming: Naming | undefined): boolean {
  if (Array.isArray(value)) return value.every((item) => findWords(item, search, naming));
  // Bytes are no words, and so many members that reading their names would take seconds.
  if (ArrayBuffer.isView(value)) return true;
  for (const name in value) {
    const member: unknown = (value as Readonly<Record<string, unknown>>)[name];
    if (naming !== undefined && !search.read(name)) return false;
    if (!findWords(member, search, namingOf(name, member, naming))) return false;
  }
  return true;
}

/** A member that is itself named by the caller, such as a property called `input`, says nothing of what is within it. */
function namingOf(name: string, member: unknown, around: Naming | undefined): Naming | undefined {
  if (around === 'throughout') return around;
  // A list `input` is one of texts, or of items in the format of /v1/responses.
  if (around === 'itself' || (name === 'input' && Array.isArray(member))) return undefined;
  return NAMED_BY_CALLER.get(name);
}
