import type { IncomingMessage } from 'node:http';
import { originOf, type RequestSite } from '@multilane/auth';

/**
 * What a request says of the address it was sent to. Where the configuration does not set it, that is the `Host` under the
 * scheme that the browser names: TLS ends before the gateway.
 */
export function requestOriginOf(
  { headers, method = '' }: IncomingMessage,
  publicOrigin: string | undefined,
): RequestSite {
  const { host, origin } = headers;
  if (publicOrigin !== undefined) return { method, origin: publicOrigin };
  return { method, origin: originOf(origin?.startsWith('https:') ? 'https' : 'http', host) };
}
