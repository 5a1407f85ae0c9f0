/** Of a shorter secret, four characters would be too much of it. */
const SHORTEST = 16;

/** What may be shown of a secret: its last four characters, so that people know which one it is. */
export function hintOf(secret: unknown): string | null {
  return typeof secret === 'string' && secret.length >= SHORTEST ? `…${secret.slice(-4)}` : null;
}
