import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { AllowedNetworks } from './allowed-networks.js';
import { refuseAddress } from './egress-refusal.js';
import { isForbiddenAddress } from './is-forbidden-address.js';
import { stripBrackets } from './parse-address.js';

/** Resolves a name to all its addresses: `dns.lookup`, or what a test puts in its place. */
export type ResolveName = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * The look-up that a socket makes as it connects. Every address of the answer must be allowed, else none is dialled:
 * a name that leads inside as well as outside leads inside. The socket dials what was checked; nothing is looked up twice.
 */
export function createGuardedLookup(allowed: AllowedNetworks, resolve: ResolveName = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || first === undefined) return callback(error ?? notFound(hostname), [], undefined);
      const forbidden = addresses.find(({ address }) => isForbiddenAddress(address, allowed));
      if (forbidden) return callback(refuseAddress(forbidden.address), [], undefined);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

/**
 * Checks a host that somebody else will connect to. Rejects with an `EgressRefusal`, or with the error of the look-up.
 *
 * @param host an address, in brackets or not, or a name
 */
export async function checkHost(host: string, allowed: AllowedNetworks, resolve?: ResolveName): Promise<void> {
  const bare = stripBrackets(host);
  if (isIP(bare) !== 0) {
    if (isForbiddenAddress(bare, allowed)) throw refuseAddress(bare);
    return;
  }
  const look = createGuardedLookup(allowed, resolve);
  await new Promise<void>((pass, fail) => {
    look(bare, { all: true }, (error) => (error ? fail(error) : pass()));
  });
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND', hostname });
}
