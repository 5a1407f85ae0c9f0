import type { RequestContext } from '../pipeline/request-context.js';
import { limitReading } from './limit-reading.js';
import { writeHead } from './write-head.js';

/** Larger bodies are sent as bytes: copying them would cost more than a second buffer in the same write. */
const JOINED_BYTES = 16 * 1024;

/** Answers with a JSON body: text, or bytes that are sent as they are. A client that does not read it is left. */
export function sendWhole(context: RequestContext, body: string | Buffer): void {
  const { response } = context.exchange;
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  writeHead(context, { 'content-type': 'application/json; charset=utf-8', 'content-length': length });
  if (typeof body === 'string') response.end(body);
  // Node joins text with the head to one buffer; Latin-1 turns every byte into one character and back.
  else if (length <= JOINED_BYTES) response.end(body.toString('latin1'), 'latin1');
  else response.end(body);
  if (context.model) limitReading(response, context.model.target.timeouts.idle_ms);
}
