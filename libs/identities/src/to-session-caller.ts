import type { Caller } from '@multilane/auth';
import type { SessionIdentity } from '@multilane/persistence';

/** The person behind a console session. */
export function toSessionCaller({ session, organization, user, memberships }: SessionIdentity): Caller {
  return {
    credentialType: 'session',
    credentialId: session.id,
    keyName: user.email,
    role: 'member',
    organizationId: organization.id,
    organizationName: organization.name,
    userId: user.id,
    organizationRole: user.role,
    memberships: memberships.map(({ workspaceId, role, team }) => ({
      workspaceId,
      role,
      teamId: team?.id,
      teamName: team?.name,
    })),
    expiresAt: session.expiresAt.getTime(),
  };
}

/** Whether a session is still good at `now`, in milliseconds: neither over, nor idle for too long, nor its person gone. */
export function isSessionInForce({ session, user }: SessionIdentity, now: number, idleMs: number): boolean {
  return user.active && now < session.expiresAt.getTime() && now < session.lastSeenAt.getTime() + idleMs;
}
