import type { AnyRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { getAdapter, type Losses, type ProviderTarget } from '@multilane/providers';
import { CHAT } from '../src/endpoints/chat/chat.endpoint.js';
import { COMPLETIONS } from '../src/endpoints/completions/completions.endpoint.js';
import type { EndpointDescriptor } from '../src/endpoints/descriptor.js';
import { EMBEDDINGS } from '../src/endpoints/embeddings/embeddings.endpoint.js';
import { MESSAGES } from '../src/endpoints/messages/messages.endpoint.js';
import { RERANK } from '../src/endpoints/rerank/rerank.endpoint.js';
import { RESPONSES } from '../src/endpoints/responses/responses.endpoint.js';
import { inClientTerms } from '../src/pipeline/in-client-terms.js';
import type { RequestContext } from '../src/pipeline/request-context.js';
import { checkCapabilities, planServing } from '../src/pipeline/stages/plan.stages.js';
import { nameAdjusted } from '../src/recording/describe-answer.js';
import type { ServingPlan } from '../src/recording/request-parts.js';
import type { ServedModel } from '../src/snapshot/snapshot.js';
import type { Source } from './columns.js';
import { copyJson, type Json } from './json-path.js';

const ENDPOINTS = {
  chat: CHAT,
  responses: RESPONSES,
  messages: MESSAGES,
  completions: COMPLETIONS,
  embeddings: EMBEDDINGS,
  rerank: RERANK,
} as unknown as Readonly<Record<Source, EndpointDescriptor>>;

/** A request that passed everything up to its provider. */
export interface PlannedProbe {
  readonly endpoint: EndpointDescriptor;
  readonly asked: AnyRequest;
  readonly plan: ServingPlan;
  /** The bodies that the provider would be sent. */
  readonly bodies: readonly Json[];
  /** Names that the answer's `X-Service-Adjusted` would have. */
  readonly adjusted: readonly string[];
}

/** Takes the losses as the context of a request does. */
class LossTaker implements Losses {
  private lost: string[] = [];

  lose(parameter: string): void {
    this.lost.push(parameter);
  }

  takeLosses(): readonly string[] | undefined {
    const { lost } = this;
    this.lost = [];
    return lost.length === 0 ? undefined : lost;
  }
}

/** No guardrail concerns a probe. */
const NO_POLICIES = { ownOrganization: { id: 'o' } };

/**
 * Takes a request through the stages that read it, as a served request goes: validation, the plan, the matrix, the codec.
 * Throws the `GatewayError` that the client would be answered, with the client's name for the field.
 */
export function planProbe(
  source: Source,
  body: Json,
  target: ProviderTarget,
  reasoningEfforts: readonly string[] = [],
): PlannedProbe {
  const endpoint = ENDPOINTS[source];
  const asked = endpoint.validate(copyJson(body));
  const model = {
    type: 'chat',
    reasoningEfforts,
    target: { provider: target, adapter: getAdapter(target.kind, target.upstreamModel) },
  };
  const losses = new LossTaker();
  const planned = { model: model as unknown as ServedModel, plan: undefined as ServingPlan | undefined };
  const everything = { endpoint, request: asked, validated: asked, caller: {}, snapshot: NO_POLICIES };
  const context = { asked: everything, planned, tried: losses };
  try {
    planServing(context as unknown as RequestContext);
    checkCapabilities(context as unknown as RequestContext);
    const { plan } = planned;
    if (plan === undefined) throw new GatewayError('unsupported_provider', { param: 'model' });
    const bodies = plan.codec.encode(plan.request, target, losses).map((text) => JSON.parse(text) as Json);
    const adjusted = nameAdjusted(asked, { cache: undefined, isDowngraded: false, plan }, losses.takeLosses()) ?? [];
    return { endpoint, asked, plan, bodies, adjusted };
  } catch (error) {
    throw inClientTerms(asked, planned.plan, error);
  }
}
