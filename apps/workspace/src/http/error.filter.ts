import { writeProblem } from '@multilane/contracts';
import { GatewayError, toErrorEnvelope } from '@multilane/errors';
import { explainFrameworkError, isHealthReport, pathOf, type ServedRoutes, wantsPage } from '@multilane/http';
import {
  ConflictError,
  DatabaseUnavailable,
  InvalidCursorError,
  LimitReachedError,
  NotFoundError,
  ReadTooLargeError,
  UnknownReferenceError,
  UnstorableTextError,
} from '@multilane/persistence';
import type { BackgroundTasks, Logger } from '@multilane/telemetry';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidField, takenField } from './invalid-field.js';
import { PLAIN_POLICY } from './plain-page.js';
import { findJourney, writeRefusalPage } from './refusal-page.js';

/** Form of errors for the clients of some paths, whatever rejected them. */
export interface ErrorForm {
  /** Beginning of the paths. */
  readonly below: string;
  readonly contentType: string;
  readonly write: (error: GatewayError) => object;
}

/** Turns an error into an answer (docs/contract/errors.md#envelope). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly tasks: BackgroundTasks,
    private readonly routes: ServedRoutes,
    private readonly forms: readonly ErrorForm[],
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (isHealthReport(thrown)) {
      void reply.status(thrown.getStatus()).send(thrown.getResponse());
      return;
    }
    const error = this.explain(thrown, request);
    // A database that is away fails every request, in one line of the log a minute.
    if (thrown instanceof DatabaseUnavailable) this.tasks.failed('database', thrown);
    else if (error.status >= 500) this.logger.error({ request_id: request.id, err: thrown }, 'a request failed');
    if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return;
    reply.status(error.status).headers(error.headers);
    // People are sent to these paths by links, whatever rejects them there.
    const journey = findJourney(pathOf(request.url));
    if (journey !== undefined && wantsPage(request.headers.accept)) {
      reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', PLAIN_POLICY);
      void reply.send(writeRefusalPage(error, request.id, journey));
      return;
    }
    const form = this.forms.find(({ below }) => pathOf(request.url).startsWith(below)) ?? ENVELOPE;
    void reply.header('content-type', form.contentType).send(form.write(error));
  }

  private explain(thrown: unknown, request: FastifyRequest): GatewayError {
    if (thrown instanceof GatewayError) return thrown;
    if (thrown instanceof HttpException) {
      return explainFrameworkError(thrown, request, this.routes, () => new GatewayError('not_found'));
    }
    return explainDatabaseError(thrown) ?? new GatewayError('internal_error', { cause: thrown });
  }
}

const ENVELOPE = { contentType: 'application/json; charset=utf-8', write: toErrorEnvelope };

/** Explains an error of the database in the caller's terms. */
function explainDatabaseError(thrown: unknown): GatewayError | undefined {
  if (thrown instanceof ConflictError) {
    const { field: param, reason } = thrown;
    if (reason === 'taken') return takenField(param);
    return new GatewayError('conflict', { message: thrown.message });
  }
  if (thrown instanceof LimitReachedError) return new GatewayError('conflict', { message: thrown.message });
  if (thrown instanceof UnknownReferenceError) {
    const { field: param } = thrown;
    return invalidField(param, `${writeProblem('unknown_object')}.`);
  }
  if (thrown instanceof NotFoundError) {
    return new GatewayError('not_found', { message: `The ${thrown.noun} does not exist.` });
  }
  if (thrown instanceof InvalidCursorError) {
    return new GatewayError('invalid_value', {
      param: 'cursor',
      message: '`cursor` must be the `next_cursor` of a list.',
    });
  }
  if (thrown instanceof UnstorableTextError) return new GatewayError('invalid_value', { message: thrown.message });
  if (thrown instanceof ReadTooLargeError) return new GatewayError('read_too_large', { cause: thrown });
  if (thrown instanceof DatabaseUnavailable) {
    return new GatewayError('overloaded', {
      message: 'The database is unavailable.',
      headers: { 'retry-after': '1' },
      cause: thrown,
    });
  }
  return undefined;
}
