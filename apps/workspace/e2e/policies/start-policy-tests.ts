import { afterAll, beforeAll, expect } from '@jest/globals';
import type { HttpAnswer, TestDatabase } from '@multilane/testing';
import { addModel, openTwoWorkspaces, SETUP, type TwoWorkspaces } from '../access/callers/open-two-workspaces.js';
import { HOOK_LIMIT_MS, refusalOf, type TestCaller, type TestWorkspace } from '../start-test-workspace.js';

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
prompts:
  - name: released
    versions: [{ version: 1, messages: [{ role: system, content: One }] }]
    labels: [{ name: production, version: 1 }]
    protected_labels: [production]
`;

export interface Policy {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** Surroundings of every policy suite: two workspaces, a model of each (`gpt` and `far`), and words for the actions. */
export interface PolicyWorld extends TwoWorkspaces {
  /** The model of the first workspace: `gpt`. */
  readonly modelId: string;
  /** A name that nothing has. */
  fresh(): string;
  /** Returns the member that puts a policy into the first workspace. */
  here(): { readonly workspace_id: string };
  create(path: string, body: object, by?: TestCaller): Promise<Policy>;
  refused(path: string, body: object, by?: TestCaller): Promise<unknown[]>;
  patch(path: string, id: string, body: object): Promise<HttpAnswer>;
  /** A policy as gateways get it. */
  inSnapshot(id: string): ReturnType<typeof findInSnapshot>;
}

/** Starts the world before the tests of the suite that calls it, and stops it after them. */
export function startPolicyTests(kind: TestDatabase): PolicyWorld {
  const world = {} as TwoWorkspaces & { readonly modelId: string };

  beforeAll(async () => {
    const place = await openTwoWorkspaces(kind, CONFIG);
    const { elsewhere, organizationId, workspace, workspaceId } = place;
    const modelId = await workspace.database.change(SETUP, async (change) => {
      await change.teams.create(organizationId, { name: 'research' });
      await addModel(change, organizationId, { workspaceId: elsewhere, logicalName: 'far' });
      return addModel(change, organizationId, { workspaceId, logicalName: 'gpt' });
    });
    Object.assign(world, place, { modelId });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await world.workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  let made = 0;
  const fresh = () => `n${++made}`;
  const post = (path: string, body: object, by = world.owner) => by.send(`POST ${path}`, { name: fresh(), ...body });
  const create = async (path: string, body: object, by = world.owner): Promise<Policy> => {
    const answer = await post(path, body, by);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.json() as Policy;
  };
  return Object.assign(world, {
    fresh,
    here: () => ({ workspace_id: world.workspaceId }),
    create,
    refused: async (path: string, body: object, by = world.owner) => refusalOf(await post(path, body, by)),
    patch: (path: string, id: string, body: object) => world.owner.send(`PATCH ${path}/${id}`, body),
    inSnapshot: (id: string) => findInSnapshot(world.workspace, id),
  });
}

async function findInSnapshot({ database }: TestWorkspace, id: string) {
  return (await database.upstreamSecrets.loadSnapshotRows()).policies.find((row) => row.id === id);
}
