import { type ErrorCode, GatewayError, toErrorEnvelope } from '@multilane/errors';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayServices } from '../gateway-services.js';
import { toMessagesError } from '../inference/surfaces/messages/write-error.js';
import { recordRefusal } from '../pipeline/settle-request.js';
import { isMessagesPath, pathOf } from './path-of.js';
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

/** The one place where an error becomes an answer (specification section 7). */
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
    if (error.code === 'internal_error' && !request.settlesItself) {
      this.services.logger.error({ request_id: request.id, err: thrown }, 'a request failed');
    }
    recordRefusal(this.services, request, error);
    // After the first byte there is nothing to answer with; the stream has told its reader itself.
    if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return;
    void reply.status(error.status).headers(error.headers).send(envelopeOf(error, request));
  }

  private explain(thrown: unknown, request: FastifyRequest): GatewayError {
    if (!(thrown instanceof HttpException)) return toGatewayError(thrown);
    const status = thrown.getStatus();
    if (status === 404) return this.explainMissing(request);
    const code = FRAMEWORK_CODES[status];
    return code ? new GatewayError(code, { cause: thrown }) : new GatewayError('internal_error', { cause: thrown });
  }

  private explainMissing(request: FastifyRequest): GatewayError {
    const path = pathOf(request);
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

/** Clients of the messages format get both shapes in one (decisions section 5, "/v1/messages"). */
function envelopeOf(error: GatewayError, request: FastifyRequest): object {
  return isMessagesPath(pathOf(request)) ? toMessagesError(error, request.id) : toErrorEnvelope(error);
}

/** Terminus reports an unready service as an exception whose body is the report itself. */
function isHealthReport(thrown: unknown): thrown is HttpException {
  if (!(thrown instanceof HttpException)) return false;
  const body = thrown.getResponse();
  return typeof body === 'object' && 'details' in body && 'status' in body;
}
