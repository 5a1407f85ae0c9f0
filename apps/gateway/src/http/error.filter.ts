import { type ErrorCode, GatewayError } from '@multilane/errors';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayServices } from '../gateway-services.js';
import { recordRefusal } from '../pipeline/settle-request.js';
import { errorBody } from './answer-error.js';
import { arrivalOf } from './fastify-request.js';
import { pathOf } from './path-of.js';
import type { ServedRoutes } from './served-routes.js';
import { toGatewayError } from './to-gateway-error.js';
import { explainMissingEndpoint } from './unsupported-endpoints.js';

/** What the framework's own refusals are called here, by status. */
const FRAMEWORK_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_value',
  408: 'invalid_value',
  413: 'payload_too_large',
  414: 'invalid_value',
  415: 'unsupported_media_type',
};

/** Where an error of a framework's route becomes an answer (specification section 7). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly services: GatewayServices,
    private readonly routes: ServedRoutes,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (isHealthReport(thrown)) {
      void reply.status(thrown.getStatus()).send(thrown.getResponse());
      return;
    }
    const error = this.explain(thrown, request);
    if (error.code === 'internal_error') {
      this.services.logger.error({ request_id: request.id, err: thrown }, 'a request failed');
    }
    const arrival = arrivalOf(request);
    recordRefusal(this.services, arrival, error);
    if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return;
    void reply
      .status(error.status)
      .headers(error.headers)
      .send(errorBody(error, arrival.path, arrival.requestId));
  }

  private explain(thrown: unknown, request: FastifyRequest): GatewayError {
    if (!(thrown instanceof HttpException)) return toGatewayError(thrown);
    const status = thrown.getStatus();
    if (status === 404) return this.explainMissing(request);
    const code = FRAMEWORK_CODES[status];
    return code ? new GatewayError(code, { cause: thrown }) : new GatewayError('internal_error', { cause: thrown });
  }

  private explainMissing(request: FastifyRequest): GatewayError {
    const path = pathOf(request.url);
    const methods = this.routes.methodsOf(path);
    if (methods.length > 0) {
      const allow = methods.join(', ');
      return new GatewayError('method_not_allowed', {
        message: `This endpoint takes ${allow}, not ${request.method}.`,
        headers: { allow },
      });
    }
    if (/^\/v1(\/|$)/.test(path))
      return new GatewayError('unsupported_endpoint', { message: explainMissingEndpoint(path) });
    return new GatewayError('not_found');
  }
}

/** Terminus reports an unready service as an exception whose body is the report itself. */
function isHealthReport(thrown: unknown): thrown is HttpException {
  if (!(thrown instanceof HttpException)) return false;
  const body = thrown.getResponse();
  return typeof body === 'object' && 'details' in body && 'status' in body;
}
