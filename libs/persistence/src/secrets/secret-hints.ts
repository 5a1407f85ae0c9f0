import type { ProviderSecrets, SecretHints } from '../records/model.js';

/** Length of the shortest secret with a hint: four characters would be too much of a shorter one. */
const SHORTEST = 16;

/** The secrets of which the last four characters are stored unencrypted. */
const SHOWN: ReadonlySet<string> = new Set(['api_key', 'api_keys', 'access_key_id']);

/**
 * Unencrypted hint beside a sealed secret, so that services can show it and check changes without decrypting it: the
 * last four characters of a key, the names of headers, the project of a credentials file (empty if it names none).
 * Undefined if nothing is.
 */
export function hintOf(name: string, value: ProviderSecrets[string]): SecretHints[string] | undefined {
  if (name === 'headers') return Object.keys(value);
  if (name === 'credentials_json') return typeof value === 'string' ? projectOf(value) : undefined;
  if (!SHOWN.has(name)) return undefined;
  return typeof value === 'string' ? lastOf(value) : Object.values(value).flatMap((each: string) => lastOf(each) ?? []);
}

function lastOf(secret: string): string | undefined {
  return secret.length >= SHORTEST ? `…${secret.slice(-4)}` : undefined;
}

function projectOf(json: string): string {
  try {
    const { project_id: project } = JSON.parse(json) as { project_id?: unknown };
    return typeof project === 'string' ? project : '';
  } catch {
    return '';
  }
}
