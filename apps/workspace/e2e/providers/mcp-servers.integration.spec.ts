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

interface Server {
  readonly id: string;
  readonly [member: string]: unknown;
}

const AT = 'https://mcp.example.com/mcp';
const SECRET = 'never-to-be-shown-1234';
const NOBODY = '0190a5b4-0000-7000-8000-000000000000';
const DECLARED = `
teams: [{ name: research }]
mcp:
  servers:
    - name: handbook
      url: https://user:${SECRET}@mcp.example.com/mcp?key=${SECRET}
      headers: { Authorization: Bearer ${SECRET} }
      access: [{ team: research, tools: [search] }]
    - { name: local, command: [node, server.js, ${SECRET}], env: { KEY: ${SECRET} } }
`;
const hashOf = (digit: string): string => digit.repeat(64);

// docs/contract/mcp.md#servers
describe.each(serviceDatabases())('/admin/mcp-servers on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let stranger: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), DECLARED);
    owner = await workspace.signIn();
    stranger = await workspace.signIn({
      organizationId: (await addTenant(workspace.database, 'other')).organizationId,
    });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const create = async (body: object): Promise<Server> => {
    const answer = await owner.send('POST /admin/mcp-servers', body);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.json() as Server;
  };

  it('registers a server, and shows of its secrets that they are set', async () => {
    const made = await create({
      name: 'tickets',
      url: AT,
      headers: { 'X-Key': SECRET },
      oauth: { token_url: 'https://id.example.com/token', client_id: 'us' },
      client_secret: SECRET,
      tools: ['search'],
      price_per_call_usd: 0.01,
    });
    expect(made).toMatchObject({
      object: 'mcp_server',
      workspace_id: workspace.workspaceId,
      header_names: ['x-key'],
      has_client_secret: true,
      oauth: { token_url: 'https://id.example.com/token', client_id: 'us' },
      access: null,
      tools: ['search'],
      approval: 'changes',
      price_per_call_usd: 0.01,
      timeout_ms: 60_000,
      enabled: true,
    });
    expect(JSON.stringify(made)).not.toContain(SECRET);
    const changed = await owner.send(`PATCH /admin/mcp-servers/${made.id}`, { enabled: false, tools: null });
    expect(changed.json()).toMatchObject({ enabled: false, tools: null, header_names: ['x-key'] });
    expect((await owner.send(`DELETE /admin/mcp-servers/${made.id}`)).status).toBe(204);
    expect(refusalOf(await owner.send(`GET /admin/mcp-servers/${made.id}`))).toEqual([404, 'not_found']);
  });

  it('records who changed a server in the audit trail, without its secrets', async () => {
    const { id } = await create({ name: 'audited', url: AT });
    await owner.send(`PATCH /admin/mcp-servers/${id}`, { headers: { 'X-Key': SECRET } });
    const changes = (await owner.send('GET /admin/changes?limit=5')).text;
    expect(changes).toContain('mcp_server.create');
    expect(changes).toContain('mcp_server.set_secrets');
    expect(changes).not.toContain(SECRET);
  });

  it.each([
    [{ name: 'No', url: AT }, 'name'],
    [{ name: 'a__b', url: AT }, 'name'],
    [{ name: 'none' }, 'url'],
    [{ name: 'loop', url: 'http://127.0.0.1:8080/mcp' }, 'url'],
    [{ name: 'meta', url: 'http://169.254.169.254/latest' }, 'url'],
    [{ name: 'file', url: 'file:///etc/passwd' }, 'url'],
    [{ name: 'base', kind: 'openapi', url: AT, base_url: 'http://[::1]/' }, 'base_url'],
    [{ name: 'token', url: AT, oauth: { token_url: 'http://10.0.0.1/token', client_id: 'a' } }, 'oauth.token_url'],
    [{ name: 'lone', url: AT, client_secret: SECRET }, 'client_secret'],
    [{ name: 'both', url: AT, access: [{ team_id: NOBODY, service_account_id: NOBODY }] }, 'access[0]'],
    [{ name: 'team', url: AT, access: [{ team_id: NOBODY }] }, 'access[0].team_id'],
    [{ name: 'account', url: AT, access: [{ service_account_id: NOBODY }] }, 'access[0].service_account_id'],
    [{ name: 'header', url: AT, headers: { 'bad name': 'x' } }, 'headers["bad name"]'],
    [{ name: 'passed', url: AT, forward_headers: ['x-tenant', 'Authorization'] }, 'forward_headers[1]'],
    [{ name: 'twice', url: AT, headers: { 'X-Key': SECRET }, forward_headers: ['x-key'] }, 'forward_headers'],
  ])('rejects %j for the field %s', async (body, param) => {
    expect(refusalOf(await owner.send('POST /admin/mcp-servers', body))).toEqual([400, expect.any(String), param]);
  });

  it('rejects the command of a process: only gateway.yaml may have one', async () => {
    const answer = await owner.send('POST /admin/mcp-servers', { name: 'shell', command: ['sh'] });
    expect(refusalOf(answer)).toEqual([400, expect.any(String), 'command']);
  });

  it('does not send stored secrets to another host', async () => {
    const { id } = await create({ name: 'moved', url: AT, headers: { 'X-Key': SECRET } });
    const url = 'https://other.example.com/mcp';
    const patch = (body: object) => owner.send(`PATCH /admin/mcp-servers/${id}`, body);
    expect(refusalOf(await patch({ url }))).toEqual([400, 'invalid_value', 'headers']);
    expect((await patch({ url, headers: null })).json()).toMatchObject({ url, header_names: [] });
  });

  it('lists tools that gateways saw, and approves what was looked at', async () => {
    const { id } = await create({ name: 'tools', url: AT });
    const { organizationId } = workspace;
    const see = (hash: string, approvesNew = false) =>
      workspace.database.mcpTools.record({
        organizationId,
        serverId: id,
        tools: [{ name: 'search', hash, definition: { name: 'search', description: hash } }],
        approvesNew,
      });
    await see(hashOf('a'));
    const path = `/admin/mcp-servers/${id}/tools`;
    const seen = (await owner.send(`GET ${path}`)).json() as { data: Record<string, unknown>[] };
    const [pending] = seen.data;
    expect(pending).toMatchObject({ name: 'search', status: 'pending', hash: hashOf('a'), approved_hash: null });
    const approve = (hash: string) => owner.send(`POST ${path}/approve`, { tools: [{ name: 'search', hash }] });
    expect((await approve(hashOf('a'))).json()).toMatchObject({ data: [{ status: 'approved' }] });
    expect(await see(hashOf('b'), true)).toEqual(new Map([['search', hashOf('a')]]));
    expect((await owner.send(`GET ${path}`)).json()).toMatchObject({ data: [{ status: 'changed' }] });
    expect(refusalOf(await approve(hashOf('a')))).toEqual([409, 'conflict', 'tools[0].hash']);
    expect((await approve(hashOf('b'))).json()).toMatchObject({ data: [{ approved_hash: hashOf('b') }] });
    const rejected = await owner.send(`POST ${path}/reject`, { tools: ['search'] });
    expect(rejected.json()).toMatchObject({ data: [{ status: 'pending' }] });
    const unknown = await owner.send(`POST ${path}/reject`, { tools: ['other'] });
    expect(refusalOf(unknown)).toEqual([400, 'invalid_value', 'tools[0]']);
  });

  it('lists tools alone where they alone need an approval, and everything again where everything does', async () => {
    const { id } = await create({ name: 'kinds', url: AT, approval: 'tools' });
    const names = ['search', 'tool my search', 'prompt greet', 'instructions server', 'resource a:b', 'template a:{x}'];
    await workspace.database.mcpTools.record({
      organizationId: workspace.organizationId,
      serverId: id,
      tools: names.map((name) => ({ name, hash: hashOf('a'), definition: { name } })),
      approvesNew: false,
    });
    const list = async (): Promise<string[]> => {
      const { data } = (await owner.send(`GET /admin/mcp-servers/${id}/tools`)).json() as { data: { name: string }[] };
      return data.map(({ name }) => name);
    };
    expect(await list()).toEqual(['search', 'tool my search']);
    const changed = await owner.send(`PATCH /admin/mcp-servers/${id}`, { approval: 'all' });
    expect(changed.json()).toMatchObject({ approval: 'all' });
    expect(await list()).toEqual(names.toSorted());
  });

  it('stores no more of a server that renames its tools all the time than 5,000 of them', async () => {
    const { id } = await create({ name: 'renaming', url: AT });
    const { organizationId } = workspace;
    const see = (from: number, hash = hashOf('a')) =>
      workspace.database.mcpTools.record({
        organizationId,
        serverId: id,
        tools: Array.from({ length: 2_500 }, (_, at) => ({ name: `t${from + at}`, hash, definition: {} })),
        approvesNew: true,
      });
    await see(0);
    await see(2_500);
    expect((await see(5_000)).size).toBe(5_000);
    await see(0, hashOf('b'));
    const stored = await workspace.database.mcpTools.listOf(organizationId, id);
    expect(stored.filter(({ hash }) => hash === hashOf('b'))).toHaveLength(2_500);
  });

  describe('with what gateways say of them', () => {
    const ids = Array.from(
      { length: 25 },
      (_, at) => `0190a5b4-0000-7000-8000-0000000001${String(at).padStart(2, '0')}`,
    );
    const [first = '', second = ''] = ids;
    const silent = '0190a5b4-0000-7000-8000-0000000000aa';
    const REFUSED = { reason: 'http_status', asked: 'call', status: 500, words: SECRET };

    beforeAll(async () => {
      for (const id of ids) {
        const replica = {
          id,
          service: 'multilane-gateway',
          version: '1',
          commit: null,
          startedAt: new Date(),
          facts: {},
        };
        await workspace.database.replicas.beat(replica);
      }
    });

    const say = (replica: string, serverKey: string, values: object = {}, organizationId = workspace.organizationId) =>
      workspace.database.mcpServerStates.record(replica, [
        {
          organizationId,
          serverKey,
          serverId: serverKey.startsWith('config') ? null : serverKey,
          state: 'reachable',
          sinceMs: 0,
          seenMs: 0,
          error: null,
          errorMs: null,
          ...values,
        },
      ]);
    const find = async (id: string): Promise<Server> =>
      (await owner.send(`GET /admin/mcp-servers/${id}`)).json() as Server;
    const UNSEEN = { state: 'never_seen', state_since: null, last_error: null, gateways: [] };

    it('shows the state of each, which gateway says so, and the last failure without its words', async () => {
      const made = await create({ name: 'watched', url: AT });
      expect(made).toMatchObject(UNSEEN);
      const { id } = made;
      expect([...(await say(first, id))]).toEqual([id]);
      expect(await find(id)).toMatchObject({ state: 'reachable', last_error: null, gateways: [{ gateway_id: first }] });
      await say(second, id, { state: 'failing', error: REFUSED, errorMs: 0 });
      const shown = await find(id);
      expect(shown).toMatchObject({
        state: 'failing',
        state_since: expect.any(String),
        last_error: { reason: 'http_status', asked: 'call', status: 500, code: null, at: expect.any(String) },
        gateways: [
          { gateway_id: second, state: 'failing' },
          { gateway_id: first, state: 'reachable', last_error: null },
        ],
      });
      const listed = await owner.send('GET /admin/mcp-servers?q=watched');
      expect(listed.json()).toMatchObject({ data: [shown] });
      expect(listed.text).not.toContain(SECRET);
      await say(second, id, { error: { reason: 'rpc_error', asked: 'call', code: -32_603 }, errorMs: 0 });
      expect(await find(id)).toMatchObject({ state: 'reachable', last_error: { reason: 'rpc_error', code: -32_603 } });
    });

    it('forgets what was seen before a server was changed, and of a gateway that is gone or was never there', async () => {
      const { id } = await create({ name: 'changed', url: AT });
      await say(first, id);
      expect(await find(id)).toMatchObject({ state: 'reachable' });
      const changed = await owner.send(`PATCH /admin/mcp-servers/${id}`, { url: `${AT}/new` });
      expect(changed.json()).toMatchObject(UNSEEN);
      const gone = ids.at(-1) ?? '';
      await say(gone, id);
      expect(await find(id)).toMatchObject({ state: 'reachable' });
      await workspace.database.replicas.remove(gone);
      expect(await find(id)).toMatchObject(UNSEEN);
      expect([...(await say(silent, id))]).toEqual([]);
      expect(await find(id)).toMatchObject(UNSEEN);
    });

    it('shows twenty gateways at most, and those first that see a server fail', async () => {
      const { id } = await create({ name: 'many', url: AT });
      const alive = ids.slice(0, -1);
      for (const replica of alive) await say(replica, id);
      await say(first, id, { state: 'failing', error: REFUSED, errorMs: 0 });
      const { gateways, state } = await find(id);
      expect([state, gateways]).toMatchObject([
        'failing',
        [{ gateway_id: first }, ...Array(19).fill({ state: 'reachable' })],
      ]);
    });

    it('has them of servers of gateway.yaml too, and of no other organization', async () => {
      const other = await addTenant(workspace.database, 'watching');
      const { id } = await create({ name: 'apart', url: AT });
      // A gateway says nothing of a server that another organization has.
      expect([...(await say(first, id, { state: 'failing' }, other.organizationId))]).toEqual([]);
      expect(await find(id)).toMatchObject(UNSEEN);
      await say(first, 'config handbook', { state: 'failing', error: REFUSED, errorMs: 0 }, other.organizationId);
      const declared = async () =>
        (await owner.send('GET /admin/mcp-servers?q=handbook')).json() as { data: readonly Server[] };
      expect(await declared()).toMatchObject({ data: [UNSEEN] });
      await say(first, 'config handbook', { state: 'failing', error: REFUSED, errorMs: 0 });
      expect(await declared()).toMatchObject({ data: [{ state: 'failing', last_error: { status: 500 } }] });
    });
  });

  it('lists those of gateway.yaml behind the others, for its organization alone, and changes none of them', async () => {
    const { id: own } = await create({ name: 'beside', url: AT });
    const answer = await owner.send('GET /admin/mcp-servers?order=name');
    const { data } = answer.json() as { data: Server[] };
    const names = data.map(({ name }) => name);
    expect(names.slice(-2)).toEqual(['handbook', 'local']);
    expect(data.find(({ id }) => id === own)).toMatchObject({ source: 'database' });
    const teams = (await owner.send('GET /admin/teams')).json() as { data: { id: string; name: string }[] };
    const research = teams.data.find(({ name }) => name === 'research')?.id;
    const handbook = data.at(-2);
    expect(handbook).toMatchObject({
      object: 'mcp_server',
      source: 'config',
      workspace_id: null,
      url: AT,
      header_names: ['authorization'],
      access: [{ team_id: research, tools: ['search'] }],
    });
    expect(data.at(-1)).toMatchObject({ url: null, kind: 'mcp', source: 'config' });
    expect(answer.text).not.toContain(SECRET);
    const path = `/admin/mcp-servers/${handbook?.id}`;
    expect((await owner.send(`GET ${path}`)).json()).toEqual(handbook);
    const paged = await owner.send(`GET /admin/mcp-servers?order=name&limit=${names.length - 1}`);
    const { next_cursor: cursor } = paged.json() as { next_cursor: string };
    const rest = await owner.send(`GET /admin/mcp-servers?order=name&cursor=${cursor}`);
    expect(rest.json()).toMatchObject({ data: [{ name: 'local' }], next_cursor: null });
    expect((await owner.send('GET /admin/mcp-servers?q=HAND')).json()).toMatchObject({ data: [{ name: 'handbook' }] });
    for (const route of [`PATCH ${path}`, `DELETE ${path}`, `GET ${path}/tools`]) {
      const refused = await owner.send(route, route.startsWith('PATCH') ? { enabled: false } : undefined);
      expect(refusalOf(refused)).toEqual([409, 'declared_in_config']);
    }
    expect(refusalOf(await stranger.send(`GET ${path}`))).toEqual([404, 'not_found']);
    expect(refusalOf(await stranger.send(`DELETE ${path}`))).toEqual([404, 'not_found']);
    expect((await stranger.send('GET /admin/mcp-servers')).json()).toMatchObject({ data: [] });
  });

  it('is not there for another organization', async () => {
    const { id } = await create({ name: 'ours', url: AT });
    for (const route of ['GET', 'PATCH', 'DELETE'].map((method) => `${method} /admin/mcp-servers/${id}`)) {
      const body = route.startsWith('PATCH') ? { enabled: false } : undefined;
      expect(refusalOf(await stranger.send(route, body))).toEqual([404, 'not_found']);
    }
    expect(refusalOf(await stranger.send(`GET /admin/mcp-servers/${id}/tools`))).toEqual([404, 'not_found']);
  });
});
