import type { FastifyRequest } from 'fastify';

/** The path of the request's URL as it was sent, without the query. */
export function pathOf(request: FastifyRequest): string {
  const end = request.url.indexOf('?');
  return end === -1 ? request.url : request.url.slice(0, end);
}

/** Whether a path belongs to the messages format, whose clients read its own error shape and `request-id` header. */
export function isMessagesPath(path: string): boolean {
  return path.startsWith('/v1/messages') && (path.length === 12 || path.charCodeAt(12) === 47);
}
