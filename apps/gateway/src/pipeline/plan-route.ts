import { GatewayError } from '@multilane/errors';
import type { RequestGuard } from '../guarding/request-guard.js';
import type { RouteRun } from '../model-calls/route-run.js';
import type { ServingPlan } from '../recording/request-parts.js';
import type { RouteTarget } from '../snapshot/route.js';
import { inClientTerms } from './in-client-terms.js';
import { checkPlan, type LossTaker, type PlannedFor, planModel, refuseProvider } from './plan-model.js';
import type { RequestContext } from './request-context.js';

/**
 * Keeps the targets that can serve the request, and plans for the first of them. A virtual model answers as one model: what one
 * of its targets cannot honour is refused, so that the answer does not depend on which of them happens to be up. A routing
 * config leaves such targets out; with none left, the first refusal is the answer.
 */
export function planRoute(context: RequestContext, run: RouteRun): void {
  const { metrics } = context.services;
  const plans = new Map<RouteTarget, ServingPlan>();
  let refusal: GatewayError | undefined;
  run.keep((target) => {
    const found = planTarget(context.asked, context.planned.guard, context.tried, target);
    if (found instanceof GatewayError) {
      if (run.isStrict && found.code !== 'unsupported_provider') {
        metrics.recordPolicyDecision('refused', 'routing', found.code);
        throw found;
      }
      refusal ??= found;
      return found.code;
    }
    plans.set(target, found);
    return undefined;
  });
  const first = run.first(performance.now());
  if (!first) {
    // What no provider can answer, the gateway may.
    if (!context.asked.surface.answerLocally || refusal?.code !== 'unsupported_provider') {
      metrics.recordPolicyDecision('refused', 'routing', refusal?.code);
      throw refusal;
    }
    context.planned.route = undefined;
    return;
  }
  metrics.recordAllowed('routing');
  context.planned.model = first.model;
  context.planned.plan = plans.get(first);
}

/** Plans for another target than the one before. Throws the refusal of one that cannot serve the request. */
export function switchTo({ asked, planned, tried }: RequestContext, target: RouteTarget): void {
  if (planned.model === target.model && planned.plan !== undefined) return;
  const found = planTarget(asked, planned.guard, tried, target);
  if (found instanceof GatewayError) throw found;
  planned.model = target.model;
  planned.plan = found;
}

/** The plan for a target, in words that have the guards' placeholders; or the refusal of one that cannot serve the request. */
export function planTarget(
  asked: PlannedFor,
  guard: RequestGuard | undefined,
  losses: LossTaker,
  { model }: RouteTarget,
): ServingPlan | GatewayError {
  let plan: ServingPlan | undefined;
  try {
    plan = planModel(asked, model, losses);
    if (plan) checkPlan(plan);
    return plan ? redact(guard, plan) : refuseProvider(model);
  } catch (thrown) {
    const named = plan ? inClientTerms(asked.validated, plan, thrown) : thrown;
    if (named instanceof GatewayError) return named;
    throw thrown;
  }
}

/** Whoever gets the request, personal data that was replaced in it stays replaced. */
function redact(guard: RequestGuard | undefined, plan: ServingPlan): ServingPlan {
  return guard === undefined ? plan : { ...plan, request: guard.redactRequest(plan.format.texts, plan.request) };
}
