import { In, Not } from 'typeorm';
import { CredentialEntity } from '../../entities/credential.entity.js';
import { MembershipEntity } from '../../entities/people.entity.js';
import type { ChangeScope } from '../audited-table.js';

/** Rules that end with a person's access, whichever route ends it: PATs, and keys that the person owns. */

/** Removes PATs of a person: those for one workspace, or all but those for some. A removed token never works again. */
export async function removePats(
  { manager, log }: ChangeScope,
  organizationId: string,
  userId: string,
  { of, except }: { readonly of?: string; readonly except?: readonly string[] } = {},
): Promise<void> {
  const workspaceId = of ?? (except === undefined ? undefined : Not(In([...except])));
  const where = { organizationId, userId, kind: 'pat' as const, ...(workspaceId === undefined ? {} : { workspaceId }) };
  const ended = await manager.find(CredentialEntity, { where, lock: { mode: 'pessimistic_write' } });
  if (ended.length === 0) return;
  await manager.delete(CredentialEntity, { id: In(ended.map(({ id }) => id)) });
  for (const { id: targetId, name: targetName, workspaceId: place } of ended) {
    const entry = { organizationId, action: 'credential.remove', targetType: 'credential', targetId, targetName };
    log.record({ ...entry, before: { kind: 'pat', userId, workspaceId: place } }, `credential:${targetId}`);
  }
}

/** Removes the PATs of an `org_member` for workspaces in which the person is no member. */
export async function removeInaccessiblePats(
  scope: ChangeScope,
  organizationId: string,
  userId: string,
): Promise<void> {
  const memberships = await scope.manager.findBy(MembershipEntity, { organizationId, userId });
  await removePats(scope, organizationId, userId, { except: memberships.map(({ workspaceId }) => workspaceId) });
}

/** Disables the API keys that people own: all of them, or those of one team. */
export async function disableOwnedKeys(
  { manager, log }: ChangeScope,
  organizationId: string,
  { userIds, teamId }: { readonly userIds: readonly string[]; readonly teamId?: string },
): Promise<void> {
  const owned = {
    organizationId,
    kind: 'api_key' as const,
    disabled: false,
    ...(teamId === undefined ? {} : { teamId }),
  };
  const where = { ...owned, userId: In([...userIds]) };
  const keys = await manager.find(CredentialEntity, { where, lock: { mode: 'pessimistic_write' } });
  if (keys.length === 0) return;
  await manager.update(
    CredentialEntity,
    { id: In(keys.map(({ id }) => id)) },
    { disabled: true, updatedAt: new Date() },
  );
  for (const { id: targetId, name: targetName, userId } of keys) {
    const entry = { organizationId, action: 'credential.disable', targetType: 'credential', targetId, targetName };
    log.record({ ...entry, before: { disabled: false, userId }, after: { disabled: true } }, `credential:${targetId}`);
  }
}
