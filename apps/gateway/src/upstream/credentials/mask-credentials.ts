import type { Credential } from './credential-source.js';

/** Shorter runs may occur in any word. */
const SHORTEST_PART = 8;

const WORD = /\w/;

/**
 * A provider's words for the log, without the credentials that it was asked with, whatever those look like: providers
 * quote a key that they reject. Words that were cut short may end within a credential; that part is removed too.
 */
export function maskCredentials(words: string, credentials: readonly Credential[]): string {
  return credentials.flatMap(secretsOf).reduce(maskSecret, words);
}

/** The id of an access key is no secret: each request names it. */
function secretsOf(credential: Credential): string[] {
  if (typeof credential === 'string') return credential === '' ? [] : [credential];
  return [credential?.secretAccessKey, credential?.sessionToken].filter((secret) => typeof secret === 'string');
}

function maskSecret(words: string, secret: string): string {
  const isShort = secret.length < SHORTEST_PART;
  const masked = words.replaceAll(secret, (found, at: number) =>
    isShort && isWithinWord(words, at, found.length) ? found : '[secret]',
  );
  for (let length = secret.length - 1; length >= SHORTEST_PART; length--) {
    if (masked.endsWith(secret.slice(0, length))) return `${masked.slice(0, -length)}[secret]`;
  }
  return masked;
}

/** A local server's key is often a stand-in, such as `x`. */
function isWithinWord(words: string, at: number, length: number): boolean {
  return WORD.test(words.charAt(at - 1)) || WORD.test(words.charAt(at + length));
}
