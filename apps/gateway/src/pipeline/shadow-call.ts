import { GatewayError } from '@multilane/errors';
import { isNode, orderTargets } from '@multilane/policy';
import { ProviderFailure } from '@multilane/providers';
import type { RequestGuard } from '../guarding/request-guard.js';
import { readToEnd } from '../model-calls/call-model.js';
import { callTarget } from '../model-calls/call-target.js';
import { type CallFacts, type CallPlan, type CallPlanning, ModelCall } from '../model-calls/model-call.js';
import type { AskedRequest } from '../recording/request-parts.js';
import { recordShadow } from '../recording/settle-request.js';
import type { RouteTarget, Shadow } from '../snapshot/routes/route.js';
import { makeIdSeed } from '../upstream/make-id-seed.js';
import type { PipelineServices } from './pipeline-services.js';
import type { RequestContext } from './request-context.js';
import { planTarget } from './stages/plan.stages.js';

/**
 * Sends a copy of some requests to another model, whose answer is only recorded. The request itself goes first and is not
 * affected.
 */
export function sendShadow(context: RequestContext, shadow: Shadow | undefined): void {
  if (shadow === undefined || Math.random() * 100 >= shadow.percent) return;
  const { asked, planned, services } = context;
  const { metrics, shadows } = services;
  // A form is freed when its request has ended, and sounds and images are not compared with each other.
  if (asked.endpoint.exchange !== undefined) {
    metrics.recordShadow('unsupported');
    return;
  }
  if (shadows.isFull) {
    metrics.recordShadow('dropped');
    return;
  }
  const planning: Planning = { plan: undefined };
  const call = new ModelCall(factsOf(asked), planning, services);
  shadows.add(call);
  const { guard } = planned;
  setImmediate(() => {
    void callShadow({ asked, call, guard, planning, services }, shadow).finally(() => shadows.delete(call));
  });
}

interface Planning extends CallPlanning {
  plan: CallPlan | undefined;
}

/** A request's copy on its way. */
interface ShadowCall {
  readonly asked: AskedRequest;
  readonly call: ModelCall;
  /** Guard of the request: personal data that was replaced in it stays replaced. */
  readonly guard: RequestGuard | undefined;
  readonly planning: Planning;
  readonly services: PipelineServices;
}

function factsOf({ caller, headers, isLarge, request, requestId, snapshot, streamed }: AskedRequest): CallFacts {
  const idSeed = makeIdSeed();
  return { requestId, idSeed, startedAt: performance.now(), streamed, isLarge, headers, request, caller, snapshot };
}

/** Never rejects. */
async function callShadow({ asked, call, guard, planning, services }: ShadowCall, shadow: Shadow): Promise<void> {
  const { metrics } = services;
  const target = chooseTarget(shadow, asked.streamed);
  if (target === undefined || !asked.endpoint.modelTypes.includes(target.model.type)) {
    metrics.recordShadow('unsupported');
    return;
  }
  let failure: unknown;
  try {
    const plan = planTarget(asked, guard, call, target);
    if (plan instanceof GatewayError) throw plan;
    planning.plan = plan;
    await callTarget(call);
    await readToEnd(call, undefined);
    metrics.recordShadow('success');
  } catch (error) {
    failure = error;
    metrics.recordShadow(error instanceof ProviderFailure ? 'failed' : 'unsupported');
  }
  // Calls that were never sent are not recorded.
  if (call.attempts > 0) recordShadow(services, { call, failure, of: asked.incoming, streamed: asked.streamed });
}

function chooseTarget({ to }: Shadow, isStream: boolean): RouteTarget | undefined {
  if (!isNode(to)) return to;
  return orderTargets(to, { now: performance.now(), random: Math.random, session: undefined, isStream })[0];
}
