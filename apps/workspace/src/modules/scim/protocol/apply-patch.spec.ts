import { describe, expect, it } from '@jest/globals';
import { applyPatch } from './apply-patch.js';
import type { Resource } from './resource.js';
import { GROUP_SCHEMA, USER_SCHEMA } from './resource-schema.js';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const ADA: Resource = {
  id: 'a',
  userName: 'ada',
  active: true,
  name: { givenName: 'Ada' },
  emails: [
    { value: 'a@work.example', type: 'work', primary: true },
    { value: 'a@home.example', type: 'home' },
  ],
};
const TEAM: Resource = { id: 'g', displayName: 'team', members: [{ value: '1' }, { value: '2' }, { value: '3' }] };

const body = (Operations: unknown) => ({ schemas: [PATCH_OP], Operations });
const patchUser = (...operations: unknown[]) => applyPatch(USER_SCHEMA, ADA, body(operations));
const patchTeam = async (...operations: unknown[]) => (await applyPatch(GROUP_SCHEMA, TEAM, body(operations))).members;

describe('PATCH of a user (RFC 7644 section 3.5.2)', () => {
  it.each([
    ['replaces a value', { op: 'replace', path: 'userName', value: 'eve' }, { userName: 'eve' }],
    ['has no case in names', { op: 'replace', path: 'USERNAME', value: 'eve' }, { userName: 'eve' }],
    [
      'takes a path with the URN of the schema',
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:title', value: 'x' },
      { title: 'x' },
    ],
    [
      'adds a part',
      { op: 'add', path: 'name.familyName', value: 'L' },
      { name: { givenName: 'Ada', familyName: 'L' } },
    ],
    [
      'keeps the other parts of a replaced object',
      { op: 'replace', path: 'name', value: { familyName: 'L' } },
      { name: { givenName: 'Ada', familyName: 'L' } },
    ],
    ['removes a part', { op: 'remove', path: 'name.givenName' }, { name: {} }],
    [
      'replaces a part of the values that a filter chooses',
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'new@work.example' },
      {
        emails: [
          { value: 'new@work.example', type: 'work', primary: true },
          { value: 'a@home.example', type: 'home' },
        ],
      },
    ],
    [
      'replaces a whole value that a filter chooses',
      { op: 'replace', path: 'emails[type eq "home"]', value: { value: 'h@x.example', type: 'home' } },
      {
        emails: [
          { value: 'a@work.example', type: 'work', primary: true },
          { value: 'h@x.example', type: 'home' },
        ],
      },
    ],
    [
      'removes the values that a filter chooses',
      { op: 'remove', path: 'emails[type eq "home"]' },
      { emails: [{ value: 'a@work.example', type: 'work', primary: true }] },
    ],
    [
      'adds a value to a list once',
      { op: 'add', path: 'emails', value: [{ value: 'a@home.example', type: 'home', display: 'Home' }] },
      {
        emails: [
          { value: 'a@work.example', type: 'work', primary: true },
          { value: 'a@home.example', type: 'home', display: 'Home' },
        ],
      },
    ],
    [
      'has one primary value, the one that was said to be so last',
      { op: 'add', path: 'emails', value: { value: 'p@x.example', primary: true } },
      {
        emails: [
          { value: 'a@work.example', type: 'work', primary: false },
          { value: 'a@home.example', type: 'home' },
          { value: 'p@x.example', primary: true },
        ],
      },
    ],
    ['replaces a list', { op: 'replace', path: 'emails', value: [{ value: 'z' }] }, { emails: [{ value: 'z' }] }],
    [
      'sets an attribute of an extension',
      { op: 'add', path: `${ENTERPRISE}:department`, value: 'A' },
      { [ENTERPRISE]: { department: 'A' } },
    ],
    [
      'takes an extension as one value',
      { op: 'add', value: { [ENTERPRISE]: { Department: 'A' } } },
      { [ENTERPRISE]: { department: 'A' } },
    ],
    ['ignores what the schema does not know', { op: 'replace', path: 'shoeSize', value: 43 }, {}],
    ['ignores other extensions', { op: 'add', path: 'urn:example:2.0:User:badge', value: 1 }, {}],
    ['ignores unknown names without a path', { op: 'add', value: { shoeSize: 43, title: 'x' } }, { title: 'x' }],
    ['takes null for a removal', { op: 'replace', path: 'name', value: null }, { name: undefined }],
  ])('%s', async (_what, operation, expected) => {
    expect(await patchUser(operation)).toEqual({ ...ADA, ...expected });
  });

  it('leaves the resource that was given, and does operations in order', async () => {
    const before = structuredClone(ADA);
    const patched = await patchUser(
      { op: 'add', path: 'title', value: 'a' },
      { op: 'replace', path: 'title', value: 'b' },
    );
    expect([patched.title, ADA]).toEqual(['b', before]);
  });

  describe('in the form of Entra', () => {
    it.each([
      ['"False" for false', { op: 'Replace', path: 'active', value: 'False' }, { active: false }],
      ['a list around a single value', { op: 'Replace', path: 'title', value: [{ value: 'x' }] }, { title: 'x' }],
      [
        'a manager by id',
        { op: 'Add', path: `${ENTERPRISE}:manager`, value: 'm' },
        { [ENTERPRISE]: { manager: { value: 'm' } } },
      ],
      [
        'names with dots and filters without a path',
        { op: 'Add', value: { 'name.familyName': 'L', 'emails[type eq "home"].value': 'h' } },
        {
          name: { givenName: 'Ada', familyName: 'L' },
          emails: [
            { value: 'a@work.example', type: 'work', primary: true },
            { value: 'h', type: 'home' },
          ],
        },
      ],
      [
        'an address that is not there yet',
        { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '1' },
        { phoneNumbers: [{ type: 'mobile', value: '1' }] },
      ],
      [
        'a primary one that is not there yet',
        { op: 'Add', path: 'roles[primary eq "True"].value', value: 'r' },
        { roles: [{ primary: true, value: 'r' }] },
      ],
    ])('%s', async (_what, operation, expected) => {
      expect(await patchUser(operation)).toEqual({ ...ADA, ...expected });
    });
  });

  it('takes what Okta sends without a path, ids and schemas included', async () => {
    const value = { id: 'other', schemas: ['x'], active: false };
    expect(await patchUser({ op: 'replace', value })).toEqual({ ...ADA, active: false });
  });

  it.each([
    [
      'a path of what only the service sets',
      [{ op: 'replace', path: 'id', value: 'x' }],
      'mutability',
      'Operations[0].path',
    ],
    [
      'groups, which are changed at the group',
      [{ op: 'add', path: 'groups', value: [] }],
      'mutability',
      'Operations[0].path',
    ],
    ['a removal without a path', [{ op: 'remove' }], 'noTarget', 'Operations[0].path'],
    ['another operation', [{ op: 'move', path: 'title' }], 'invalidSyntax', 'Operations[0].op'],
    ['no operation', [], 'invalidSyntax', 'Operations'],
    ['operations that are none', ['x'], 'invalidSyntax', 'Operations[0]'],
    ['a value of the wrong type', [{ op: 'add', path: 'active', value: 'yes' }], 'invalidValue', 'Operations[0].value'],
    ['no value', [{ op: 'add', path: 'title' }], 'invalidValue', 'Operations[0].value'],
    ['a text where an object belongs', [{ op: 'add', value: 'x' }], 'invalidSyntax', 'Operations[0].value'],
    ['a path that is none', [{ op: 'add', path: 'a b', value: 1 }], 'invalidPath', 'Operations[0].path'],
    [
      'brackets that do not close',
      [{ op: 'add', path: 'emails[type eq "x"', value: 1 }],
      'invalidPath',
      'Operations[0].path',
    ],
    ['a filter on a single value', [{ op: 'add', path: 'title[x pr]', value: 1 }], 'invalidPath', 'Operations[0].path'],
    ['a filter that is none', [{ op: 'add', path: 'emails[type]', value: 1 }], 'invalidFilter', 'filter'],
    [
      'a filter that chooses nothing and says not what to make',
      [{ op: 'replace', path: 'emails[value co "q"].type', value: 'x' }],
      'noTarget',
      'Operations[0].path',
    ],
    ['a control character', [{ op: 'add', path: 'title', value: '\u0000' }], 'invalidValue', 'Operations[0].value'],
  ])('rejects %s', async (_what, operations, scimType, param) => {
    const patched = applyPatch(USER_SCHEMA, ADA, body(operations));
    await expect(patched).rejects.toEqual(expect.objectContaining({ scimType, param }));
  });

  it('rejects a message that is none of SCIM', async () => {
    const operation = { op: 'add', path: 'title', value: 'x' };
    await expect(applyPatch(USER_SCHEMA, ADA, { schemas: ['x'], Operations: [operation] })).rejects.toThrow('PatchOp');
    await expect(applyPatch(USER_SCHEMA, ADA, [operation])).rejects.toThrow('object');
  });

  it.each(['__proto__', 'constructor', 'toString', 'name.__proto__', 'name.constructor'])(
    'never reaches %s',
    async (path) => {
      expect(await patchUser({ op: 'add', path, value: { polluted: 'x' } })).toEqual(ADA);
      expect(({} as { polluted?: string }).polluted).toBeUndefined();
    },
  );
});

