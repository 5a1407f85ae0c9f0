import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createInProcessChannel,
  type DatabaseWithSecrets,
  openDatabase,
  SecretBox,
  type VersionChannel,
} from '@multilane/persistence';
import { type FakeUpstream, type HttpAnswer, startUpstream, vectorDatabaseInTurn } from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from '../make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from '../start-gateway-on.js';

const NOBODY = '01930000-0000-7000-8000-00000000000a';
const kind = vectorDatabaseInTurn(import.meta.filename);

function formOf(text: string, filename = 'a.txt', extra = ''): { body: Buffer; headers: Record<string, string> } {
  const file = `--b0\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n\r\n${text}\r\n`;
  return {
    body: Buffer.from(`${extra}${file}--b0--\r\n`),
    headers: { 'content-type': 'multipart/form-data; boundary=b0' },
  };
}

describe('knowledge bases over /v1', () => {
  let database: DatabaseWithSecrets;
  let channel: VersionChannel;
  let upstream: FakeUpstream;
  let gateway: GatewayInProcess;
  let own: Tenant;
  let other: Tenant;
  let editor: string;
  let member: string;
  let stranger: string;

  const call = (token: string, route: string, body?: object): Promise<HttpAnswer> => {
    const [method = '', path = ''] = route.split(' ');
    return gateway.send(path, { token, method, ...(body && { body }) });
  };
  const upload = (token: string, kbId: string, text: string, extra?: string) =>
    gateway.send(`/v1/kb/${kbId}/documents`, { token, method: 'POST', ...formOf(text, 'a.txt', extra) });
  const idOf = (answer: HttpAnswer): string => (answer.json() as { id: string }).id;
  const refusalOf = (answer: HttpAnswer): unknown[] => {
    const { code, param } = (answer.json() as { error: { code: string; param?: string } }).error;
    return param === undefined ? [answer.status, code] : [answer.status, code, param];
  };
  const makeBase = async (token = editor): Promise<string> => idOf(await call(token, 'POST /v1/kb', { name: 'k' }));

  beforeAll(async () => {
    channel = createInProcessChannel();
    database = await openDatabase({
      ...(await kind.create()),
      secretBox: SecretBox.fromKeys(ENCRYPTION_KEY),
      channel,
    });
    await database.migrate();
    upstream = await startUpstream();
    own = await makeTenant(database, 'own', { upstreamUrl: upstream.url });
    other = await makeTenant(database, 'other', { upstreamUrl: upstream.url });
    const async = { workers: 0 };
    gateway = await startGatewayOn({ database, channel }, upstream.url, { async });
    editor = (await own.issueKey(true, { role: 'editor' })).token;
    member = (await own.issueKey(true, { role: 'member' })).token;
    stranger = (await other.issueKey(true, { role: 'admin' })).token;
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway.stop();
    await channel.close();
    await database.close();
    await upstream.close();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  it('are created, shown, listed, changed and deleted, and each request is recorded', async () => {
    const made = await call(editor, 'POST /v1/kb', { name: 'handbook' });
    expect([made.status, made.json()]).toMatchObject([
      201,
      { name: 'handbook', workspace_id: own.workspaceId, embedding_model: 'builtin', document_count: 0 },
    ]);
    const id = idOf(made);
    expect((await call(member, `GET /v1/kb/${id}`)).json()).toEqual(made.json());
    expect((await call(member, 'GET /v1/kb')).json()).toMatchObject({
      object: 'list',
      data: [{ id }],
      next_cursor: null,
    });
    expect((await call(editor, `PATCH /v1/kb/${id}`, { name: 'guide' })).json()).toMatchObject({ name: 'guide' });
    expect((await call(editor, `DELETE /v1/kb/${id}`)).json()).toEqual({ id, deleted: true });
    expect((await call(editor, `GET /v1/kb/${id}`)).status).toBe(404);
    expect(await gateway.recordOf(made)).toMatchObject({ endpoint: 'kb' });
  });

  it('take documents, and give their bytes back', async () => {
    const kbId = await makeBase();
    const made = await upload(editor, kbId, 'The bridge.');
    expect([made.status, made.json()]).toMatchObject([201, { status: 'processing', bytes: 11, kb_id: kbId }]);
    const again = await upload(editor, kbId, 'The bridge.');
    expect([again.status, again.json()]).toEqual([200, made.json()]);
    const path = `/v1/kb/${kbId}/documents/${idOf(made)}`;
    const content = await call(member, `GET ${path}/content`);
    expect([content.status, content.text, content.headers['x-content-type-options']]).toEqual([
      200,
      'The bridge.',
      'nosniff',
    ]);
    expect(content.headers['content-disposition']).toMatch(/^attachment;/);
    expect((await call(member, `GET /v1/kb/${kbId}/documents?status=processing`)).json()).toMatchObject({
      data: [{ id: idOf(made) }],
    });
    expect(refusalOf(await call(editor, `POST ${path}/retry`))).toEqual([409, 'conflict']);
    expect(refusalOf(await call(member, `POST ${path}/cancel`))).toEqual([403, 'permission_denied']);
    expect((await call(editor, `POST ${path}/cancel`)).json()).toMatchObject({
      id: idOf(made),
      status: 'failed',
      error_code: 'cancelled',
      progress: null,
    });
    expect(refusalOf(await call(editor, `POST ${path}/cancel`))).toEqual([409, 'conflict']);
    expect((await call(editor, `POST ${path}/retry`)).json()).toMatchObject({ status: 'processing', error: null });
    expect((await call(editor, `DELETE ${path}`)).json()).toEqual({ id: idOf(made), deleted: true });
    expect((await call(member, `GET ${path}`)).status).toBe(404);
  });

  it('reject what is not valid, and name the field', async () => {
    const kbId = await makeBase();
    const field = (name: string) => `--b0\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nx\r\n`;
    expect(refusalOf(await upload(editor, kbId, 'a', field('folder')))).toEqual([400, 'invalid_value', 'folder']);
    expect(refusalOf(await upload(editor, kbId, 'a', field('metadata')))).toEqual([400, 'invalid_value', 'metadata']);
    expect(refusalOf(await upload(editor, kbId, ''))).toEqual([400, 'invalid_value', 'file']);
    const cases: [string, object | undefined, unknown[]][] = [
      ['POST /v1/kb', {}, [400, 'invalid_value', 'name']],
      ['POST /v1/kb', { name: 'x', other: 1 }, [400, 'invalid_value', 'other']],
      ['POST /v1/kb', { name: 'x', embedding_model: 'nobody' }, [400, 'invalid_value', 'embedding_model']],
      [`POST /v1/kb/${kbId}/query`, { query: 'x', top_k: 101 }, [400, 'invalid_value', 'top_k']],
      [`POST /v1/kb/${kbId}/query`, { question: 'x' }, [400, 'invalid_value', 'question']],
      ['GET /v1/kb?limit=0', undefined, [400, 'invalid_value', 'limit']],
      ['GET /v1/kb?cursor=x', undefined, [400, 'invalid_value', 'cursor']],
      [`GET /v1/kb/${kbId}/documents?status=odd`, undefined, [400, 'invalid_value', 'status']],
      ['POST /v1/docsets', { name: 'x', kb_ids: [NOBODY] }, [400, 'invalid_value', 'kb_ids']],
      ['POST /v1/docsets', { name: 'x', team_ids: [other.teamId] }, [400, 'invalid_value', 'team_ids']],
      ['GET /v1/kb/x', undefined, [404, 'not_found']],
      [`GET /v1/kb/${kbId}/documents/x`, undefined, [404, 'not_found']],
    ];
    for (const [route, body, expected] of cases)
      expect([route, refusalOf(await call(editor, route, body))]).toEqual([route, expected]);
  });

  it('of another tenant are not there, on any route', async () => {
    const kbId = await makeBase();
    const document = idOf(await upload(editor, kbId, 'ours'));
    const docset = idOf(await call(editor, 'POST /v1/docsets', { name: 's', kb_ids: [kbId] }));
    const routes: [string, object?][] = [
      [`GET /v1/kb/${kbId}`],
      [`PATCH /v1/kb/${kbId}`, { name: 'theirs' }],
      [`DELETE /v1/kb/${kbId}`],
      [`POST /v1/kb/${kbId}/query`, { query: 'x' }],
      [`POST /v1/kb/${kbId}/answer`, { model: 'only-other', question: 'x' }],
      [`GET /v1/kb/${kbId}/documents`],
      [`GET /v1/kb/${kbId}/documents/${document}`],
      [`GET /v1/kb/${kbId}/documents/${document}/content`],
      [`POST /v1/kb/${kbId}/documents/${document}/retry`],
      [`POST /v1/kb/${kbId}/documents/${document}/cancel`],
      [`DELETE /v1/kb/${kbId}/documents/${document}`],
      [`GET /v1/docsets/${docset}`],
      [`PUT /v1/docsets/${docset}`, { name: 'theirs' }],
      [`POST /v1/docsets/${docset}/query`, { query: 'x' }],
      [`POST /v1/docsets/${docset}/answer`, { model: 'only-other', question: 'x' }],
      [`DELETE /v1/docsets/${docset}`],
    ];
    for (const [route, body] of routes)
      expect([route, (await call(stranger, route, body)).status]).toEqual([route, 404]);
    expect((await upload(stranger, kbId, 'theirs')).status).toBe(404);
    // A knowledge base of the caller's does not lead to a document of another's.
    const theirs = await makeBase(stranger);
    expect((await call(stranger, `GET /v1/kb/${theirs}/documents/${document}/content`)).status).toBe(404);
    expect(refusalOf(await call(stranger, 'POST /v1/docsets', { name: 'x', kb_ids: [kbId] }))).toEqual([
      400,
      'invalid_value',
      'kb_ids',
    ]);
    expect((await call(editor, `GET /v1/kb/${kbId}`)).json()).toMatchObject({ name: 'k', document_count: 1 });
  });

  it('are changed from the role editor up', async () => {
    const kbId = await makeBase();
    const vat = await own.change(({ serviceAccounts }) =>
      serviceAccounts.create(own.organizationId, { workspaceId: own.workspaceId, name: 'reader' }),
    );
    const reader = (await own.issue({ kind: 'vat', serviceAccountId: vat.id, workspaceId: own.workspaceId })).token;
    for (const token of [member, reader]) {
      expect((await call(token, `GET /v1/kb/${kbId}`)).status).toBe(200);
      const writes: [string, object?][] = [
        ['POST /v1/kb', { name: 'x' }],
        [`PATCH /v1/kb/${kbId}`, { name: 'x' }],
        [`DELETE /v1/kb/${kbId}`],
        ['POST /v1/docsets', { name: 'x' }],
      ];
      for (const [route, body] of writes) {
        expect([route, ...refusalOf(await call(token, route, body))]).toEqual([route, 403, 'permission_denied']);
      }
      expect((await upload(token, kbId, 'x')).status).toBe(403);
    }
    expect((await gateway.send(`/v1/kb/${kbId}`)).status).toBe(401);
  });

  it('are those of the only workspace for a key that is bound to none, else 400', async () => {
    const unbound = (await own.issueKey(false, { role: 'editor' })).token;
    const id = await makeBase(unbound);
    expect((await call(editor, `GET /v1/kb/${id}`)).status).toBe(200);
    const third = await makeTenant(database, 'third', { upstreamUrl: upstream.url });
    await third.change(({ workspaces }) => workspaces.create(third.organizationId, { name: 'second' }));
    const several = (await third.issueKey(false, { role: 'editor' })).token;
    expect(refusalOf(await call(several, 'GET /v1/kb'))).toEqual([400, 'invalid_value', 'workspace_id']);
  });

  it('in sets for a team exist for its callers alone', async () => {
    const { id: teamId } = await own.change(({ teams }) => teams.create(own.organizationId, { name: 'elsewhere' }));
    const outside = (await own.issueKey(true, { role: 'admin', teamId })).token;
    const id = idOf(await call(editor, 'POST /v1/docsets', { name: 'ours', team_ids: [own.teamId] }));
    expect((await call(member, `GET /v1/docsets/${id}`)).status).toBe(200);
    expect((await call(member, `POST /v1/docsets/${id}/query`, { query: 'x' })).json()).toEqual({ results: [] });
    const routes: [string, object?][] = [
      [`GET /v1/docsets/${id}`],
      [`PUT /v1/docsets/${id}`, { team_ids: [] }],
      [`POST /v1/docsets/${id}/query`, { query: 'x' }],
      [`POST /v1/docsets/${id}/answer`, { model: 'm', question: 'x' }],
      [`DELETE /v1/docsets/${id}`],
    ];
    for (const [route, body] of routes)
      expect([route, (await call(outside, route, body)).status]).toEqual([route, 404]);
    const { data } = (await call(outside, 'GET /v1/docsets')).json() as { data: { id: string }[] };
    expect(data.map((docset) => docset.id)).not.toContain(id);
    expect((await call(editor, `PUT /v1/docsets/${id}`, { team_ids: [] })).json()).toMatchObject({ team_ids: [] });
    expect((await call(outside, `GET /v1/docsets/${id}`)).status).toBe(200);
  });
});
