import { originOf, type RequestSite } from '@multilane/auth';
import type { FastifyRequest } from 'fastify';

/**
 * Returns the origin of a request, as a browser names it: the public address of the configuration, or else the address of the request
 * itself, which a trusted proxy may state.
 */
export function requestOriginOf(
  { method, protocol, host }: Pick<FastifyRequest, 'method' | 'protocol' | 'host'>,
  publicOrigin: string | undefined,
): RequestSite {
  return { method, origin: publicOrigin ?? originOf(protocol, host) };
}
