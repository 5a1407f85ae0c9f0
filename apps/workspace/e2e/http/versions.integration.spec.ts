import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import {
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
  ] as const;

  const create = async (path: string, body: () => object) => {
    const answer = await owner.send(`POST ${path}`, { name: `n${++made}`, ...body() });
    expect([path, answer.status, answer.text]).toEqual([path, 201, expect.any(String)]);
    const { id } = answer.json() as { id: string };
    return { route: `${path}/${id}`, etag: String(answer.headers.etag) };
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
      const first = await owner.send(`PATCH ${route}`, change, { 'if-match': etag });
      expect([path, first.status]).toEqual([path, 200]);
      const next = await etagOf(route);
      expect(first.headers.etag).toBe(next);
      expect(next).not.toBe(etag);
      expect(refusalOf(await owner.send(`PATCH ${route}`, change, { 'if-match': etag }))).toEqual(REFUSED);
      expect(refusalOf(await owner.send(`DELETE ${route}`, undefined, { 'if-match': etag }))).toEqual(REFUSED);
      expect(await etagOf(route)).toBe(next);
      expect((await owner.send(`DELETE ${route}`, undefined, { 'if-match': `W/${next}` })).status).toBe(204);
    },
  );

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
