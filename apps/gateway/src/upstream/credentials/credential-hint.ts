import type { Credential } from './credential-source.js';

/** Of a shorter secret, four characters would be too much of it. */
const SHORTEST = 16;

/**
 * Which of several credentials was used, for logs: the last four characters of a key, or of the id of an access key. Null without
 * a credential, and for a short one.
 */
export function credentialHint(credential: Credential): string | null {
  const shown = typeof credential === 'object' ? credential.accessKeyId : (credential ?? '');
  return shown.length >= SHORTEST ? `…${shown.slice(-4)}` : null;
}
