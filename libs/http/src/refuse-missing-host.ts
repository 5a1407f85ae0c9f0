import type { IncomingMessage } from 'node:http';
import { GatewayError } from '@multilane/errors';

/** HTTP/1.1 demands the header (RFC 9112 section 3.2), and what omits it may be confused about more. */
export function refuseMissingHost({ headers, httpVersion }: Pick<IncomingMessage, 'headers' | 'httpVersion'>): void {
  if (headers.host !== undefined || httpVersion !== '1.1') return;
  throw new GatewayError('invalid_value', {
    message: 'The request has no Host header.',
    headers: { connection: 'close' },
  });
}
