import type { Database, UserRecord } from '@multilane/persistence';
import { ScimError } from './protocol/scim-error.js';

/** Fails with 403 `mutability` for an owner, whom SCIM never changes (docs/contract/scim.md#owners). */
export function refuseOwner({ role }: Pick<UserRecord, 'role'>): void {
  if (role === 'owner') throw refusal('This person is an owner of the organization');
}

/**
 * Fails with 403 `mutability` where an owner is among the people whose place in a group a request would change.
 *
 * @param userIds people who join or leave it, or who lose what it gives
 */
export async function refuseOwnersAmong(
  users: Pick<Database['users'], 'listAll'>,
  organizationId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  const owners = new Set((await users.listAll(organizationId, { role: 'owner' })).map(({ id }) => id));
  const id = userIds.find((userId) => owners.has(userId));
  if (id !== undefined) throw refusal(`The user ${id} is an owner of the organization`, 'members');
}

function refusal(fact: string, param?: string): ScimError {
  const message = `${fact}. SCIM does not change owners: an owner does that in the console or over /admin.`;
  return new ScimError('permission_denied', 'mutability', param === undefined ? { message } : { message, param });
}
