import { originOf, type RequestSite } from '@multilane/auth';
import type { FastifyRequest } from 'fastify';

/**
 * Where a request came to, as a browser names it: the address of the request itself, which a trusted proxy may state, or
 * the public one of the configuration where that is the one that its `Origin` names.
 */
export function siteOf(
  { method, protocol, host, headers }: Pick<FastifyRequest, 'method' | 'protocol' | 'host' | 'headers'>,
  publicOrigin: string | undefined,
): RequestSite {
  const addressed = originOf(protocol, host);
  return { method, origin: headers.origin === publicOrigin && publicOrigin !== undefined ? publicOrigin : addressed };
}
