import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditLine, auditLines, idAt, serviceDatabases } from '@multilane/testing';
import { AuditRetentionTask } from '../../src/modules/audit/audit-retention-task.js';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

const A_DAY_MS = 86_400_000;

// docs/contract/audit.md#annotations
describe.each(serviceDatabases())('annotations of requests on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let admin: TestCaller;
  let stranger: TestCaller;
  let count = 0;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), 'audit: { retention_days: 30 }\n');
    const { workspaceId } = workspace;
    owner = await workspace.signIn();
    admin = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'admin' }] });
    const { organizationId } = await addTenant(workspace.database, 'annotations');
    stranger = await workspace.signIn({ organizationId });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const record = async (values: object = {}, time = new Date(Date.now() - 60_000 + count)): Promise<string> => {
    const { database, organizationId, workspaceId } = workspace;
    const id = idAt(time);
    count += 1;
    const named = { id, request_id: `r-${count}`, organization_id: organizationId, workspace_id: workspaceId };
    await database.storeAuditRecords(auditLines([auditLine({ ...named, ...values }, time)]));
    return id;
  };
  const annotate = async (id: string, body: object, caller = owner) => {
    const answer = await caller.send(`PUT /admin/audit/${id}/annotation`, body);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return { etag: String(answer.headers.etag), ...(answer.json() as { updated_at: string; annotated_by: string }) };
  };
  const idsOf = async (query: string, caller = owner): Promise<string[]> => {
    const answer = await caller.send(`GET /admin/audit?${query}`);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return (answer.json() as { data: { id: string }[] }).data.map(({ id }) => id);
  };

  it('are in the record, with who wrote them and when, and in the trail of changes', async () => {
    const id = await record();
    const none = { rating: null, note: null, annotated_by: null, annotated_at: null };
    expect((await owner.send(`GET /admin/audit/${id}`)).json()).toMatchObject(none);
    const made = await annotate(id, { rating: 'bad', note: 'Invents a clause.' }, admin);
    expect(made).toMatchObject({ id, object: 'audit_annotation', rating: 'bad', note: 'Invents a clause.' });
    // People are made with the name of their role here.
    expect(made.annotated_by).toBe('org_member');
    const shown = {
      rating: 'bad',
      note: 'Invents a clause.',
      annotated_by: made.annotated_by,
      annotated_at: made.updated_at,
    };
    expect((await owner.send(`GET /admin/audit/${id}`)).json()).toMatchObject(shown);
    const { request_id: requestId } = (await owner.send(`GET /admin/audit/${id}`)).json() as { request_id: string };
    const explained = await owner.send(`GET /admin/explain?request_id=${requestId}`);
    expect(explained.json()).toMatchObject({ request: shown });

    await annotate(id, { rating: 'good' });
    expect((await owner.send(`GET /admin/audit/${id}/annotation`)).json()).toMatchObject({ rating: 'good', note: '' });
    expect((await admin.send(`DELETE /admin/audit/${id}/annotation`)).status).toBe(204);
    expect((await owner.send(`GET /admin/audit/${id}`)).json()).toMatchObject(none);
    expect(refusalOf(await owner.send(`GET /admin/audit/${id}/annotation`))).toEqual([404, 'not_found']);
    expect(refusalOf(await owner.send(`DELETE /admin/audit/${id}/annotation`))).toEqual([404, 'not_found']);
    const { data: trail } = await workspace.database.changes.listPage(workspace.organizationId, { limit: 10 });
    const own = trail.filter(({ targetId }) => targetId === id);
    expect(own.map(({ action }) => action)).toEqual([
      'request_annotation.remove',
      'request_annotation.update',
      'request_annotation.create',
    ]);
  });

  it('are a filter of the list and of exports, and columns of exports', async () => {
    const [good, bad] = [await record({ model: 'filtered', logical_name: 'filtered' }), await record()];
    await record({ model: 'filtered', logical_name: 'filtered' });
    await annotate(good, { rating: 'good', note: 'Short, and right' });
    await annotate(bad, { rating: 'bad' });
    expect(await idsOf('rating=good')).toEqual([good]);
    expect(await idsOf('rating=bad')).toEqual([bad]);
    expect(await idsOf('rating=any')).toEqual([bad, good]);
    expect(await idsOf('rating=any&model=filtered')).toEqual([good]);
    expect(await idsOf('rating=any&order=duration_ms&limit=1')).toHaveLength(1);
    const csv = (await owner.send('GET /admin/audit/export?rating=good')).text.trim().split('\r\n');
    expect(csv).toHaveLength(2);
    expect(csv[0]).toContain(',session,rating,note,annotated_by,annotated_at,');
    expect(csv[1]).toContain(',good,"Short, and right",');
    expect(refusalOf(await owner.send('GET /admin/audit?rating=fine'))).toEqual([400, 'invalid_value', 'rating']);
  });

  it('keep a change that was made meanwhile', async () => {
    const id = await record();
    const { etag } = await annotate(id, { rating: 'good' });
    await annotate(id, { rating: 'bad' }, admin);
    const late = await owner.send(`PUT /admin/audit/${id}/annotation`, { rating: 'good' }, { 'if-match': etag });
    expect(refusalOf(late)).toEqual([412, 'precondition_failed', 'If-Match']);
    const removal = await owner.send(`DELETE /admin/audit/${id}/annotation`, undefined, { 'if-match': etag });
    expect(removal.status).toBe(412);
    const other = await record();
    const none = await owner.send(`PUT /admin/audit/${other}/annotation`, { rating: 'good' }, { 'if-match': etag });
    expect(none.status).toBe(412);
  });

  it('of requests without a workspace are written by those who administer the organization', async () => {
    const id = await record({ workspace_id: null });
    expect((await admin.send(`PUT /admin/audit/${id}/annotation`, { rating: 'good' })).status).toBe(404);
    await annotate(id, { rating: 'good' });
  });

  it('are not there for another tenant', async () => {
    const id = await record();
    await annotate(id, { rating: 'good' });
    for (const call of ['GET', 'PUT', 'DELETE'].map((method) => `${method} /admin/audit/${id}/annotation`)) {
      const { status } = await stranger.send(call, call.startsWith('PUT') ? { rating: 'bad' } : undefined);
      expect([call, status]).toEqual([call, 404]);
    }
    expect(await idsOf('rating=any', stranger)).toEqual([]);
    expect((await owner.send(`GET /admin/audit/${id}`)).json()).toMatchObject({ rating: 'good' });
  });

  it.each([
    ['rating', { rating: 'fine' }],
    ['rating', { note: 'no mark' }],
    ['note', { rating: 'good', note: 'x'.repeat(2_001) }],
  ])('reject a %s that is out of bounds', async (param, body) => {
    const id = await record();
    const refused = await owner.send(`PUT /admin/audit/${id}/annotation`, body);
    expect(refusalOf(refused)).toEqual([400, 'invalid_value', param]);
  });

  it('are deleted with the records of their requests', async () => {
    const old = new Date(Date.now() - 40 * A_DAY_MS);
    const id = await record({}, old);
    const kept = await record();
    for (const each of [id, kept]) await annotate(each, { rating: 'bad' });
    await workspace.app.get(AuditRetentionTask, { strict: false }).run(new Date());
    const { organizationId, database } = workspace;
    const left = await database.requestAnnotations.findMany(organizationId, [id, kept]);
    expect([...left.keys()]).toEqual([kept]);
  });
});
