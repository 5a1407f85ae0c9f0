import type { OutgoingHttpHeaders } from 'node:http';
import type { RequestContext } from '../pipeline/request-context.js';
import { serviceHeaders } from './service-headers.js';

/** Begins a 200 answer: with the headers of every answer, the X-Service-* ones and `headers`. */
export function writeHead(context: RequestContext, headers: OutgoingHttpHeaders): void {
  const { answerHeaders, response } = context.exchange;
  response.writeHead(200, { ...answerHeaders, ...serviceHeaders(context), ...headers });
}
