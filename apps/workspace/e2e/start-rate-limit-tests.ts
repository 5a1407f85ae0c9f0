import { afterAll, beforeAll, expect } from '@jest/globals';
import type { HttpAnswer, TestDatabase } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from './start-test-workspace.js';

export const SETUP = { type: 'system', id: null, name: 'test' } as const;
export const RATE_LIMITS = '/admin/gateway/policies/rate-limits';
/** An id that nothing has. */
export const NOBODY = '01930000-0000-7000-8000-00000000000a';

const CONFIG = `
models:
  - { logical_name: catalog-model, aliases: [catalog-alias], provider: simulator, upstream_model: simulator }
virtual_models:
  - { name: catalog-virtual, targets: [{ model: catalog-alias }] }
teams:
  - { name: declared, api_keys: [] }
`;

export interface Policy {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** What every suite of rate-limit policies has: two workspaces with models, a team, and words for what is done. */
export interface RateLimitWorld {
  readonly workspace: TestWorkspace;
  readonly owner: TestCaller;
  /** The admin of the first workspace alone. */
  readonly admin: TestCaller;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** The second workspace. */
  readonly elsewhere: string;
  readonly teamId: string;
  readonly otherTenant: { readonly organizationId: string; readonly workspaceId: string };
  /** A policy of the first workspace, for everybody. */
  here(): { readonly name: string; readonly workspace_id: string; readonly requests_per_minute: number };
  /** A policy of the organization, for everybody. */
  wide(): { readonly name: string; readonly scope: string; readonly requests_per_minute: number };
  post(body: object, by?: TestCaller): Promise<HttpAnswer>;
  create(body: object, by?: TestCaller): Promise<Policy>;
  refused(body: object, by?: TestCaller): Promise<unknown[]>;
  /** The id of a new virtual account, in the first workspace unless another is named. */
  makeAccount(place?: string): Promise<string>;
}

/** Starts the world before the tests of the suite that calls it, and stops it after them. */
export function startRateLimitTests(kind: TestDatabase): RateLimitWorld {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let admin: TestCaller;
  let organizationId: string;
  let workspaceId: string;
  let elsewhere: string;
  let teamId: string;
  let otherTenant: { organizationId: string; workspaceId: string };

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), CONFIG);
    ({ organizationId, workspaceId } = workspace);
    owner = await workspace.signIn();
    admin = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'admin' }] });
    otherTenant = await addTenant(workspace.database, 'other');
    await workspace.database.change(SETUP, async ({ teams, workspaces, providers, models }) => {
      ({ id: teamId } = await teams.create(organizationId, { name: 'research' }));
      ({ id: elsewhere } = await workspaces.create(organizationId, { name: 'elsewhere' }));
      for (const [place, logicalName] of [
        [workspaceId, 'gpt'],
        [elsewhere, 'far'],
        [elsewhere, 'gpt-2'],
      ] as const) {
        const provider = await providers.create(organizationId, {
          workspaceId: place,
          name: logicalName,
          kind: 'openai',
        });
        const aliases = logicalName === 'far' ? ['far-alias'] : logicalName === 'gpt' ? ['fast'] : ['fast', 'second'];
        const values = { workspaceId: place, logicalName, aliases, upstreamModel: 'up', providerId: provider.id };
        await models.create(organizationId, { ...values, kind: 'model', type: 'chat' });
      }
    });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const post = (body: object, by = owner) => by.send(`POST ${RATE_LIMITS}`, body);
  return {
    get workspace() {
      return workspace;
    },
    get owner() {
      return owner;
    },
    get admin() {
      return admin;
    },
    get organizationId() {
      return organizationId;
    },
    get workspaceId() {
      return workspaceId;
    },
    get elsewhere() {
      return elsewhere;
    },
    get teamId() {
      return teamId;
    },
    get otherTenant() {
      return otherTenant;
    },
    here: () => ({ name: 'p', workspace_id: workspaceId, requests_per_minute: 10 }),
    wide: () => ({ name: 'p', scope: 'organization', requests_per_minute: 10 }),
    post,
    create: async (body, by = owner) => {
      const answer = await post(body, by);
      expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
      return answer.json() as Policy;
    },
    refused: async (body, by = owner) => refusalOf(await post(body, by)),
    makeAccount: async (place = workspaceId) =>
      workspace.database.change(SETUP, async ({ serviceAccounts }) => {
        const name = `a${Math.random()}`;
        return (await serviceAccounts.create(organizationId, { workspaceId: place, name })).id;
      }),
  };
}
