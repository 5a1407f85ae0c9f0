import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditLine, auditLines, idAt, serviceDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

const ROUTING = {
  route: 'reliable',
  strategy: 'failover',
  sticky: false,
  candidates: ['gpt-4o', 'claude-sonnet'],
  skipped: [],
  attempts: [
    { model: 'gpt-4o', provider: 'openai', outcome: 'provider_error', status: 503, ms: 12 },
    { model: 'claude-sonnet', provider: 'anthropic', outcome: 'success', ms: 90 },
  ],
};
const CHARGE = { account: 'team:x:tokens', period_start: '2026-11-01T00:00:00.000Z', amount: 12, lease: null };

describe.each([...serviceDatabases()])('GET /admin/explain on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    const { database, organizationId } = workspace;
    const tenant = await addTenant(database, 'other');
    const rows: object[] = [
      { request_id: 'twice', details: null },
      { request_id: 'twice', details: { routing: ROUTING, guardrails: [{ name: 'g' }] }, charges: [CHARGE] },
      { request_id: 'plain', details: null },
      { request_id: 'older', details: undefined },
      { request_id: 'foreign', organization_id: tenant.organizationId, details: { routing: ROUTING } },
    ];
    const lines = rows.map((values, index) => {
      const time = new Date(Date.now() - 1_000 + index);
      return auditLine({ id: idAt(time), organization_id: organizationId, ...values }, time);
    });
    await database.storeAuditRecords(auditLines(lines));
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  it('says why a request went where it went, what it was charged to and what it cost', async () => {
    const answer = await owner.send('GET /admin/explain?request_id=twice');
    expect([answer.status, answer.json()]).toEqual([
      200,
      {
        object: 'explanation',
        request: expect.objectContaining({ request_id: 'twice', cost_usd: 0.5, attempts: 1 }),
        routing: ROUTING,
        charges: [{ account: CHARGE.account, period_start: CHARGE.period_start, amount: 12 }],
        details: { guardrails: [{ name: 'g' }] },
      },
    ]);
  });

  it.each(['plain', 'older'])('there is no routing to explain for a request to a plain model: %s', async (name) => {
    const answer = await owner.send(`GET /admin/explain?request_id=${name}`);
    expect(answer.json()).toMatchObject({ routing: null, charges: [], details: {} });
  });

  it('knows nothing of what is not there, or another tenant’s', async () => {
    expect((await owner.send('GET /admin/explain?request_id=foreign')).status).toBe(404);
    expect((await owner.send('GET /admin/explain?request_id=nothing')).status).toBe(404);
    expect((await owner.send('GET /admin/explain')).status).toBe(400);
  });
});
