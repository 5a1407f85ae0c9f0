import type { AppliesPer, Change, PolicyScope } from '@multilane/persistence';
import { refuseField } from '../../http/invalid-field.js';
import type { CreateRateLimitDto } from './dto/write-rate-limit.dto.js';

/** The fields that name an identity, and who may have counters of their own among its requests. */
const IDENTITIES = {
  team_id: ['shared', 'user', 'api_key'],
  user_id: ['shared', 'api_key'],
  service_account_id: ['shared'],
  api_key_id: ['shared'],
} as const satisfies Readonly<Record<string, readonly AppliesPer[]>>;

export type IdentityField = keyof typeof IDENTITIES;

const FIELDS = Object.keys(IDENTITIES) as IdentityField[];

/** Fields that only a policy of one workspace may have. */
const OF_WORKSPACES: readonly IdentityField[] = ['service_account_id', 'api_key_id'];

/** Scope of a policy, and the organization that it belongs to. */
export interface PolicyOwner {
  readonly organizationId: string;
  readonly scope: PolicyScope;
  readonly workspaceId: string | null;
}

/**
 * The one identity that a policy names, or undefined for the whole scope (docs/contract/limits.md#policies).
 * Fails with 400 for a second one, for one that a policy of the organization may not name, and for `applies_per` that
 * would split nothing: requests of one key have one key.
 */
export function findIdentity(dto: CreateRateLimitDto, scope: PolicyScope): IdentityField | undefined {
  const [field, second] = FIELDS.filter((name) => (dto[name] ?? null) !== null);
  if (second !== undefined)
    throw refuseField({ path: second, message: `is a second identity: ${field} is already set` });
  if (field === undefined) return undefined;
  if (scope === 'organization' && OF_WORKSPACES.includes(field)) {
    throw refuseField({ path: field, message: 'can only be used in a policy of a workspace' });
  }
  const useful: readonly AppliesPer[] = IDENTITIES[field];
  if (!useful.includes(dto.applies_per ?? 'shared')) {
    throw refuseField({ path: 'applies_per', message: `must be one of ${useful.join(', ')} with ${field}` });
  }
  return field;
}

/** Fails with 400 unless the identity is there, and belongs where the policy does. */
export async function checkIdentity(
  change: Pick<Change, 'credentials' | 'memberships' | 'serviceAccounts' | 'teams' | 'users'>,
  { organizationId, workspaceId }: PolicyOwner,
  field: IdentityField,
  id: string,
): Promise<void> {
  const isInWorkspace = (row: { readonly workspaceId: string | null } | undefined): boolean =>
    row !== undefined && row.workspaceId === workspaceId;
  switch (field) {
    case 'team_id':
      if (await change.teams.find(organizationId, id)) return;
      throw refuseField({ path: field, message: 'is not the id of a team' });
    case 'user_id':
      if (await isPerson(change, organizationId, workspaceId, id)) return;
      throw refuseField({
        path: field,
        message: `must be a person of the ${workspaceId ? 'workspace' : 'organization'}`,
      });
    case 'service_account_id':
      if (isInWorkspace(await change.serviceAccounts.find(organizationId, id))) return;
      throw refuseField({ path: field, message: 'is not the id of a virtual account of the workspace' });
    case 'api_key_id': {
      const key = await change.credentials.find(organizationId, id);
      if (key?.kind === 'api_key' && isInWorkspace(key)) return;
      throw refuseField({ path: field, message: 'must be an API key that is bound to the workspace' });
    }
  }
}

/** True if a person belongs to the workspace: as a member, or by an organization role, which counts in each of them. */
async function isPerson(
  { memberships, users }: Pick<Change, 'memberships' | 'users'>,
  organizationId: string,
  workspaceId: string | null,
  userId: string,
): Promise<boolean> {
  const person = await users.find(organizationId, userId);
  if (person === undefined) return false;
  if (workspaceId === null || person.role !== 'org_member') return true;
  return (await memberships.list(organizationId, { workspaceId, userId })).length > 0;
}
