import type { Access } from '../../connection/connection.js';
import { CredentialEntity, CredentialSecretEntity } from '../../entities/credential.entity.js';
import { isId } from '../../ids/new-id.js';
import type { IdentityOrganizationAccount, IdentityUser, StoredIdentity } from '../../records/credential.js';
import type { WorkspaceRole } from '../../records/people.js';

/** Fields that the query below selects beside the credential, as PostgreSQL writes them as JSON. */
interface Found {
  readonly secretExpiresAt: Date | null;
  readonly organization: StoredIdentity['organization'];
  readonly workspace: StoredIdentity['workspace'];
  readonly team: StoredIdentity['team'];
  readonly user: IdentityUser | null;
  readonly membership: { readonly role: WorkspaceRole; readonly isTeamRemoved: boolean } | null;
  readonly serviceAccount: StoredIdentity['serviceAccount'];
  readonly organizationAccount: IdentityOrganizationAccount | null;
}

const USER = `json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'role', u.role, 'active', u.active)`;

/**
 * Subqueries for the credential `c`. PostgreSQL plans each subquery by itself. To plan a join of the ten tables took it
 * 9 ms of processor time for each look-up, because it tries the orders in which they can be joined.
 */
const SELECTED: Readonly<Record<Exclude<keyof Found, 'secretExpiresAt'>, string>> = {
  organization: `SELECT json_build_object('id', o.id, 'name', o.name, 'products', o.products)
    FROM organizations o WHERE o.id = c.organization_id`,
  workspace: `SELECT json_build_object('id', w.id, 'name', w.name) FROM workspaces w WHERE w.id = c.workspace_id`,
  team: `SELECT json_build_object('id', t.id, 'name', t.name) FROM teams t
    WHERE t.id = CASE c.kind WHEN 'pat'
      THEN (SELECT m.team_id FROM memberships m WHERE m.workspace_id = c.workspace_id AND m.user_id = c.user_id)
      ELSE c.team_id END`,
  user: `SELECT ${USER} FROM users u WHERE u.id = c.user_id`,
  membership: `SELECT json_build_object('role', m.role, 'isTeamRemoved', m.team_removed_at IS NOT NULL)
    FROM memberships m WHERE m.workspace_id = c.workspace_id AND m.user_id = c.user_id`,
  serviceAccount: `SELECT json_build_object('id', a.id, 'name', a.name, 'role', a.role, 'disabled', a.disabled,
      'allowedModels', a.allowed_models, 'allowedProviders', a.allowed_providers)
    FROM service_accounts a WHERE a.id = c.service_account_id`,
  organizationAccount: `SELECT json_build_object('id', oa.id, 'name', oa.name, 'permissions', oa.permissions, 'disabled', oa.disabled,
      'owner', (SELECT ${USER} FROM users u WHERE u.id = oa.granted_by AND u.organization_id = oa.organization_id))
    FROM organization_accounts oa WHERE oa.id = c.organization_account_id`,
};

/** A credential with all that its bearer's identity needs, in one query that starts at an index. */
export function findIdentity(
  access: Access,
  key: { readonly hash: string } | { readonly organizationId: string; readonly id: string },
): Promise<StoredIdentity | undefined> {
  return access.run(async (manager) => {
    const query = manager.createQueryBuilder(CredentialEntity, 'c');
    if ('hash' in key) {
      query.innerJoin(CredentialSecretEntity, 's', 's.credentialId = c.id').where('s.hash = :hash', key);
      query.addSelect('s.expires_at', 'secretExpiresAt');
    } else {
      if (!isId(key.id)) return undefined;
      query.where('c.organizationId = :organizationId AND c.id = :id', key);
    }
    for (const [name, sql] of Object.entries(SELECTED)) query.addSelect(`(${sql})`, name);
    const { entities, raw } = await query.getRawAndEntities<Found>();
    const [credential] = entities;
    const [found] = raw;
    return credential && found ? toIdentity(credential, found) : undefined;
  });
}

function toIdentity(credential: CredentialEntity, found: Found): StoredIdentity {
  const { organization, team, workspace, user, membership, serviceAccount, organizationAccount } = found;
  return {
    credential: { ...credential },
    secretExpiresAt: found.secretExpiresAt ?? null,
    organization,
    team,
    workspace,
    user,
    workspaceRole: membership?.role ?? null,
    isTeamRemoved: membership?.isTeamRemoved ?? false,
    serviceAccount,
    organizationAccount,
  };
}
