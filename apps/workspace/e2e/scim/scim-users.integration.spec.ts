import { describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import { ENTERPRISE, errorOf, patch, resourceOf, startScimTests, USER } from './start-scim-tests.js';

describe.each(serviceDatabases())('/scim/v2/Users on $name (docs/contract/scim.md#protocol)', (kind) => {
  const world = startScimTests(kind);

  describe('users', () => {
    it('are created with what was sent, a place, a version; unknown attributes and passwords are ignored', async () => {
      const userName = `Ada-${world.count()}@Example.com`;
      const answer = await world.scim('POST /scim/v2/Users', {
        schemas: [USER, ENTERPRISE, 'urn:example:unknown'],
        userName,
        externalId: 'ext-ada',
        password: 'correct horse battery',
        name: { givenName: 'Ada', familyName: 'Lovelace', shoeSize: 3 },
        displayName: 'Ada L.',
        emails: [{ value: userName, type: 'work', primary: true }],
        roles: [{ value: 'owner' }],
        role: 'owner',
        organizationId: world.elsewhere.organizationId,
        id: 'mine',
        meta: { version: 'mine' },
        groups: [{ value: 'x' }],
        [ENTERPRISE]: { department: 'Analysis' },
      });
      const user = resourceOf(answer);
      expect([answer.status, answer.headers['content-type'], answer.headers.location, answer.headers.etag]).toEqual([
        201,
        'application/scim+json; charset=utf-8',
        `${world.workspace.url}/scim/v2/Users/${user.id}`,
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
          location: `${world.workspace.url}/scim/v2/Users/${user.id}`,
          version: 'W/"1"',
        },
      });
      expect(await world.workspace.database.users.find(world.workspace.organizationId, user.id)).toMatchObject({
        email: userName.toLowerCase(),
        name: 'Ada L.',
        role: 'org_member',
        hasPassword: false,
      });
      expect(await world.findUser(user.id)).toEqual(user);
    });

    it('a userName, an email address and an externalId are unique, whatever the case of a userName: 409', async () => {
      const userName = world.newName();
      await world.createUser({ userName, externalId: 'ext-1', emails: [{ value: 'one@mail.example' }] });
      const create = (body: object) => world.scim('POST /scim/v2/Users', body);
      expect(
        errorOf(await create({ userName: userName.toUpperCase(), emails: [{ value: 'two@mail.example' }] })),
      ).toEqual([409, 'conflict', 'userName', 'uniqueness']);
      expect(errorOf(await create({ userName: 'b', emails: [{ value: 'ONE@mail.example' }] }))).toEqual([
        409,
        'conflict',
        'emails',
        'uniqueness',
      ]);
      expect(errorOf(await create({ userName: world.newName(), externalId: 'ext-1' }))).toEqual([
        409,
        'conflict',
        'externalId',
        'uniqueness',
      ]);
      const there = await world.elsewhere.scim('POST /scim/v2/Users', { userName, externalId: 'ext-1' });
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
    ])('are rejected with %s: 400', async (_what, body, param) => {
      const answer = await world.scim('POST /scim/v2/Users', body);
      expect(errorOf(answer).slice(0, 3)).toEqual([400, 'invalid_value', param]);
    });

    it('are rejected with more attributes than one person needs, and bodies that are none', async () => {
      const many = Array.from({ length: 60 }, (_, at) => ({ value: `${at}${'x'.repeat(2_000)}` }));
      const answer = await world.scim('POST /scim/v2/Users', { userName: world.newName(), entitlements: many });
      expect(errorOf(answer)).toEqual([400, 'invalid_value', 'invalidValue']);
      expect(errorOf(await world.scim('POST /scim/v2/Users', '[]'))).toEqual([
        400,
        expect.any(String),
        'invalidSyntax',
      ]);
      expect(errorOf(await world.scim('POST /scim/v2/Users', '{'))).toEqual([400, 'invalid_json', 'invalidSyntax']);
    });

    it('are replaced: what is left out is gone, but for `active`', async () => {
      const { id, userName } = await world.createUser({ title: 'x', externalId: 'gone', active: 'False' });
      const answer = await world.scim(`PUT /scim/v2/Users/${id}`, { userName, displayName: 'New' });
      expect([answer.status, answer.headers.etag]).toEqual([200, 'W/"2"']);
      expect(answer.json()).toMatchObject({ id, userName, displayName: 'New', active: false });
      expect(Object.keys(resourceOf(answer))).not.toEqual(expect.arrayContaining(['title']));
      expect(resourceOf(answer).externalId).toBeUndefined();
    });

    it('are not created over: who had an account before is found by the address, and taken over by a PUT', async () => {
      const person = await world.workspace.signIn({ role: 'org_admin' });
      const { id = '', email: userName = '' } = person.user ?? {};
      expect((await world.scim('POST /scim/v2/Users', { userName })).status).toBe(409);
      const found = await world.search('Users', { filter: `userName eq "${userName.toUpperCase()}"` });
      expect(found.Resources).toMatchObject([{ id, userName }]);
      await world.scim(`PUT /scim/v2/Users/${id}`, { userName, externalId: 'taken-over' });
      expect(await world.workspace.database.users.find(world.workspace.organizationId, id)).toMatchObject({
        scimUserName: userName,
        scimExternalId: 'taken-over',
        role: 'org_admin',
      });
    });

    it('are patched as Entra does it', async () => {
      const { id } = await world.createUser({ displayName: 'Before' });
      const email = world.newName();
      const answer = await world.scim(
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
      expect(await world.workspace.database.users.find(world.workspace.organizationId, id)).toMatchObject({
        email,
        name: 'After',
      });
    });

    it('one rejected operation undoes all of them', async () => {
      const { id } = await world.createUser({ title: 'before' });
      const answer = await world.scim(
        `PATCH /scim/v2/Users/${id}`,
        patch({ op: 'replace', path: 'title', value: 'after' }, { op: 'replace', path: 'id', value: 'x' }),
      );
      expect(errorOf(answer)).toEqual([400, 'invalid_value', 'Operations[1].path', 'mutability']);
      expect(await world.findUser(id)).toMatchObject({ title: 'before', meta: { version: 'W/"1"' } });
    });

    it.each([
      ['Entra', { op: 'Replace', path: 'active', value: 'False' }],
      ['Okta', { op: 'replace', value: { active: false } }],
    ])('active: false as %s sends it ends sessions and PATs at once, for good', async (_client, operation) => {
      const { workspaceId, organizationId, database } = world.workspace;
      const person = await world.workspace.signIn({
        role: 'org_member',
        memberships: [{ workspaceId, role: 'viewer' }],
      });
      if (person.user === undefined) throw new Error('no person');
      const { id } = person.user;
      const pat = await world.workspace.issuePat(person.user, workspaceId);
      expect([(await person.send('GET /auth/session')).status, (await pat.send('GET /admin/teams')).status]).toEqual([
        200, 200,
      ]);
      const before = await database.version();
      const answer = await world.scim(`PATCH /scim/v2/Users/${id}`, patch(operation));
      expect(answer.json()).toMatchObject({ active: false });
      expect([(await person.send('GET /auth/session')).status, (await pat.send('GET /admin/teams')).status]).toEqual([
        401, 401,
      ]);
      expect(await database.sessions.listOfUser(organizationId, id)).toEqual([]);
      const { changes } = await database.readTopics(before);
      expect(changes.flatMap(({ topics }) => topics)).toContain(`user:${id}`);
      await world.scim(`PATCH /scim/v2/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'True' }));
      expect([(await person.send('GET /auth/session')).status, (await pat.send('GET /admin/teams')).status]).toEqual([
        401, 401,
      ]);
    });

    it('are removed with sessions and PATs', async () => {
      const person = await world.workspace.signIn({ role: 'org_member' });
      const answer = await world.scim(`DELETE /scim/v2/Users/${person.user?.id}`);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect((await person.send('GET /auth/session')).status).toBe(401);
      expect(errorOf(await world.scim(`GET /scim/v2/Users/${person.user?.id}`))).toEqual([404, 'not_found', undefined]);
      expect(errorOf(await world.scim(`DELETE /scim/v2/Users/${person.user?.id}`))).toEqual([
        404,
        'not_found',
        undefined,
      ]);
    });
  });
});
