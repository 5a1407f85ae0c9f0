import type { Caller, KeyRole, StoredIdentity } from '@multilane/auth';
import type { StoredIdentity as StoredIdentityRow } from '@multilane/persistence';
import { endOfCredential } from './end-of-credential.js';

/** The identity of a stored credential, from the row that its token's hash found. */
export function toStoredIdentity(row: StoredIdentityRow): StoredIdentity {
  const { credential, organization, team, serviceAccount, secretExpiresAt } = row;
  return {
    credentialType: credential.kind,
    credentialId: credential.id,
    keyName: row.organizationAccount ? `${row.organizationAccount.name}: ${credential.name}` : credential.name,
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
    ...grantsOf(row),
    allowedModels: allowedModelsOf(row),
    allowedProviders: serviceAccount?.allowedProviders ? new Set(serviceAccount.allowedProviders) : undefined,
    limits: {
      requestsPerMinute: credential.rpmLimit,
      tokensPerMinute: credential.tpmLimit,
      maxParallel: credential.maxParallel,
      queue: queueOf(credential),
      priority: credential.priority ?? undefined,
      maxPriority: credential.maxPriority ?? undefined,
      budgetUsd: credential.budgetUsd,
      budgetPeriod: credential.budgetResetPeriod,
    },
    expiresAt: endOfCredential(credential),
    replacedAt: secretExpiresAt?.getTime(),
    disabled: isDisabled(row),
  };
}

function queueOf({ queue }: StoredIdentityRow['credential']): NonNullable<Caller['limits']>['queue'] {
  return queue === null ? undefined : { maxWaitMs: queue.max_wait_ms, maxLength: queue.max_length };
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

/** A virtual account of the organization has what it was granted, and calls no model. */
function grantsOf({ organizationAccount: account }: StoredIdentityRow): Partial<Caller> {
  if (!account) return {};
  return {
    organizationAccountId: account.id,
    grantedPermissions: new Set(account.permissions),
    userId: account.owner?.id,
  };
}

function allowedModelsOf({ serviceAccount, organizationAccount }: StoredIdentityRow): ReadonlySet<string> | undefined {
  if (organizationAccount) return new Set();
  return serviceAccount?.allowedModels ? new Set(serviceAccount.allowedModels) : undefined;
}

/** A virtual account's role says what it may do with knowledge, and nothing else. */
function roleOf({ credential: { kind, role }, serviceAccount }: StoredIdentityRow): KeyRole {
  if (kind === 'vat') return serviceAccount?.role === 'editor' ? 'editor' : 'member';
  return kind === 'api_key' ? role : 'member';
}

/** Disabled itself, or because its owner is deleted or disabled. */
function isDisabled({
  credential,
  user,
  serviceAccount,
  organizationAccount,
  workspaceRole,
}: StoredIdentityRow): boolean {
  if (credential.disabled) return true;
  switch (credential.kind) {
    case 'pat':
      return !user?.active || (workspaceRole === null && user.role === 'org_member');
    case 'vat':
      if (organizationAccount) {
        const { disabled, owner } = organizationAccount;
        // It acts for an owner, and ends with that person's ownership.
        return disabled || !owner?.active || owner.role !== 'owner';
      }
      return serviceAccount === null || serviceAccount.disabled;
    case 'api_key':
      return user !== null && !user.active;
  }
}
