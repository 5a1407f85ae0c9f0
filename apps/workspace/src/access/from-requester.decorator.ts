import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Requester } from './requester.js';

/** A handler's parameter that is the `Requester`. */
export const FromRequester = createParamDecorator((_data: unknown, context: ExecutionContext): Requester => {
  const { requester } = context.switchToHttp().getRequest<FastifyRequest>();
  if (requester === null) throw new Error('a public route has no requester');
  return requester;
});
