import type { Caller, KeyRole, StoredIdentity } from '@multilane/auth';
import type { StoredIdentity as StoredIdentityRow } from '@multilane/persistence';
import { endOfCredential } from './end-of-credential.js';

/** The identity of a stored credential, from the row that its token's hash found. */
export function toStoredIdentity(row: StoredIdentityRow): StoredIdentity {
  const { credential, organization, team, serviceAccount, secretExpiresAt } = row;
  return {
    credentialType: credential.kind,
    credentialId: credential.id,
    keyName: credential.name,
    role: roleOf(row),
    organizationId: organization.id,
    organizationName: organization.name,
    teamId: team?.id,
    teamName: team?.name,
    isTeamRemoved: row.isTeamRemoved,
    workspaceId: credential.workspaceId ?? undefined,
    userId: credential.userId ?? undefined,
    ...personOf(row),
    serviceAccountId: credential.serviceAccountId ?? undefined,
    allowedModels: serviceAccount?.allowedModels ? new Set(serviceAccount.allowedModels) : undefined,
    allowedProviders: serviceAccount?.allowedProviders ? new Set(serviceAccount.allowedProviders) : undefined,
    limits: {
      requestsPerMinute: credential.rpmLimit,
      tokensPerMinute: credential.tpmLimit,
      budgetUsd: credential.budgetUsd,
      budgetPeriod: credential.budgetResetPeriod,
    },
    expiresAt: endOfCredential(credential),
    replacedAt: secretExpiresAt?.getTime(),
    disabled: isDisabled(row),
  };
}

/**
 * A PAT is the person who made it, in the one workspace it was issued for
 * (docs/contract/authentication.md#personal-access-tokens).
 */
function personOf({ credential, user, workspaceRole, team, isTeamRemoved }: StoredIdentityRow): Partial<Caller> {
  const { kind, workspaceId } = credential;
  if (kind !== 'pat' || user === null) return {};
  const memberships =
    workspaceId !== null && workspaceRole !== null
      ? [{ workspaceId, role: workspaceRole, teamId: team?.id, teamName: team?.name, isTeamRemoved }]
      : [];
  return { organizationRole: user.role, memberships };
}

/** A virtual account's role says what it may do with knowledge, and nothing else. */
function roleOf({ credential: { kind, role }, serviceAccount }: StoredIdentityRow): KeyRole {
  if (kind === 'vat') return serviceAccount?.role === 'editor' ? 'editor' : 'member';
  return kind === 'api_key' ? role : 'member';
}

/** Disabled itself, or because its owner is deleted or disabled. */
function isDisabled({ credential, user, serviceAccount, workspaceRole }: StoredIdentityRow): boolean {
  if (credential.disabled) return true;
  switch (credential.kind) {
    case 'pat':
      return !user?.active || (workspaceRole === null && user.role === 'org_member');
    case 'vat':
      return serviceAccount === null || serviceAccount.disabled;
    case 'api_key':
      return user !== null && !user.active;
  }
}
