/** Shorter words say nothing of a prompt by themselves. */
const SHORTEST_QUOTE = 4;

const WORDS = /[\p{L}\p{N}_-]+/gu;

/**
 * A provider's words for the log, without what they quote of the request: a provider's error may repeat the prompt,
 * and no prompt may reach a log. Every word of at least four characters that the request's texts hold is replaced.
 */
export function maskQuotes(words: string, request: unknown): string {
  // The provider's words are few, the request's may be millions: those alone are looked for.
  const suspects = new Set(words.match(WORDS)?.flatMap((word) => (isLong(word) ? word.toLowerCase() : [])));
  if (suspects.size === 0) return words;
  const quoted = new Set<string>();
  findWords(request, suspects, quoted);
  return words.replace(WORDS, (word) => (quoted.has(word.toLowerCase()) ? '…' : word));
}

function isLong(word: string): boolean {
  return word.length >= SHORTEST_QUOTE;
}

function findWords(value: unknown, suspects: ReadonlySet<string>, found: Set<string>): void {
  if (typeof value === 'string') {
    for (const [word] of value.matchAll(WORDS)) {
      if (!isLong(word)) continue;
      const lower = word.toLowerCase();
      if (suspects.has(lower)) found.add(lower);
    }
  } else if (Array.isArray(value)) {
    for (const item of value) findWords(item, suspects, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) findWords(member, suspects, found);
  }
}
