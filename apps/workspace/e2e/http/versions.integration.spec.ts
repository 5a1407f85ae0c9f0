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

const REFUSED = [412, 'precondition_failed', 'If-Match'];

describe.each(serviceDatabases())('versions on $name (docs/contract/control-plane.md#versions)', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let providerId: string;
  let teamId: string;
  let datasetId: string;
  let made = 0;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    const answer = await owner.send('POST /admin/providers', {
      name: 'p',
      kind: 'openai',
      api_key: 'sk-first-secret-key',
    });
    providerId = (answer.json() as { id: string }).id;
    const idOf = async (route: string, body: object) => ((await owner.send(route, body)).json() as { id: string }).id;
    teamId = await idOf('POST /admin/teams', { name: 'team' });
    datasetId = await idOf('POST /w/evals/datasets', { name: 'dataset' });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  /** Resources with versions: a body that creates one, and one that changes it. */
  const kinds = [
    [
      '/admin/gateway/policies/guardrails',
      () => ({ kind: 'keywords', config: { keywords: ['x'] } }),
      { enabled: false },
    ],
    ['/admin/gateway/policies/pii', () => ({}), { enabled: false }],
    ['/admin/gateway/policies/cache', () => ({}), { enabled: false }],
    ['/admin/gateway/policies/rate-limits', () => ({ requests_per_minute: 5 }), { requests_per_minute: 6 }],
    ['/admin/routing-configs', () => ({}), { enabled: false }],
    [
      '/admin/providers',
      () => ({ kind: 'openai', api_key: 'sk-first-secret-key' }),
      { api_key: 'sk-other-secret-key' },
    ],
    [
      '/admin/models',
      () => ({ logical_name: `m${made}`, name: undefined, provider_id: providerId, upstream_model: 'u' }),
      { upstream_model: 'v' },
    ],
    ['/admin/mcp-servers', () => ({ url: 'https://mcp.example.com/mcp' }), { enabled: false }],
    ['/admin/teams', () => ({}), { rpm_limit: 7 }],
    ['/admin/workspaces', () => ({}), { name: 'renamed' }],
    ['/admin/keys', () => ({ team_id: teamId }), { rpm_limit: 7 }],
    ['/admin/service-accounts', () => ({}), { disabled: true }],
    ['/org/accounts', () => ({ permissions: ['org.read'] }), { disabled: true }],
    [
      '/org/scim-mappings',
      () => ({ name: undefined, group_id: teamId, workspace_id: workspace.workspaceId, role: 'viewer' }),
      { role: 'editor' },
    ],
    ['/w/secrets', () => ({ name: `S${made}`, value: 'first' }), { value: 'second' }],
    ['/w/chat/sessions', () => ({ name: undefined, title: 'first' }), { title: 'second' }],
    ['/w/kb', () => ({}), { name: 'renamed' }],
    ['/w/docsets', () => ({}), { description: 'changed' }],
    ['/w/evals/datasets', () => ({}), { description: 'changed' }],
    [
      '/w/evals/suites',
      () => ({
        dataset_id: datasetId,
        targets: [{ type: 'model', model: 'm' }],
        graders: [{ type: 'contains', value: 'x' }],
      }),
      { description: 'changed' },
    ],
    ['/w/views', () => ({ page: 'requests', search: '?status=failed' }), { search: '?status=success' }],
    ['/w/dashboards', () => ({ name: 'chart wall' }), { name: 'wall of charts' }],
  ] as const;

  const create = async (path: string, body: () => object) => {
    const answer = await owner.send(`POST ${path}`, { name: `n${++made}`, ...body() });
    expect([path, answer.status, answer.text]).toEqual([path, 201, expect.any(String)]);
    const view = answer.json() as { id: string; updated_at: string };
    const etag = String(answer.headers.etag);
    // A client makes it of the row of a list (docs/contract/control-plane.md#versions).
    expect(etag).toBe(`"${new Date(view.updated_at).getTime().toString(36)}"`);
    return { route: `${path}/${view.id}`, etag };
  };
  const etagOf = async (route: string) => {
    const { headers } = await owner.send(`GET ${route}`);
    return String(headers.etag);
  };

  it.each(kinds)(
    '%s rejects a change of a version that is no longer there, and makes it on the current one',
    async (path, body, change) => {
      const { route, etag } = await create(path, body);
      expect(etag).toMatch(/^"[0-9a-z]+"$/);
      expect(await etagOf(route)).toBe(etag);
      const patch = path === '/w/docsets' ? 'PUT' : 'PATCH';
      const first = await owner.send(`${patch} ${route}`, change, { 'if-match': etag });
      expect([path, first.status, first.text]).toEqual([path, 200, expect.any(String)]);
      const next = await etagOf(route);
      expect(first.headers.etag).toBe(next);
      expect(next).not.toBe(etag);
      expect(refusalOf(await owner.send(`${patch} ${route}`, change, { 'if-match': etag }))).toEqual(REFUSED);
      expect(refusalOf(await owner.send(`DELETE ${route}`, undefined, { 'if-match': etag }))).toEqual(REFUSED);
      expect(await etagOf(route)).toBe(next);
      const removal = await owner.send(`DELETE ${route}`, undefined, { 'if-match': `W/${next}` });
      expect([path, removal.status]).toEqual([path, path === '/w/kb' || path === '/w/docsets' ? 200 : 204]);
    },
  );

  it.each([
    ['/org', { reporting_zone: 'Asia/Kolkata' }],
    ['/org/credential-policy', { max_pats_per_user: 7 }],
  ])('%s is changed in its current version only', async (route, change) => {
    const etag = await etagOf(route);
    const first = await owner.send(`PATCH ${route}`, change, { 'if-match': etag });
    expect([first.status, first.headers.etag]).toEqual([200, await etagOf(route)]);
    expect(first.headers.etag).not.toBe(etag);
    expect(refusalOf(await owner.send(`PATCH ${route}`, change, { 'if-match': etag }))).toEqual(REFUSED);
  });

  it.each(['/admin/users', '/org/members'])('%s changes a person of the current version only', async (path) => {
    const { user } = await workspace.signIn();
    const route = `${path}/${user?.id}`;
    const etag = await etagOf(route);
    const change = { role: 'org_admin' };
    expect((await owner.send(`PATCH ${route}`, change, { 'if-match': etag })).status).toBe(200);
    expect(refusalOf(await owner.send(`PATCH ${route}`, { role: 'org_member' }, { 'if-match': etag }))).toEqual(
      REFUSED,
    );
    expect(refusalOf(await owner.send(`DELETE ${route}`, undefined, { 'if-match': etag }))).toEqual(REFUSED);
    const current = await etagOf(route);
    expect((await owner.send(`DELETE ${route}`, undefined, { 'if-match': current })).status).toBe(204);
  });

  it('changes a membership of the current version only, also where a team or its mappings changed it', async () => {
    const { user } = await workspace.signIn({ role: 'org_member' });
    const route = `/admin/workspaces/${workspace.workspaceId}/members/${user?.id}`;
    const put = (body: object, etag?: string) =>
      owner.send(`PUT ${route}`, body, etag === undefined ? {} : { 'if-match': etag });
    expect(refusalOf(await put({ role: 'viewer' }, '"1"'))).toEqual(REFUSED);
    const first = String((await put({ role: 'viewer' }, '"0"')).headers.etag);
    expect(refusalOf(await put({ role: 'admin' }, '"0"'))).toEqual(REFUSED);
    expect(await etagOf(route)).toBe(first);
    expect((await put({ role: 'viewer' }, first)).headers.etag).toBe(first);
    await owner.send(`PUT /admin/teams/${teamId}/members/${user?.id}`);
    const second = await put({ role: 'viewer', team_id: teamId }, first);
    expect([second.status, second.headers.etag]).toEqual([200, await etagOf(route)]);
    expect(refusalOf(await put({ role: 'admin' }, first))).toEqual(REFUSED);
    await owner.send(`DELETE /admin/teams/${teamId}/members/${user?.id}`);
    expect(refusalOf(await put({ role: 'admin' }, String(second.headers.etag)))).toEqual(REFUSED);
    const current = await etagOf(route);
    const answers = await Promise.all(
      ['admin', 'editor', 'viewer'].map((role) => put({ role, team_id: null }, current)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    expect(refusalOf(await owner.send(`DELETE ${route}`, undefined, { 'if-match': current }))).toEqual(REFUSED);
    const last = await etagOf(route);
    expect((await owner.send(`DELETE ${route}`, undefined, { 'if-match': last })).status).toBe(204);
    expect(refusalOf(await owner.send(`DELETE ${route}`, undefined, { 'if-match': last }))).toEqual(REFUSED);
    const { organizationId } = await addTenant(workspace.database, 'without members');
    const stranger = await workspace.signIn({ organizationId });
    for (const tag of ['"0"', last]) {
      const answer = await stranger.send(`PUT ${route}`, { role: 'admin' }, { 'if-match': tag });
      expect(answer.status).toBe(404);
    }
  });

  it('changes the schedule of statements of the current version only', async () => {
    const route = '/org/statements/schedule';
    const put = (days: number | null, etag?: string, caller = owner) =>
      caller.send(
        `PUT ${route}`,
        { by: 'team', close_after_days: days },
        etag === undefined ? {} : { 'if-match': etag },
      );
    const read = () => owner.send(`GET ${route}?by=team`);
    expect((await read()).headers.etag).toBe('"0"');
    expect(refusalOf(await put(3, '"1"'))).toEqual(REFUSED);
    const both = await Promise.all([3, 4].map((days) => put(days, '"0"')));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const first = String((await put(3)).headers.etag);
    expect((await read()).headers.etag).toBe(first);
    const answers = await Promise.all([4, 5, null].map((days) => put(days, first)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    await put(null);
    const again = String((await put(6)).headers.etag);
    const { organizationId } = await addTenant(workspace.database, 'without a schedule');
    const stranger = await workspace.signIn({ organizationId });
    expect(refusalOf(await put(7, again, stranger))).toEqual(REFUSED);
    expect((await put(7, again)).json()).toMatchObject({ close_after_days: 7 });
    expect((await put(null, (await read()).headers.etag as string)).json()).toMatchObject({ updated_at: null });
  });

  it('replaces the rules of statements of the current version only, also where there are none', async () => {
    const route = '/org/statements/rules';
    const put = (percent: number | undefined, etag: string) => {
      const rules = percent === undefined ? [] : [{ subject: null, percent }];
      return owner.send(`PUT ${route}`, { by: 'workspace', rules }, { 'if-match': etag });
    };
    const read = async () => String((await owner.send(`GET ${route}?by=workspace`)).headers.etag);
    expect(await read()).toBe('"0"');
    const both = await Promise.all([1, 2].map((percent) => put(percent, '"0"')));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const first = await read();
    expect(first).not.toBe('"0"');
    expect((await owner.send(`GET ${route}?by=team`)).headers.etag).toBe('"0"');
    const second = String((await put(3, first)).headers.etag);
    expect(second).not.toBe(first);
    expect(refusalOf(await put(4, first))).toEqual(REFUSED);
    expect((await put(undefined, second)).json()).toMatchObject({ data: [] });
    expect(await read()).toBe('"0"');
  });

  it('sets and removes the hook of a workflow in the current version of it only', async () => {
    const { route, etag } = await create('/w/workflows', () => ({ definition: { nodes: [], edges: [] } }));
    const change = (method: 'PUT' | 'DELETE', version: string) =>
      owner.send(`${method} ${route}/hook`, method === 'PUT' ? { scheme: 'github' } : undefined, {
        'if-match': version,
      });
    expect((await change('PUT', etag)).status).toBe(200);
    expect(refusalOf(await change('PUT', etag))).toEqual(REFUSED);
    expect(refusalOf(await change('DELETE', etag))).toEqual(REFUSED);
    expect((await change('DELETE', await etagOf(route))).status).toBe(204);
  });

  it('begins and ends the capture of payloads in the current version of the workspace only', async () => {
    const { route, etag } = await create('/admin/workspaces', () => ({}));
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const change = (method: 'PUT' | 'DELETE', version: string) =>
      owner.send(`${method} ${route}/payload-capture`, method === 'PUT' ? { until } : undefined, {
        'if-match': version,
      });
    expect((await change('PUT', etag)).status).toBe(200);
    expect(refusalOf(await change('PUT', etag))).toEqual(REFUSED);
    expect(refusalOf(await change('DELETE', etag))).toEqual(REFUSED);
    expect((await change('DELETE', await etagOf(route))).status).toBe(200);
    await owner.send(`DELETE ${route}`);
  });

  it('undoes nothing of another tenant, whichever version is named', async () => {
    const { route } = await create('/admin/teams', () => ({}));
    const { organizationId } = await addTenant(workspace.database, 'another');
    const stranger = await workspace.signIn({ organizationId });
    for (const tag of ['"0"', await etagOf(route)]) {
      expect((await stranger.send(`PATCH ${route}`, { rpm_limit: 1 }, { 'if-match': tag })).status).toBe(404);
      expect((await stranger.send(`DELETE ${route}`, undefined, { 'if-match': tag })).status).toBe(404);
    }
  });

  it('makes one of two changes of the same version, though they come at the same moment', async () => {
    const { route, etag } = await create('/admin/gateway/policies/cache', () => ({}));
    const change = (name: string) => owner.send(`PATCH ${route}`, { name }, { 'if-match': etag });
    const answers = await Promise.all([change('one'), change('two'), change('three')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
  });

  it('replaces a rate limit of the current version only', async () => {
    const { route, etag } = await create('/admin/gateway/policies/rate-limits', () => ({ requests_per_minute: 5 }));
    const body = { name: 'replaced', requests_per_minute: 7 };
    expect((await owner.send(`PUT ${route}`, body, { 'if-match': etag })).status).toBe(200);
    expect(refusalOf(await owner.send(`PUT ${route}`, body, { 'if-match': etag }))).toEqual(REFUSED);
  });

  it.each(['*', undefined])('changes whichever version there is with the header %s', async (header) => {
    const { route } = await create('/admin/gateway/policies/cache', () => ({}));
    const headers = header === undefined ? {} : { 'if-match': header };
    expect((await owner.send(`PATCH ${route}`, { enabled: false }, headers)).status).toBe(200);
    expect((await owner.send(`DELETE ${route}`, undefined, headers)).status).toBe(204);
  });

  it('finds the version among several, and none in what is no ETag', async () => {
    const { route, etag } = await create('/admin/gateway/policies/cache', () => ({}));
    for (const header of ['', 'x', etag.slice(1, -1), '"0"', `"a", "b"`]) {
      const answer = await owner.send(`PATCH ${route}`, { enabled: false }, { 'if-match': header });
      expect([header, ...refusalOf(answer)]).toEqual([header, ...REFUSED]);
    }
    expect((await owner.send(`PATCH ${route}`, { enabled: false }, { 'if-match': `"0", ${etag}` })).status).toBe(200);
  });

  it('makes no new version of a change that changes nothing', async () => {
    const { route, etag } = await create('/admin/gateway/policies/cache', () => ({ enabled: true }));
    expect((await owner.send(`PATCH ${route}`, { enabled: true }, { 'if-match': etag })).headers.etag).toBe(etag);
  });
});
