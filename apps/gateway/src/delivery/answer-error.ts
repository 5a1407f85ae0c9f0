import { type GatewayError, toErrorEnvelope } from '@multilane/errors';
import { toMessagesError } from '../endpoints/messages/write-error.js';
import type { Exchange } from '../recording/exchange.js';
import { isMessagesPath } from './messages-path.js';

/** The body of a refusal; clients of the messages format get both shapes in one (docs/contract/messages.md#errors). */
export function errorBody(error: GatewayError, path: string, requestId: string): object {
  return isMessagesPath(path) ? toMessagesError(error, requestId) : toErrorEnvelope(error);
}

/** Answers with a refusal. After the first byte there is nothing to answer with; the stream has told its reader. */
export function answerError(exchange: Exchange, error: GatewayError): void {
  const { response, answerHeaders, path, requestId } = exchange;
  if (response.headersSent || response.destroyed) return;
  const body = Buffer.from(JSON.stringify(errorBody(error, path, requestId)));
  response.writeHead(error.status, {
    ...answerHeaders,
    ...error.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  });
  response.end(body);
}
