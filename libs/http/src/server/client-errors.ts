import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, GatewayError, toErrorEnvelope } from '@multilane/errors';

/** Milliseconds that a client may take to close its side after the rejection. */
const LINGER_MS = 2_000;

/** A socket as `node:http` has it: with the answer that is being written. Its own handler of these errors reads it too. */
type AnsweringSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** Answers bytes that are not HTTP, which no route and no filter ever sees. */
export function answerMalformedHttp(error: Error & { code?: string }, socket: Socket): void {
  // In the middle of an answer, or behind one that is complete, the refusal would be taken for a part of it.
  const hasBegun = (socket as AnsweringSocket)._httpMessage?.headersSent === true;
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegun) {
    socket.destroy();
    return;
  }
  const code: ErrorCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'invalid_value';
  const refusal = new GatewayError(code, code === 'invalid_value' ? { message: 'The request is not valid HTTP.' } : {});
  const body = JSON.stringify(toErrorEnvelope(refusal));
  const reason = code === 'headers_too_large' ? 'Request Header Fields Too Large' : 'Bad Request';
  socket.end(
    `HTTP/1.1 ${refusal.status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `X-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // A client that never closes its side would hold the connection for ever.
  const limit = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(limit));
}

/** Answers a URL that the router cannot read; it runs before any hook. */
export function answerMalformedUrl(_error: unknown, request: { readonly id: string }, reply: PlainReply): void {
  const refusal = new GatewayError('invalid_value', { message: 'The URL is not valid.' });
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
  reply.code(refusal.status).send(toErrorEnvelope(refusal));
}

/** Part of a Fastify reply that is needed, whatever its type parameters. */
interface PlainReply {
  code(status: number): PlainReply;
  header(name: string, value: string): PlainReply;
  send(body: unknown): unknown;
}
