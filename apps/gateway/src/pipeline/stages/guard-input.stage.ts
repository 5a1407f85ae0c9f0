import { RequestGuard } from '../../guarding/request-guard.js';
import { teamOf } from '../../snapshot/find-policy.js';
import type { RequestContext } from '../request-context.js';

const NONE: readonly string[] = [];

/**
 * Refuses what a guardrail forbids and replaces personal data (decisions section 7), before the cache is asked and before
 * any provider is. What the gateway answers itself reaches nobody.
 */
export function guardInput(context: RequestContext): void | Promise<void> {
  const { guards } = context.snapshot;
  if (guards === undefined || context.plan === undefined) return;
  const { caller, plan, snapshot } = context;
  const set = guards.find({
    organizationId: caller.organizationId ?? snapshot.ownOrganization.id,
    workspaceId: caller.workspaceId,
    teamName: teamOf(snapshot, caller)?.teamName,
    asked: context.validated.model ?? '',
    models: context.modelNames,
    also: context.routingConfig?.entry.guardrails ?? NONE,
  });
  if (set === undefined) return;
  context.guard = new RequestGuard(context, set);
  const guarded = context.guard.checkRequest(plan);
  if (!(guarded instanceof Promise)) {
    context.plan = guarded;
    return;
  }
  return guarded.then((ready) => {
    context.plan = ready;
  });
}
