import { RequestGuard } from '../../guarding/request-guard.js';
import type { PayloadCapture } from '../../payloads/payload-capture.js';
import { teamOf } from '../../snapshot/find-policy.js';
import type { GuardSet } from '../../snapshot/guards/snapshot-guards.js';
import type { RequestContext, ServingPlan } from '../request-context.js';

const NONE: readonly string[] = [];
const NOTHING: GuardSet = { before: [], after: [], pii: undefined };

/**
 * Refuses what a guardrail forbids and replaces personal data (docs/contract/guardrails.md#guardrails), before the
 * cache is asked and before any provider is. What the gateway answers itself reaches nobody.
 */
export function guardInput(context: RequestContext): void | Promise<void> {
  const { guards } = context.snapshot;
  const { payloads } = context.services;
  if ((guards === undefined && payloads === undefined) || context.plan === undefined) return;
  const { caller, plan, snapshot } = context;
  const capture = payloads?.begin(caller, snapshot);
  const set = guards?.find({
    organizationId: caller.organizationId ?? snapshot.ownOrganization.id,
    workspaceId: caller.workspaceId,
    teamName: teamOf(snapshot, caller)?.teamName,
    asked: context.validated.model ?? '',
    models: context.modelNames,
    also: context.routingConfig?.entry.guardrails ?? NONE,
  });
  if (set === undefined && capture === undefined) return;
  context.guard = new RequestGuard(context, set ?? NOTHING, capture);
  const guarded = context.guard.checkRequest(plan);
  if (guarded instanceof Promise) return guarded.then((ready) => goOn(context, ready, capture));
  goOn(context, guarded, capture);
}

function goOn(context: RequestContext, plan: ServingPlan, capture: PayloadCapture | undefined): void {
  context.plan = plan;
  if (capture === undefined) return;
  capture.request = plan.request;
  context.payload = capture;
}
