import { GatewayError } from '@multilane/errors';
import { explainFrameworkError, isHealthReport, pathOf, type ServedRoutes } from '@multilane/http';
import { toGatewayError } from '@multilane/providers';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from '../delivery/answer-error.js';
import { findErrorFormat } from '../endpoints/find-endpoint.js';
import { explainForeignUse, findClientFormat } from '../endpoints/foreign-paths.js';
import { recordRefusal } from '../recording/settle-request.js';
import { arrivalOf } from './fastify-request.js';
import type { HttpServices } from './http-services.js';
import { explainMissingEndpoint, explainUnknownPath } from './unsupported-endpoints.js';

/** Turns errors of a framework's route into answers (docs/contract/errors.md#envelope). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly services: HttpServices,
    private readonly routes: ServedRoutes,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (isHealthReport(thrown)) {
      void reply.status(thrown.getStatus()).send(thrown.getResponse());
      return;
    }
    const error =
      thrown instanceof HttpException
        ? (refuseForeign(thrown, request) ?? explainFrameworkError(thrown, request, this.routes, explainMissing))
        : toGatewayError(thrown);
    if (error.code === 'internal_error') {
      this.services.logger.error({ request_id: request.id, err: thrown }, 'a request failed');
    }
    const arrival = arrivalOf(request, this.services);
    recordRefusal(this.services, arrival, error);
    if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return;
    const format = request.is404 ? findClientFormat(arrival.path, request.headers) : findErrorFormat(arrival.path);
    if (format !== undefined) void reply.header(format.requestIdHeader, arrival.requestId);
    void reply
      .status(error.status)
      .headers(error.headers)
      .send(errorBody(error, format, arrival.requestId));
  }
}

function refuseForeign(thrown: HttpException, { headers, method, url }: FastifyRequest): GatewayError | undefined {
  const message = thrown.getStatus() === 404 ? explainForeignUse(method, pathOf(url), headers) : undefined;
  return message === undefined ? undefined : new GatewayError('unsupported_endpoint', { message });
}

function explainMissing(path: string): GatewayError {
  if (!/^\/v1(\/|$)/.test(path)) return new GatewayError('not_found', { message: explainUnknownPath(path) });
  return new GatewayError('unsupported_endpoint', { message: explainMissingEndpoint(path) });
}
