import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rawRequest, serviceDatabases } from '@multilane/testing';
import {
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

const [kind] = serviceDatabases();
if (kind === undefined) throw new Error('there is always a database');

const JSON_TYPE = { 'content-type': 'application/json' };

describe('the HTTP side of the control plane', () => {
  let workspace: TestWorkspace;
  let owner: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), '');
    owner = await workspace.signIn();
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  it.each(['/health', '/healthz', '/ready', '/readyz', '/version', '/metrics'])(
    'serves %s without a credential (docs/contract/operations.md#service-endpoints)',
    async (path) => {
      expect((await workspace.send(`GET ${path}`)).status).toBe(200);
    },
  );

  it('sends a browser at / to the console, and shows a program what there is', async () => {
    const page = await workspace.send('GET /', undefined, { accept: 'text/html' });
    expect([page.status, page.headers.location]).toEqual([302, '/ui']);
    expect((await workspace.send('GET /')).json()).toMatchObject({ links: { console: '/ui', docs: '/docs' } });
  });

  it('has a table of routes, each of which says who may call it', () => {
    expect(workspace.routes.length).toBeGreaterThan(20);
    expect(workspace.routes.every(({ access }) => access !== undefined)).toBe(true);
  });

  it('answers every route that is not public with 401 to strangers, before the body is read', async () => {
    const closed = workspace.routes.filter(({ access }) => access?.kind !== 'public');
    for (const { method, path } of closed) {
      const filled = path.replace(/:\w+/g, '01930000-0000-7000-8000-00000000000a');
      const body = ['POST', 'PUT', 'PATCH'].includes(method) ? '{ this is no JSON' : undefined;
      const answer = await workspace.send(`${method} ${filled}`, body, JSON_TYPE);
      expect([method, path, ...refusalOf(answer)]).toEqual([method, path, 401, 'invalid_api_key']);
    }
  });

  it.each([
    ['a stranger with 401', 'POST /admin/teams', 1000, 401],
    ['an unknown path with 404', 'POST /nothing', 1000, 404],
    ['a body that is too large with 413', 'POST /auth/login', 10 ** 9, 413],
  ])('answers %s before it asks for a body with Expect: 100-continue', async (_what, target, length, status) => {
    const head = `${target} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`;
    const { text } = await rawRequest(Number(new URL(workspace.url).port), head, 3_000);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(text).not.toContain('100 Continue');
  });

  it('asks for the body of a request that it reads, and answers it', async () => {
    const body = '{"email":"nobody@example.com","password":"not the password"}';
    const head = `POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`;
    const { text } = await rawRequest(Number(new URL(workspace.url).port), head + body, 3_000);
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 40[13] /);
  });

  it('answers an unknown path with 404, and a wrong method with 405 and Allow', async () => {
    expect(refusalOf(await workspace.send('GET /admin/nothing'))).toEqual([404, 'not_found']);
    expect(refusalOf(await workspace.send('POST /nothing', '{ no JSON', JSON_TYPE))).toEqual([404, 'not_found']);
    const answer = await workspace.send('DELETE /auth/login');
    expect([...refusalOf(answer), answer.headers.allow]).toEqual([405, 'method_not_allowed', 'POST']);
    const wrong = await owner.send('POST /org/members/01930000-0000-7000-8000-00000000000a');
    expect([...refusalOf(wrong), wrong.headers.allow]).toEqual([405, 'method_not_allowed', 'DELETE, GET, HEAD, PATCH']);
  });

  it('answers 404, and not 405 with the very method, where the method is right and nothing is there', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await owner.send(`${method} /docs/assets/nothing.js`);
      expect([method, status, headers.allow]).toEqual([method, 404, undefined]);
    }
  });

  it.each([
    ['two Host headers', 'GET /version HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['two equal Host headers', 'GET /version HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n'],
    [
      'chunks in HTTP/1.0',
      'POST /auth/login HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nContent-Type: application/json\r\n' +
        'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ],
  ])('rejects %s with 400, and closes', async (_what, bytes) => {
    const { text, closed } = await rawRequest(Number(new URL(workspace.url).port), bytes, 3_000);
    expect([text.slice(0, 12), text.match(/^HTTP\/1/gm)?.length, closed]).toEqual(['HTTP/1.1 400', 1, true]);
  });

  it.each([
    '//admin/teams',
    '/admin//teams',
    '/%61dmin/teams',
    '/admin/teams/../teams',
    '/ADMIN/teams',
    '/admin/teams%2f',
  ])('lets nobody around the guard by another spelling of a path: %s', async (path) => {
    const port = Number(new URL(workspace.url).port);
    const { text } = await rawRequest(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1.1 40[14] /);
  });

  it('sends security headers with every answer, refusals included', async () => {
    for (const route of ['GET /admin/teams', 'GET /nothing', 'GET /version', 'GET /ui']) {
      const { headers } = await workspace.send(route);
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-request-id': expect.stringMatching(/.{36}/),
      });
    }
  });

  it('keeps the request id of the caller', async () => {
    const { headers } = await workspace.send('GET /nothing', undefined, { 'x-request-id': 'mine-7' });
    expect(headers['x-request-id']).toBe('mine-7');
  });

  describe('bodies', () => {
    const create = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
      owner.send('POST /admin/teams', body, headers);

    it('that are no JSON are 400 invalid_json, and quote nothing', async () => {
      const answer = await create('{"name": sk-secret');
      expect(refusalOf(answer)).toEqual([400, 'invalid_json']);
      expect(answer.text).not.toContain('secret');
    });

    it('that are no object are 400', async () => {
      for (const body of ['[]', '7', '"x"', 'null']) expect((await create(body)).status).toBe(400);
    });

    it('that are missing are 400 with what is missing, whatever the content type', async () => {
      expect(refusalOf(await create(''))).toEqual([400, 'invalid_value', 'name']);
      expect(refusalOf(await owner.send('POST /admin/teams'))).toEqual([400, 'invalid_value', 'name']);
    });

    it('of another content type are 415', async () => {
      const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
      for (const type of types) {
        expect(refusalOf(await create('{"name":"x"}', { 'content-type': type }))).toEqual([
          415,
          'unsupported_media_type',
        ]);
      }
    });

    it('that are too large are 413, also once they are unpacked', async () => {
      const large = JSON.stringify({ name: 'x'.repeat(1_100_000) });
      expect(refusalOf(await create(large))).toEqual([413, 'payload_too_large']);
      const packed = await create(gzipSync(large), { ...JSON_TYPE, 'content-encoding': 'gzip' });
      expect(refusalOf(packed)).toEqual([413, 'payload_too_large']);
    });

    it('that are packed are read', async () => {
      const answer = await create(gzipSync('{"name":"packed"}'), { ...JSON_TYPE, 'content-encoding': 'gzip' });
      expect([answer.status, answer.text]).toEqual([201, expect.stringContaining('"packed"')]);
    });

    it('with a name twice are what was checked: the last one, in the check and in the database', async () => {
      const answer = await create('{"name":"first","name":"second","rpm_limit":-1,"rpm_limit":4}');
      expect(answer.json()).toMatchObject({ name: 'second', rpm_limit: 4 });
    });

    it('that reach for prototypes are 400', async () => {
      expect(refusalOf(await create('{"name":"x","__proto__":{"source":"config"}}'))).toEqual([
        400,
        'invalid_value',
        '__proto__',
      ]);
    });

    it('are not needed by a DELETE with a content type', async () => {
      const { id } = (await create('{"name":"deleted"}')).json() as { id: string };
      expect((await owner.send(`DELETE /admin/teams/${id}`, undefined, JSON_TYPE)).status).toBe(204);
    });
  });

  describe('credentials in wrong places', () => {
    it.each([
      ['x-api-key', { 'x-api-key': 'ml-something-that-is-long-enough' }],
      ['the query', {}],
      ['a basic scheme', { authorization: 'Basic bWw6bWw=' }],
      ['two tokens', { authorization: 'Bearer a b' }],
      ['an unknown key', { authorization: 'Bearer ml-00000000000000000000000000000000' }],
      ['SQL', { authorization: "Bearer ml-'OR'1'='1" }],
      ['an unknown session', { cookie: 'ml_session=00000000' }],
      ['a SCIM token', { authorization: 'Bearer ml_scim_00000000000000000000000000000000' }],
    ])('are rejected with 401: %s', async (_where, headers) => {
      const answer = await workspace.send('GET /admin/teams?workspace_id=ml-x&api_key=ml-x', undefined, headers);
      expect(answer.status).toBe(401);
    });

    it('does not take a token for its prefix, its hash or its other case', async () => {
      const { id } = (await owner.send('POST /admin/teams', { name: 'prefix' })).json() as { id: string };
      const key = await workspace.issueKey({ teamId: id });
      const token = key.headers.authorization?.slice('Bearer '.length) ?? '';
      expect((await key.send('GET /admin/teams')).status).toBe(200);
      for (const wrong of [token.slice(0, -1), `${token}0`, token.toUpperCase(), `ml-${token}`]) {
        const answer = await workspace.send('GET /admin/teams', undefined, { authorization: `Bearer ${wrong}` });
        expect(answer.status).toBe(401);
      }
    });
  });

  describe('/openapi.json', () => {
    it('is OpenAPI 3.1 and holds every route of the table, and no other', async () => {
      const document = (await workspace.send('GET /openapi.json')).json() as {
        openapi: string;
        paths: Record<string, Record<string, unknown>>;
      };
      const documented = Object.entries(document.paths).flatMap(([path, item]) =>
        Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
      );
      const served = workspace.routes
        .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
        .filter((route) => !/^GET \/(ui|docs\/assets)/.test(route));
      expect(document.openapi).toBe('3.1.0');
      expect(documented.sort()).toEqual(served.sort());
      expect(JSON.stringify(document)).not.toContain('"nullable"');
    });

    it('refers only to schemas that it has, and names those of nested objects', async () => {
      const text = (await workspace.send('GET /openapi.json')).text;
      const { components } = JSON.parse(text) as {
        components: { schemas: Record<string, { properties: Record<string, unknown> }> };
      };
      const referred = [...text.matchAll(/"#\/components\/schemas\/([^"]*)"/g)].map(([, name]) => name ?? '');
      expect(referred.filter((name) => !(name in components.schemas))).toEqual([]);
      expect(JSON.stringify(components.schemas.SessionView?.properties.user)).toContain('/SessionUserView"');
    });

    it('names the workspace as a parameter wherever the workspace of the request decides', async () => {
      const { paths } = (await workspace.send('GET /openapi.json')).json() as {
        paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
      };
      const named = workspace.routes
        .filter(({ access }) => access?.kind === 'permission' && access.place === 'workspace')
        .map(({ method, path }) => {
          const { parameters = [] } = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {};
          return [
            method,
            path,
            parameters.filter((each) => each.name === 'workspace_id' && each.in === 'query').length,
          ];
        });
      expect(named.length).toBeGreaterThan(0);
      expect(named.filter(([, , count]) => count !== 1)).toEqual([]);
    });

    it('says of each operation who may call it', async () => {
      const { paths } = (await workspace.send('GET /openapi.json')).json() as {
        paths: Record<string, Record<string, { 'x-permission'?: string; security?: object[] }>>;
      };
      expect(paths['/admin/teams']?.post).toMatchObject({ 'x-permission': 'gateway.teams.manage' });
      expect(paths['/auth/login']?.post).toMatchObject({ security: [] });
      expect(paths['/auth/password']?.post).toMatchObject({ security: [{ session: [] }] });
    });
  });

  it('shows a page at /docs and one at /ui that load nothing from elsewhere and run nothing inline', async () => {
    for (const path of ['/docs', '/ui']) {
      const page = await workspace.send(`GET ${path}`);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/);
      const loaded = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address ?? '');
      expect(loaded.length).toBeGreaterThan(0);
      for (const address of loaded) {
        expect(address).toMatch(/^\//);
        // The session is asked for early, and a stranger has none.
        const expected = address === '/auth/session' ? 401 : 200;
        if (address !== '/docs')
          expect([address, (await workspace.send(`GET ${address}`)).status]).toEqual([address, expected]);
      }
      expect(page.text).not.toMatch(/<script>|<style|style=|onclick/);
    }
  });

  it('shows the console at every path below /ui, with a nonce of its own in each answer', async () => {
    const nonces = [];
    for (const path of ['/ui', '/ui/sign-in', '/ui/w/anything/keys', '/ui/a/b/c/d']) {
      const page = await workspace.send(`GET ${path}`);
      expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
      const [, nonce] =
        /script-src 'nonce-([\w-]{24})' 'self'/.exec(String(page.headers['content-security-policy'])) ?? [];
      nonces.push(nonce);
    }
    expect(new Set(nonces).size).toBe(4);
    expect(nonces).not.toContain(undefined);
  });

  it.each([
    '/ui/assets/index-00000000.js',
    '/ui/assets/a/b',
    '/ui/assets/..%2findex.html',
    '/ui/assets/..%2f..%2fpackage.json',
  ])('answers 404 for %s: a file that is missing is no page', async (path) => {
    expect(refusalOf(await workspace.send(`GET ${path}`))).toEqual([404, 'not_found']);
  });
});
