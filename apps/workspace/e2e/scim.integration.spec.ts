import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken, newToken } from '@multilane/auth';
import type { Actor } from '@multilane/persistence';
import { type HttpAnswer, testDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  type Send,
  startTestWorkspace,
  type TestWorkspace,
} from './start-test-workspace.js';

const TEST: Actor = { type: 'system', id: null, name: 'test' };
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

interface Resource {
  readonly id: string;
  readonly meta: { readonly version: string; readonly location: string; readonly lastModified: string };
  readonly [name: string]: unknown;
}
interface List {
  readonly totalResults: number;
  readonly startIndex: number;
  readonly itemsPerPage: number;
  readonly Resources: readonly Resource[];
}

const patch = (...Operations: object[]) => ({ schemas: [PATCH_OP], Operations });
const resourceOf = (answer: HttpAnswer): Resource => answer.json() as Resource;
const listOf = (answer: HttpAnswer): List => answer.json() as List;

describe.each(testDatabases())('/scim/v2 on $name (decisions section 4, "SCIM 2.0")', (kind) => {
  let workspace: TestWorkspace;
  let scim: Send;
  let elsewhere: { readonly organizationId: string; readonly scim: Send };
  let tokenId: string;
  let counter = 0;

  /** A client of an organization, as a SCIM token makes it. */
  const issue = async (organizationId: string, more: { expiresAt?: Date } = {}) => {
    const token = newToken('ml_scim_');
    const { id } = await workspace.database.change(TEST, ({ scimTokens }) =>
      scimTokens.create(organizationId, { name: `idp ${++counter}`, hint: 'x', hash: hashToken(token), ...more }),
    );
    const send: Send = (route, body, headers = {}) => {
      const type = body === undefined ? {} : { 'content-type': 'application/scim+json' };
      return workspace.send(route, body, { authorization: `Bearer ${token}`, ...type, ...headers });
    };
    return { id, send, token };
  };

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    const own = await issue(workspace.organizationId);
    scim = own.send;
    tokenId = own.id;
    const { organizationId } = await addTenant(workspace.database, 'other');
    elsewhere = { organizationId, scim: (await issue(organizationId)).send };
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const newName = (): string => `user-${++counter}@example.com`;
  const createUser = async (body: object = {}, send = scim): Promise<Resource> => {
    const answer = await send('POST /scim/v2/Users', { schemas: [USER], userName: newName(), ...body });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return resourceOf(answer);
  };
  const createGroup = async (body: object = {}, send = scim): Promise<Resource> => {
    const answer = await send('POST /scim/v2/Groups', { schemas: [GROUP], displayName: `team ${++counter}`, ...body });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return resourceOf(answer);
  };
  const findUser = async (id: string): Promise<Resource> => resourceOf(await scim(`GET /scim/v2/Users/${id}`));
  const search = async (kind: 'Users' | 'Groups', query: Record<string, string>): Promise<List> => {
    const answer = await scim(`GET /scim/v2/${kind}?${new URLSearchParams(query)}`);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return listOf(answer);
  };
  const errorOf = (answer: HttpAnswer): unknown[] => {
    const { schemas, status, scimType, detail } = answer.json() as Record<string, unknown>;
    expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8');
    expect([schemas, status, detail]).toEqual([[ERROR], String(answer.status), expect.any(String)]);
    return [...refusalOf(answer), scimType];
  };

  describe('what it says of itself (RFC 7644 section 4)', () => {
    it('ServiceProviderConfig: patch, filter, sort and etag, neither bulk nor passwords', async () => {
      const answer = await scim('GET /scim/v2/ServiceProviderConfig');
      expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8');
      expect(answer.json()).toMatchObject({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
        patch: { supported: true },
        bulk: { supported: false },
        filter: { supported: true, maxResults: 200 },
        changePassword: { supported: false },
        sort: { supported: true },
        etag: { supported: true },
        authenticationSchemes: [{ type: 'oauthbearertoken' }],
      });
    });

    it('ResourceTypes: users with their extension, and groups', async () => {
      const { totalResults, Resources } = listOf(await scim('GET /scim/v2/ResourceTypes'));
      expect(totalResults).toBe(2);
      expect(Resources).toMatchObject([
        { id: 'User', endpoint: '/Users', schema: USER, schemaExtensions: [{ schema: ENTERPRISE, required: false }] },
        { id: 'Group', endpoint: '/Groups', schema: GROUP },
      ]);
      const one = await scim('GET /scim/v2/ResourceTypes/Group');
      expect(one.json()).toEqual(Resources[1]);
      expect(errorOf(await scim('GET /scim/v2/ResourceTypes/Device'))).toEqual([404, 'not_found', undefined]);
    });

    it('Schemas: what users and groups have, without passwords', async () => {
      const { Resources } = listOf(await scim('GET /scim/v2/Schemas'));
      expect(Resources.map(({ id }) => id)).toEqual([USER, ENTERPRISE, GROUP]);
      const one = resourceOf(await scim(`GET /scim/v2/Schemas/${USER}`));
      expect(one).toEqual(Resources[0]);
      const names = (one.attributes as { name: string }[]).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['userName', 'emails', 'active']));
      expect(names).not.toContain('password');
    });
  });

  describe('who may', () => {
    it('nobody without a SCIM token that is known and good, and the refusal is one of SCIM', async () => {
      const expired = await issue(workspace.organizationId, { expiresAt: new Date(Date.now() - 1) });
      const revoked = await issue(workspace.organizationId);
      await workspace.database.change(TEST, ({ scimTokens }) =>
        scimTokens.remove(workspace.organizationId, revoked.id),
      );
      for (const headers of [
        {},
        { authorization: 'Bearer ml_scim_unknown' },
        { authorization: `Bearer ${expired.token}` },
        { authorization: `Bearer ${revoked.token}` },
        { authorization: `Basic ${Buffer.from(`scim:${revoked.token}`).toString('base64')}` },
        (await workspace.signIn()).headers,
      ]) {
        expect(errorOf(await workspace.send('GET /scim/v2/Users', undefined, headers))).toEqual([
          401,
          'invalid_api_key',
          undefined,
        ]);
      }
    });

    it('a SCIM token opens nothing else', async () => {
      expect((await scim('GET /admin/teams')).status).toBe(401);
      expect((await scim('GET /auth/session')).status).toBe(401);
    });
  });

  describe('users', () => {
    it('are created with what was sent, a place, a version; unknown attributes and passwords are ignored', async () => {
      const userName = `Ada-${++counter}@Example.com`;
      const answer = await scim('POST /scim/v2/Users', {
        schemas: [USER, ENTERPRISE, 'urn:example:unknown'],
        userName,
        externalId: 'ext-ada',
        password: 'correct horse battery',
        name: { givenName: 'Ada', familyName: 'Lovelace', shoeSize: 3 },
        displayName: 'Ada L.',
        emails: [{ value: userName, type: 'work', primary: true }],
        roles: [{ value: 'owner' }],
        role: 'owner',
        organizationId: elsewhere.organizationId,
        id: 'mine',
        meta: { version: 'mine' },
        groups: [{ value: 'x' }],
        [ENTERPRISE]: { department: 'Analysis' },
      });
      const user = resourceOf(answer);
      expect([answer.status, answer.headers['content-type'], answer.headers.location, answer.headers.etag]).toEqual([
        201,
        'application/scim+json; charset=utf-8',
        `${workspace.url}/scim/v2/Users/${user.id}`,
        'W/"1"',
      ]);
      expect(user).toEqual({
        schemas: [USER, ENTERPRISE],
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        externalId: 'ext-ada',
        userName,
        name: { givenName: 'Ada', familyName: 'Lovelace' },
        displayName: 'Ada L.',
        active: true,
        emails: [{ value: userName, type: 'work', primary: true }],
        roles: [{ value: 'owner' }],
        [ENTERPRISE]: { department: 'Analysis' },
        meta: {
          resourceType: 'User',
          created: expect.any(String),
          lastModified: expect.any(String),
          location: `${workspace.url}/scim/v2/Users/${user.id}`,
          version: 'W/"1"',
        },
      });
      expect(await workspace.database.users.find(workspace.organizationId, user.id)).toMatchObject({
        email: userName.toLowerCase(),
        name: 'Ada L.',
        role: 'org_member',
        hasPassword: false,
      });
      expect(await findUser(user.id)).toEqual(user);
    });

    it('a userName, an e-mail address and an externalId are unique, whatever the case of a userName: 409', async () => {
      const userName = newName();
      await createUser({ userName, externalId: 'ext-1', emails: [{ value: 'one@mail.example' }] });
      const create = (body: object) => scim('POST /scim/v2/Users', body);
      expect(
        errorOf(await create({ userName: userName.toUpperCase(), emails: [{ value: 'two@mail.example' }] })),
      ).toEqual([409, 'conflict', 'userName', 'uniqueness']);
      expect(errorOf(await create({ userName: 'b', emails: [{ value: 'ONE@mail.example' }] }))).toEqual([
        409,
        'conflict',
        'emails',
        'uniqueness',
      ]);
      expect(errorOf(await create({ userName: newName(), externalId: 'ext-1' }))).toEqual([
        409,
        'conflict',
        'externalId',
        'uniqueness',
      ]);
      const there = await elsewhere.scim('POST /scim/v2/Users', { userName, externalId: 'ext-1' });
      expect(there.status).toBe(201);
    });

    it.each([
      ['no userName', { displayName: 'x' }, 'userName'],
      ['an empty userName', { userName: ' ' }, 'userName'],
      ['a userName that is too long', { userName: `${'x'.repeat(250)}@example.com` }, 'userName'],
      ['a userName that is no address, and no e-mail', { userName: 'ada' }, 'userName'],
      ['an e-mail that is none', { userName: 'ada', emails: [{ value: 'ada@' }] }, 'emails'],
      ['a userName that is a list', { userName: ['a', 'b'] }, 'userName'],
      ['active that is neither', { userName: 'a@b.example', active: 'perhaps' }, 'active'],
      ['a name that is text', { userName: 'a@b.example', name: 'Ada' }, 'name'],
      ['an extension that is text', { userName: 'a@b.example', [ENTERPRISE]: 'x' }, ENTERPRISE],
      ['a control character', { userName: 'a@b.example', title: 'a\u0000b' }, 'title'],
      ['an externalId that is too long', { userName: 'a@b.example', externalId: 'x'.repeat(300) }, 'externalId'],
      ['a text that is too long', { userName: 'a@b.example', title: 'x'.repeat(5_000) }, 'title'],
    ])('are refused with %s: 400', async (_what, body, param) => {
      const answer = await scim('POST /scim/v2/Users', body);
      expect(errorOf(answer).slice(0, 3)).toEqual([400, 'invalid_value', param]);
    });

    it('are refused with more attributes than one person needs, and bodies that are none', async () => {
      const many = Array.from({ length: 60 }, (_, at) => ({ value: `${at}${'x'.repeat(2_000)}` }));
      const answer = await scim('POST /scim/v2/Users', { userName: newName(), entitlements: many });
      expect(errorOf(answer)).toEqual([400, 'invalid_value', 'invalidValue']);
      expect(errorOf(await scim('POST /scim/v2/Users', '[]'))).toEqual([400, expect.any(String), 'invalidSyntax']);
      expect(errorOf(await scim('POST /scim/v2/Users', '{'))).toEqual([400, 'invalid_json', 'invalidSyntax']);
    });

    it('are replaced: what is left out is gone, but for `active`', async () => {
      const { id, userName } = await createUser({ title: 'x', externalId: 'gone', active: 'False' });
      const answer = await scim(`PUT /scim/v2/Users/${id}`, { userName, displayName: 'New' });
      expect([answer.status, answer.headers.etag]).toEqual([200, 'W/"2"']);
      expect(answer.json()).toMatchObject({ id, userName, displayName: 'New', active: false });
      expect(Object.keys(resourceOf(answer))).not.toEqual(expect.arrayContaining(['title']));
      expect(resourceOf(answer).externalId).toBeUndefined();
    });

    it('are not created over: who had an account before is found by the address, and taken over by a PUT', async () => {
      const person = await workspace.signIn({ role: 'org_admin' });
      const { id = '', email: userName = '' } = person.user ?? {};
      expect((await scim('POST /scim/v2/Users', { userName })).status).toBe(409);
      const found = await search('Users', { filter: `userName eq "${userName.toUpperCase()}"` });
      expect(found.Resources).toMatchObject([{ id, userName }]);
      await scim(`PUT /scim/v2/Users/${id}`, { userName, externalId: 'taken-over' });
      expect(await workspace.database.users.find(workspace.organizationId, id)).toMatchObject({
        scimUserName: userName,
        scimExternalId: 'taken-over',
        role: 'org_admin',
      });
    });

    it('are patched as Entra does it', async () => {
      const { id } = await createUser({ displayName: 'Before' });
      const email = newName();
      const answer = await scim(
        `PATCH /scim/v2/Users/${id}`,
        patch(
          { op: 'Replace', path: 'displayName', value: 'After' },
          { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
          { op: 'Add', path: 'name.familyName', value: 'L' },
          { op: 'Add', path: `${ENTERPRISE}:department`, value: 'D' },
          { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:custom:2.0:User:tag', value: 'x' },
        ),
      );
      expect(answer.json()).toMatchObject({
        displayName: 'After',
        emails: [{ value: email, type: 'work', primary: true }],
        name: { familyName: 'L' },
        [ENTERPRISE]: { department: 'D' },
      });
      expect(await workspace.database.users.find(workspace.organizationId, id)).toMatchObject({ email, name: 'After' });
    });

    it('one refused operation undoes all of them', async () => {
      const { id } = await createUser({ title: 'before' });
      const answer = await scim(
        `PATCH /scim/v2/Users/${id}`,
        patch({ op: 'replace', path: 'title', value: 'after' }, { op: 'replace', path: 'id', value: 'x' }),
      );
      expect(errorOf(answer)).toEqual([400, 'invalid_value', 'Operations[1].path', 'mutability']);
      expect(await findUser(id)).toMatchObject({ title: 'before', meta: { version: 'W/"1"' } });
    });

    it.each([
      ['Entra', { op: 'Replace', path: 'active', value: 'False' }],
      ['Okta', { op: 'replace', value: { active: false } }],
    ])('active: false as %s sends it ends sessions and PATs at once', async (_client, operation) => {
      const { workspaceId, organizationId, database } = workspace;
      const person = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'viewer' }] });
      if (person.user === undefined) throw new Error('no person');
      const { id } = person.user;
      const pat = await workspace.issuePat(person.user, workspaceId);
      expect([(await person.send('GET /auth/session')).status, (await pat.send('GET /admin/teams')).status]).toEqual([
        200, 200,
      ]);
      const before = await database.version();
      const answer = await scim(`PATCH /scim/v2/Users/${id}`, patch(operation));
      expect(answer.json()).toMatchObject({ active: false });
      expect([(await person.send('GET /auth/session')).status, (await pat.send('GET /admin/teams')).status]).toEqual([
        401, 401,
      ]);
      expect(await database.sessions.listOfUser(organizationId, id)).toEqual([]);
      const { changes } = await database.readTopics(before);
      expect(changes.flatMap(({ topics }) => topics)).toContain(`user:${id}`);
      await scim(`PATCH /scim/v2/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'True' }));
      expect([(await person.send('GET /auth/session')).status, (await pat.send('GET /admin/teams')).status]).toEqual([
        401, 200,
      ]);
    });

    it('are removed with sessions and PATs', async () => {
      const person = await workspace.signIn({ role: 'org_member' });
      const answer = await scim(`DELETE /scim/v2/Users/${person.user?.id}`);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect((await person.send('GET /auth/session')).status).toBe(401);
      expect(errorOf(await scim(`GET /scim/v2/Users/${person.user?.id}`))).toEqual([404, 'not_found', undefined]);
      expect(errorOf(await scim(`DELETE /scim/v2/Users/${person.user?.id}`))).toEqual([404, 'not_found', undefined]);
    });

    it('the last owner is neither removed nor deactivated, by whatever method: 409', async () => {
      const { send, organizationId } = { ...elsewhere, send: elsewhere.scim };
      const first = await workspace.signIn({ organizationId });
      const second = await workspace.signIn({ organizationId });
      const route = `/scim/v2/Users/${first.user?.id}`;
      expect((await send(`DELETE /scim/v2/Users/${second.user?.id}`)).status).toBe(204);
      const answers = [
        await send(`DELETE ${route}`),
        await send(`PATCH ${route}`, patch({ op: 'replace', path: 'active', value: false })),
        await send(`PUT ${route}`, { userName: first.user?.email, active: false }),
      ];
      for (const answer of answers) expect(errorOf(answer)).toEqual([409, 'conflict', undefined]);
      expect((await first.send('GET /auth/session')).status).toBe(200);
    });

    it('of two last owners who go at the same moment one stays', async () => {
      const { organizationId } = await addTenant(workspace.database, `owners-${++counter}`);
      const { send } = await issue(organizationId);
      const owners = [await workspace.signIn({ organizationId }), await workspace.signIn({ organizationId })];
      const answers = await Promise.all(owners.map(({ user }) => send(`DELETE /scim/v2/Users/${user?.id}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    });
  });

  describe('lists', () => {
    let names: string[];

    beforeAll(async () => {
      names = ['c', 'a', 'b'].map((letter) => `list-${letter}-${++counter}@list.example`);
      for (const [at, userName] of names.entries()) {
        await createUser({
          userName,
          externalId: `List-${at}`,
          title: at === 1 ? undefined : `T${at}`,
          active: at !== 2,
        });
      }
    });
    const all = 'userName ew "@list.example"';
    const namesOf = ({ Resources }: List) => Resources.map(({ userName }) => userName);

    it('answer with a ListResponse', async () => {
      const list = await search('Users', { filter: all });
      expect(list).toMatchObject({ schemas: [LIST], totalResults: 3, startIndex: 1, itemsPerPage: 3 });
      expect(namesOf(list)).toEqual(names);
    });

    it.each([
      ['userName eq "LIST', 0],
      ['externalId eq "List-1"', 1],
      ['externalId eq "list-1"', 0],
      [`${all} and active eq true`, 2],
      [`${all} and active eq "False"`, 1],
      [`${all} and title pr`, 2],
      [`${all} and not (title pr)`, 1],
      [`${all} and (title eq "t0" or title eq "t2")`, 2],
      [`${all} and meta.created gt "2020-01-01T00:00:00Z"`, 3],
      ['emails[type eq "work" and value co "@list.example"]', 3],
      [`${all} and shoeSize gt 3`, 0],
      ['userName eq "nobody@list.example"', 0],
    ])('filter by %s', async (filter, total) => {
      if (filter.endsWith('"LIST')) {
        expect(errorOf(await scim(`GET /scim/v2/Users?${new URLSearchParams({ filter })}`))).toEqual([
          400,
          'invalid_value',
          'filter',
          'invalidFilter',
        ]);
        return;
      }
      expect((await search('Users', { filter })).totalResults).toBe(total);
    });

    it('an id that is none finds nobody, and no filter reaches another tenant', async () => {
      expect((await search('Users', { filter: 'id eq "x"' })).totalResults).toBe(0);
      const { id, userName } = await createUser({ externalId: 'theirs' }, elsewhere.scim);
      for (const filter of [`id eq "${id}"`, `userName eq "${userName}"`, 'externalId eq "theirs"']) {
        expect((await search('Users', { filter })).totalResults).toBe(0);
      }
      const everybody = await search('Users', { count: '200' });
      expect(everybody.Resources.map((user) => user.id)).not.toContain(id);
    });

    it('sort both ways, those without a value last', async () => {
      const up = await search('Users', { filter: all, sortBy: 'userName' });
      expect(namesOf(up)).toEqual([names[1], names[2], names[0]]);
      const down = await search('Users', { filter: all, sortBy: 'userName', sortOrder: 'descending' });
      expect(namesOf(down)).toEqual([names[0], names[2], names[1]]);
      expect(namesOf(await search('Users', { filter: all, sortBy: 'title' }))).toEqual([names[0], names[2], names[1]]);
    });

    it('page by startIndex and count, each once; out of bounds is not an error (RFC 7644 section 3.4.2.4)', async () => {
      const page = (startIndex: string, count: string) =>
        search('Users', { filter: all, sortBy: 'userName', startIndex, count });
      expect(namesOf(await page('1', '2'))).toEqual([names[1], names[2]]);
      expect(await page('3', '2')).toMatchObject({ totalResults: 3, startIndex: 3, itemsPerPage: 1 });
      expect(await page('9', '2')).toMatchObject({ totalResults: 3, itemsPerPage: 0, Resources: [] });
      expect(await page('0', '0')).toMatchObject({ totalResults: 3, startIndex: 1, itemsPerPage: 0 });
      expect(await page('-5', '-1')).toMatchObject({ totalResults: 3, startIndex: 1, itemsPerPage: 0 });
      const whole = await search('Users', { count: '999' });
      const pages: unknown[] = [];
      for (let at = 1; at <= whole.totalResults; at += 7) {
        pages.push(...(await search('Users', { startIndex: String(at), count: '7' })).Resources.map(({ id }) => id));
      }
      expect(pages).toEqual(whole.Resources.map(({ id }) => id));
    });

    it.each([
      ['startIndex', 'x'],
      ['count', '1.5'],
      ['count', ''],
    ])('refuse %s=%s', async (name, value) => {
      expect(errorOf(await scim(`GET /scim/v2/Users?${name}=${value}`)).slice(0, 3)).toEqual([
        400,
        'invalid_value',
        name,
      ]);
    });

    it('show the attributes that were asked for, and no others but `id` and `schemas`', async () => {
      const one = `userName eq "${names[0]}"`;
      const only = await search('Users', { filter: one, attributes: 'USERNAME,meta.version,unknown' });
      expect(only.Resources).toEqual([
        { schemas: [USER], id: expect.any(String), userName: names[0], meta: { version: 'W/"1"' } },
      ]);
      const without = await search('Users', { filter: one, excludedAttributes: 'meta,emails.type,id' });
      const [user] = without.Resources;
      expect(user?.meta).toBeUndefined();
      expect([typeof user?.id, user?.emails]).toEqual(['string', [{ value: names[0], primary: true }]]);
    });
  });

  describe('versions (RFC 7644 section 3.14)', () => {
    it('a change goes with the version that If-Match names, else 412 and nothing is changed', async () => {
      const { id, userName } = await createUser({ title: 'one' });
      const route = `/scim/v2/Users/${id}`;
      const set = (title: string) => patch({ op: 'replace', path: 'title', value: title });
      const first = await scim(`PATCH ${route}`, set('two'), { 'if-match': 'W/"1"' });
      expect([first.status, first.headers.etag]).toEqual([200, 'W/"2"']);
      const stale = [
        await scim(`PATCH ${route}`, set('three'), { 'if-match': 'W/"1"' }),
        await scim(`PUT ${route}`, { userName }, { 'if-match': '"1"' }),
        await scim(`DELETE ${route}`, undefined, { 'if-match': 'W/"1", W/"7"' }),
      ];
      for (const answer of stale) expect(errorOf(answer)).toEqual([412, 'precondition_failed', undefined]);
      expect(await findUser(id)).toMatchObject({ title: 'two' });
      expect((await scim(`PATCH ${route}`, set('three'), { 'if-match': '*' })).status).toBe(200);
      expect((await scim(`DELETE ${route}`, undefined, { 'if-match': 'W/"1", W/"3"' })).status).toBe(204);
    });

    it('of two changes of the same version at the same moment one is refused', async () => {
      const { id } = await createUser();
      const change = (title: string) =>
        scim(`PATCH /scim/v2/Users/${id}`, patch({ op: 'add', path: 'title', value: title }), { 'if-match': 'W/"1"' });
      const answers = await Promise.all([change('a'), change('b')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    });

    it('two changes at the same moment without If-Match are both kept', async () => {
      const { id } = await createUser();
      const change = (path: string) => scim(`PATCH /scim/v2/Users/${id}`, patch({ op: 'add', path, value: 'x' }));
      await Promise.all([change('title'), change('nickName')]);
      expect(await findUser(id)).toMatchObject({ title: 'x', nickName: 'x' });
    });

    it('a read of what the client has already is 304, without a body', async () => {
      const { id } = await createUser();
      const known = await scim(`GET /scim/v2/Users/${id}`, undefined, { 'if-none-match': 'W/"1"' });
      expect([known.status, known.text, known.headers.etag]).toEqual([304, '', 'W/"1"']);
      expect((await scim(`GET /scim/v2/Users/${id}`, undefined, { 'if-none-match': 'W/"9"' })).status).toBe(200);
    });

    it('a change that changes nothing keeps the version', async () => {
      const { id } = await createUser({ title: 'same' });
      const answer = await scim(`PATCH /scim/v2/Users/${id}`, patch({ op: 'replace', path: 'title', value: 'same' }));
      expect([answer.status, answer.headers.etag]).toEqual([200, 'W/"1"']);
    });
  });

  describe('groups are teams', () => {
    it('are created with members, who see it at themselves', async () => {
      const ada = await createUser();
      const displayName = `research ${++counter}`;
      const answer = await scim('POST /scim/v2/Groups', {
        schemas: [GROUP],
        displayName,
        externalId: 'group-1',
        members: [{ value: ada.id, display: 'Ada' }],
        allowed_models: [],
      });
      const group = resourceOf(answer);
      expect([answer.status, answer.headers.location]).toEqual([201, group.meta.location]);
      expect(group).toMatchObject({
        schemas: [GROUP],
        displayName,
        externalId: 'group-1',
        members: [{ value: ada.id, $ref: `${workspace.url}/scim/v2/Users/${ada.id}`, type: 'User' }],
        meta: { resourceType: 'Group', location: `${workspace.url}/scim/v2/Groups/${group.id}` },
      });
      expect((await findUser(ada.id)).groups).toEqual([
        { value: group.id, $ref: group.meta.location, display: displayName, type: 'direct' },
      ]);
      expect(await workspace.database.teams.find(workspace.organizationId, group.id)).toMatchObject({
        name: displayName,
        allowedModels: null,
        source: 'database',
      });
      expect((await search('Users', { filter: `groups.value eq "${group.id}"` })).totalResults).toBe(1);
      expect((await search('Groups', { filter: `members[value eq "${ada.id}"]` })).totalResults).toBe(1);
      expect((await search('Groups', { filter: `displayName eq "${displayName.toUpperCase()}"` })).totalResults).toBe(
        1,
      );
      expect((await search('Groups', { filter: 'externalId eq "group-1"' })).totalResults).toBe(1);
    });

    it('leave members out where they are not asked for', async () => {
      const ada = await createUser();
      const { id } = await createGroup({ members: [{ value: ada.id }] });
      const found = resourceOf(await scim(`GET /scim/v2/Groups/${id}?excludedAttributes=members`));
      expect(found.members).toBeUndefined();
      const [listed] = (await search('Groups', { filter: `id eq "${id}"`, excludedAttributes: 'members' })).Resources;
      expect([listed?.id, listed?.members]).toEqual([id, undefined]);
    });

    it('change their members as Entra and Okta send it, in one change of the audit trail', async () => {
      const [one, two, three] = [await createUser(), await createUser(), await createUser()];
      const { id } = await createGroup({ members: [{ value: one.id }] });
      const membersAfter = async (...operations: object[]) => {
        const answer = await scim(`PATCH /scim/v2/Groups/${id}`, patch(...operations));
        expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
        return ((resourceOf(answer).members ?? []) as { value: string }[]).map(({ value }) => value).sort();
      };
      const sorted = (...users: Resource[]) => users.map((user) => user.id).sort();
      expect(await membersAfter({ op: 'Add', path: 'members', value: [{ value: two.id }, { value: one.id }] })).toEqual(
        sorted(one, two),
      );
      const filter = `members[value eq "${one.id}"]`;
      expect(
        await membersAfter(
          { op: 'remove', path: filter },
          { op: 'add', path: 'members', value: [{ value: three.id }] },
        ),
      ).toEqual(sorted(two, three));
      expect(await membersAfter({ op: 'Remove', path: 'members', value: [{ value: two.id }] })).toEqual(sorted(three));
      expect(await membersAfter({ op: 'replace', value: { id, members: [{ value: one.id }] } })).toEqual(sorted(one));
      const { data } = await workspace.database.changes.listPage(workspace.organizationId, {
        limit: 1,
        filters: { targetId: id },
      });
      expect(data).toMatchObject([
        {
          action: 'team.change_members',
          actorType: 'scim',
          actorId: tokenId,
          before: { removed: [three.id] },
          after: { added: [one.id] },
        },
      ]);
    });

    it('are renamed; a name and an externalId are unique: 409', async () => {
      const one = await createGroup({ externalId: 'unique' });
      const two = await createGroup();
      const rename = patch({ op: 'Replace', path: 'displayName', value: one.displayName });
      expect(errorOf(await scim(`PATCH /scim/v2/Groups/${two.id}`, rename))).toEqual([
        409,
        'conflict',
        'displayName',
        'uniqueness',
      ]);
      const external = patch({ op: 'add', path: 'externalId', value: 'unique' });
      expect(errorOf(await scim(`PATCH /scim/v2/Groups/${two.id}`, external))).toEqual([
        409,
        'conflict',
        'externalId',
        'uniqueness',
      ]);
      const renamed = await scim(`PUT /scim/v2/Groups/${two.id}`, { displayName: 'renamed' });
      expect(renamed.json()).toMatchObject({ displayName: 'renamed' });
    });

    it('keep the models, limits and budget that people set', async () => {
      const { id } = await createGroup();
      const limits = { allowedModels: ['a'], rpmLimit: 5, tokenBudgetMonthly: 7 };
      await workspace.database.change(TEST, ({ teams }) => teams.update(workspace.organizationId, id, limits));
      await scim(`PUT /scim/v2/Groups/${id}`, { displayName: `kept ${id}` });
      expect(await workspace.database.teams.find(workspace.organizationId, id)).toMatchObject(limits);
    });

    it.each([
      ['no name', {}, 'displayName'],
      ['an empty name', { displayName: '' }, 'displayName'],
      ['a name that is too long', { displayName: 'x'.repeat(201) }, 'displayName'],
      ['a member that is no id', { displayName: 'x', members: [{ value: 'x' }] }, 'members[0].value'],
      [
        'a member that nobody is',
        { displayName: 'x', members: [{ value: '01930000-0000-7000-8000-00000000000a' }] },
        'members',
      ],
    ])('are refused with %s: 400', async (_what, body, param) => {
      expect(errorOf(await scim('POST /scim/v2/Groups', body))).toEqual([400, 'invalid_value', param, 'invalidValue']);
    });

    it('take nobody of another tenant, and leave the group as it was', async () => {
      const stranger = await createUser({}, elsewhere.scim);
      const { id } = await createGroup();
      const answer = await scim(
        `PATCH /scim/v2/Groups/${id}`,
        patch({ op: 'add', path: 'members', value: [{ value: stranger.id }] }),
      );
      expect(errorOf(answer)).toEqual([400, 'invalid_value', 'members', 'invalidValue']);
      expect(resourceOf(await scim(`GET /scim/v2/Groups/${id}`)).members).toBeUndefined();
    });

    it('of gateway.yaml are read-only: 409 declared_in_config', async () => {
      const { id, displayName } = await createGroup();
      await workspace.database.change(TEST, ({ teams }) =>
        teams.update(workspace.organizationId, id, { source: 'config' }),
      );
      expect((await scim(`GET /scim/v2/Groups/${id}`)).json()).toMatchObject({ displayName });
      for (const [route, body] of [
        [`PUT /scim/v2/Groups/${id}`, { displayName: 'x' }],
        [`PATCH /scim/v2/Groups/${id}`, patch({ op: 'remove', path: 'members' })],
        [`DELETE /scim/v2/Groups/${id}`],
      ] as const) {
        expect(errorOf(await scim(route, body))).toEqual([409, 'declared_in_config', undefined]);
      }
    });

    it('are removed, but not while keys of the team exist', async () => {
      const { id } = await createGroup();
      const key = await workspace.issueKey({ teamId: id });
      expect(errorOf(await scim(`DELETE /scim/v2/Groups/${id}`))).toEqual([409, 'conflict', undefined]);
      await workspace.database.change(TEST, ({ credentials }) =>
        credentials.remove(workspace.organizationId, key.credentialId),
      );
      expect((await scim(`DELETE /scim/v2/Groups/${id}`)).status).toBe(204);
      expect((await scim(`GET /scim/v2/Groups/${id}`)).status).toBe(404);
    });
  });

  it('what is of another tenant is as good as not there', async () => {
    const user = await createUser({}, elsewhere.scim);
    const group = await createGroup({}, elsewhere.scim);
    for (const [route, body] of [
      [`GET /scim/v2/Users/${user.id}`],
      [`PUT /scim/v2/Users/${user.id}`, { userName: newName() }],
      [`PATCH /scim/v2/Users/${user.id}`, patch({ op: 'replace', path: 'active', value: false })],
      [`DELETE /scim/v2/Users/${user.id}`],
      [`GET /scim/v2/Groups/${group.id}`],
      [`PUT /scim/v2/Groups/${group.id}`, { displayName: 'x' }],
      [`PATCH /scim/v2/Groups/${group.id}`, patch({ op: 'remove', path: 'members' })],
      [`DELETE /scim/v2/Groups/${group.id}`],
    ] as const) {
      expect([route, ...errorOf(await scim(route, body))]).toEqual([route, 404, 'not_found', undefined]);
    }
    expect(resourceOf(await elsewhere.scim(`GET /scim/v2/Users/${user.id}`))).toEqual(user);
  });

  it('every change is written down with the token as its actor', async () => {
    const { id } = await createUser();
    await scim(`PATCH /scim/v2/Users/${id}`, patch({ op: 'add', path: 'title', value: 'x' }), {
      'x-request-id': 'scim-1',
    });
    const { data } = await workspace.database.changes.listPage(workspace.organizationId, {
      limit: 5,
      filters: { targetId: id },
    });
    expect(data).toMatchObject([
      { action: 'user.update', actorType: 'scim', actorId: tokenId, requestId: 'scim-1' },
      { action: 'user.create', actorType: 'scim', actorId: tokenId, before: null },
    ]);
  });
});
