import { describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import { SETUP } from '../access/callers/open-two-workspaces.js';
import { startPolicyTests } from './start-policy-tests.js';

const TAGS = '/admin/gateway/policies/tags';

describe.each(serviceDatabases())('tag policies on $name', (kind) => {
  const world = startPolicyTests(kind);

  it('are stored with their defaults, changed and given to gateways', async () => {
    const assign = [{ scope: 'team', value: 'research', tags: { centre: '4711' }, fixed: true }];
    const { id, ...made } = await world.create(TAGS, { ...world.here(), required: ['feature'], assign });
    expect(made).toMatchObject({ object: 'tag_policy', required: ['feature'], allowed: [], assign, headers: [] });
    const headers = [{ header: 'x-department', tag: 'department' }];
    expect((await world.patch(TAGS, id, { headers, baggage: ['region'] })).json()).toMatchObject({ headers, assign });
    expect(await world.inSnapshot(id)).toMatchObject({ kind: 'tag', definition: { headers, baggage: ['region'] } });
  });

  it.each<[string, object, string]>([
    ['a tag with a faulty name', { required: ['a b'] }, 'required[0]'],
    ['a header of the service', { headers: [{ header: 'x-service-tags', tag: 'a' }] }, 'headers[0].header'],
    ['a header that is no extension', { headers: [{ header: 'authorization', tag: 'a' }] }, 'headers[0].header'],
    [
      'a team that does not exist',
      { assign: [{ scope: 'team', value: 'ghost', tags: { a: 'b' } }] },
      'assign[0].value',
    ],
    ['a value that is no tag', { assign: [{ tags: { a: ';' } }] }, 'assign[0].tags.a'],
  ])('are rejected for %s', async (_which, fields, param) => {
    expect(await world.refused(TAGS, { ...world.here(), ...fields })).toEqual([400, 'invalid_value', param]);
  });

  it('follow the name of a team, and lose what was for it when it goes', async () => {
    const { organizationId, workspace } = world;
    const name = world.fresh();
    const team = await workspace.database.change(SETUP, ({ teams }) => teams.create(organizationId, { name }));
    const assign = [{ scope: 'team', value: name, tags: { a: 'b' } }, { tags: { c: 'd' } }];
    const { id } = await world.create(TAGS, { assign });
    await workspace.database.change(SETUP, ({ teams }) => teams.update(organizationId, team.id, { name: `${name}2` }));
    expect(await world.inSnapshot(id)).toMatchObject({
      definition: { assign: [{ value: `${name}2` }, { scope: 'all' }] },
    });
    await workspace.database.change(SETUP, ({ teams }) => teams.remove(organizationId, team.id));
    expect((await world.inSnapshot(id))?.definition.assign).toMatchObject([{ scope: 'all' }]);
  });

  it('are not seen from another organization', async () => {
    const { id } = await world.create(TAGS, { required: ['a'] });
    const other = await world.workspace.signIn({ organizationId: world.otherTenant.organizationId });
    expect((await other.send(`GET ${TAGS}/${id}`)).status).toBe(404);
  });
});
