import type { Change, UserRecord } from '@multilane/persistence';

export interface NewOwner {
  readonly email: string;
  readonly name: string;
  /** argon2id, in PHC string format. */
  readonly passwordHash: string;
}

/** Makes an owner of the organization, who is at home in each of its workspaces. */
export async function createOwner(
  { memberships, users, workspaces }: Pick<Change, 'memberships' | 'users' | 'workspaces'>,
  organizationId: string,
  owner: NewOwner,
): Promise<UserRecord> {
  const user = await users.create(organizationId, { ...owner, role: 'owner' });
  for (const { id } of await workspaces.listAll(organizationId)) {
    await memberships.set(organizationId, { workspaceId: id, userId: user.id, role: 'admin' });
  }
  return user;
}
