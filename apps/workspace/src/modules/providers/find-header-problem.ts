import type { ProviderEntry } from '@multilane/config';
import type { CredentialProblem } from '@multilane/egress';
import { findManifest, getAdapter, type ProviderAdapter } from '@multilane/providers';

/** Headers that say how a message is carried, or that the gateway writes itself: one from here would break or be lost. */
const OURS =
  /^(?:host|connection|keep-alive|content-(?:length|type|encoding)|transfer-encoding|te|trailer|upgrade|expect|accept|accept-encoding|proxy-.*)$/;

/** Headers of AWS signatures. */
const SIGNATURE = /^(?:authorization|x-amz-.*)$/;

const MOST_HEADERS = 50;

/** Finds a problem of the headers that are to be added to every request; undefined if there is none. */
export function findHeaderProblem(entry: ProviderEntry): CredentialProblem | undefined {
  return findNameProblem(Object.keys(entry.headers), (name) =>
    setsHeader(entry, name) ? `is a header that kind ${entry.kind} sets itself` : undefined,
  );
}

/**
 * The same for names of headers, whatever they are sent to.
 *
 * @param more Says what else is wrong with a name, which it gets in lower case.
 */
export function findNameProblem(
  names: readonly string[],
  more: (name: string) => string | undefined = () => undefined,
): CredentialProblem | undefined {
  if (names.length > MOST_HEADERS) return { param: 'headers', message: `must have at most ${MOST_HEADERS} members` };
  const seen = new Set<string>();
  for (const name of names) {
    const lower = name.toLowerCase();
    const param = `headers.${name}`;
    if (OURS.test(lower)) return { param, message: 'is a header that only the gateway may set' };
    const message = more(lower);
    if (message !== undefined) return { param, message };
    if (seen.has(lower)) return { param, message: 'is a duplicate: header names are case-insensitive' };
    seen.add(lower);
  }
  return undefined;
}

/** True if the credential of such a provider goes into that header. */
function setsHeader(entry: ProviderEntry, name: string): boolean {
  const adapter = getAdapter(entry.kind);
  if (adapter === undefined) return name === 'authorization';
  if (adapter.sign !== undefined) return SIGNATURE.test(name);
  const hasKey = entry.api_key !== undefined || entry.api_keys !== undefined;
  const isKeyless = !hasKey && findManifest(entry.kind)?.credential !== 'google';
  return !isKeyless && overwrites(adapter, name);
}

function overwrites(adapter: ProviderAdapter, name: string): boolean {
  const draft = { address: { origin: '', path: '' }, headers: { [name]: 'own' }, body: '' };
  return adapter.authorize(draft, 'credential').headers[name] !== 'own';
}
