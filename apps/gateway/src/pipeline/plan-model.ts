import { PROVIDER_KINDS } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { Losses } from '@multilane/providers';
import type { AskedRequest, ServingPlan } from '../recording/request-parts.js';
import type { ServedModel } from '../snapshot/snapshot.js';
import { dropParameters } from './drop-parameters.js';

/** What a plan depends on. */
export type PlannedFor = Pick<AskedRequest, 'surface' | 'validated'>;

/** Hears of what a translation cannot keep. */
export interface LossTaker extends Losses {
  /** What was lost since it was last asked. */
  takeLosses(): readonly string[] | undefined;
}

/** How a model would serve the request; undefined where its provider cannot. */
export function planModel(asked: PlannedFor, model: ServedModel, losses: LossTaker): ServingPlan | undefined {
  const plan = planNatively(asked, model) ?? planOverChat(asked, model, losses);
  return plan === undefined || model.drops === undefined ? plan : dropParameters(plan, model.drops);
}

export function refuseProvider({ target }: ServedModel): GatewayError {
  return new GatewayError('unsupported_provider', {
    param: 'model',
    message: `The model's provider (${target.provider.kind}) does not serve this endpoint.`,
  });
}

function planNatively({ surface, validated: request }: PlannedFor, model: ServedModel): ServingPlan | undefined {
  const { format } = surface;
  const { target } = model;
  const codec = format && target.adapter?.endpoints[format.key];
  if (!format || !codec || !target.adapter) return undefined;
  const { adapter } = target;
  const endpoint = format.key;
  return {
    request,
    endpoint,
    format,
    model,
    target,
    adapter,
    codec,
    bridge: undefined,
    ...NOTHING_LOST,
  } as ServingPlan;
}

const NOTHING_LOST = { lost: undefined, dropped: undefined };

function planOverChat(asked: PlannedFor, model: ServedModel, losses: LossTaker): ServingPlan | undefined {
  const { bridge } = asked.surface;
  const { target } = model;
  const codec = bridge && target.adapter?.endpoints[bridge.format.key];
  if (!bridge || !codec || !target.adapter) return undefined;
  losses.takeLosses();
  const chat = bridge.toChat(asked.validated, PROVIDER_KINDS[target.provider.kind], losses);
  const lost = losses.takeLosses();
  return {
    request: chat,
    endpoint: bridge.format.key,
    format: bridge.format,
    model,
    target,
    adapter: target.adapter,
    codec,
    bridge,
    lost,
    dropped: undefined,
  } as ServingPlan;
}

/** Refuses what the model or its provider cannot do (docs/contract/chat.md#parameter-support); nothing is dropped. */
export function checkPlan(plan: ServingPlan): void {
  plan.format.check?.(plan.request, plan);
}
