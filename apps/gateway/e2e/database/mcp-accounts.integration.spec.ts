import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { atOnce, parseConfig } from '@multilane/config';
import type { JobResult } from '@multilane/jobs';
import {
  createInProcessChannel,
  type DatabaseWithSecrets,
  newId,
  openDatabase,
  SecretBox,
  type VersionChannel,
} from '@multilane/persistence';
import { createLogger } from '@multilane/telemetry';
import { serviceDatabases, waitUntil } from '@multilane/testing';
import { type AccountServer, startAccountServer } from '@multilane/testing/mcp';
import { buildMcpServers } from '../../src/snapshot/build-mcp-servers.js';
import type { SnapshotMcp } from '../../src/snapshot/mcp-servers.js';
import { McpConnections } from '../../src/workers/mcp-connections/mcp-connections.js';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { ENCRYPTION_KEY, type Issued, makeTenant, type Tenant } from './make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from './start-gateway-on.js';

const REDIRECT_URI = 'https://console.example/auth/mcp/callback';
const WAIT_MS = 30_000;
const TEST_LIMIT_MS = 3 * WAIT_MS;
const NETWORK = { allow_private: ['127.0.0.1/32'] };

interface Person {
  readonly tenant: Tenant;
  readonly userId: string;
  readonly sessionId: string;
  readonly pat: Issued;
}

interface Message {
  readonly result?: { readonly tools?: readonly { name: string }[]; readonly content?: readonly { text: string }[] };
  readonly error?: { readonly code: number; readonly data?: { readonly code: string } };
}

