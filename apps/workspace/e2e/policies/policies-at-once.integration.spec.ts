import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databasesInTurn } from '@multilane/testing';
import { HOOK_LIMIT_MS, startTestWorkspace, type TestCaller, type TestWorkspace } from '../start-test-workspace.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;
const GUARDRAILS = '/admin/gateway/policies/guardrails';
const ROUTES = '/admin/routing-configs';
const KEYWORDS = { kind: 'keywords', config: { keywords: ['x'] } };
const ROUNDS = 6;

const databases = databasesInTurn(import.meta.filename);

describe.each(databases)('policies and what they name, changed at once, on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let made = 0;
  const fresh = () => `n${++made}`;
  const statusesOf = async (...calls: [route: string, body?: object][]) =>
    (await Promise.all(calls.map(([route, body]) => owner.send(route, body)))).map(({ status }) => status);

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  it.each([
    ['a rate limit', '/admin/gateway/policies/rate-limits', (model: string) => ({ model, requests_per_day: 1 })],
    ['a guardrail', GUARDRAILS, (model: string) => ({ ...KEYWORDS, models: [model] })],
    ['a routing config', ROUTES, (model: string) => ({ targets: [{ model }] })],
  ])('%s is never left with the name of a model that has just gone', async (_what, path, bodyFor) => {
    const { organizationId, workspaceId, database } = workspace;
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = fresh();
      const { id } = await database.change(SETUP, async ({ providers, models }) => {
        const provider = await providers.create(organizationId, { workspaceId, name, kind: 'openai' });
        const values = { workspaceId, logicalName: name, upstreamModel: 'up', providerId: provider.id };
        return models.create(organizationId, { ...values, kind: 'model', type: 'chat' });
      });
      const statuses = await statusesOf(
        [`POST ${path}`, { name, workspace_id: workspaceId, ...bodyFor(name) }],
        [`DELETE /admin/models/${id}`],
      );
      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual(statuses);
    }
  });

  it('a guardrail names a team as it is called in the end', async () => {
    const { organizationId, database } = workspace;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [name, renamed] = [fresh(), fresh()];
      const { id } = await database.change(SETUP, ({ teams }) => teams.create(organizationId, { name }));
      const [created, patched] = await statusesOf(
        [`POST ${GUARDRAILS}`, { ...KEYWORDS, name, teams: [name] }],
        [`PATCH /admin/teams/${id}`, { name: renamed }],
      );
      expect(patched).toBe(200);
      const guardrail = await database.policies.findBy(organizationId, { kind: 'guardrail', name });
      expect(created === 201 ? guardrail?.definition.teams : created).toEqual(created === 201 ? [renamed] : 400);
    }
  });

  it('a routing config is never left with the name of a guardrail that has just gone', async () => {
    const { organizationId, database } = workspace;
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = fresh();
      const values = { kind: 'guardrail', workspaceId: null, name, definition: { kind: 'pii', config: {} } } as const;
      const { id } = await database.change(SETUP, ({ policies }) => policies.create(organizationId, values));
      const statuses = await statusesOf(
        [`POST ${ROUTES}`, { name, guardrails: [name] }],
        [`DELETE ${GUARDRAILS}/${id}`],
      );
      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual(statuses);
    }
  });

  it('a place gets one policy of personal data, no matter who asks at once', async () => {
    const statuses = await statusesOf(
      ...Array.from({ length: 4 }, (): [string, object] => ['POST /admin/gateway/policies/pii', { name: fresh() }]),
    );
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409]);
  });

  it('a workspace goes with its policies, those of its virtual accounts too', async () => {
    const { organizationId, database } = workspace;
    const { workspaceId, accountId } = await database.change(SETUP, async ({ workspaces, serviceAccounts }) => {
      const { id } = await workspaces.create(organizationId, { name: fresh() });
      const account = await serviceAccounts.create(organizationId, { workspaceId: id, name: fresh() });
      return { workspaceId: id, accountId: account.id };
    });
    const place = { name: fresh(), workspace_id: workspaceId };
    const [limit, guardrail] = await statusesOf(
      ['POST /admin/gateway/policies/rate-limits', { ...place, service_account_id: accountId, tokens_per_day: 1 }],
      [`POST ${GUARDRAILS}`, { ...place, ...KEYWORDS }],
    );
    expect([limit, guardrail]).toEqual([201, 201]);
    expect((await owner.send(`DELETE /admin/workspaces/${workspaceId}`)).status).toBe(204);
    const { rateLimitPolicies, policies } = await database.upstreamSecrets.loadSnapshotRows();
    expect([...rateLimitPolicies, ...policies].filter((row) => row.workspaceId === workspaceId)).toEqual([]);
  });
});
