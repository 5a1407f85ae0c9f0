import type { Change } from '@multilane/persistence';
import type { TestDatabase } from '@multilane/testing';
import { addTenant, startTestWorkspace, type TestCaller, type TestWorkspace } from '../../start-test-workspace.js';

/** Actor of changes that set up a test. */
export const SETUP = { type: 'system', id: null, name: 'test' } as const;

/** Surroundings of policy tests: an organization of two workspaces, and another organization. */
export interface TwoWorkspaces {
  readonly workspace: TestWorkspace;
  readonly owner: TestCaller;
  /** The admin of the first workspace alone. */
  readonly admin: TestCaller;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** The second workspace. */
  readonly elsewhere: string;
  readonly otherTenant: { readonly organizationId: string; readonly workspaceId: string };
}

/** @param config gateway.yaml */
export async function openTwoWorkspaces(kind: TestDatabase, config: string): Promise<TwoWorkspaces> {
  const workspace = await startTestWorkspace(await kind.create(), config);
  const { organizationId, workspaceId } = workspace;
  const owner = await workspace.signIn();
  const admin = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'admin' }] });
  const otherTenant = await addTenant(workspace.database, 'other');
  const { id: elsewhere } = await workspace.database.change(SETUP, ({ workspaces }) =>
    workspaces.create(organizationId, { name: 'elsewhere' }),
  );
  return { workspace, owner, admin, organizationId, workspaceId, elsewhere, otherTenant };
}

/** The id of a new chat model, with a provider of its own. */
export async function addModel(
  { providers, models }: Pick<Change, 'providers' | 'models'>,
  organizationId: string,
  { workspaceId, logicalName, aliases = [] }: { workspaceId: string; logicalName: string; aliases?: string[] },
): Promise<string> {
  const { id: providerId } = await providers.create(organizationId, { workspaceId, name: logicalName, kind: 'openai' });
  const values = { workspaceId, logicalName, aliases, upstreamModel: 'up', providerId };
  return (await models.create(organizationId, { ...values, kind: 'model', type: 'chat' })).id;
}
