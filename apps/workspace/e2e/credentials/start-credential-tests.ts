import { expect } from '@jest/globals';
import { type HttpAnswer, serviceDatabases, type TestDatabase } from '@multilane/testing';
import {
  addTenant,
  type Send,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

/** The databases that suites of credentials run on. */
export const DATABASES: readonly TestDatabase[] = serviceDatabases();

/** Surroundings of credential suites: two workspaces, a team, another tenant, and somebody of each. */
export interface CredentialWorld {
  readonly workspace: TestWorkspace;
  readonly owner: TestCaller;
  /** The owner of another tenant. */
  readonly stranger: TestCaller;
  readonly foreign: { readonly organizationId: string; readonly workspaceId: string; readonly teamId: string };
  readonly workspaceId: string;
  readonly secondWorkspaceId: string;
  readonly teamId: string;
  readonly otherTeamId: string;
  /** Calls with a token alone. */
  bearing(token: string): Send;
  /** The member of a team. */
  joinTeam(teamId: string, userId: string): Promise<void>;
  stop(): Promise<void>;
}

const SETUP = { type: 'system', id: null, name: 'test' } as const;

export async function startCredentialWorld(kind: TestDatabase, more = ''): Promise<CredentialWorld> {
  const workspace = await startTestWorkspace(await kind.create(), more);
  const { database, organizationId, workspaceId } = workspace;
  const tenant = await addTenant(database, 'other');
  const made = await database.change(SETUP, async ({ teams, workspaces }) => ({
    team: await teams.create(organizationId, { name: 'research' }),
    other: await teams.create(organizationId, { name: 'sales' }),
    foreign: await teams.create(tenant.organizationId, { name: 'research' }),
    second: await workspaces.create(organizationId, { name: 'second' }),
  }));
  return {
    workspace,
    owner: await workspace.signIn(),
    stranger: await workspace.signIn({ organizationId: tenant.organizationId }),
    foreign: { ...tenant, teamId: made.foreign.id },
    workspaceId,
    secondWorkspaceId: made.second.id,
    teamId: made.team.id,
    otherTeamId: made.other.id,
    bearing: (token) => (route, body, headers) =>
      workspace.send(route, body, { authorization: `Bearer ${token}`, ...headers }),
    joinTeam: (teamId, userId) =>
      database.change(SETUP, ({ teams }) => teams.addMember(organizationId, teamId, userId)),
    stop: async () => {
      await workspace.stop();
      await kind.stop();
    },
  };
}

/** The body of an answer that must have been good. */
export function good<Body>(answer: HttpAnswer, status = 200): Body {
  expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
  return answer.json() as Body;
}

/** RFC 3339, so many seconds from now. */
export function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}

/** The actions on something in the audit trail, oldest first. */
export async function actionsOn({ workspace }: CredentialWorld, targetId: string): Promise<readonly string[]> {
  const page = { limit: 50, filters: { targetId } };
  const { data } = await workspace.database.changes.listPage(workspace.organizationId, page);
  return data.map(({ action }) => action).toReversed();
}

/** Lists the topics that a change made every process forget. */
export async function topicsOf({ workspace }: CredentialWorld, change: () => Promise<unknown>): Promise<string[]> {
  const since = await workspace.database.version();
  await change();
  return (await workspace.database.readTopics(since)).changes.flatMap(({ topics }) => [...topics]);
}
