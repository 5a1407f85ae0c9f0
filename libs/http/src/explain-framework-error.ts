import { type ErrorCode, GatewayError } from '@multilane/errors';
import { HttpException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { ServedRoutes } from './served-routes.js';
import { pathOf } from './server/request-head.js';

/** Codes for the framework's own rejections, by status. */
const FRAMEWORK_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_value',
  408: 'invalid_value',
  413: 'payload_too_large',
  414: 'invalid_value',
  415: 'unsupported_media_type',
};

/**
 * A refusal of the framework in our own terms (docs/contract/errors.md#envelope); a path that is served with another
 * method is 405 with Allow.
 *
 * @param missing makes the 404 of a path that no route serves
 */
export function explainFrameworkError(
  thrown: HttpException,
  request: FastifyRequest,
  routes: ServedRoutes,
  missing: (path: string) => GatewayError,
): GatewayError {
  const status = thrown.getStatus();
  if (status === 404) return refuseWrongMethod(request, routes) ?? missing(pathOf(request.url));
  const code = FRAMEWORK_CODES[status];
  return new GatewayError(code ?? 'internal_error', { cause: thrown });
}

function refuseWrongMethod(request: FastifyRequest, routes: ServedRoutes): GatewayError | undefined {
  const methods = routes.methodsOf(pathOf(request.url));
  // The method is right, then, and what the path names is not there: a longer id than any, or a file that is missing.
  if (methods.length === 0 || methods.includes(request.method)) return undefined;
  const allow = methods.join(', ');
  return new GatewayError('method_not_allowed', {
    message: `This endpoint supports ${allow}, not ${request.method}.`,
    headers: { allow },
  });
}

/** Terminus reports an unready service as an exception whose body is the report itself. */
export function isHealthReport(thrown: unknown): thrown is HttpException {
  if (!(thrown instanceof HttpException)) return false;
  const body = thrown.getResponse();
  return typeof body === 'object' && 'details' in body && 'status' in body;
}
