import { describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import { errorOf, GROUP, patch, type Resource, resourceOf, startScimTests, TEST } from './start-scim-tests.js';

describe.each(serviceDatabases())('/scim/v2/Groups on $name (docs/contract/scim.md#protocol)', (kind) => {
  const world = startScimTests(kind);

  describe('groups are teams', () => {
    it('are created with members, who see it at themselves', async () => {
      const ada = await world.createUser();
      const displayName = `research ${world.count()}`;
      const answer = await world.scim('POST /scim/v2/Groups', {
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
        members: [{ value: ada.id, $ref: `${world.workspace.url}/scim/v2/Users/${ada.id}`, type: 'User' }],
        meta: { resourceType: 'Group', location: `${world.workspace.url}/scim/v2/Groups/${group.id}` },
      });
      expect((await world.findUser(ada.id)).groups).toEqual([
        { value: group.id, $ref: group.meta.location, display: displayName, type: 'direct' },
      ]);
      expect(await world.workspace.database.teams.find(world.workspace.organizationId, group.id)).toMatchObject({
        name: displayName,
        allowedModels: [],
        source: 'database',
      });
      expect((await world.search('Users', { filter: `groups.value eq "${group.id}"` })).totalResults).toBe(1);
      expect((await world.search('Groups', { filter: `members[value eq "${ada.id}"]` })).totalResults).toBe(1);
      expect(
        (await world.search('Groups', { filter: `displayName eq "${displayName.toUpperCase()}"` })).totalResults,
      ).toBe(1);
      expect((await world.search('Groups', { filter: 'externalId eq "group-1"' })).totalResults).toBe(1);
    });

    it('leave members out where they are not asked for', async () => {
      const ada = await world.createUser();
      const { id } = await world.createGroup({ members: [{ value: ada.id }] });
      const found = resourceOf(await world.scim(`GET /scim/v2/Groups/${id}?excludedAttributes=members`));
      expect(found.members).toBeUndefined();
      const [listed] = (await world.search('Groups', { filter: `id eq "${id}"`, excludedAttributes: 'members' }))
        .Resources;
      expect([listed?.id, listed?.members]).toEqual([id, undefined]);
    });

    it('change their members as Entra and Okta send it, in one change of the audit trail', async () => {
      const [one, two, three] = [await world.createUser(), await world.createUser(), await world.createUser()];
      const { id } = await world.createGroup({ members: [{ value: one.id }] });
      const membersAfter = async (...operations: object[]) => {
        const answer = await world.scim(`PATCH /scim/v2/Groups/${id}`, patch(...operations));
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
      const { data } = await world.workspace.database.changes.listPage(world.workspace.organizationId, {
        limit: 1,
        filters: { targetId: id },
      });
      expect(data).toMatchObject([
        {
          action: 'team.change_members',
          actorType: 'scim',
          actorId: world.tokenId,
          before: { removed: [three.id] },
          after: { added: [one.id] },
        },
      ]);
    });

    it('are renamed; a name and an externalId are unique: 409', async () => {
      const one = await world.createGroup({ externalId: 'unique' });
      const two = await world.createGroup();
      const rename = patch({ op: 'Replace', path: 'displayName', value: one.displayName });
      expect(errorOf(await world.scim(`PATCH /scim/v2/Groups/${two.id}`, rename))).toEqual([
        409,
        'conflict',
        'displayName',
        'uniqueness',
      ]);
      const external = patch({ op: 'add', path: 'externalId', value: 'unique' });
      expect(errorOf(await world.scim(`PATCH /scim/v2/Groups/${two.id}`, external))).toEqual([
        409,
        'conflict',
        'externalId',
        'uniqueness',
      ]);
      const other = { displayName: String(one.displayName).toUpperCase() };
      expect(errorOf(await world.scim('POST /scim/v2/Groups', other))).toEqual([
        409,
        'conflict',
        'displayName',
        'uniqueness',
      ]);
      const renamed = await world.scim(`PUT /scim/v2/Groups/${two.id}`, { displayName: 'renamed' });
      expect(renamed.json()).toMatchObject({ displayName: 'renamed' });
    });

    it('keep the models, limits and budget that people set', async () => {
      const { id } = await world.createGroup();
      const limits = { allowedModels: ['a'], rpmLimit: 5, tokenBudgetMonthly: 7 };
      await world.workspace.database.change(TEST, ({ teams }) =>
        teams.update(world.workspace.organizationId, id, limits),
      );
      await world.scim(`PUT /scim/v2/Groups/${id}`, { displayName: `kept ${id}` });
      expect(await world.workspace.database.teams.find(world.workspace.organizationId, id)).toMatchObject(limits);
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
    ])('are rejected with %s: 400', async (_what, body, param) => {
      expect(errorOf(await world.scim('POST /scim/v2/Groups', body))).toEqual([
        400,
        'invalid_value',
        param,
        'invalidValue',
      ]);
    });

    it('take nobody of another tenant, and leave the group as it was', async () => {
      const stranger = await world.createUser({}, world.elsewhere.scim);
      const { id } = await world.createGroup();
      const answer = await world.scim(
        `PATCH /scim/v2/Groups/${id}`,
        patch({ op: 'add', path: 'members', value: [{ value: stranger.id }] }),
      );
      expect(errorOf(answer)).toEqual([400, 'invalid_value', 'members', 'invalidValue']);
      expect(resourceOf(await world.scim(`GET /scim/v2/Groups/${id}`)).members).toBeUndefined();
    });

    it('of gateway.yaml are read-only: 409 declared_in_config', async () => {
      const { id, displayName } = await world.createGroup();
      await world.workspace.database.change(TEST, ({ teams }) =>
        teams.update(world.workspace.organizationId, id, { source: 'config' }),
      );
      expect((await world.scim(`GET /scim/v2/Groups/${id}`)).json()).toMatchObject({ displayName });
      for (const [route, body] of [
        [`PUT /scim/v2/Groups/${id}`, { displayName: 'x' }],
        [`PATCH /scim/v2/Groups/${id}`, patch({ op: 'remove', path: 'members' })],
        [`DELETE /scim/v2/Groups/${id}`],
      ] as const) {
        expect(errorOf(await world.scim(route, body))).toEqual([409, 'declared_in_config', undefined]);
      }
    });

    it('are removed, but not while keys of the team exist', async () => {
      const { id } = await world.createGroup();
      const key = await world.workspace.issueKey({ teamId: id });
      expect(errorOf(await world.scim(`DELETE /scim/v2/Groups/${id}`))).toEqual([409, 'conflict', undefined]);
      await world.workspace.database.change(TEST, ({ credentials }) =>
        credentials.remove(world.workspace.organizationId, key.credentialId),
      );
      expect((await world.scim(`DELETE /scim/v2/Groups/${id}`)).status).toBe(204);
      expect((await world.scim(`GET /scim/v2/Groups/${id}`)).status).toBe(404);
    });
  });
});
