import { type AnyRequest, type ChatRequest, PROVIDER_KINDS } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { findUnsupportedParameter } from '@multilane/providers';
import { assertReasoningEffort } from '@multilane/validation';
import type { ServedModel } from '../snapshot/snapshot.js';
import { dropParameters } from './drop-parameters.js';
import type { RequestContext, ServingPlan } from './request-context.js';

/** How a model would serve the request; undefined where its provider cannot. */
export function planModel(context: RequestContext, model: ServedModel): ServingPlan | undefined {
  const { validated } = context;
  const plan = planNatively(context, model, validated) ?? planOverChat(context, model, validated);
  return plan === undefined || model.drops === undefined ? plan : dropParameters(plan, model.drops);
}

export function refuseProvider({ target }: ServedModel): GatewayError {
  return new GatewayError('unsupported_provider', {
    param: 'model',
    message: `The model's provider (${target.provider.kind}) does not serve this endpoint.`,
  });
}

function planNatively({ surface }: RequestContext, model: ServedModel, request: AnyRequest): ServingPlan | undefined {
  const { endpoint } = surface;
  const { target } = model;
  const codec = endpoint && target.adapter?.endpoints[endpoint];
  if (!endpoint || !codec || !target.adapter) return undefined;
  const { adapter } = target;
  return { request, endpoint, model, target, adapter, codec, bridge: undefined, ...NOTHING_LOST } as ServingPlan;
}

const NOTHING_LOST = { lost: undefined, dropped: undefined };

function planOverChat(context: RequestContext, model: ServedModel, request: AnyRequest): ServingPlan | undefined {
  const { bridge } = context.surface;
  const { target } = model;
  const codec = target.adapter?.endpoints.chat;
  if (!bridge || !codec || !target.adapter) return undefined;
  context.takeLosses();
  const chat = bridge.toChat(request, PROVIDER_KINDS[target.provider.kind], context);
  const lost = context.takeLosses();
  return {
    request: chat,
    endpoint: 'chat',
    model,
    target,
    adapter: target.adapter,
    codec,
    bridge,
    lost,
    dropped: undefined,
  } as ServingPlan;
}

/**
 * Refuses what the model or its provider cannot do (the matrix of docs/contract/chat.md#parameter-support); nothing is
 * dropped.
 */
export function checkPlan(plan: ServingPlan): void {
  if (plan.endpoint !== 'chat') return;
  const chat = plan.request as ChatRequest;
  if (chat.reasoning_effort !== undefined) assertReasoningEffort(chat.reasoning_effort, plan.model.reasoningEfforts);
  const param = findUnsupportedParameter(chat, plan.adapter.capabilities, plan.target.provider.structuredOutput);
  if (param === undefined) return;
  throw new GatewayError('unsupported_parameter', {
    param,
    message: `\`${param}\` is not supported by the model's provider (${plan.adapter.kind}).`,
  });
}
