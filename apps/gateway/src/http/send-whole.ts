import type { RequestContext } from '../pipeline/request-context.js';
import { writeHead } from './write-head.js';

/** Answers with a JSON body that is ready as bytes. */
export function sendWhole(context: RequestContext, body: Buffer): void {
  writeHead(context, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  context.exchange.response.end(body);
}
