import { PROVIDER_KINDS } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { AnyRequest } from '../../inference/surfaces/surface.js';
import type { ServedModel } from '../../snapshot/snapshot.js';
import type { RequestContext, ServingPlan } from '../request-context.js';

/**
 * Decides who answers and in whose words: the provider in the client's own format, the provider over chat, or the gateway
 * itself, which then needs no plan. Refuses what none of them can serve (specification section 4).
 */
export function planServing(context: RequestContext): void {
  const { model, surface, validated } = context;
  if (model === undefined) {
    if (surface.answerLocally) return;
    throw new GatewayError('invalid_value', { param: 'model', message: 'The field `model` is required.' });
  }
  context.plan = planNatively(context, model, validated) ?? planOverChat(context, model, validated);
  if (context.plan || surface.answerLocally) return;
  throw new GatewayError('unsupported_provider', {
    param: 'model',
    message: `The model's provider (${model.target.provider.kind}) does not serve this endpoint.`,
  });
}

function planNatively({ surface }: RequestContext, model: ServedModel, request: AnyRequest): ServingPlan | undefined {
  const { endpoint } = surface;
  const { target } = model;
  const codec = endpoint && target.adapter?.endpoints[endpoint];
  if (!endpoint || !codec || !target.adapter) return undefined;
  return { request, endpoint, model, target, adapter: target.adapter, codec, bridge: undefined } as ServingPlan;
}

function planOverChat({ surface }: RequestContext, model: ServedModel, request: AnyRequest): ServingPlan | undefined {
  const { bridge } = surface;
  const { target } = model;
  const codec = target.adapter?.endpoints.chat;
  if (!bridge || !codec || !target.adapter) return undefined;
  const chat = bridge.toChat(request, PROVIDER_KINDS[target.provider.kind]);
  return { request: chat, endpoint: 'chat', model, target, adapter: target.adapter, codec, bridge } as ServingPlan;
}
