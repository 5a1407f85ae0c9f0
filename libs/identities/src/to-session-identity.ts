import type { StoredIdentity } from '@multilane/auth';
import type { SessionIdentity } from '@multilane/persistence';

/**
 * The person behind a console session. It expires when it has been idle for `idleMs`, or at its end however busy it is,
 * whichever comes first.
 */
export function toSessionIdentity(
  { session, organization, user, memberships }: SessionIdentity,
  idleMs: number,
): StoredIdentity {
  return {
    credentialType: 'session',
    credentialId: session.id,
    keyName: user.email,
    role: 'member',
    organizationId: organization.id,
    organizationName: organization.name,
    userId: user.id,
    organizationRole: user.role,
    memberships: memberships.map(({ workspaceId, role, team, isTeamRemoved }) => ({
      workspaceId,
      role,
      teamId: team?.id,
      teamName: team?.name,
      isTeamRemoved,
    })),
    expiresAt: Math.min(session.expiresAt.getTime(), session.lastSeenAt.getTime() + idleMs),
    disabled: !user.active,
  };
}
