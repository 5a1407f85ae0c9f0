import { GatewayError } from '@multilane/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayServices } from '../gateway-services.js';
import type { Surface } from '../inference/surfaces/surface.js';
import { RequestContext } from '../pipeline/request-context.js';

/** The context of a request that the authentication hook let in, on the snapshot it was let in by. */
export function startContext(
  surface: Surface,
  request: FastifyRequest,
  reply: FastifyReply,
  services: GatewayServices,
): RequestContext {
  const { admission } = request;
  // Only a route that was declared public by mistake could come here without one.
  if (!admission) throw new GatewayError('invalid_api_key');
  const context = new RequestContext(surface, request, reply, services, admission.snapshot, admission.caller);
  request.settlesItself = true;
  return context;
}