describe('PATCH of the members of a group', () => {
  it.each([
    ['adds', { op: 'add', path: 'members', value: [{ value: '4' }, { value: '1' }] }, ['1', '2', '3', '4']],
    ['adds a single one', { op: 'Add', path: 'members', value: { value: '4' } }, ['1', '2', '3', '4']],
    ['removes by filter, as Okta does', { op: 'remove', path: 'members[value eq "2"]' }, ['1', '3']],
    [
      'removes by value, as Entra does',
      { op: 'Remove', path: 'members', value: [{ value: '2' }, { value: '9' }] },
      ['1', '3'],
    ],
    ['removes several by filter', { op: 'remove', path: 'members[value eq "2" or value eq "3"]' }, ['1']],
    ['removes nobody who is not there', { op: 'remove', path: 'members[value eq "9"]' }, ['1', '2', '3']],
    ['replaces all', { op: 'replace', path: 'members', value: [{ value: '7' }] }, ['7']],
    ['replaces without a path', { op: 'replace', value: { members: [{ value: '7' }] } }, ['7']],
  ])('%s', async (_what, operation, expected) => {
    expect(await patchTeam(operation)).toEqual(expected.map((value) => ({ value })));
  });

  it('removes all', async () => {
    expect(await patchTeam({ op: 'remove', path: 'members' })).toBeUndefined();
    expect(await patchTeam({ op: 'replace', path: 'members', value: [] })).toBeUndefined();
  });
});
