import { hashToken, newToken, tokenHint, type WorkspaceRole } from '@multilane/auth';
import type { Actor, UserRecord } from '@multilane/persistence';
import { addTenant, type Send, type TestCaller, type TestWorkspace } from '../../start-test-workspace.js';
import type { CallerName, Tenant } from '../access-matrix.js';

const SETUP: Actor = { type: 'system', id: null, name: 'test' };

/** The tenant that the service began with, and another one. */
export async function makeTenants(workspace: TestWorkspace): Promise<{ own: Tenant; other: Tenant }> {
  const { organizationId, workspaceId } = workspace;
  return {
    own: await fill(workspace, { organizationId, workspaceId }),
    other: await fill(workspace, await addTenant(workspace.database, 'other')),
  };
}

async function fill(workspace: TestWorkspace, place: { organizationId: string; workspaceId: string }): Promise<Tenant> {
  const { organizationId } = place;
  const team = await workspace.database.change(SETUP, ({ teams }) => teams.create(organizationId, { name: 'first' }));
  const { user } = await workspace.signIn({ organizationId, role: 'owner' });
  return { workspace, ...place, teamId: team.id, userId: personOf(user).id };
}

/** A new caller of a kind, of the tenant: what it does ends no other's session. */
export async function makeCaller(tenant: Tenant, name: CallerName): Promise<Send> {
  const { workspace, organizationId, workspaceId, teamId } = tenant;
  const person = async (role: WorkspaceRole): Promise<Send> => {
    const memberships = [{ workspaceId, role }];
    return (await workspace.signIn({ organizationId, role: 'org_member', memberships })).send;
  };
  switch (name) {
    case 'stranger':
      return workspace.send;
    case 'owner':
    case 'org_admin':
    case 'org_member':
      return (await workspace.signIn({ organizationId, role: name })).send;
    case 'workspace_admin':
      return person('admin');
    case 'workspace_editor':
      return person('editor');
    case 'workspace_viewer':
      return person('viewer');
    case 'pat_owner': {
      const memberships = [{ workspaceId, role: 'admin' as const }];
      const { user } = await workspace.signIn({ organizationId, role: 'owner', memberships });
      return (await workspace.issuePat(personOf(user), workspaceId)).send;
    }
    case 'key_admin':
      return (await workspace.issueKey({ organizationId, teamId, role: 'admin' })).send;
    case 'key_editor':
      return (await workspace.issueKey({ organizationId, teamId, role: 'editor' })).send;
    case 'key_member':
      return (await workspace.issueKey({ organizationId, teamId, role: 'member' })).send;
    case 'vat':
      return bearing(workspace, await issueVat(tenant));
    case 'scim':
      return bearing(workspace, await issueScimToken(tenant));
  }
}

/** Returns calls that bear a token. */
export function bearing(workspace: TestWorkspace, token: string): Send {
  return (route, body, headers = {}) => workspace.send(route, body, { authorization: `Bearer ${token}`, ...headers });
}

/** A token of a new virtual account. */
export async function issueVat({ workspace, organizationId, workspaceId }: Tenant): Promise<string> {
  const token = newToken('ml_vat_');
  await workspace.database.change(SETUP, async ({ serviceAccounts, credentials }) => {
    const account = await serviceAccounts.create(organizationId, { workspaceId, name: token.slice(-8) });
    await credentials.create(organizationId, {
      kind: 'vat',
      name: 'test',
      hint: tokenHint(token),
      hash: hashToken(token),
      workspaceId,
      serviceAccountId: account.id,
    });
  });
  return token;
}

/** A token of a new SCIM client. */
export async function issueScimToken({ workspace, organizationId }: Tenant): Promise<string> {
  const token = newToken('ml_scim_');
  await workspace.database.change(SETUP, ({ scimTokens }) =>
    scimTokens.create(organizationId, { name: token.slice(-8), hint: tokenHint(token), hash: hashToken(token) }),
  );
  return token;
}

export function personOf(user: TestCaller['user']): UserRecord {
  if (user === undefined) throw new Error('no person');
  return user;
}
