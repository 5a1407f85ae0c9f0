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

const [kind] = serviceDatabases();
if (kind === undefined) throw new Error('there is always a database');

const now = new Date();
const chat = (text: string, more: object = {}): object => ({
  request: { model: 'm', messages: [{ role: 'user', content: text }] },
  answer: { choices: [{ message: { content: `Answer to ${text}` } }] },
  is_truncated: false,
  ...more,
});

describe('cases from the audit log (docs/evals.md#cases-from-the-audit-log)', () => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let editor: TestCaller;
  let kbId: string;
  let names = 0;

  /** Stores a request, and what it said if that is given. */
  const record = async (requestId: string, payload?: object, more: object = {}): Promise<string> => {
    const { database, organizationId, workspaceId } = workspace;
    const time = new Date(now.getTime() - 1_000 * (100 - names++));
    const id = idAt(time);
    const values = { id, request_id: requestId, organization_id: organizationId, workspace_id: workspaceId, ...more };
    await database.storeAuditRecords(auditLines([auditLine(values, time)]));
    if (payload) await database.auditPayloads.store([{ id, organizationId, time, text: JSON.stringify(payload) }]);
    return id;
  };
  const makeDataset = async (): Promise<string> => {
    const answer = await owner.send('POST /w/evals/datasets', { name: `d-${names++}` });
    return (answer.json() as { id: string }).id;
  };

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    const { workspaceId } = workspace;
    owner = await workspace.signIn();
    editor = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'editor' }] });
    kbId = await workspace.database.change({ type: 'system', id: null, name: 'test' }, async ({ knowledgeBases }) => {
      const place = { organizationId: workspace.organizationId, workspaceId };
      return (await knowledgeBases.create(place, { name: 'handbook', embeddingModel: 'e' })).id;
    });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  it('are made of payloads, for those who may read payloads, and who read them is recorded', async () => {
    const id = await makeDataset();
    const route = `POST /w/evals/datasets/${id}/imports`;
    const none = await owner.send(route, { source: 'audit' });
    expect(refusalOf(none)).toEqual([404, 'payloads_off']);

    const oldest = await record('oldest', chat('Hello'));
    await record('nothing-stored');
    await record('cut', chat('Long', { is_truncated: true }));
    await record('picture', { request: { prompt: ['x'] }, answer: null, is_truncated: false });
    await record('evr_1_0_0_0_1_0', chat('An evaluation'));
    await record('elsewhere', chat('Elsewhere'), { workspace_id: null });
    const newest = await record('newest', chat('Goodbye'));
    await record('again', chat('Goodbye'), { model: 'other', logical_name: 'other' });

    expect(refusalOf(await editor.send(route, { source: 'audit' }))).toEqual([403, 'permission_denied']);
    const made = await owner.send(route, { source: 'audit', model: 'gpt-4o', expected: 'answer' });
    expect([made.status, made.json()]).toMatchObject([
      201,
      {
        object: 'eval.import',
        version: { version: 1, case_count: 2, source: 'audit' },
        imported: 2,
        skipped: { no_payload: 1, truncated: 1, duplicate: 0, unsupported: 1 },
      },
    ]);
    const all = await owner.send(route, { source: 'audit' });
    expect(all.json()).toMatchObject({ imported: 2, skipped: { duplicate: 1 } });

    const { data: trail } = await workspace.database.changes.listPage(workspace.organizationId, { limit: 20 });
    const read = trail.filter(({ action }) => action === 'audit_payload.read');
    expect(read.map(({ targetName }) => targetName).toSorted()).toEqual(['again', 'newest', 'oldest', 'oldest']);
    expect(JSON.stringify(trail)).not.toMatch(/Hello|Goodbye/);

    const cases = `GET /w/evals/datasets/${id}/cases?version=1`;
    expect(refusalOf(await editor.send(cases))).toEqual([403, 'permission_denied']);
    expect((await owner.send(cases)).json()).toMatchObject({
      data: [
        { id: newest, input: 'Goodbye', expected: 'Answer to Goodbye' },
        { id: oldest, input: 'Hello', expected: 'Answer to Hello' },
      ],
    });
    const { data: last } = await workspace.database.changes.listPage(workspace.organizationId, { limit: 1 });
    expect(last).toMatchObject([{ action: 'eval_dataset.read', targetId: id, actorType: 'user' }]);
  });

  it('are made of one request, by its id, beside the cases that are there', async () => {
    const id = await makeDataset();
    const route = `POST /w/evals/datasets/${id}/imports`;
    await owner.send(`POST /w/evals/datasets/${id}/versions`, { jsonl: '{"id":"own","input":"Mine"}' });
    await record('one-of-many', chat('Only this'));
    await record('another-one', chat('Not this'));
    const one = { source: 'audit', request_id: 'one-of-many', expected: 'answer', append: true };
    expect((await owner.send(route, one)).json()).toMatchObject({ version: { case_count: 2 }, imported: 1 });
    const wrong = await owner.send(route, { source: 'knowledge', kb_id: kbId, request_id: 'one-of-many' });
    expect(refusalOf(wrong)).toEqual([400, 'invalid_value', 'request_id']);
  });

  it('are made of requests that people marked', async () => {
    const id = await makeDataset();
    const route = `POST /w/evals/datasets/${id}/imports`;
    const good = await record('marked-good', chat('A good one'));
    const bad = await record('marked-bad', chat('A bad one'));
    for (const [each, rating] of [
      [good, 'good'],
      [bad, 'bad'],
    ]) {
      expect((await owner.send(`PUT /admin/audit/${each}/annotation`, { rating })).status).toBe(200);
    }
    const made = await owner.send(route, { source: 'audit', rating: 'bad' });
    expect(made.json()).toMatchObject({ imported: 1, version: { case_count: 1 } });
    expect((await owner.send(route, { source: 'audit', rating: 'any' })).json()).toMatchObject({ imported: 2 });
    const wrong = await owner.send(route, { source: 'knowledge', kb_id: kbId, rating: 'good' });
    expect(refusalOf(wrong)).toEqual([400, 'invalid_value', 'rating']);
  });

  it('are made of queries of a knowledge base, beside the cases that are there', async () => {
    const id = await makeDataset();
    await owner.send(`POST /w/evals/datasets/${id}/versions`, { jsonl: '{"id":"own","input":"Mine"}' });
    const embedding = (text: string): object => ({
      request: { model: 'e', input: [text] },
      answer: null,
      is_truncated: false,
    });
    const embeddings = (details: object): object => ({ endpoint: 'embeddings', details });
    const first = await record('q1', embedding('Where?'), embeddings({ kb_id: kbId }));
    const second = await record('q2', embedding('When?'), embeddings({ kb_ids: [kbId, 'another'] }));
    await record('ingest', embedding('A document'), embeddings({ kb_id: kbId, job_id: 'j' }));
    await record('other', embedding('Other'), embeddings({ kb_id: 'another' }));
    const route = `POST /w/evals/datasets/${id}/imports`;
    const made = await owner.send(route, { source: 'knowledge', kb_id: kbId, append: true });
    expect(made.json()).toMatchObject({ version: { version: 2, case_count: 3, source: 'knowledge' }, imported: 2 });
    expect((await owner.send(`GET /w/evals/datasets/${id}/cases`)).json()).toMatchObject({
      data: [{ id: 'own' }, { id: second, input: 'When?', expected: null }, { id: first, input: 'Where?' }],
    });
    // Uploaded cases are for everybody who sees evaluations.
    expect((await editor.send(`GET /w/evals/datasets/${id}/cases?version=1`)).status).toBe(200);
  });

  it.each<[string, object, string]>([
    ['no knowledge base', { source: 'knowledge' }, 'kb_id'],
    [
      'a knowledge base for requests to models',
      { source: 'audit', kb_id: '01930000-0000-7000-8000-00000000000a' },
      'kb_id',
    ],
    ['a knowledge base of nobody', { source: 'knowledge', kb_id: '01930000-0000-7000-8000-00000000000a' }, 'kb_id'],
    ['too many', { source: 'audit', limit: 501 }, 'limit'],
    ['another source', { source: 'magic' }, 'source'],
  ])('reject %s', async (_name, body, param) => {
    const answer = await owner.send(`POST /w/evals/datasets/${await makeDataset()}/imports`, body);
    expect(refusalOf(answer)).toEqual([400, 'invalid_value', param]);
  });

  it('of another tenant are not there', async () => {
    const { organizationId } = await addTenant(workspace.database, 'other');
    const stranger = await workspace.signIn({ organizationId });
    const foreign = await stranger.send('POST /w/evals/datasets', { name: 'theirs' });
    const { id } = foreign.json() as { id: string };
    const answer = await stranger.send(`POST /w/evals/datasets/${id}/imports`, { source: 'audit' });
    expect(refusalOf(answer)).toEqual([404, 'payloads_off']);
    const own = await makeDataset();
    expect(refusalOf(await stranger.send(`POST /w/evals/datasets/${own}/imports`, { source: 'audit' }))).toEqual([
      404,
      'not_found',
    ]);
  });
});
