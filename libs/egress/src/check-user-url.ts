import { isIP } from 'node:net';
import type { AllowedNetworks } from './allowed-networks.js';
import { FORBIDDEN_ADDRESS } from './egress-refusal.js';
import { isForbiddenAddress } from './is-forbidden-address.js';
import { stripBrackets } from './parse-address.js';

const LONGEST_URL = 2_048;

/** Loopback whatever a name server says (RFC 6761 section 6.3). */
const LOCALHOST = /^(.+\.)?localhost\.?$/;

/**
 * Finds the problem of a URL that a person names, as the end of a sentence that begins with the field's name; undefined
 * if there is none. A literal address is judged here, in every notation that the URL standard knows; what a name
 * resolves to is judged when it is connected to.
 */
export function checkUserUrl(text: string, allowed: AllowedNetworks): string | undefined {
  if (text.length > LONGEST_URL) return `must be a URL of at most ${LONGEST_URL} characters`;
  // URL parsers mend or drop these, each in its own way.
  if (!/^https?:\/\/[^/?#]/i.test(text) || /[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) {
    return 'must be an absolute http or https URL';
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    return 'must not contain a user name or password';
  }
  return isForbiddenHost(url.hostname, allowed) ? `is refused: ${FORBIDDEN_ADDRESS}` : undefined;
}

/** Checks an address that paths are appended to as `checkUserUrl` does, and rejects a query and a fragment. */
export function checkUserBaseUrl(text: string, allowed: AllowedNetworks): string | undefined {
  return checkUserUrl(text, allowed) ?? (/[?#]/.test(text) ? 'must not contain a query or a fragment' : undefined);
}

function isForbiddenHost(host: string, allowed: AllowedNetworks): boolean {
  const bare = stripBrackets(host);
  if (isIP(bare) !== 0) return isForbiddenAddress(bare, allowed);
  return LOCALHOST.test(bare) && ['127.0.0.1', '::1'].every((address) => isForbiddenAddress(address, allowed));
}