// docs/contract/mcp.md#accounts-of-people
describe.each([...serviceDatabases()])('accounts of people at MCP servers, on the $name database', (kind) => {
  let database: DatabaseWithSecrets;
  let channel: VersionChannel;
  let accounts: AccountServer;
  let gateway: GatewayInProcess;
  let worker: McpConnections;
  let one: Tenant;
  let ann: Person;
  let bob: Person;
  let eve: Person;
  let serverId: string;
  let mcp: SnapshotMcp | undefined;
  let refreshSnapshot: () => Promise<void>;

  beforeAll(async () => {
    channel = createInProcessChannel();
    const secretBox = SecretBox.fromKeys(ENCRYPTION_KEY);
    database = await openDatabase({ ...(await kind.create()), secretBox, channel });
    await database.migrate();
    accounts = await startAccountServer();
    const options = { upstreamUrl: 'http://127.0.0.1:9' };
    one = await makeTenant(database, 'one', options);
    const two = await makeTenant(database, 'two', options);
    ann = await makePerson(one, 'ann');
    bob = await makePerson(one, 'bob');
    eve = await makePerson(two, 'eve');
    serverId = await register(one, 'crm');
    await register(two, 'crm');
    gateway = await startGatewayOn({ database, channel }, 'http://127.0.0.1:9', {
      mcp: { refresh_seconds: 1, servers: [] },
    });
    const { config } = parseConfig(JSON.stringify({ network: NETWORK }), { env: {} });
    const { logger } = createLogger({ level: 'silent', service: 'gateway' });
    worker = new McpConnections({
      database,
      findSnapshot: () => ({ mcp }) as never,
      findNetwork: () => config.network,
      logger,
    });
    refreshSnapshot = async () => {
      const rows = await database.upstreamSecrets.loadSnapshotRows();
      mcp = atOnce(buildMcpServers(config, rows, () => undefined));
    };
    await refreshSnapshot();
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    await channel.close();
    await database.close();
    await accounts?.close();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  async function makePerson(tenant: Tenant, name: string): Promise<Person> {
    const { sessionId, userId } = await tenant.signIn(`${name}@example.com`);
    const { teamId, workspaceId } = tenant;
    const pat = await tenant.issue({ kind: 'pat', userId, workspaceId });
    expect(teamId).toEqual(expect.any(String));
    return { tenant, userId, sessionId, pat };
  }
  const register = async (tenant: Tenant, name: string, values: object = {}): Promise<string> => {
    const { organizationId, workspaceId } = tenant;
    const server = { workspaceId, name, url: accounts.mcp.url, settings: { user_oauth: {} }, ...values };
    return (await tenant.change(({ mcpServers }) => mcpServers.create(organizationId, server))).id;
  };
  const begin = async (person: Person, id = serverId, resource = accounts.mcp.url) => {
    const { sessionId, tenant, userId } = person;
    const { organizationId, workspaceId } = tenant;
    const pendingUntil = new Date(Date.now() + 60_000);
    const owner = { organizationId, workspaceId, serverId: id, userId, sessionId };
    const connectionId = await database.mcpConnections.begin({ ...owner, resource, pendingUntil });
    return { connectionId, result: await step(person, connectionId, 'begin') };
  };
  const step = (
    { tenant }: Person,
    connectionId: string,
    name: 'begin' | 'finish',
  ): Promise<JobResult<'mcp.connect'>> =>
    worker.run({
      data: {
        organization_id: tenant.organizationId,
        connection_id: connectionId,
        step: name,
        redirect_uri: REDIRECT_URI,
      },
    });
  const takeCode = (person: Person, back: URL) => {
    const { code, iss, state } = Object.fromEntries(back.searchParams);
    const by = { organizationId: person.tenant.organizationId, userId: person.userId, sessionId: person.sessionId };
    return database.mcpConnections.takeCode(state ?? '', by, JSON.stringify({ code, iss }));
  };
  const connect = async (person: Person, account: string): Promise<string> => {
    const { connectionId, result } = await begin(person);
    if (result.outcome !== 'begun') throw new Error(JSON.stringify(result));
    await takeCode(person, await accounts.agree(result.address, account));
    expect(await step(person, connectionId, 'finish')).toEqual({ outcome: 'connected' });
    return connectionId;
  };
  const ask = async ({ pat }: Person, method: string, params: object = {}, path = '/mcp') => {
    const answer = await gateway.send(path, {
      token: pat.token,
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method, params },
    });
    const [, data] = /^data: (.*)$/m.exec(answer.text) ?? [undefined, answer.text];
    return { status: answer.status, ...(JSON.parse(data ?? '{}') as Message) };
  };
  const list = async (person: Person) =>
    ((await ask(person, 'tools/list')).result?.tools ?? []).map(({ name }) => name);
  const whoami = async (person: Person) =>
    (await ask(person, 'tools/call', { name: 'crm__whoami', arguments: {} })).result?.content?.[0]?.text;

  it(
    'are connected by each person, and used for that person alone',
    async () => {
      await waitUntil(
        'the server to be known',
        async () => (await ask(ann, 'tools/list', {}, '/mcp/crm')).status === 403 || undefined,
        WAIT_MS,
      );
      expect((await ask(ann, 'tools/list', {}, '/mcp/crm')).error?.data?.code).toBe('permission_denied');
      expect(await list(ann)).toEqual([]);
      await connect(ann, 'ann-at-crm');
      expect(await list(ann)).toEqual(['crm__whoami']);
      expect(await whoami(ann)).toBe('ann-at-crm');
      expect([await list(bob), await list(eve)]).toEqual([[], []]);
      expect((await ask(bob, 'tools/call', { name: 'crm__whoami' })).error?.code).toBe(-32_602);
      await connect(bob, 'bob-at-crm');
      expect([await whoami(bob), await whoami(ann)]).toEqual(['bob-at-crm', 'ann-at-crm']);
      expect(await list(eve)).toEqual([]);
      const sent = JSON.stringify(accounts.mcp.requests.map(({ headers }) => headers));
      for (const { pat } of [ann, bob, eve]) expect(sent).not.toContain(pat.token);
    },
    TEST_LIMIT_MS,
  );

  it.each([
    ['nobody', undefined],
    ['the person, which others may have issued', 'ann'],
  ])('are not for an API key that belongs to %s', async (_, owner) => {
    const key = await one.issueKey(true, owner === undefined ? {} : { userId: ann.userId });
    const caller = { ...ann, pat: key };
    expect(await list(caller)).toEqual([]);
    expect((await ask(caller, 'tools/list', {}, '/mcp/crm')).status).toBe(403);
  });

  it('are sealed in the database', async () => {
    const { rows } = await database.sql.executeSql('SELECT * FROM mcp_connections');
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toMatch(/access-|refresh-|client-/);
  });

  it('are finished by the session that began, once, and by no other person or organization', async () => {
    const { connectionId, result } = await begin(bob);
    const address = result.outcome === 'begun' ? result.address : '';
    expect(new URL(address).searchParams.get('redirect_uri')).toBe(REDIRECT_URI);
    const back = await accounts.agree(address, 'bob-again');
    for (const other of [ann, eve, { ...bob, sessionId: newId() }]) expect(await takeCode(other, back)).toBeUndefined();
    expect(await step(eve, connectionId, 'finish')).toMatchObject({ outcome: 'refused', code: 'not_found' });
    expect(await takeCode(bob, back)).toMatchObject({ id: connectionId, serverId });
    expect(await takeCode(bob, back)).toBeUndefined();
    expect(await step(bob, connectionId, 'finish')).toEqual({ outcome: 'connected' });
    expect(await step(bob, connectionId, 'finish')).toMatchObject({ outcome: 'refused' });
    expect(await whoami(bob)).toBe('bob-again');
    expect(await database.mcpConnections.find(eve.tenant.organizationId, serverId, bob.userId)).toBeUndefined();
    expect(await database.mcpConnections.open(eve.tenant.organizationId, serverId, bob.userId)).toBeUndefined();
  });

  it('reject an answer of another authorization server', async () => {
    const { connectionId, result } = await begin(ann);
    const back = await accounts.agree(result.outcome === 'begun' ? result.address : '', 'ann');
    back.searchParams.set('iss', 'https://evil.example');
    await takeCode(ann, back);
    expect(await step(ann, connectionId, 'finish')).toMatchObject({ outcome: 'refused', code: 'provider_error' });
    expect(await whoami(ann)).toBe('ann-at-crm');
  });

  it('are renewed when the server no longer takes a token', async () => {
    const before = accounts.paths.filter((path) => path === '/token').length;
    accounts.expireTokens();
    expect(await whoami(ann)).toBe('ann-at-crm');
    expect(await whoami(ann)).toBe('ann-at-crm');
    expect(accounts.paths.filter((path) => path === '/token')).toHaveLength(before + 1);
  });

  it('end when the authorization server has forgotten them', async () => {
    accounts.forgetAccount('bob-again');
    await ask(bob, 'tools/call', { name: 'crm__whoami', arguments: {} });
    expect(await database.mcpConnections.find(one.organizationId, serverId, bob.userId)).toBeUndefined();
    expect(await list(bob)).toEqual([]);
    await connect(bob, 'bob-at-crm');
    expect(await whoami(bob)).toBe('bob-at-crm');
  });

  it.each([
    ['leads inside', { url: 'http://10.0.0.1/mcp' }, 'provider_error', 'The MCP server cannot be reached.'],
    ['is not the one of the metadata', {}, 'provider_error', 'The metadata of the MCP server are those of another'],
    ['registers nobody', {}, 'provider_error', 'registers no clients'],
    [
      'names another authorization server',
      { settings: { user_oauth: { issuer: 'https://login.example.com', client_id: 'us' } } },
      'provider_error',
      'names another authorization server',
    ],
    ['wants no accounts', { settings: {} }, 'conflict', 'has changed'],
  ])('are not begun at a server that %s', async (what, values, code, message) => {
    const id = await register(one, `s${newId().slice(-12)}`, values);
    await refreshSnapshot();
    if (/metadata/.test(what)) accounts.resource = 'https://other.example/mcp';
    if (/registers/.test(what)) accounts.registers = false;
    const { result } = await begin(ann, id, (values as { url?: string }).url);
    accounts.resource = accounts.mcp.url;
    accounts.registers = true;
    expect(result).toEqual({ outcome: 'refused', code, message: expect.stringContaining(message) });
  });

  it('are revoked when the person disconnects', async () => {
    const { tokens = '{}' } = (await database.mcpConnections.open(one.organizationId, serverId, ann.userId)) ?? {};
    const { accessToken, refreshToken } = JSON.parse(tokens) as Record<string, string>;
    expect(await database.mcpConnections.end(one.organizationId, serverId, ann.userId)).toBe(true);
    expect(await list(ann)).toEqual([]);
    await worker.lookAfter();
    expect([...accounts.revoked]).toEqual(expect.arrayContaining([accessToken, refreshToken]));
  });

  it('are revoked when the person leaves the workspace, is deactivated or removed, and when the server is', async () => {
    const cases: readonly ((person: Person) => Promise<unknown>)[] = [
      ({ userId }) => one.change(({ memberships }) => memberships.remove(one.organizationId, one.workspaceId, userId)),
      ({ userId }) => one.change(({ users }) => users.update(one.organizationId, userId, { active: false })),
      ({ userId }) => one.change(({ users }) => users.remove(one.organizationId, userId)),
      () => one.change(({ mcpServers }) => mcpServers.remove(one.organizationId, serverId)),
    ];
    for (const [index, leave] of cases.entries()) {
      const person = await makePerson(one, `leaver-${index}`);
      const id = await connect(person, `leaver-${index}`);
      const before = accounts.revoked.size;
      await leave(person);
      expect(await database.mcpConnections.open(one.organizationId, serverId, person.userId)).toBeUndefined();
      await worker.lookAfter();
      expect(accounts.revoked.size).toBeGreaterThan(before);
      const { rows } = await database.sql.executeSql('SELECT id FROM mcp_connections WHERE id = $1', [id]);
      expect(rows).toEqual([]);
    }
  });
});
