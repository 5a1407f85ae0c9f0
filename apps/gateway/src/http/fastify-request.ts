import { pathOf } from '@multilane/http';
import type { FastifyRequest } from 'fastify';
import type { Admission, RequestSummary } from '../recording/request-parts.js';
import type { HttpServices } from './http-services.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication hook; null on public routes. */
    admission: Admission | null;
  }
}

/** Facts of a Fastify request for its record. */
export function arrivalOf(
  request: FastifyRequest,
  { readClientAddress }: Pick<HttpServices, 'readClientAddress'>,
): RequestSummary {
  const { id, method, url, routeOptions, admission } = request;
  const clientAddress = readClientAddress(request.raw);
  return { clientAddress, requestId: id, method, path: pathOf(url), endpoint: routeOptions.url, admission };
}
