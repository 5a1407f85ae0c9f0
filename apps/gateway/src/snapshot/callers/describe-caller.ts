import type { Caller } from '@multilane/auth';
import type { BudgetedCaller } from '@multilane/policy';
import { teamOf } from '../find-policy.js';
import type { Snapshot } from '../snapshot.js';

/** Describes a caller for budget rules and tag policies. A key of gateway.yaml is named by its team and its name. */
export function describeCaller(snapshot: Snapshot, caller: Caller): BudgetedCaller {
  const { credentialId, credentialType, keyName, organizationId, serviceAccountId, userId, workspaceId } = caller;
  const team = teamOf(snapshot, caller);
  const teamName = team?.teamName ?? caller.teamName;
  return {
    organization: organizationId ?? snapshot.ownOrganization.id ?? snapshot.ownOrganization.name,
    workspaceId,
    teamId: team?.teamId ?? caller.teamId,
    teamName,
    serviceAccountId,
    userId,
    apiKeyId: credentialType === 'api_key' ? (credentialId ?? `${teamName ?? ''}/${keyName}`) : undefined,
  };
}
