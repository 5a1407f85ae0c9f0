import { beforeAll, describe, expect, it } from '@jest/globals';
import { serviceDatabases, type TestDatabase } from '@multilane/testing';
import { ENTERPRISE, errorOf, listOf, patch, type Resource, resourceOf, startScimTests } from './start-scim-tests.js';

const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
const [kind] = serviceDatabases() as [TestDatabase];

describe('SCIM clients of the field', () => {
  const world = startScimTests(kind);
  let ada: Resource;

  beforeAll(async () => {
    ada = await world.createUser({
      userName: 'ada@clients.example',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      emails: [
        { value: 'ada@clients.example', type: 'work', primary: true },
        { value: 'ada@home.example', type: 'home' },
      ],
    });
  });

  const filtered = async (filter: string): Promise<readonly string[]> =>
    (await world.search('Users', { filter })).Resources.map(({ id }) => id);
  const patched = async (id: string, ...operations: object[]): Promise<Resource> => {
    const answer = await world.scim(`PATCH /scim/v2/Users/${id}`, patch(...operations));
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return resourceOf(answer);
  };

  describe('filters on a value of a list', () => {
    it.each<[string, boolean]>([
      ['emails[type eq "work"].value eq "ADA@clients.example"', true],
      ['emails[type eq "home"].value eq "ada@clients.example"', false],
      ['emails[type eq "home"].value sw "ada@home"', true],
      ['emails[type eq "home"].value pr', true],
      ['emails[type eq "other"].value pr', false],
      ['emails[type eq "work" and primary eq true].value co "clients" and active eq true', true],
      ['not (emails[type eq "home"].value eq "ada@home.example") and userName eq "ada@clients.example"', false],
      ['(emails[type eq "x"].value eq "y") or emails[type eq "work"].value eq "ada@clients.example"', true],
    ])('%s finds her: %s', async (filter, isFound) => {
      expect(await filtered(filter)).toEqual(isFound ? [ada.id] : []);
    });

    it.each([
      'emails[type eq "work"]. eq "x"',
      'emails[type eq "work"].value',
      'emails[type eq "work"].value eq',
      'emails[type eq "work"].1 eq "x"',
      'emails[type eq "work"].value is "x"',
      'emails[type eq "work"].value eq "x" "y"',
    ])('%s is 400 invalidFilter', async (filter) => {
      const answer = await world.scim(`GET /scim/v2/Users?${new URLSearchParams({ filter })}`);
      expect(errorOf(answer)).toEqual([400, 'invalid_value', 'filter', 'invalidFilter']);
    });
  });

  describe('a name and an address', () => {
    it.each([
      ['Grace Brewster Hopper', 'Grace Brewster', 'Hopper'],
      ['Cher', 'Cher', 'Cher'],
      ['grace.hopper@example.com', 'grace', 'hopper'],
      ['solo@example.com', 'solo', 'solo'],
    ])('are there of %s, whom nobody provisioned', async (name, givenName, familyName) => {
      const { database, organizationId } = world.workspace;
      const email = `plain-${world.count()}@example.com`;
      const actor = { type: 'system', id: null, name: 'test' } as const;
      const { id } = await database.change(actor, ({ users }) => users.create(organizationId, { email, name }));
      expect(await world.findUser(id)).toMatchObject({
        userName: email,
        name: { formatted: name, givenName, familyName },
        active: true,
        emails: [{ value: email, primary: true }],
      });
      const changed = await patched(id, { op: 'replace', path: 'name.familyName', value: 'Byron' });
      expect(changed).toMatchObject({ name: { givenName, familyName: 'Byron' } });
      expect(await database.users.find(organizationId, id)).toMatchObject({ name: `${givenName} Byron` });
    });

    it('that the service made up are not stored for the client: a PATCH of something else changes no name', async () => {
      const { id } = await world.createUser({ displayName: 'Grace Hopper' });
      const changed = await patched(id, { op: 'replace', path: 'title', value: 'Admiral' });
      expect(changed).toMatchObject({ title: 'Admiral', displayName: 'Grace Hopper' });
      const { database, organizationId } = world.workspace;
      const user = await database.users.find(organizationId, id);
      expect(user).toMatchObject({ name: 'Grace Hopper' });
      expect(user?.scimAttributes).not.toHaveProperty('name');
    });
  });

  describe('removing by PATCH', () => {
    it('`active` makes the person inactive, shows no `active`, and setting it shows it again', async () => {
      const { id } = await world.createUser();
      expect(await patched(id, { op: 'remove', path: 'active' })).not.toHaveProperty('active');
      expect(await world.findUser(id)).not.toHaveProperty('active');
      const { database, organizationId } = world.workspace;
      expect(await database.users.find(organizationId, id)).toMatchObject({ active: false });
      expect(await patched(id, { op: 'replace', path: 'title', value: 'x' })).not.toHaveProperty('active');
      expect(await patched(id, { op: 'Add', path: 'active', value: 'True' })).toMatchObject({ active: true });
      expect(await database.users.find(organizationId, id)).toMatchObject({ active: true });
    });

    it('`emails` shows none, and the person signs in with the address until now', async () => {
      const address = `kept-${world.count()}@example.com`;
      const { id } = await world.createUser({ userName: `kept${world.count()}`, emails: [{ value: address }] });
      expect(await patched(id, { op: 'remove', path: 'emails' })).not.toHaveProperty('emails');
      expect(await world.findUser(id)).not.toHaveProperty('emails');
      const { database, organizationId } = world.workspace;
      expect(await database.users.find(organizationId, id)).toMatchObject({ email: address });
      const emails = [{ value: `new-${world.count()}@example.com`, type: 'work' }];
      expect(await patched(id, { op: 'add', path: 'emails', value: emails })).toMatchObject({ emails });
    });

    it('`name` shows none', async () => {
      const { id } = await world.createUser({ name: { givenName: 'Ada', familyName: 'L' } });
      expect(await patched(id, { op: 'Remove', path: 'name' })).not.toHaveProperty('name');
      expect(await world.findUser(id)).not.toHaveProperty('name');
    });
  });

  describe('PATCH as Entra and Okta write it', () => {
    it.each<[string, object, object]>([
      ['a capitalised op', { op: 'Replace', path: 'displayName', value: 'A' }, { displayName: 'A' }],
      ['an op in capitals', { op: 'ADD', path: 'title', value: 'B' }, { title: 'B' }],
      [
        'members without a path',
        { op: 'replace', value: { title: 'C', nickName: 'c' } },
        { title: 'C', nickName: 'c' },
      ],
      ['dotted members without a path', { op: 'add', value: { 'name.givenName': 'D' } }, { name: { givenName: 'D' } }],
      [
        'a filter without a path',
        { op: 'add', value: { 'emails[type eq "work"].value': 'e@clients.example' } },
        { emails: [{ value: 'e@clients.example', type: 'work' }] },
      ],
      [
        'a filter in the path of what is not there',
        { op: 'Add', path: 'addresses[type eq "work"].formatted', value: 'F' },
        { addresses: [{ type: 'work', formatted: 'F' }] },
      ],
      [
        '"True" in a filter',
        { op: 'Add', path: 'roles[primary eq "True"].value', value: 'G' },
        { roles: [{ primary: true, value: 'G' }] },
      ],
      ['"False" in a list', { op: 'Replace', path: 'active', value: [{ value: 'False' }] }, { active: false }],
      [
        'a colon before a part of the extension',
        { op: 'Add', path: `${ENTERPRISE}:department`, value: 'H' },
        { [ENTERPRISE]: { department: 'H' } },
      ],
      [
        'a dot before it',
        { op: 'Add', path: `${ENTERPRISE}.department`, value: 'I' },
        { [ENTERPRISE]: { department: 'I' } },
      ],
      [
        'a manager as text',
        { op: 'Add', path: `${ENTERPRISE}:manager`, value: 'm1' },
        { [ENTERPRISE]: { manager: { value: 'm1' } } },
      ],
      [
        'a part of the manager',
        { op: 'Add', path: `${ENTERPRISE}:manager.value`, value: 'm2' },
        { [ENTERPRISE]: { manager: { value: 'm2' } } },
      ],
      [
        'the extension without a path',
        { op: 'replace', value: { [ENTERPRISE]: { costCenter: 'J' } } },
        { [ENTERPRISE]: { costCenter: 'J' } },
      ],
      [
        'an extension’s attribute without a path',
        { op: 'replace', value: { [`${ENTERPRISE}:division`]: 'K' } },
        { [ENTERPRISE]: { division: 'K' } },
      ],
    ])('%s', async (_what, operation, expected) => {
      const { id } = await world.createUser();
      expect(await patched(id, operation)).toMatchObject(expected);
      expect(await world.findUser(id)).toMatchObject(expected);
    });
  });

  describe('groups', () => {
    it('show how their members are called, and are found by it', async () => {
      const grace = await world.createUser({ displayName: 'Grace Hopper' });
      const group = await world.createGroup({ members: [{ value: grace.id, display: 'somebody' }] });
      const members = [{ value: grace.id, display: 'Grace Hopper', type: 'User' }];
      expect(resourceOf(await world.scim(`GET /scim/v2/Groups/${group.id}`))).toMatchObject({ members });
      const filter = `id eq "${group.id}" and members.display eq "grace hopper"`;
      expect((await world.search('Groups', { filter })).Resources).toMatchObject([{ members }]);
    });
  });

  describe('POST /.search', () => {
    const search = async (path: string, body: object) => listOf(await world.scim(`POST /scim/v2${path}/.search`, body));

    it('finds users, groups, and both, as the list does with the same words', async () => {
      const title = `searched-${world.count()}`;
      const { id } = await world.createUser({ userName: `${title}@clients.example`, displayName: title });
      const group = await world.createGroup({ displayName: title });
      const filter = `displayName eq "${title}"`;
      const body = { schemas: [SEARCH], filter, attributes: ['displayName'] };
      const shown = { schemas: expect.any(Array), displayName: title };
      const users = await world.scim('POST /scim/v2/Users/.search', body);
      expect([users.status, users.headers['content-type']]).toEqual([200, 'application/scim+json; charset=utf-8']);
      expect(listOf(users).Resources).toEqual([{ ...shown, id }]);
      expect((await search('/Groups', body)).Resources).toEqual([{ ...shown, id: group.id }]);
      expect(await search('', body)).toMatchObject({ totalResults: 2, Resources: [{ id }, { id: group.id }] });
      expect(await search('', { ...body, startIndex: 2, count: 5 })).toMatchObject({
        totalResults: 2,
        startIndex: 2,
        itemsPerPage: 1,
        Resources: [{ id: group.id }],
      });
      const sorted = await search('', { filter, sortBy: 'meta.created', sortOrder: 'descending', count: 1 });
      expect(sorted.Resources).toMatchObject([{ id: group.id }]);
    });

    it('shows nobody of another tenant', async () => {
      const { userName } = await world.createUser({}, world.elsewhere.scim);
      expect(await search('', { filter: `userName eq "${userName}"` })).toMatchObject({
        totalResults: 0,
        Resources: [],
      });
    });

    it.each<[string, object | string, string | undefined]>([
      ['no object', '[]', 'invalidSyntax'],
      ['another message', { schemas: ['urn:x'] }, 'invalidSyntax'],
      ['a filter that is none', { filter: 'userName' }, 'invalidFilter'],
      ['a filter that is no text', { filter: 7 }, 'invalidFilter'],
      ['a count that is none', { count: 'many' }, 'invalidValue'],
    ])('is 400 for %s', async (_what, body, scimType) => {
      for (const path of ['', '/Users', '/Groups']) {
        const answer = await world.scim(`POST /scim/v2${path}/.search`, body);
        expect([answer.status, (answer.json() as { scimType?: string }).scimType]).toEqual([400, scimType]);
      }
    });
  });

  it('attributes and excludedAttributes may come one by one, or with commas', async () => {
    const keys = async (query: string): Promise<string[]> =>
      Object.keys(resourceOf(await world.scim(`GET /scim/v2/Users/${ada.id}?${query}`))).sort();
    const expected = ['active', 'id', 'schemas', 'userName'];
    expect(await keys('attributes=userName,active')).toEqual(expected);
    expect(await keys('attributes=userName&attributes=active')).toEqual(expected);
    expect(await keys('excludedAttributes=name&excludedAttributes=emails,meta')).toEqual(expected);
  });
});
