import { GatewayError } from '@multilane/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayServices } from '../gateway-services.js';
import { type EndpointName, RequestContext } from '../pipeline/request-context.js';

/** The context of a request that the authentication hook let in, on the snapshot it was let in by. */
export function startContext(
  endpoint: EndpointName,
  request: FastifyRequest,
  reply: FastifyReply,
  services: GatewayServices,
): RequestContext {
  const { admission } = request;
  // Only a route that was declared public by mistake could come here without one.
  if (!admission) throw new GatewayError('invalid_api_key');
  const context = new RequestContext(endpoint, request, reply, services, admission.snapshot, admission.caller);
  request.settlesItself = true;
  return context;
}
