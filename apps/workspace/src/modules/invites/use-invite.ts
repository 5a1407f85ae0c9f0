import type { Change, InviteRecord, UserRecord } from '@multilane/persistence';

/**
 * Uses an invitation up, and gives the person the places that it offers. Undefined if somebody else was faster; then
 * nothing is changed.
 *
 * @param findPerson asked once the invitation is theirs, so that of two at once only one makes an account
 */
export async function useInvite(
  { invites, memberships, teams }: Pick<Change, 'invites' | 'memberships' | 'teams'>,
  { organizationId, id, workspaceId, workspaceRole, teamId, teamRemovedAt }: InviteRecord,
  findPerson: () => UserRecord | Promise<UserRecord>,
): Promise<UserRecord | undefined> {
  if (!(await invites.accept(organizationId, id, new Date()))) return undefined;
  const user = await findPerson();
  if (teamId !== null) await teams.addMember(organizationId, teamId, user.id);
  if (workspaceId !== null && workspaceRole !== null) {
    const team = { teamId: teamId ?? undefined, isTeamRemoved: teamRemovedAt !== null };
    await memberships.set(organizationId, { workspaceId, userId: user.id, role: workspaceRole, ...team });
  }
  return user;
}
