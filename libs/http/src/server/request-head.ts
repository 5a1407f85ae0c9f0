import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { GatewayError } from '@multilane/errors';

/** The path of a request's URL as it was sent, without the query, and without the origin where a proxy sent that too. */
export function pathOf(url: string): string {
  const target = url.charCodeAt(0) === SLASH ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

const SLASH = 47;

const ACCEPTABLE = /^[\x21-\x7e]{1,128}$/;

/**
 * The caller's X-Request-Id when it is at most 128 printable ASCII characters, else a new id
 * (docs/contract/requests.md#request-ids).
 */
export function chooseRequestId(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && ACCEPTABLE.test(sent) ? sent : randomUUID();
}

type Head = Pick<IncomingMessage, 'headers' | 'httpVersion'>;

/** Characters of a host, with or without a port (RFC 3986 section 3.2.2), without the comma that joins two headers. */
const HOST = /^[A-Za-z0-9._~%!$&'()*+;=:[\]-]*$/;

/**
 * Rejects a request that a proxy before the service may have understood in another way, and closes the connection: one without
 * Host or with several (RFC 9112 section 3.2), chunks in HTTP/1.0, which has none (section 6.1), and transfer codings other than
 * chunks: Node takes those off and leaves the others, so that the body would be read as what it is not. Fails with 400.
 */
export function refuseFaultyHead({ headers, httpVersion }: Head): void {
  const { host } = headers;
  if (host === undefined) {
    if (httpVersion === '1.1') throw refuse('The request has no Host header.');
  } else if (!HOST.test(host)) {
    throw refuse(host.includes(',') ? 'The request has several Host headers.' : 'The Host header is not valid.');
  }
  const coding = headers['transfer-encoding'];
  if (coding !== undefined) refuseFaultyCoding(coding, httpVersion);
}

function refuseFaultyCoding(coding: string, httpVersion: string): void {
  if (httpVersion === '1.0') throw refuse('HTTP/1.0 has no Transfer-Encoding. Send a Content-Length, or use HTTP/1.1.');
  if (coding.trim().toLowerCase() !== 'chunked') {
    throw refuse('The Transfer-Encoding must be chunked alone. Compress a body with Content-Encoding.');
  }
}

function refuse(message: string): GatewayError {
  return new GatewayError('invalid_value', { message, headers: { connection: 'close' } });
}
