import type { FastifyRequest } from 'fastify';

/** The path of the request's URL as it was sent, without the query. */
export function pathOf(request: FastifyRequest): string {
  const end = request.url.indexOf('?');
  return end === -1 ? request.url : request.url.slice(0, end);
}
