import type { Credential } from './credential-source.js';

/** Shortest secret of which four characters may be shown. */
const SHORTEST = 16;

/**
 * Hint that tells several credentials apart in logs: the last four characters of a key, or of the id of an access key. Null without a
 * credential, and for a short one.
 */
export function credentialHint(credential: Credential): string | null {
  const shown = typeof credential === 'object' ? credential.accessKeyId : (credential ?? '');
  return shown.length >= SHORTEST ? `…${shown.slice(-4)}` : null;
}
