import type { Access } from '../connection/connection.js';
import {
  CredentialEntity,
  CredentialSecretEntity,
  OrganizationAccountEntity,
  ServiceAccountEntity,
} from '../entities/credential.entity.js';
import { OrganizationEntity, WorkspaceEntity } from '../entities/organization.entity.js';
import { MembershipEntity, UserEntity } from '../entities/people.entity.js';
import { TeamEntity } from '../entities/team.entity.js';
import { isId } from '../ids/new-id.js';
import type { IdentityUser, StoredIdentity } from '../records/credential.js';

/** What the query below hangs on a credential. */
type Joined = CredentialEntity & {
  secret: CredentialSecretEntity | null;
  organization: OrganizationEntity;
  team: TeamEntity | null;
  workspace: WorkspaceEntity | null;
  user: UserEntity | null;
  membership: MembershipEntity | null;
  serviceAccount: ServiceAccountEntity | null;
  organizationAccount: OrganizationAccountEntity | null;
  owner: UserEntity | null;
};

/**
 * A credential with all that its bearer's identity needs, in one query that starts at an index. What finds the credential is
 * joined first: PostgreSQL orders the first eight tables as it likes, and joins the others after them
 * (`join_collapse_limit`). A secret among the others is looked for with every credential there is.
 */
export function findIdentity(
  access: Access,
  key: { readonly hash: string } | { readonly organizationId: string; readonly id: string },
): Promise<StoredIdentity | undefined> {
  return access.run(async (manager) => {
    const query = manager.createQueryBuilder(CredentialEntity, 'c');
    if ('hash' in key) {
      query.innerJoinAndMapOne('c.secret', CredentialSecretEntity, 's', 's.credentialId = c.id');
      query.where('s.hash = :hash', key);
    } else {
      if (!isId(key.id)) return undefined;
      query.where('c.organizationId = :organizationId AND c.id = :id', key);
    }
    query
      .innerJoinAndMapOne('c.organization', OrganizationEntity, 'o', 'o.id = c.organizationId')
      .leftJoinAndMapOne('c.workspace', WorkspaceEntity, 'w', 'w.id = c.workspaceId')
      .leftJoinAndMapOne('c.user', UserEntity, 'u', 'u.id = c.userId')
      .leftJoinAndMapOne('c.membership', MembershipEntity, 'm', 'm.workspaceId = c.workspaceId AND m.userId = c.userId')
      .leftJoinAndMapOne('c.serviceAccount', ServiceAccountEntity, 'a', 'a.id = c.serviceAccountId')
      .leftJoinAndMapOne('c.organizationAccount', OrganizationAccountEntity, 'oa', 'oa.id = c.organizationAccountId')
      .leftJoinAndMapOne('c.owner', UserEntity, 'g', 'g.id = oa.grantedBy AND g.organizationId = oa.organizationId')
      .leftJoinAndMapOne('c.team', TeamEntity, 't', "t.id = CASE c.kind WHEN 'pat' THEN m.teamId ELSE c.teamId END");
    const found = await query.getOne();
    return found ? toIdentity(found as Joined) : undefined;
  });
}

function toIdentity(joined: Joined): StoredIdentity {
  const { secret, organization, team, workspace, user, membership, serviceAccount, ...more } = joined;
  const { organizationAccount: account, owner, ...credential } = more;
  return {
    credential,
    secretExpiresAt: secret?.expiresAt ?? null,
    organization: { id: organization.id, name: organization.name, products: organization.products },
    team: team && { id: team.id, name: team.name },
    workspace: workspace && { id: workspace.id, name: workspace.name },
    user: user && toIdentityUser(user),
    workspaceRole: membership?.role ?? null,
    isTeamRemoved: membership ? membership.teamRemovedAt !== null : false,
    serviceAccount: serviceAccount && { ...serviceAccount },
    organizationAccount: account && {
      id: account.id,
      name: account.name,
      permissions: account.permissions,
      disabled: account.disabled,
      owner: owner && toIdentityUser(owner),
    },
  };
}

export function toIdentityUser({ id, name, email, role, active }: UserEntity): IdentityUser {
  return { id, name, email, role, active };
}
