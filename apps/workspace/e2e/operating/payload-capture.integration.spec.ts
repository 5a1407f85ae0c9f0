import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditLine, auditLines, idAt, serviceDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

const AN_HOUR_MS = 3_600_000;
const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();

// docs/contract/audit.md#capture-for-a-time
describe.each(serviceDatabases())('capture of payloads for a time on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let path: string;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    path = `/admin/workspaces/${workspace.workspaceId}`;
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  it('is switched on until a time and off again, reaches gateways, and is in the trail', async () => {
    const { database, organizationId, workspaceId } = workspace;
    expect((await owner.send(`GET ${path}`)).json()).toMatchObject({ payloads_captured_until: null });
    const until = fromNow(AN_HOUR_MS);
    const before = await database.version();
    const on = await owner.send(`PUT ${path}/payload-capture`, { until });
    expect([on.status, on.json()]).toMatchObject([200, { id: workspaceId, payloads_captured_until: until }]);
    expect(await database.version()).toBeGreaterThan(before);
    expect((await owner.send(`GET ${path}`)).json()).toMatchObject({ payloads_captured_until: until });
    const off = await owner.send(`DELETE ${path}/payload-capture`);
    expect(off.json()).toMatchObject({ payloads_captured_until: null });
    const { data: trail } = await database.changes.listPage(organizationId, { limit: 2 });
    expect(trail.map(({ action, targetId }) => [action, targetId])).toEqual([
      ['workspace.end_capture', workspaceId],
      ['workspace.capture_payloads', workspaceId],
    ]);
  });

  it('ends by itself', async () => {
    const { database, organizationId, workspaceId } = workspace;
    const actor = { type: 'system', id: null, name: 'test' } as const;
    const over = new Date(Date.now() - 1);
    await database.change(actor, ({ workspaces }) => workspaces.capturePayloads(organizationId, workspaceId, over));
    expect((await owner.send(`GET ${path}`)).json()).toMatchObject({ payloads_captured_until: null });
  });

  it('says of a request without a payload whether its workspace captures any', async () => {
    const { database, organizationId, workspaceId } = workspace;
    const time = new Date();
    const id = idAt(time);
    const line = auditLine({ id, organization_id: organizationId, workspace_id: workspaceId }, time);
    await database.storeAuditRecords(auditLines([line]));
    expect(refusalOf(await owner.send(`GET /admin/audit/${id}/payload`))).toEqual([404, 'payloads_off']);
    await owner.send(`PUT ${path}/payload-capture`, { until: fromNow(AN_HOUR_MS) });
    expect(refusalOf(await owner.send(`GET /admin/audit/${id}/payload`))).toEqual([404, 'payload_not_captured']);
    await owner.send(`DELETE ${path}/payload-capture`);
  });

  it.each([
    ['that is past', -1],
    ['of more than 30 days', 31 * 24 * AN_HOUR_MS],
  ])('rejects a time %s', async (_what, ms) => {
    const refused = await owner.send(`PUT ${path}/payload-capture`, { until: fromNow(ms) });
    expect(refusalOf(refused)).toEqual([400, 'invalid_value', 'until']);
  });

  it('is refused to administrators of the workspace alone, and is not there for another tenant', async () => {
    const { workspaceId } = workspace;
    const admin = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'admin' }] });
    const { organizationId } = await addTenant(workspace.database, 'capture');
    const stranger = await workspace.signIn({ organizationId });
    for (const [caller, status] of [
      [admin, 403],
      [stranger, 404],
    ] as const) {
      const until = fromNow(AN_HOUR_MS);
      expect((await caller.send(`PUT ${path}/payload-capture`, { until })).status).toBe(status);
      expect((await caller.send(`DELETE ${path}/payload-capture`)).status).toBe(status);
    }
  });
});
