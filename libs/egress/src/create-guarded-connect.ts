import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
// Only what is used: the package's index loads fetch, WebSocket and caches too.
import connectTo from 'undici/lib/core/connect.js';
import type { AllowedNetworks } from './allowed-networks.js';
import { refuseAddress } from './egress-refusal.js';
import { createGuardedLookup, type ResolveName } from './guarded-lookup.js';
import { isForbiddenAddress } from './is-forbidden-address.js';
import { stripBrackets } from './parse-address.js';

/** undici's options of a connection, without those that would lead around the guard. */
export type GuardedConnectOptions = Omit<buildConnector.BuildOptions, 'lookup' | 'socketPath' | 'path' | 'host'>;

/**
 * A connector for undici's agents and pools that dials only addresses which people may name. It fails with an
 * `EgressRefusal`. HTTP/1.1 unless the options say otherwise.
 *
 * @param resolve instead of `dns.lookup`
 */
export function createGuardedConnect(
  allowed: AllowedNetworks,
  options: GuardedConnectOptions = {},
  resolve?: ResolveName,
): buildConnector.connector {
  const lookup = createGuardedLookup(allowed, resolve);
  const connect = connectTo({ allowH2: false, ...options, lookup } as buildConnector.BuildOptions);
  return (target, callback) => {
    const host = stripBrackets(target.hostname);
    // A socket looks up names only: an address in the URL is dialled as it is.
    if (isIP(host) !== 0 && isForbiddenAddress(host, allowed)) {
      queueMicrotask(() => callback(refuseAddress(host), null));
      return;
    }
    connect(target, callback);
  };
}
