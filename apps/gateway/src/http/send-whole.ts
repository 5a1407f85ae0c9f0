import type { OutgoingHttpHeaders } from 'node:http';
import type { RequestContext } from '../pipeline/request-context.js';
import { serviceHeaders } from './service-headers.js';

/**
 * Answers with a JSON body that is ready as bytes. It goes to the socket as it is, past Fastify's serialisation: what
 * the hooks have set on the reply goes along.
 */
export function sendWhole(context: RequestContext, body: Buffer): void {
  const { reply } = context;
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    ...serviceHeaders(context),
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  });
  reply.raw.end(body);
}
