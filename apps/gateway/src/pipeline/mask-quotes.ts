/** Shorter words say nothing of a prompt by themselves. */
const SHORTEST_QUOTE = 4;

const WORDS = /[\p{L}\p{N}_-]+/gu;

/**
 * A provider's words for the log, without what they quote of the request: a provider's error may repeat the prompt,
 * and no prompt may reach a log. Every word of at least four characters that the request's texts hold is replaced.
 */
export function maskQuotes(words: string, request: unknown): string {
  if (words === '') return words;
  const quoted = new Set<string>();
  collectWords(request, quoted);
  return words.replace(WORDS, (word) => (word.length >= SHORTEST_QUOTE && quoted.has(word.toLowerCase()) ? '…' : word));
}

function collectWords(value: unknown, words: Set<string>): void {
  if (typeof value === 'string') {
    for (const [word] of value.matchAll(WORDS)) words.add(word.toLowerCase());
  } else if (Array.isArray(value)) {
    for (const item of value) collectWords(item, words);
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) collectWords(member, words);
  }
}
