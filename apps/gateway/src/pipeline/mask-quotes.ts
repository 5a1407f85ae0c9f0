/** Shorter words say nothing of a prompt by themselves. */
const SHORTEST_QUOTE = 4;

const WORDS = /[\p{L}\p{N}_-]+/gu;

/**
 * A provider's words for the log, without what they quote of the request: a provider's error may repeat the prompt,
 * and no prompt may reach a log. Every word of at least four characters that the request's texts hold is replaced, and
 * that the names hold which are the caller's own. So is the beginning of one at the end, where the words were cut short. The names of parameters stay: they say what was wrong.
 */
export function maskQuotes(words: string, request: unknown): string {
  // The provider's words are few, the request's may be millions: those alone are looked for.
  const long =
    words
      .match(WORDS)
      ?.filter(isLong)
      .map((word) => word.toLowerCase()) ?? [];
  if (long.length === 0) return words;
  const suspects: Suspects = { whole: new Set(long), last: long.at(-1) ?? '' };
  const quoted = new Set<string>();
  findWords(request, suspects, quoted, undefined);
  return words.replace(WORDS, (word) => (quoted.has(word.toLowerCase()) ? '…' : word));
}

interface Suspects {
  readonly whole: ReadonlySet<string>;
  /** Perhaps only the beginning of a word. */
  readonly last: string;
}

function isLong(word: string): boolean {
  return word.length >= SHORTEST_QUOTE;
}

/** Whose member names a caller chose: those of the value itself, or of everything within it too. */
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

function findWords(value: unknown, suspects: Suspects, found: Set<string>, naming: Naming | undefined): void {
  if (typeof value === 'string') {
    findInText(value, suspects, found);
  } else if (Array.isArray(value)) {
    for (const item of value) findWords(item, suspects, found, naming);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (naming !== undefined) findInText(name, suspects, found);
      findWords(member, suspects, found, namingOf(name, member, naming));
    }
  }
}

/** A member that is itself named by the caller, such as a property called `input`, says nothing of what is within it. */
function namingOf(name: string, member: unknown, around: Naming | undefined): Naming | undefined {
  if (around === 'throughout') return around;
  // As a list, `input` is one of texts, or of items in the words of /v1/responses.
  if (around === 'itself' || (name === 'input' && Array.isArray(member))) return undefined;
  return NAMED_BY_CALLER.get(name);
}

function findInText(text: string, suspects: Suspects, found: Set<string>): void {
  for (const [word] of text.matchAll(WORDS)) {
    if (!isLong(word)) continue;
    const lower = word.toLowerCase();
    if (suspects.whole.has(lower)) found.add(lower);
    else if (lower.startsWith(suspects.last)) found.add(suspects.last);
  }
}
