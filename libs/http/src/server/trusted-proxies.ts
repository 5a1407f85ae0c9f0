import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/** True if the machine at `address`, `hop` steps away from this service, is a proxy whose headers are believed. */
export type TrustedProxies = (address: string, hop: number) => boolean;

/**
 * Compiles `server.trust_proxy`. Fastify takes the same setting, but since it cannot check a mere number of hops it
 * then believes nobody; we take the operator's word that nothing else reaches the service.
 *
 * @param setting the number of proxies in front of the service, or their addresses; false or undefined: none
 */
export function compileTrustedProxies(setting: false | number | readonly string[] | undefined): TrustedProxies {
  if (setting === undefined || setting === false) return () => false;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  return proxyAddress.compile([...setting]);
}

/**
 * The address of the client: of the connection, or what the last trusted proxy says in `X-Forwarded-For`. Undefined once the
 * connection is gone.
 */
export function clientAddressOf(incoming: IncomingMessage, trusted: TrustedProxies): string | undefined {
  const { remoteAddress } = incoming.socket;
  if (remoteAddress === undefined || incoming.headers['x-forwarded-for'] === undefined) return remoteAddress;
  return trusted(remoteAddress, 0) ? proxyAddress(incoming, trusted) : remoteAddress;
}
