import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type JobQueues, type JobResult, openJobQueues } from '@multilane/jobs';
import { type HttpAnswer, vectorDatabaseInTurn } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  type Send,
  startTestWorkspace,
  type TestWorkspace,
} from '../start-test-workspace.js';

const CONFIG = `
knowledge: { files: { max_mb: 1 }, quota: { max_mb: 2, chunks: 1000 } }
providers: [{ name: sim, kind: simulator }]
models:
  - { logical_name: small, provider: sim, upstream_model: e, type: embedding }
  - { logical_name: talker, provider: sim, upstream_model: c, type: chat }
`;
const kind = vectorDatabaseInTurn(import.meta.filename);

interface Part {
  readonly name: string;
  readonly value: string | Buffer;
  readonly filename?: string;
  readonly type?: string;
}

function formOf(...parts: Part[]): { body: Buffer; headers: Record<string, string> } {
  const pieces = parts.flatMap(({ filename, name, type, value }) => [
    Buffer.from(
      `--b0\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${
        type === undefined ? '' : `content-type: ${type}\r\n`
      }\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([...pieces, Buffer.from('--b0--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=b0' },
  };
}

const fileOf = (value: string | Buffer, filename = 'a.txt', type = 'text/plain'): Part => ({
  name: 'file',
  value,
  filename,
  type,
});

describe('knowledge bases of the workspace', () => {
  let workspace: TestWorkspace;
  let queues: JobQueues;
  let owner: Send;
  let member: Send;
  let stranger: Send;
  let teamId: string;
  /** Questions to workers. */
  const asked: { kb_ids: string[]; query: string; top_k: number; mode: string; identity: { by: string } }[] = [];

  const json = <Body = Record<string, never>>(answer: HttpAnswer) => answer.json() as Body;
  const makeBase = async (name = 'base'): Promise<string> =>
    json<{ id: string }>(await owner('POST /w/kb', { name })).id;
  const upload = (kbId: string, ...parts: Part[]) => {
    const { body, headers } = formOf(...parts);
    return owner(`POST /w/kb/${kbId}/documents`, body, headers);
  };

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), CONFIG);
    const { database, organizationId } = workspace;
    owner = (await workspace.signIn()).send;
    const actor = { type: 'system', id: null, name: 'test' } as const;
    const made = await database.change(actor, async ({ teams }) => [
      await teams.create(organizationId, { name: 'inside' }),
      await teams.create(organizationId, { name: 'outside' }),
    ]);
    teamId = made[0]?.id ?? '';
    member = (await workspace.issueKey({ teamId, role: 'member' })).send;
    stranger = (await workspace.issueKey({ teamId: made[1]?.id ?? '', role: 'admin' })).send;
    queues = openJobQueues({
      database: { executeSql: database.sql.executeSql, listenUrl: undefined },
      onProblem: () => undefined,
    });
    queues.work('knowledge.query', { concurrency: 2 }, async ({ data }): Promise<JobResult<'knowledge.query'>> => {
      const { question_id: id, sealed } = data;
      const question = JSON.parse(database.knowledge.openText(sealed, `question ${id}`));
      asked.push(question);
      if (question.filter?.type === 'odd') {
        return { outcome: 'refused', code: 'invalid_value', message: 'odd is no type.', param: 'filter.type' };
      }
      const results = [
        { content: 'c', score: 1, document_id: question.kb_ids[0], metadata: { source: 's', chunk_index: 0 } },
      ];
      return { outcome: 'answered', sealed: database.knowledge.sealText(JSON.stringify({ results }), `answer ${id}`) };
    });
    await queues.whenReady();
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await queues?.close();
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  it('are changed by virtual accounts with the role editor, and read by others', async () => {
    const { workspaceId } = workspace;
    const made = await owner(`POST /admin/service-accounts?workspace_id=${workspaceId}`, { name: 'reader' });
    expect(made.json()).toMatchObject({ role: 'viewer' });
    const { id } = json<{ id: string }>(made);
    const days = { name: 't', rotate_every_days: 30 };
    const { token } = json<{ token: string }>(await owner(`POST /admin/service-accounts/${id}/tokens`, days));
    const account: Send = (route, body, headers = {}) =>
      workspace.send(route, body, { authorization: `Bearer ${token}`, ...headers });
    const change = async (): Promise<number> => (await account('POST /w/kb', { name: 'theirs' })).status;
    expect([(await account('GET /w/kb')).status, await change()]).toEqual([200, 403]);
    const promoted = await owner(`PATCH /admin/service-accounts/${id}`, { role: 'editor' });
    expect(promoted.json()).toMatchObject({ role: 'editor' });
    expect(await change()).toBe(201);
    expect((await owner(`PATCH /admin/service-accounts/${id}`, { role: 'admin' })).status).toBe(400);
    await owner(`PATCH /admin/service-accounts/${id}`, { role: 'viewer' });
    expect(await change()).toBe(403);
  });

  it('are created, shown, listed, renamed and deleted', async () => {
    const made = await owner('POST /w/kb', { name: 'handbook' });
    expect(made.status).toBe(201);
    expect(made.json()).toEqual({
      id: expect.any(String),
      name: 'handbook',
      workspace_id: workspace.workspaceId,
      embedding_model: 'builtin',
      dimensions: null,
      document_count: 0,
      chunk_count: 0,
      next_embedding_model: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const { id } = json<{ id: string }>(made);
    expect((await owner(`GET /w/kb/${id}`)).json()).toEqual(made.json());
    expect(json<{ data: object[] }>(await owner('GET /w/kb?limit=200')).data).toContainEqual(made.json());
    expect(await owner(`PATCH /w/kb/${id}`, { name: 'guide' }).then(json)).toMatchObject({ name: 'guide' });
    expect(await owner(`PATCH /w/kb/${id}`, { embedding_model: 'small' }).then(json)).toMatchObject({
      embedding_model: 'small',
    });
    const gone = await owner(`DELETE /w/kb/${id}`);
    expect([gone.status, gone.json()]).toEqual([200, { id, deleted: true }]);
    expect((await owner(`GET /w/kb/${id}`)).status).toBe(404);
  });

  it.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'x', other: 1 }, 'other'],
    [{ name: 'x', embedding_model: 'nobody' }, 'embedding_model'],
    [{ name: 'x', embedding_model: 'talker' }, 'embedding_model'],
  ])('reject the body %j and name the field', async (body, param) => {
    expect(refusalOf(await owner('POST /w/kb', body))).toEqual([400, 'invalid_value', param]);
  });

  it('take a document, which is processing, and give its bytes back', async () => {
    const kbId = await makeBase();
    const metadata = { name: 'metadata', value: '{"year":1932,"tags":["bridge"]}' };
    const made = await upload(
      kbId,
      fileOf('The bridge.', 'pl/än x.txt'),
      { name: 'source_id', value: 'wiki/7' },
      metadata,
    );
    const document = json<{ id: string }>(made);
    expect([made.status, document]).toEqual([
      201,
      {
        id: expect.any(String),
        kb_id: kbId,
        name: 'än x.txt',
        content_type: 'text/plain',
        bytes: 11,
        sha256: createHash('sha256').update('The bridge.').digest('hex'),
        chunk_count: 0,
        status: 'processing',
        error: null,
        error_code: null,
        source_id: 'wiki/7',
        metadata: { year: 1932, tags: ['bridge'] },
        progress: { step: null, embedded_chunks: 0 },
        refresh_every_hours: null,
        next_refresh_at: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    const path = `/w/kb/${kbId}/documents/${document.id}`;
    expect((await owner(`GET ${path}`)).json()).toEqual(document);
    const content = await owner(`GET ${path}/content`);
    expect([content.status, content.text]).toEqual([200, 'The bridge.']);
    expect(content.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment; filename="_n_x.txt"; filename\*=UTF-8''%C3%A4n/),
    });
    const { rows } = await workspace.database.sql.executeSql(
      "SELECT data FROM multilane_jobs.job WHERE name = 'knowledge.ingest' AND data->>'document_id' = $1",
      [document.id],
    );
    expect(rows).toHaveLength(1);
    expect(refusalOf(await owner(`POST ${path}/retry`))).toEqual([409, 'conflict']);
    expect((await owner(`DELETE ${path}`)).json()).toEqual({ id: document.id, deleted: true });
    expect((await owner(`GET ${path}/content`)).status).toBe(404);
  });

  it('answer the document that is there for the same bytes', async () => {
    const kbId = await makeBase();
    const first = await upload(kbId, fileOf('same', 'one.txt'));
    const second = await upload(kbId, fileOf('same', 'two.txt'));
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.json()).toEqual(first.json());
    const list = json<{ data: object[]; next_cursor: null }>(
      await owner(`GET /w/kb/${kbId}/documents?status=processing`),
    );
    expect(list).toEqual({ object: 'list', data: [first.json()], next_cursor: null });
    expect(json<{ data: object[] }>(await owner(`GET /w/kb/${kbId}/documents?status=ready`)).data).toEqual([]);
  });

  it('take large documents piece by piece', async () => {
    const kbId = await makeBase();
    const bytes = Buffer.alloc(1024 * 1024, 'multilane ');
    const { id } = json<{ id: string }>(await upload(kbId, fileOf(bytes)));
    const content = await owner(`GET /w/kb/${kbId}/documents/${id}/content`);
    expect(createHash('sha256').update(content.text).digest('hex')).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    );
    await owner(`DELETE /w/kb/${kbId}`);
  });

  it.each<[string, Part[], unknown[]]>([
    ['no file', [{ name: 'source_id', value: 'x' }], [400, 'invalid_value', 'file']],
    ['an empty file', [fileOf('')], [400, 'invalid_value', 'file']],
    ['two files', [fileOf('a'), fileOf('b')], [400, 'invalid_value', 'file']],
    ['a file of another name', [{ ...fileOf('a'), name: 'document' }], [400, 'invalid_value', 'document']],
    ['a field that nobody knows', [fileOf('a'), { name: 'folder', value: 'x' }], [400, 'invalid_value', 'folder']],
    ['metadata that is no JSON', [fileOf('a'), { name: 'metadata', value: '{' }], [400, 'invalid_value', 'metadata']],
    ['metadata that is a list', [fileOf('a'), { name: 'metadata', value: '[]' }], [400, 'invalid_value', 'metadata']],
    [
      'metadata that no filter compares',
      [fileOf('a'), { name: 'metadata', value: '{"a":{"b":1}}' }],
      [400, 'invalid_value', 'metadata.a'],
    ],
    [
      'metadata with a name that results have',
      [fileOf('a'), { name: 'metadata', value: '{"source":"x"}' }],
      [400, 'invalid_value', 'metadata.source'],
    ],
    ['an empty source', [fileOf('a'), { name: 'source_id', value: '' }], [400, 'invalid_value', 'source_id']],
    ['a file over the bound', [fileOf(Buffer.alloc(1024 * 1024 + 1, 'x'))], [413, 'payload_too_large', 'file']],
  ])('reject an upload with %s', async (_what, parts, expected) => {
    expect(refusalOf(await upload(await makeBase(), ...parts))).toEqual(expected);
  });

  it('reject an upload that is no form, and one to a knowledge base that is not there', async () => {
    const kbId = await makeBase();
    expect(refusalOf(await owner(`POST /w/kb/${kbId}/documents`, {}))).toEqual([415, 'unsupported_media_type']);
    const nowhere = '01930000-0000-7000-8000-00000000000a';
    for (const id of [nowhere, 'x', `${kbId}0`]) expect((await upload(id, fileOf('a'))).status).toBe(404);
    expect((await owner(`GET /w/kb/${kbId}/documents/x`)).status).toBe(404);
  });

  it('reject what is over the quota of the workspace', async () => {
    const { organizationId, workspaceId } = await addTenant(workspace.database, 'full');
    const { send } = await workspace.signIn({ organizationId });
    const kbId = json<{ id: string }>(await send('POST /w/kb', { name: 'k' })).id;
    const put = (fill: string) => {
      const { body, headers } = formOf(fileOf(Buffer.alloc(1024 * 1024, fill)));
      return send(`POST /w/kb/${kbId}/documents`, body, headers);
    };
    const statuses = [];
    for (const fill of ['a', 'b', 'c']) statuses.push((await put(fill)).status);
    expect(statuses).toEqual([201, 201, 403]);
    expect(refusalOf(await put('d'))).toEqual([403, 'knowledge_quota_exceeded']);
    expect(await workspace.database.knowledgeDocuments.measure({ workspaceId })).toMatchObject({
      bytes: 2 * 1024 * 1024,
    });
  });

  it('have a document that failed processed again', async () => {
    const kbId = await makeBase();
    const { id } = json<{ id: string }>(await upload(kbId, fileOf('will fail')));
    await workspace.database.sql.executeSql(
      "UPDATE knowledge_documents SET status = 'failed', error = 'It is damaged.', failure = 'corrupt' WHERE id = $1",
      [id],
    );
    const path = `/w/kb/${kbId}/documents/${id}`;
    expect((await owner(`GET ${path}`)).json()).toMatchObject({
      status: 'failed',
      error: 'It is damaged.',
      error_code: 'corrupt',
    });
    const again = await owner(`POST ${path}/retry`);
    expect([again.status, again.json()]).toMatchObject([200, { status: 'processing', error: null }]);
  });

  it('have the processing of a document cancelled, and it is processed when it is asked for again', async () => {
    const kbId = await makeBase();
    const { id } = json<{ id: string }>(await upload(kbId, fileOf('not needed')));
    const path = `/w/kb/${kbId}/documents/${id}`;
    const { organizationId, workspaceId } = await addTenant(workspace.database, 'elsewhere');
    const other = (await workspace.signIn({ organizationId, memberships: [{ workspaceId, role: 'editor' }] })).send;
    expect((await other(`POST ${path}/cancel`)).status).toBe(404);
    const cancelled = await owner(`POST ${path}/cancel`);
    expect([cancelled.status, cancelled.json()]).toMatchObject([
      200,
      { id, status: 'failed', error_code: 'cancelled', error: expect.stringContaining('cancelled'), progress: null },
    ]);
    expect(refusalOf(await owner(`POST ${path}/cancel`))).toEqual([409, 'conflict']);
    expect((await owner(`GET ${path}/content`)).text).toBe('not needed');
    expect(await owner(`POST ${path}/retry`).then(json)).toMatchObject({ status: 'processing', error: null });
  });

  it('are queried by a worker of the gateway, as the caller', async () => {
    const kbId = await makeBase();
    const answer = await member(`POST /w/kb/${kbId}/query`, { query: 'When did it open?' });
    expect([answer.status, answer.json()]).toEqual([
      200,
      { results: [{ content: 'c', score: 1, document_id: kbId, metadata: { source: 's', chunk_index: 0 } }] },
    ]);
    expect(asked.at(-1)).toMatchObject({
      kb_ids: [kbId],
      query: 'When did it open?',
      top_k: 5,
      mode: 'hybrid',
      identity: { by: 'credential' },
    });
    const odd = await owner(`POST /w/kb/${kbId}/query`, { query: 'x', filter: { type: 'odd' } });
    expect(refusalOf(odd)).toEqual([400, 'invalid_value', 'filter.type']);
  });

  it.each([
    [{}, 'query'],
    [{ query: ' ' }, 'query'],
    [{ query: 'x', top_k: 0 }, 'top_k'],
    [{ query: 'x', top_k: 101 }, 'top_k'],
    [{ query: 'x', top_k: '5' }, 'top_k'],
    [{ query: 'x', mode: 'magic' }, 'mode'],
    [{ query: 'x', filter: [] }, 'filter'],
    [{ query: 'x', rerank: {} }, 'rerank.model'],
    [{ query: 'x', rerank: { model: 'm', top_n: 1 } }, 'rerank.top_n'],
    [{ query: 'x', explain: 'yes' }, 'explain'],
    [{ query: 'x', limit: 5 }, 'limit'],
  ])('reject the question %j and name the field', async (body, param) => {
    const kbId = await makeBase();
    expect(refusalOf(await owner(`POST /w/kb/${kbId}/query`, body))).toEqual([400, 'invalid_value', param]);
  });

  it('cannot be chosen among several workspaces by a key that is bound to none', async () => {
    const { database } = workspace;
    const { organizationId, workspaceId } = await addTenant(database, 'several');
    const actor = { type: 'system', id: null, name: 'test' } as const;
    const { team, second } = await database.change(actor, async ({ teams, workspaces }) => ({
      team: await teams.create(organizationId, { name: 't' }),
      second: await workspaces.create(organizationId, { name: 'second' }),
    }));
    const unbound = (await workspace.issueKey({ organizationId, teamId: team.id, role: 'editor' })).send;
    expect(refusalOf(await unbound('GET /w/kb'))).toEqual([400, 'invalid_value', 'workspace_id']);
    const bound = (await workspace.issueKey({ organizationId, teamId: team.id, role: 'editor', workspaceId })).send;
    const { id } = json<{ id: string }>(await bound('POST /w/kb', { name: 'k' }));
    expect((await bound(`GET /w/kb/${id}`)).status).toBe(200);
    expect((await bound(`GET /w/kb/${id}?workspace_id=${second.id}`)).status).toBe(404);
    const neighbour = (
      await workspace.issueKey({ organizationId, teamId: team.id, role: 'admin', workspaceId: second.id })
    ).send;
    for (const route of [
      `GET /w/kb/${id}`,
      `DELETE /w/kb/${id}`,
      `GET /w/kb/${id}/documents`,
      `POST /w/kb/${id}/query`,
    ]) {
      const body = route.startsWith('POST') ? { query: 'x' } : undefined;
      expect([route, (await neighbour(route, body)).status]).toEqual([route, 404]);
    }
  });

  describe.each(['/w/docsets', '/admin/docsets'])('sets at %s', (path) => {
    const make = async (body: object): Promise<string> => json<{ id: string }>(await owner(`POST ${path}`, body)).id;

    it('are created, shown, listed, changed and deleted', async () => {
      const kbId = await makeBase();
      const made = await owner(`POST ${path}`, { name: 'set', kb_ids: [kbId], team_ids: [teamId] });
      expect([made.status, made.json()]).toEqual([
        201,
        {
          id: expect.any(String),
          name: 'set',
          description: null,
          kb_ids: [kbId],
          team_ids: [teamId],
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      ]);
      const { id } = json<{ id: string }>(made);
      expect((await owner(`GET ${path}/${id}`)).json()).toEqual(made.json());
      expect(json<{ data: object[] }>(await owner(`GET ${path}?limit=200`)).data).toContainEqual(made.json());
      const changed = await owner(`PUT ${path}/${id}`, { name: 'other', description: 'd' });
      expect(changed.json()).toMatchObject({ name: 'other', description: 'd', kb_ids: [kbId], team_ids: [teamId] });
      expect((await owner(`PUT ${path}/${id}`, { team_ids: [], description: null })).json()).toMatchObject({
        name: 'other',
        description: null,
        team_ids: [],
      });
      expect((await owner(`DELETE ${path}/${id}`)).json()).toEqual({ id, deleted: true });
      expect((await owner(`GET ${path}/${id}`)).status).toBe(404);
      expect((await owner(`GET /w/kb/${kbId}`)).status).toBe(200);
    });

    it('are not there for callers of other teams', async () => {
      const kbId = await makeBase();
      const id = await make({ name: 'ours', kb_ids: [kbId], team_ids: [teamId] });
      expect((await member(`GET ${path}/${id}`)).status).toBe(200);
      expect((await member(`POST ${path}/${id}/query`, { query: 'x' })).status).toBe(200);
      expect(asked.at(-1)).toMatchObject({ kb_ids: [kbId] });
      const calls: [string, object?][] = [
        [`GET ${path}/${id}`],
        [`POST ${path}/${id}/query`, { query: 'x' }],
        [`PUT ${path}/${id}`, { team_ids: [] }],
        [`DELETE ${path}/${id}`],
      ];
      for (const [route, body] of calls) expect([route, (await stranger(route, body)).status]).toEqual([route, 404]);
      const { data } = json<{ data: { id: string }[] }>(await stranger(`GET ${path}?limit=200`));
      expect(data.map((docset) => docset.id)).not.toContain(id);
      expect((await owner(`GET ${path}/${id}`)).json()).toMatchObject({ team_ids: [teamId] });
    });

    it('reject ids of another workspace or organization, and name the field', async () => {
      const tenant = await addTenant(workspace.database, `foreign ${path}`);
      const { send } = await workspace.signIn({ organizationId: tenant.organizationId });
      const foreign = json<{ id: string }>(await send('POST /w/kb', { name: 'k' })).id;
      for (const [body, param] of [
        [{ name: 'x', kb_ids: [foreign] }, 'kb_ids'],
        [{ name: 'x', kb_ids: ['nonsense'] }, 'kb_ids[0]'],
        [{ name: 'x', kb_ids: foreign }, 'kb_ids'],
        [{ name: 'x', team_ids: [foreign] }, 'team_ids'],
        [{ name: 'x', teams: [] }, 'teams'],
        [{}, 'name'],
      ] as const) {
        expect(refusalOf(await owner(`POST ${path}`, body))).toEqual([400, 'invalid_value', param]);
      }
    });

    it('without knowledge bases have no results', async () => {
      const id = await make({ name: 'empty' });
      expect((await owner(`POST ${path}/${id}/query`, { query: 'x' })).json()).toEqual({ results: [] });
    });
  });
});
