import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type JobData, type JobQueues, type JobResult, openJobQueues } from '@multilane/jobs';
import { serviceDatabases, type TestLocation } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

const AT = 'https://crm.example.com/mcp';
const PUBLIC = 'https://console.example';
const AWAY = 'https://login.example.com/authorize';

// docs/contract/mcp.md#accounts-of-people
describe.each(serviceDatabases())('accounts at MCP servers are connected over the API, on $name', (kind) => {
  let location: TestLocation;
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let viewer: TestCaller;
  let stranger: TestCaller;
  let worker: JobQueues;
  let serverId: string;
  const jobs: JobData<'mcp.connect'>[] = [];

  beforeAll(async () => {
    location = await kind.create();
    workspace = await startTestWorkspace(location, '', `public_base_url: "${PUBLIC}"`);
    const { database, workspaceId } = workspace;
    owner = await workspace.signIn();
    viewer = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'viewer' }] });
    stranger = await workspace.signIn({ organizationId: (await addTenant(database, 'other')).organizationId });
    worker = openJobQueues({
      database: { executeSql: database.sql.executeSql, listenUrl: 'url' in location ? location.url : undefined },
      onProblem: () => undefined,
    });
    worker.work('mcp.connect', { concurrency: 2 }, ({ data }) => work(data));
    await worker.whenReady();
    serverId = await create({ name: 'crm', user_oauth: {} });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await worker?.stopWork();
    await worker?.close();
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  /** Does the work of a gateway, without the authorization server. */
  const work = async (data: JobData<'mcp.connect'>): Promise<JobResult<'mcp.connect'>> => {
    jobs.push(data);
    const { connection_id: id, organization_id: organizationId, step } = data;
    const { mcpConnections } = workspace.database;
    const found = await mcpConnections.findBegun(organizationId, id);
    if (found === undefined) return { outcome: 'refused', code: 'not_found', message: 'It is gone.' };
    if (step === 'begin') {
      await mcpConnections.saveBegun(id, `state-of-${id}`, '{}');
      return { outcome: 'begun', address: `${AWAY}?state=state-of-${id}` };
    }
    if (found.code?.includes('bad-code')) {
      return { outcome: 'refused', code: 'provider_error', message: 'The authorization server refused the code.' };
    }
    await mcpConnections.connect(id, JSON.stringify({ accessToken: 'never-shown' }));
    return { outcome: 'connected' };
  };
  const create = async (body: object): Promise<string> => {
    const answer = await owner.send('POST /admin/mcp-servers', { url: AT, ...body });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return (answer.json() as { id: string }).id;
  };
  const connection = (id = serverId): string => `/admin/mcp-servers/${id}/connection`;
  const begin = async (caller: TestCaller): Promise<string> => {
    const answer = await caller.send(`POST ${connection()}`, {});
    expect([answer.status, answer.json()]).toMatchObject([200, { object: 'mcp_authorization', server_id: serverId }]);
    const { authorization_url: address } = answer.json() as { authorization_url: string };
    return new URL(address).searchParams.get('state') ?? '';
  };
  const come = (caller: TestCaller, query: string) => caller.send(`GET /auth/mcp/callback?${query}`);

  it('are connected in the browser of the session, shown to the person alone, and disconnected', async () => {
    const state = await begin(viewer);
    expect(jobs.at(-1)).toMatchObject({ step: 'begin', redirect_uri: `${PUBLIC}/auth/mcp/callback` });
    expect(refusalOf(await viewer.send(`GET ${connection()}`))).toEqual([404, 'not_found']);
    const back = await come(viewer, `code=good-code&state=${state}&iss=https%3A%2F%2Flogin.example.com&more=ignored`);
    const page = `/ui/w/${workspace.workspaceId}/mcp?open=${serverId}`;
    expect([back.status, back.headers.location]).toEqual([303, page]);
    const shown = await viewer.send(`GET ${connection()}`);
    expect(shown.json()).toMatchObject({ object: 'mcp_connection', server_id: serverId });
    expect(shown.text).not.toContain('never-shown');
    expect(refusalOf(await owner.send(`GET ${connection()}`))).toEqual([404, 'not_found']);
    expect(refusalOf(await owner.send(`DELETE ${connection()}`))).toEqual([404, 'not_found']);
    const { rows } = await workspace.database.sql.executeSql('SELECT * FROM multilane_jobs.job');
    expect(JSON.stringify(rows)).not.toContain('good-code');
    expect((await viewer.send(`DELETE ${connection()}`)).status).toBe(204);
    expect(refusalOf(await viewer.send(`GET ${connection()}`))).toEqual([404, 'not_found']);
    const changes = (await owner.send('GET /admin/changes?limit=10')).text;
    expect(changes).toContain('mcp_server.connect');
    expect(changes).toContain('mcp_server.disconnect');
  });

  it('are not finished by another session, person or organization, and not twice', async () => {
    const state = await begin(viewer);
    const query = `code=c&state=${state}`;
    for (const other of [owner, stranger]) {
      expect(refusalOf(await come(other, query))).toEqual([400, 'invalid_value', 'state']);
    }
    expect((await workspace.send(`GET /auth/mcp/callback?${query}`)).status).toBe(401);
    expect((await come(viewer, query)).status).toBe(303);
    expect(refusalOf(await come(viewer, query))).toEqual([400, 'invalid_value', 'state']);
    expect(refusalOf(await come(viewer, 'code=c'))).toEqual([400, 'invalid_value', 'state']);
  });

  it('say what went wrong, and nothing that the authorization server said', async () => {
    const cancelled = await come(
      viewer,
      `error=access_denied&error_description=secret-words&state=${await begin(viewer)}`,
    );
    expect(refusalOf(cancelled)).toEqual([403, 'permission_denied']);
    expect(cancelled.text).not.toContain('secret-words');
    const refused = await come(viewer, `code=bad-code&state=${await begin(viewer)}`);
    expect(refusalOf(refused)).toEqual([502, 'provider_error']);
  });

  it.each<[string, () => Promise<[TestCaller['send'], string]>, number, string, string]>([
    [
      'who cancelled',
      async () => [viewer.send, `error=access_denied&error_description=secret-words&state=${await begin(viewer)}`],
      403,
      'permission_denied',
      'it was cancelled',
    ],
    [
      'whose code is refused',
      async () => [viewer.send, `code=bad-code&state=${await begin(viewer)}`],
      502,
      'provider_error',
      'The authorization server refused the code.',
    ],
    [
      'who began nothing',
      () => Promise.resolve([viewer.send, 'code=c&state=%3Cscript%3E']),
      400,
      'invalid_value',
      'Begin it again.',
    ],
    [
      'whose session has ended',
      () => Promise.resolve([workspace.send, 'code=c&state=s']),
      401,
      'invalid_api_key',
      'Sign in to the console',
    ],
  ])('%s reads why in a page of a browser, and a program in JSON', async (_who, come, status, code, says) => {
    const [send, query] = await come();
    const page = await send(`GET /auth/mcp/callback?${query}`, undefined, { accept: 'text/html,*/*;q=0.8' });
    expect([page.status, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.text).toContain('<h1>Your account is not connected</h1>');
    expect(page.text).toContain(says);
    expect(page.text).toContain('<a href="/ui">Open the console</a>');
    expect(page.text).toContain(`<code>${code}</code>`);
    expect(page.text).toContain(`<code>${page.headers['x-request-id']}</code>`);
    expect(page.text).not.toMatch(/<script|secret-words|bad-code/);
    const [again, query2] = await come();
    const json = await again(`GET /auth/mcp/callback?${query2}`, undefined, { accept: 'application/json' });
    expect(refusalOf(json).slice(0, 2)).toEqual([status, code]);
  });

  it('are for servers that want them, and for people of their workspace', async () => {
    const plain = await create({ name: 'plain' });
    expect(refusalOf(await viewer.send(`POST ${connection(plain)}`, {}))).toEqual([409, 'conflict']);
    for (const method of ['POST', 'GET', 'DELETE']) {
      const body = method === 'POST' ? {} : undefined;
      expect(refusalOf(await stranger.send(`${method} ${connection()}`, body))).toEqual([404, 'not_found']);
    }
  });

  it.each([
    [{ user_oauth: {}, oauth: { token_url: 'https://id.example.com/token', client_id: 'a' } }, 'user_oauth'],
    [{ user_oauth: {}, headers: { Authorization: 'Bearer x' } }, 'user_oauth'],
    [{ user_oauth: {}, kind: 'openapi' }, 'user_oauth'],
    [{ user_oauth: { client_id: 'a' }, client_secret: 'secret-of-the-client' }, 'user_oauth'],
    [{ user_oauth: { other: 1 } }, 'user_oauth.other'],
    [{ tool_prices_usd: { search: -1 } }, 'tool_prices_usd.search'],
    [{ tool_prices_usd: { search: 'free' } }, 'tool_prices_usd.search'],
  ])('rejects %j for the field %s', async (body, param) => {
    const answer = await owner.send('POST /admin/mcp-servers', { name: 'refused', url: AT, ...body });
    expect(refusalOf(answer)).toEqual([400, expect.any(String), param]);
  });

  it('does not send the secret of a client to another authorization server', async () => {
    const id = await create({
      name: 'secret',
      user_oauth: { issuer: 'https://login.example.com', client_id: 'us' },
      client_secret: 'secret-of-the-client',
      tool_prices_usd: { search: 0.5 },
    });
    const patch = (body: object) => owner.send(`PATCH /admin/mcp-servers/${id}`, body);
    const elsewhere = { user_oauth: { issuer: 'https://evil.example', client_id: 'us' } };
    expect(refusalOf(await patch(elsewhere))).toEqual([400, 'invalid_value', 'client_secret']);
    const oauth = { token_url: 'https://evil.example/token', client_id: 'us' };
    expect(refusalOf(await patch({ user_oauth: null, oauth }))).toEqual([400, 'invalid_value', 'client_secret']);
    const shown = await owner.send(`GET /admin/mcp-servers/${id}`);
    expect(shown.json()).toMatchObject({ has_client_secret: true, tool_prices_usd: { search: 0.5 } });
    expect(shown.text).not.toContain('secret-of-the-client');
  });
});
