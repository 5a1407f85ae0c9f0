import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const ACCEPTABLE = /^[\x21-\x7e]{1,128}$/;

/**
 * The caller's X-Request-Id when it is at most 128 printable ASCII characters, else a new id
 * (docs/contract/requests.md#request-ids).
 */
export function chooseRequestId(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && ACCEPTABLE.test(sent) ? sent : randomUUID();
}
