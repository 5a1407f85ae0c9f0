import { GatewayError } from '@multilane/errors';
import type { RowCondition } from '@multilane/persistence';
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, tap } from 'rxjs';
import type { Requester } from '../access/requester.js';

/** The version of a row as an ETag: each change of a row makes its time of change later. */
export function etagOf(updatedAt: Date): string {
  return `"${updatedAt.getTime().toString(36)}"`;
}

/** Time that stands for a resource that does not exist yet, so that of two people who make it at once the second one is told. */
export const NOTHING = new Date(0);

/** Answers a change of another version than those that If-Match names. */
export function rejectVersion(): GatewayError {
  return new GatewayError('precondition_failed', { param: 'If-Match' });
}

/** The condition that `If-Match` states for the resource with an id; undefined if it states none. */
function conditionOf(ifMatch: string | undefined, id: string): RowCondition | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  // A proxy that compresses may have made a tag weak.
  const tags = new Set(ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '')));
  return {
    id: id.toLowerCase(),
    demand: (updatedAt = NOTHING) => {
      if (!tags.has(etagOf(updatedAt))) throw rejectVersion();
    },
  };
}

interface VersionedView {
  /** Null for what gateway.yaml declares: it has no versions. */
  readonly updated_at: string | null;
}

/** Sends the version of what is returned. */
class SendVersion implements NestInterceptor<VersionedView> {
  intercept(context: ExecutionContext, next: CallHandler<VersionedView>): Observable<VersionedView> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const send = ({ updated_at: at }: VersionedView): void => {
      if (at !== null) reply.header('etag', etagOf(new Date(at)));
    };
    return next.handle().pipe(tap(send));
  }
}

/** A resource that may not exist yet, or its parts, which are replaced together and have one time. */
type OptionalView = VersionedView | { readonly data: readonly VersionedView[] };

/** Sends the version of what may not exist yet. */
class SendVersionOfOptional implements NestInterceptor<OptionalView> {
  intercept(context: ExecutionContext, next: CallHandler<OptionalView>): Observable<OptionalView> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const send = (view: OptionalView): void => {
      const at = 'data' in view ? view.data[0]?.updated_at : view.updated_at;
      reply.header('etag', etagOf(at ? new Date(at) : NOTHING));
    };
    return next.handle().pipe(tap(send));
  }
}

type Params = Readonly<Record<string, string>>;

/** Makes the requester's change one of the versions that If-Match names. */
class TakeVersion implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { headers, params, requester } = context.switchToHttp().getRequest<FastifyRequest>();
    if (requester !== null) {
      requester.condition = conditionOf(headers['if-match'], this.idOf(params as Params, requester));
    }
    return next.handle();
  }

  protected idOf(params: Params, requester: Requester): string {
    // The organization's own routes name no id.
    return Object.values(params).at(-1) ?? requester.organizationId;
  }
}

/** The same of the person who asks, whom the path does not name. */
class TakeOwnVersion extends TakeVersion {
  protected override idOf(_params: Params, { userId }: Requester): string {
    return userId;
  }
}

/** The same of the resource that the parameter `id` names, where another parameter names a part of it. */
class TakeVersionOfWhole extends TakeVersion {
  protected override idOf({ id = '' }: Params): string {
    return id;
  }
}

/** The route answers with the version of a resource in `ETag` (docs/contract/control-plane.md#versions). */
export function SendsVersion(): MethodDecorator {
  return UseInterceptors(SendVersion);
}

/** The same where the resource may not exist yet: its version is `"0"` then. */
export function SendsVersionOfOptional(): MethodDecorator {
  return UseInterceptors(SendVersionOfOptional);
}

/**
 * The route changes the version that If-Match names, if it names one, or nothing (docs/contract/control-plane.md#versions). The
 * resource is the one of the last parameter of the path, and `database.change` compares its row.
 */
export function HonoursVersion(): MethodDecorator {
  return honours(TakeVersion);
}

/** The same where the resource is the person who asks. */
export function HonoursOwnVersion(): MethodDecorator {
  return honours(TakeOwnVersion);
}

/** The same where the last parameter of the path names a part of the resource that the parameter `id` names. */
export function HonoursVersionOfWhole(): MethodDecorator {
  return honours(TakeVersionOfWhole);
}

function honours(interceptor: typeof TakeVersion): MethodDecorator {
  return applyDecorators(
    UseInterceptors(interceptor),
    ApiHeader({
      name: 'If-Match',
      required: false,
      description:
        'The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done.',
    }),
    ApiResponse({ status: 412, description: 'The resource has changed since that version.' }),
  );
}
