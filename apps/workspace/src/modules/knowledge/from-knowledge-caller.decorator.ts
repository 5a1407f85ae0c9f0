import { type KnowledgeCaller, knowledgeCallerOf } from '@multilane/knowledge-bases';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** A handler's parameter that is who works with the knowledge of the workspace that the request means. */
export const FromKnowledgeCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): KnowledgeCaller => {
    const { headers, id: requestId, ip: address, requester } = context.switchToHttp().getRequest<FastifyRequest>();
    if (requester === null) throw new Error('a public route has no requester');
    const { caller, condition, workspaceId } = requester;
    // A session is nobody's in particular until it is bound to a workspace; a key stays as it is.
    const bound = caller.credentialType === 'session' ? { ...caller, workspaceId } : caller;
    return knowledgeCallerOf({ caller: bound, headers }, workspaceId, { requestId, address, condition });
  },
);
