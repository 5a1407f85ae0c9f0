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
export const GUARDRAILS = '/admin/gateway/policies/guardrails';
export const CACHE = '/admin/gateway/policies/cache';
export const ROUTES = '/admin/routing-configs';

/** A guardrail, all but its name. */
export const KEYWORDS = { kind: 'keywords', config: { keywords: ['x'] } };

const CONFIG = `
models:
  - { logical_name: catalog-chat, provider: simulator, upstream_model: simulator }
  - { logical_name: catalog-embedding, type: embedding, provider: simulator, upstream_model: simulator }
guardrails:
  - { name: of-the-file, kind: max_tokens, config: { limit: 10 } }
`;

export interface Policy {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** What every suite of policies has: two workspaces, a model of each, and words for what is done. */
export interface PolicyWorld {
  readonly workspace: TestWorkspace;
  readonly owner: TestCaller;
  /** The admin of the first workspace alone. */
  readonly admin: TestCaller;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** The second workspace, whose model is `far`. */
  readonly elsewhere: string;
  /** The model of the first workspace: `gpt`. */
  readonly modelId: string;
  readonly otherTenant: { readonly organizationId: string; readonly workspaceId: string };
  /** A name that nothing has. */
  fresh(): string;
  /** What files a policy under the first workspace. */
  here(): { readonly workspace_id: string };
  create(path: string, body: object, by?: TestCaller): Promise<Policy>;
  refused(path: string, body: object, by?: TestCaller): Promise<unknown[]>;
  patch(path: string, id: string, body: object): Promise<HttpAnswer>;
  /** A policy as gateways are told it. */
  inSnapshot(id: string): ReturnType<typeof findInSnapshot>;
}

/** Starts the world before the tests of the suite that calls it, and stops it after them. */
export function startPolicyTests(kind: TestDatabase): PolicyWorld {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let admin: TestCaller;
  let organizationId: string;
  let workspaceId: string;
  let elsewhere: string;
  let modelId: string;
  let otherTenant: { organizationId: string; workspaceId: string };

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), CONFIG);
    ({ organizationId, workspaceId } = workspace);
    owner = await workspace.signIn();
    admin = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'admin' }] });
    otherTenant = await addTenant(workspace.database, 'other');
    await workspace.database.change(SETUP, async ({ workspaces, providers, models, teams }) => {
      ({ id: elsewhere } = await workspaces.create(organizationId, { name: 'elsewhere' }));
      await teams.create(organizationId, { name: 'research' });
      const make = async (place: string, logicalName: string) => {
        const { id } = await providers.create(organizationId, {
          workspaceId: place,
          name: logicalName,
          kind: 'openai',
        });
        const values = { workspaceId: place, logicalName, aliases: [], upstreamModel: 'up', providerId: id };
        return (await models.create(organizationId, { ...values, kind: 'model', type: 'chat' })).id;
      };
      modelId = await make(workspaceId, 'gpt');
      await make(elsewhere, 'far');
    });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  let made = 0;
  const fresh = () => `n${++made}`;
  const post = (path: string, body: object, by = owner) => by.send(`POST ${path}`, { name: fresh(), ...body });
  const create = async (path: string, body: object, by = owner): Promise<Policy> => {
    const answer = await post(path, body, by);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.json() as Policy;
  };
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
    get modelId() {
      return modelId;
    },
    get otherTenant() {
      return otherTenant;
    },
    fresh,
    here: () => ({ workspace_id: workspaceId }),
    create,
    refused: async (path, body, by = owner) => refusalOf(await post(path, body, by)),
    patch: (path, id, body) => owner.send(`PATCH ${path}/${id}`, body),
    inSnapshot: (id) => findInSnapshot(workspace, id),
  };
}

async function findInSnapshot({ database }: TestWorkspace, id: string) {
  return (await database.loadSnapshotRows()).policies.find((row) => row.id === id);
}
