import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

interface Provider {
  readonly id: string;
  readonly name: string;
  readonly [member: string]: unknown;
}

const KEY = 'sk-never-to-be-shown-1234';
const OTHER_KEY = 'sk-never-to-be-shown-5678';
const JSON_FILE = JSON.stringify({ type: 'service_account', project_id: 'proj', private_key: 'never-to-be-shown' });
const NOBODY = '0190a5b4-0000-7000-8000-000000000000';
const AT = 'https://llm.example.com/v1';

// docs/contract/control-plane.md#providers-and-models
describe.each(serviceDatabases())('/admin/providers on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let stranger: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    const tenant = await addTenant(workspace.database, 'other');
    stranger = await workspace.signIn({ organizationId: tenant.organizationId });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const create = async (body: object, query = ''): Promise<Provider> => {
    const answer = await owner.send(`POST /admin/providers${query}`, body);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.json() as Provider;
  };

  it('registers a provider; of its secrets it answers that they are set and a hint', async () => {
    const answer = await owner.send('POST /admin/providers', {
      name: 'ours',
      kind: 'openai-compatible',
      base_url: AT,
      api_key: KEY,
      headers: { 'X-Team': 'never-to-be-shown' },
      timeouts: { connect_ms: 100 },
      cold_start: true,
      max_parallel: 5,
      queue: { max_wait_ms: 200, max_length: 3 },
      quota: { rpm: 60, reserve: { percent: 20 } },
    });
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{14}7/),
      object: 'provider',
      workspace_id: workspace.workspaceId,
      name: 'ours',
      kind: 'openai-compatible',
      base_url: AT,
      header_names: ['x-team'],
      timeouts: { connect_ms: 100 },
      api_version: null,
      region: null,
      project: null,
      location: null,
      cold_start: true,
      max_parallel: 5,
      queue: { max_wait_ms: 200, max_length: 3 },
      quota: { rpm: 60, reserve: { percent: 20 } },
      has_api_key: true,
      api_key_hint: '…1234',
      has_api_keys: false,
      api_keys_hints: [],
      has_access_key_id: false,
      access_key_id_hint: null,
      has_secret_access_key: false,
      has_session_token: false,
      has_credentials_json: false,
      has_access_token: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: expect.any(String),
    });
  });

  it('shows of a short secret nothing at all', async () => {
    expect(await create({ name: 'short', kind: 'openai', api_key: 'short-key' })).toMatchObject({
      has_api_key: true,
      api_key_hint: null,
    });
  });

  it.each([
    ['bedrock', { region: 'eu-central-1', access_key_id: 'AKIA0123456789ABCDEF', secret_access_key: KEY }],
    ['bedrock', { region: 'eu-central-1', api_key: KEY }],
    ['vertex', { location: 'europe-west4', credentials_json: JSON_FILE }],
    ['vertex', { location: 'global', project: 'proj', access_token: KEY }],
    ['azure-openai', { base_url: 'https://r.openai.azure.com', api_version: '2024-10-21', api_key: KEY }],
    ['anthropic', { api_keys: [KEY, OTHER_KEY] }],
    ['openai', {}],
    ['simulator', {}],
  ])('takes the fields of kind %s: %j', async (providerKind, fields) => {
    const { id } = await create({
      name: `takes-${JSON.stringify(fields).length}-${providerKind}`,
      kind: providerKind,
      ...fields,
    });
    const found = await owner.send(`GET /admin/providers/${id}`);
    expect(found.status).toBe(200);
    expect(found.text).not.toContain('never-to-be-shown');
    for (const name of Object.keys(fields).filter((each) => /key|token|json/.test(each))) {
      expect(found.json()).toMatchObject({ [`has_${name}`]: true });
    }
  });

  it.each([
    ['no name', { kind: 'openai' }, 'name'],
    ['no kind', { name: 'x' }, 'kind'],
    ['a kind that nobody knows', { name: 'x', kind: 'toaster' }, 'kind'],
    ['a name with a space at its end', { name: 'x ', kind: 'openai' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(129), kind: 'openai' }, 'name'],
    ['an address that is none', { name: 'x', kind: 'openai', base_url: 'llm.example.com' }, 'base_url'],
    ['an address with a password', { name: 'x', kind: 'openai', base_url: 'https://a:b@llm.example.com' }, 'base_url'],
    ['an address with a query', { name: 'x', kind: 'openai', base_url: `${AT}?a=b` }, 'base_url'],
    ['a private address', { name: 'x', kind: 'vllm', base_url: 'http://10.0.0.1/v1' }, 'base_url'],
    ['a loopback address in disguise', { name: 'x', kind: 'vllm', base_url: 'http://0x7f000001/v1' }, 'base_url'],
    ['the metadata of a cloud', { name: 'x', kind: 'vllm', base_url: 'http://169.254.169.254/' }, 'base_url'],
    ['a mapped address', { name: 'x', kind: 'vllm', base_url: 'http://[::ffff:127.0.0.1]/v1' }, 'base_url'],
    ['a kind whose own address is loopback', { name: 'x', kind: 'ollama' }, 'base_url'],
    ['a kind without its address', { name: 'x', kind: 'vllm' }, 'base_url'],
    ['a region that belongs to another kind', { name: 'x', kind: 'openai', region: 'eu-west-1' }, 'region'],
    ['two credentials in place of one', { name: 'x', kind: 'openai', api_key: KEY, api_keys: [KEY] }, 'api_keys'],
    ['a key with a line break', { name: 'x', kind: 'openai', api_key: `${KEY}\n` }, 'api_key'],
    ['a key with a space', { name: 'x', kind: 'openai', api_key: `${KEY} ` }, 'api_key'],
    ['an empty key', { name: 'x', kind: 'openai', api_key: '' }, 'api_key'],
    ['a key that is too long', { name: 'x', kind: 'openai', api_key: 'k'.repeat(8193) }, 'api_key'],
    ['a second key that is a number', { name: 'x', kind: 'openai', api_keys: [KEY, 7] }, 'api_keys[1]'],
    ['no keys at all', { name: 'x', kind: 'openai', api_keys: [] }, 'api_keys'],
    ['half an access key', { name: 'x', kind: 'bedrock', region: 'r', access_key_id: 'AKIA' }, 'access_key_id'],
    ['the credentials of the machine (bedrock)', { name: 'x', kind: 'bedrock', region: 'r' }, 'access_key_id'],
    [
      'the credentials of the machine (vertex)',
      { name: 'x', kind: 'vertex', project: 'p', location: 'l' },
      'credentials_json',
    ],
    [
      'a file that is no JSON',
      { name: 'x', kind: 'vertex', location: 'l', project: 'p', credentials_json: '{' },
      'credentials_json',
    ],
    [
      'a file that runs programs',
      {
        name: 'x',
        kind: 'vertex',
        location: 'l',
        project: 'p',
        credentials_json: JSON.stringify({ type: 'external_account', credential_source: { executable: {} } }),
      },
      'credentials_json',
    ],
    [
      'a location with a host in it',
      { name: 'x', kind: 'vertex', location: 'evil.example/', access_token: KEY },
      'location',
    ],
    ['a header that is none', { name: 'x', kind: 'openai', headers: { 'a b': '1' } }, 'headers["a b"]'],
    ['a header of two lines', { name: 'x', kind: 'openai', headers: { a: '1\r\nb: 2' } }, 'headers.a'],
    ['a header that is a number', { name: 'x', kind: 'openai', headers: { a: 1 } }, 'headers.a'],
    ['headers that are a list', { name: 'x', kind: 'openai', headers: ['a'] }, 'headers'],
    ['a header given twice', { name: 'x', kind: 'openai', headers: { 'X-A': '1', 'x-a': '2' } }, 'headers.x-a'],
    ['headers of 20 KiB', { name: 'x', kind: 'openai', headers: { a: 'a'.repeat(20_480) } }, 'headers'],
    ['a quota of nothing', { name: 'x', kind: 'openai', quota: { rpm: 0 } }, 'quota.rpm'],
    [
      'a reserve of all',
      { name: 'x', kind: 'openai', quota: { rpm: 1, reserve: { percent: 100 } } },
      'quota.reserve.percent',
    ],
    ['a time limit of nothing', { name: 'x', kind: 'openai', timeouts: { total_ms: 0 } }, 'timeouts.total_ms'],
    ['a time limit that nobody knows', { name: 'x', kind: 'openai', timeouts: { total: 1 } }, 'timeouts.total'],
    ['a field that nobody knows', { name: 'x', kind: 'openai', apikey: KEY }, 'apikey'],
    ['a field that only the service sets', { name: 'x', kind: 'openai', id: 'x' }, 'id'],
    ['the tenant', { name: 'x', kind: 'openai', organization_id: 'x' }, 'organization_id'],
    ['the sealed secrets themselves', { name: 'x', kind: 'openai', sealed_secrets: 'x' }, 'sealed_secrets'],
    ['a prototype', JSON.parse('{"name":"x","kind":"openai","headers":{"__proto__":"1"}}'), 'headers.__proto__'],
  ])('rejects %s', async (_what, body, param) => {
    const answer = await owner.send('POST /admin/providers', body);
    expect(refusalOf(answer)).toEqual([400, 'invalid_value', param]);
    expect(answer.text).not.toContain('never-to-be-shown');
  });

  it.each([
    ['openai', 'Host'],
    ['openai', 'connection'],
    ['openai', 'Content-Length'],
    ['openai', 'transfer-encoding'],
    ['openai', 'proxy-authorization'],
    ['openai', 'Authorization'],
    ['anthropic', 'x-api-key'],
    ['gemini', 'X-Goog-Api-Key'],
    ['cohere', 'authorization'],
  ])('rejects a header that kind %s sets, or that carries the message: %s', async (providerKind, header) => {
    const body = { name: 'x', kind: providerKind, api_key: KEY, headers: { [header]: 'v' } };
    expect(refusalOf(await owner.send('POST /admin/providers', body))).toEqual([
      400,
      'invalid_value',
      `headers.${header}`,
    ]);
  });

  it('lets a server have an authorization of its own if there is no key', async () => {
    const body = { name: 'basic', kind: 'openai-compatible', base_url: AT, headers: { authorization: 'Basic YTpi' } };
    const { id } = await create(body);
    const keyed = await owner.send(`PATCH /admin/providers/${id}`, { api_key: KEY });
    expect(refusalOf(keyed)).toEqual([400, 'invalid_value', 'headers.authorization']);
  });

  it('rejects a name that is taken with 409, in its own workspace only', async () => {
    await create({ name: 'taken', kind: 'openai' });
    const again = await owner.send('POST /admin/providers', { name: 'taken', kind: 'groq' });
    expect(refusalOf(again)).toEqual([409, 'conflict', 'name']);
    expect((await stranger.send('POST /admin/providers', { name: 'taken', kind: 'openai' })).status).toBe(201);
  });

  it('PATCH keeps what is not sent, secrets too; null removes', async () => {
    const { id } = await create({
      name: 'patched',
      kind: 'openai',
      base_url: AT,
      api_key: KEY,
      headers: { 'x-a': '1' },
      timeouts: { idle_ms: 5 },
    });
    const secretsOf = () => workspace.database.upstreamSecrets.findSecrets(workspace.organizationId, id);
    const renamed = await owner.send(`PATCH /admin/providers/${id}`, { name: 'renamed', timeouts: null });
    expect(renamed.json()).toMatchObject({ name: 'renamed', timeouts: null, base_url: AT, api_key_hint: '…1234' });
    expect(await secretsOf()).toEqual({ api_key: KEY, headers: { 'x-a': '1' } });

    const rotated = await owner.send(`PATCH /admin/providers/${id}`, { api_key: OTHER_KEY, headers: null });
    expect(rotated.json()).toMatchObject({ api_key_hint: '…5678', header_names: [] });
    expect(await secretsOf()).toEqual({ api_key: OTHER_KEY });

    const removed = await owner.send(`PATCH /admin/providers/${id}`, { api_key: null });
    expect(removed.json()).toMatchObject({ has_api_key: false, api_key_hint: null });
    expect(await secretsOf()).toEqual({});

    const moved = await owner.send(`PATCH /admin/providers/${id}`, { base_url: null });
    expect(moved.json()).toMatchObject({ base_url: null });
  });

  it('PATCH holds the whole of it to the rules of its kind, which stays', async () => {
    const { id } = await create({ name: 'ruled', kind: 'vllm', base_url: AT });
    for (const [body, param] of [
      [{ base_url: null }, 'base_url'],
      [{ base_url: 'http://127.0.0.1:8000' }, 'base_url'],
      [{ region: 'eu-west-1' }, 'region'],
      [{ kind: 'openai' }, 'kind'],
      [{ workspace_id: workspace.workspaceId }, 'workspace_id'],
    ] as const) {
      expect(refusalOf(await owner.send(`PATCH /admin/providers/${id}`, body))).toEqual([400, 'invalid_value', param]);
    }
    const machine = await create({ name: 'no-machine', kind: 'bedrock', region: 'eu-west-1', api_key: KEY });
    const keyless = await owner.send(`PATCH /admin/providers/${machine.id}`, { api_key: null });
    expect(refusalOf(keyless)).toEqual([400, 'invalid_value', 'access_key_id']);
  });

  it('sends no stored secret to another host: anyone who changes the address must know the secrets', async () => {
    const { id } = await create({ name: 'held', kind: 'openai', base_url: AT, api_key: KEY, headers: { 'x-a': '1' } });
    const patch = (body: object) => owner.send(`PATCH /admin/providers/${id}`, body);
    const elsewhere = { base_url: 'https://collector.example.net/v1' };
    expect(refusalOf(await patch(elsewhere))).toEqual([400, 'invalid_value', 'api_key']);
    expect(refusalOf(await patch({ base_url: null }))).toEqual([400, 'invalid_value', 'api_key']);
    expect(refusalOf(await patch({ ...elsewhere, api_key: KEY }))).toEqual([400, 'invalid_value', 'headers']);
    expect((await patch({ base_url: 'https://llm.example.com/other/v1' })).status).toBe(200);
    expect((await patch({ ...elsewhere, api_key: OTHER_KEY, headers: null })).status).toBe(200);
  });

  it('leaves secrets out of the audit trail, which records each change with before and after', async () => {
    const { id } = await create({ name: 'recorded', kind: 'openai', base_url: AT, api_key: KEY });
    await owner.send(`PATCH /admin/providers/${id}`, { api_key: OTHER_KEY, name: 'recorded-anew' });
    await owner.send(`DELETE /admin/providers/${id}`);
    const { data } = await workspace.database.changes.listPage(workspace.organizationId, {
      limit: 10,
      filters: { targetId: id },
    });
    expect(data).toMatchObject([
      { action: 'provider.remove', after: null },
      { action: 'provider.set_secrets', after: { set: ['api_key'], removed: [] } },
      { action: 'provider.update', before: { name: 'recorded' }, after: { name: 'recorded-anew' } },
      { action: 'provider.create', actorId: owner.user?.id, before: null, after: { secretNames: ['api_key'] } },
    ]);
    expect(JSON.stringify(data)).not.toContain('never-to-be-shown');
  });

  it('announces a change to every process: topic snapshot', async () => {
    const since = await workspace.database.version();
    const { id } = await create({ name: 'announced', kind: 'openai' });
    await owner.send(`PATCH /admin/providers/${id}`, { api_key: KEY });
    await owner.send(`DELETE /admin/providers/${id}`);
    const { changes } = await workspace.database.readTopics(since);
    expect(changes.map(({ topics }) => topics)).toEqual([['snapshot'], ['snapshot'], ['snapshot']]);
  });

  it('seals secrets with the id of their row: nothing readable is stored', async () => {
    const { id } = await create({
      name: 'sealed',
      kind: 'openai',
      api_key: KEY,
      headers: { 'x-secret': 'never-to-be-shown' },
    });
    const provider = await workspace.database.providers.find(workspace.organizationId, id);
    expect(provider).toMatchObject({ secretNames: ['api_key', 'headers'], secretsKeyId: expect.any(String) });
    expect(JSON.stringify(provider)).not.toContain('never-to-be-shown');
  });

  it('pages through its workspace, newest first', async () => {
    const { id: elsewhere } = await workspace.database.change({ type: 'system', id: null, name: 'test' }, (change) =>
      change.workspaces.create(workspace.organizationId, { name: 'paged' }),
    );
    const query = `?workspace_id=${elsewhere}`;
    for (const name of ['one', 'two', 'three']) await create({ name, kind: 'openai', api_key: KEY }, query);
    const first = (await owner.send(`GET /admin/providers${query}&limit=2`)).json() as { next_cursor: string };
    expect(first).toMatchObject({ object: 'list', data: [{ name: 'three', api_key_hint: '…1234' }, { name: 'two' }] });
    const second = await owner.send(`GET /admin/providers${query}&limit=2&cursor=${first.next_cursor}`);
    expect(second.json()).toMatchObject({ data: [{ name: 'one' }], next_cursor: null });
  });

  it('`?workspace_id=` chooses if there are several; without it such a call is 400', async () => {
    expect(refusalOf(await owner.send('GET /admin/providers'))).toEqual([400, 'invalid_value', 'workspace_id']);
    const post = await owner.send('POST /admin/providers', { name: 'where', kind: 'openai' });
    expect(refusalOf(post)).toEqual([400, 'invalid_value', 'workspace_id']);
  });

  describe('belongs to its workspace', () => {
    const routes = (id: string) =>
      [
        [`GET /admin/providers/${id}`],
        [`PATCH /admin/providers/${id}`, { name: 'mine-now' }],
        [`POST /admin/providers/${id}/test`],
        [`DELETE /admin/providers/${id}`],
      ] as const;

    it('and is as good as not there for another tenant', async () => {
      const { id } = await create({ name: 'hidden', kind: 'openai' }, `?workspace_id=${workspace.workspaceId}`);
      for (const [route, body] of routes(id)) {
        expect([route, ...refusalOf(await stranger.send(route, body))]).toEqual([route, 404, 'not_found']);
      }
    });

    it('and for an administrator of another workspace, and where another workspace is named', async () => {
      const { id } = await create({ name: 'next-door', kind: 'openai' }, `?workspace_id=${workspace.workspaceId}`);
      const { id: other } = await workspace.database.change({ type: 'system', id: null, name: 'test' }, (change) =>
        change.workspaces.create(workspace.organizationId, { name: 'next-door' }),
      );
      const memberships = [{ workspaceId: other, role: 'admin' }] as const;
      const neighbour = await workspace.signIn({ role: 'org_member', memberships });
      for (const [route, body] of routes(id)) {
        expect([route, ...refusalOf(await neighbour.send(route, body))]).toEqual([route, 404, 'not_found']);
        const named = await owner.send(`${route}?workspace_id=${other}`, body);
        expect([route, ...refusalOf(named)]).toEqual([route, 404, 'not_found']);
      }
      if (neighbour.user === undefined) throw new Error('no person');
      const pat = await workspace.issuePat(neighbour.user, other);
      expect(refusalOf(await pat.send(`GET /admin/providers/${id}`))).toEqual([404, 'not_found']);
    });

    it('whose editors see it and may not change it (403)', async () => {
      const { workspaceId } = workspace;
      const { id } = await create({ name: 'guarded', kind: 'openai', api_key: KEY }, `?workspace_id=${workspaceId}`);
      const editor = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'editor' }] });
      const [read, ...writes] = routes(id);
      expect((await editor.send(read[0])).json()).toMatchObject({ has_api_key: true });
      for (const [route, body] of writes) {
        expect([route, ...refusalOf(await editor.send(route, body))]).toEqual([route, 403, 'permission_denied']);
      }
      const post = await editor.send('POST /admin/providers', { name: 'by-editor', kind: 'openai' });
      expect(refusalOf(post)).toEqual([403, 'permission_denied']);
    });
  });

  it('cannot be removed while it has models (409)', async () => {
    const { id } = await create({ name: 'in-use', kind: 'simulator' }, `?workspace_id=${workspace.workspaceId}`);
    const model = { logical_name: 'of-in-use', provider_id: id, upstream_model: 'simulator' };
    const made = await owner.send(`POST /admin/models?workspace_id=${workspace.workspaceId}`, model);
    expect(made.status).toBe(201);
    expect(refusalOf(await owner.send(`DELETE /admin/providers/${id}`))).toEqual([409, 'conflict']);
    await owner.send(`DELETE /admin/models/${(made.json() as Provider).id}`);
    expect((await owner.send(`DELETE /admin/providers/${id}`)).status).toBe(204);
    expect((await owner.send(`GET /admin/providers/${id}`)).status).toBe(404);
  });

  it('tells what gateways pass over of a provider to its own tenant alone, while it lasts', async () => {
    const { database, organizationId, workspaceId } = workspace;
    const replicaId = '0190a5b4-0000-7000-8000-00000000c001';
    const facts = { service: 'multilane-gateway', version: '1', commit: null, startedAt: new Date(), facts: {} };
    await database.replicas.beat({ id: replicaId, ...facts });
    const { id } = await create({ name: 'resting', kind: 'openai', api_key: KEY }, `?workspace_id=${workspaceId}`);
    const theirs = (
      await stranger.send('POST /admin/providers', { name: 'resting', kind: 'openai' })
    ).json() as Provider;
    const report = { providerId: id, kind: 'model', subject: 'gpt', reason: 'rate_limited', status: 429 } as const;
    const others = { ...report, providerId: theirs.id, subject: 'of-others' };
    const over = { ...report, subject: 'over', untilMs: -1_000 };
    const credential = { ...report, kind: 'credential', subject: '', reason: 'said by another release' } as const;
    const reports = [{ ...report, untilMs: 60_000 }, over, { ...credential, status: null, untilMs: 50_000 }];
    const all = [...reports, { ...others, untilMs: 60_000 }, { ...report, providerId: NOBODY, untilMs: 60_000 }];
    expect(await database.providerCoolDowns.record(replicaId, all)).toBe(4);
    expect(await database.providerCoolDowns.record(NOBODY, all)).toBe(0);

    const coolDownsOf = async (caller: TestCaller, providerId: string, query = '') => {
      const { data } = (await caller.send(`GET /admin/providers/health${query}`)).json() as {
        data: { provider_id: string; cool_downs: unknown[] }[];
      };
      return data.find((health) => health.provider_id === providerId)?.cool_downs;
    };
    const times = { since: expect.any(String), until: expect.any(String), gateways: 1 };
    expect(await coolDownsOf(owner, id, `?workspace_id=${workspaceId}`)).toEqual([
      { kind: 'model', subject: 'gpt', reason: 'rate_limited', status: 429, ...times },
      { kind: 'credential', subject: null, reason: 'failed', status: null, ...times },
    ]);
    expect(await coolDownsOf(owner, theirs.id, `?workspace_id=${workspaceId}`)).toBeUndefined();
    expect(await coolDownsOf(stranger, theirs.id)).toMatchObject([{ subject: 'of-others' }]);
    expect((await database.providerCoolDowns.listOf(organizationId, [theirs.id])).size).toBe(0);
    await database.replicas.remove(replicaId);
    expect(await coolDownsOf(owner, id, `?workspace_id=${workspaceId}`)).toEqual([]);
  });

  it('tells how the providers did to those who see them and all usage of the workspace, and to no key of one team', async () => {
    const { database, organizationId, workspaceId } = workspace;
    const body = { name: 'watched', kind: 'openai-compatible', base_url: AT, api_key: KEY };
    const { id } = await create(body, `?workspace_id=${workspaceId}`);
    const actor = { type: 'system', id: null, name: 'test' } as const;
    const team = await database.change(actor, ({ teams }) => teams.create(organizationId, { name: 'watchers' }));
    const path = `GET /admin/providers/health?workspace_id=${workspaceId}`;
    const viewer = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'viewer' }] });
    for (const caller of [owner, viewer]) {
      const answer = await caller.send(path);
      expect((answer.json() as { data: { provider_id: string }[] }).data.map((row) => row.provider_id)).toContain(id);
    }
    for (const role of ['admin', 'editor', 'member'] as const) {
      const key = await workspace.issueKey({ teamId: team.id, workspaceId, role });
      expect([role, (await key.send(path)).status, (await key.send('GET /admin/providers')).status]).toEqual([
        role,
        403,
        403,
      ]);
    }
    expect((await stranger.send(path)).status).toBe(404);
  });
});
