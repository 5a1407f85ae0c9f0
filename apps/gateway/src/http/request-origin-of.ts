import type { IncomingMessage } from 'node:http';
import { originOf, type RequestSite } from '@multilane/auth';

/**
 * Returns the origin that a request was sent to. Without a configured origin it is the `Host` with the scheme that the browser names: TLS
 * ends before the gateway.
 */
export function requestOriginOf(
  { headers, method = '' }: IncomingMessage,
  publicOrigin: string | undefined,
): RequestSite {
  const { host, origin } = headers;
  if (publicOrigin !== undefined) return { method, origin: publicOrigin };
  return { method, origin: originOf(origin?.startsWith('https:') ? 'https' : 'http', host) };
}
