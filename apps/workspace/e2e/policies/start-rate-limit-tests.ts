import { afterAll, beforeAll, expect } from '@jest/globals';
import type { HttpAnswer, TestDatabase } from '@multilane/testing';
import { addModel, openTwoWorkspaces, SETUP, type TwoWorkspaces } from '../access/callers/open-two-workspaces.js';
import { HOOK_LIMIT_MS, refusalOf, type TestCaller } from '../start-test-workspace.js';

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

/** Surroundings of every suite of rate-limit policies: two workspaces with models, a team, and words for the actions. */
export interface RateLimitWorld extends TwoWorkspaces {
  readonly teamId: string;
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
  const world = {} as TwoWorkspaces & { readonly teamId: string };

  beforeAll(async () => {
    const place = await openTwoWorkspaces(kind, CONFIG);
    const { elsewhere, organizationId, workspace, workspaceId } = place;
    const teamId = await workspace.database.change(SETUP, async (change) => {
      for (const model of [
        { workspaceId, logicalName: 'gpt', aliases: ['fast'] },
        { workspaceId: elsewhere, logicalName: 'far', aliases: ['far-alias'] },
        { workspaceId: elsewhere, logicalName: 'gpt-2', aliases: ['fast', 'second'] },
      ]) {
        await addModel(change, organizationId, model);
      }
      return (await change.teams.create(organizationId, { name: 'research' })).id;
    });
    Object.assign(world, place, { teamId });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await world.workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const post = (body: object, by = world.owner) => by.send(`POST ${RATE_LIMITS}`, body);
  return Object.assign(world, {
    here: () => ({ name: 'p', workspace_id: world.workspaceId, requests_per_minute: 10 }),
    wide: () => ({ name: 'p', scope: 'organization', requests_per_minute: 10 }),
    post,
    create: async (body: object, by = world.owner) => {
      const answer = await post(body, by);
      expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
      return answer.json() as Policy;
    },
    refused: async (body: object, by = world.owner) => refusalOf(await post(body, by)),
    makeAccount: async (place = world.workspaceId) =>
      world.workspace.database.change(SETUP, async ({ serviceAccounts }) => {
        const name = `a${Math.random()}`;
        return (await serviceAccounts.create(world.organizationId, { workspaceId: place, name })).id;
      }),
  });
}
