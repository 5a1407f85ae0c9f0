import type { ServerResponse } from 'node:http';
import { type GatewayError, toErrorEnvelope } from '@multilane/errors';
import { findErrorFormat } from '../endpoints/find-endpoint.js';

/** A request that is answered on its socket. */
export interface Answerable {
  readonly requestId: string;
  readonly path: string;
  readonly response: ServerResponse;
  /** Headers of every answer, refusals included, in lower case. */
  readonly answerHeaders: Readonly<Record<string, string>>;
}

/** The body of a refusal, in the format of the endpoint. */
export function errorBody(error: GatewayError, path: string, requestId: string): object {
  return findErrorFormat(path)?.toBody(error, requestId) ?? toErrorEnvelope(error);
}

/** Answers with a refusal. After the first byte this does nothing, because the stream has reported the failure. */
export function answerError(
  exchange: Answerable,
  error: GatewayError,
  headers?: Readonly<Record<string, string>>,
): void {
  const { response, answerHeaders, path, requestId } = exchange;
  if (response.headersSent || response.destroyed) return;
  const body = JSON.stringify(errorBody(error, path, requestId));
  response.writeHead(error.status, {
    ...answerHeaders,
    ...headers,
    ...error.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
