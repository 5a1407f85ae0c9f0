import { askModerationModel } from '../../endpoints/moderations/ask-moderation-model.js';
import { RequestGuard } from '../../guarding/request-guard.js';
import type { PayloadCapture } from '../../payloads/payload-capture.js';
import type { PlannedRequest, ServingPlan } from '../../recording/request-parts.js';
import { teamOf } from '../../snapshot/find-policy.js';
import type { GuardSet } from '../../snapshot/guards/snapshot-guards.js';
import type { RequestContext } from '../request-context.js';

const NONE: readonly string[] = [];
const NOTHING: GuardSet = { before: [], after: [], pii: undefined };

/**
 * Rejects what a guardrail forbids and replaces personal data (docs/contract/guardrails.md#guardrails), before the cache is asked and
 * before any provider is. Answers of the gateway itself reach nobody.
 */
export function guardInput(context: RequestContext): void | Promise<void> {
  const { asked, planned, services } = context;
  const { caller, snapshot } = asked;
  const { payloads } = services;
  const { plan } = planned;
  if ((snapshot.guards === undefined && payloads?.isWanted(snapshot) !== true) || plan === undefined) return;
  const capture = payloads?.begin(caller, snapshot);
  const set = findGuards(context);
  if (set === undefined && capture === undefined) return;
  planned.guard = new RequestGuard(context, set ?? NOTHING, capture, askModerationModel);
  const guarded = planned.guard.checkRequest(plan);
  if (guarded instanceof Promise) return guarded.then((ready) => goOn(planned, ready, capture));
  goOn(planned, guarded, capture);
}

/** True if guardrails, rules for personal data or payload storage apply to the request. */
export function isWatched(context: RequestContext): boolean {
  const { caller, snapshot } = context.asked;
  return findGuards(context) !== undefined || context.services.payloads?.begin(caller, snapshot) !== undefined;
}

/** The guardrails and rules of personal data that concern the request; undefined if there are none. */
export function findGuards(context: RequestContext): GuardSet | undefined {
  const { asked } = context;
  const { caller, snapshot } = asked;
  return snapshot.guards?.find({
    organizationId: caller.organizationId ?? snapshot.ownOrganization.id,
    workspaceId: caller.workspaceId,
    teamName: teamOf(snapshot, caller)?.teamName,
    asked: asked.validated.model ?? '',
    models: namesOf(context),
    also: asked.routingConfig?.entry.guardrails ?? NONE,
  });
}

/** The names of everything that may serve the request, for policies that hold for some models. */
function namesOf({ asked: { virtualModel }, planned: { model, route } }: RequestContext): readonly string[] {
  if (route === undefined) return model?.names ?? NONE;
  const names = route.candidates.flatMap(({ governs, grants }) => (governs ? [...governs, ...grants] : grants));
  return [...new Set(virtualModel ? [...virtualModel.names, ...names] : names)];
}

function goOn(planned: PlannedRequest, plan: ServingPlan, capture: PayloadCapture | undefined): void {
  planned.plan = plan;
  if (capture === undefined) return;
  capture.request = plan.request;
  planned.payload = capture;
}
