import type { OutgoingHttpHeaders } from 'node:http';
import type { RequestContext } from '../pipeline/request-context.js';
import { serviceHeaders } from './service-headers.js';

/**
 * Begins a 200 answer on the socket itself, past Fastify's serialisation. What the hooks have set on the reply and the
 * X-Service-* headers go along with `headers`.
 */
export function writeHead(context: RequestContext, headers: OutgoingHttpHeaders): void {
  const { reply } = context;
  const head = { ...(reply.getHeaders() as OutgoingHttpHeaders), ...serviceHeaders(context), ...headers };
  // From here on nobody else can answer.
  reply.hijack();
  reply.raw.writeHead(200, head);
}
