import type { ServerResponse } from 'node:http';
import { type GatewayError, toErrorEnvelope } from '@multilane/errors';
import type { ErrorFormat } from '../endpoints/descriptor.js';
import { findErrorFormat } from '../endpoints/find-endpoint.js';

/** A request that is answered on its socket. */
export interface Answerable {
  readonly requestId: string;
  readonly path: string;
  readonly response: ServerResponse;
  /** Headers of every answer, refusals included, in lower case. */
  readonly answerHeaders: Readonly<Record<string, string>>;
}

/** The body of a refusal, in the reference's format if there is no other. */
export function errorBody(error: GatewayError, format: ErrorFormat | undefined, requestId: string): object {
  return format?.toBody(error, requestId) ?? toErrorEnvelope(error);
}

/** Answers with a refusal. After the first byte this does nothing, because the stream has reported the failure. */
export function answerError(
  exchange: Answerable,
  error: GatewayError,
  headers?: Readonly<Record<string, string>>,
): void {
  const { response, answerHeaders, path, requestId } = exchange;
  if (response.headersSent || response.destroyed) return;
  const body = JSON.stringify(errorBody(error, findErrorFormat(path), requestId));
  response.writeHead(error.status, {
    ...answerHeaders,
    ...headers,
    ...error.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
