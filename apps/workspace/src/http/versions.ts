import { GatewayError } from '@multilane/errors';
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type Observable, tap } from 'rxjs';
import type { Requester } from '../access/requester.js';

/** The version of a row as an ETag: each change of a row makes its time of change later. */
export function etagOf(updatedAt: Date): string {
  return `"${updatedAt.getTime().toString(36)}"`;
}

/**
 * Fails with 412 unless If-Match, where it is sent, names the version of the row. To be asked of a row that stays as found until the
 * end of the change.
 */
export function demandVersion({ ifMatch }: Requester, { updatedAt }: { readonly updatedAt: Date }): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const version = etagOf(updatedAt);
  // A proxy that compresses may have made the tag weak.
  const isNamed = ifMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === version);
  if (!isNamed) throw new GatewayError('precondition_failed', { param: 'If-Match' });
}

/** Sends the version of what is returned. */
class SendVersion implements NestInterceptor<{ readonly updated_at: string }> {
  intercept(
    context: ExecutionContext,
    next: CallHandler<{ readonly updated_at: string }>,
  ): Observable<{ readonly updated_at: string }> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(tap((view) => reply.header('etag', etagOf(new Date(view.updated_at)))));
  }
}

/** The route answers with the version of a resource in `ETag` (docs/contract/control-plane.md#versions). */
export function SendsVersion(): MethodDecorator {
  return UseInterceptors(SendVersion);
}

/** The route changes the version that If-Match names, if it names one, or nothing (docs/contract/control-plane.md#versions). */
export function HonoursVersion(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'If-Match',
      required: false,
      description:
        'The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done.',
    }),
    ApiResponse({ status: 412, description: 'The resource has changed since that version.' }),
  );
}
