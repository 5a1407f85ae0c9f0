import { describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import {
  ENTERPRISE,
  errorOf,
  GROUP,
  listOf,
  patch,
  resourceOf,
  startScimTests,
  TEST,
  USER,
} from './start-scim-tests.js';

describe.each(serviceDatabases())('/scim/v2 on $name (docs/contract/scim.md#protocol)', (kind) => {
  const world = startScimTests(kind);

  describe('its description of itself (RFC 7644 section 4)', () => {
    it('ServiceProviderConfig: patch, filter, sort and etag, neither bulk nor passwords', async () => {
      const answer = await world.scim('GET /scim/v2/ServiceProviderConfig');
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
      const { totalResults, Resources } = listOf(await world.scim('GET /scim/v2/ResourceTypes'));
      expect(totalResults).toBe(2);
      expect(Resources).toMatchObject([
        { id: 'User', endpoint: '/Users', schema: USER, schemaExtensions: [{ schema: ENTERPRISE, required: false }] },
        { id: 'Group', endpoint: '/Groups', schema: GROUP },
      ]);
      const one = await world.scim('GET /scim/v2/ResourceTypes/Group');
      expect(one.json()).toEqual(Resources[1]);
      expect(errorOf(await world.scim('GET /scim/v2/ResourceTypes/Device'))).toEqual([404, 'not_found', undefined]);
    });

    it('Schemas: what users and groups have, without passwords', async () => {
      const { Resources } = listOf(await world.scim('GET /scim/v2/Schemas'));
      expect(Resources.map(({ id }) => id)).toEqual([USER, ENTERPRISE, GROUP]);
      const one = resourceOf(await world.scim(`GET /scim/v2/Schemas/${USER}`));
      expect(one).toEqual(Resources[0]);
      const names = (one.attributes as { name: string }[]).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['userName', 'emails', 'active']));
      expect(names).not.toContain('password');
    });
  });

  describe('permissions', () => {
    it('nobody without a SCIM token that is known and good, and the refusal is one of SCIM', async () => {
      const expired = await world.issue(world.workspace.organizationId, { expiresAt: new Date(Date.now() - 1) });
      const revoked = await world.issue(world.workspace.organizationId);
      await world.workspace.database.change(TEST, ({ scimTokens }) =>
        scimTokens.remove(world.workspace.organizationId, revoked.id),
      );
      for (const headers of [
        {},
        { authorization: 'Bearer ml_scim_unknown' },
        { authorization: `Bearer ${expired.token}` },
        { authorization: `Bearer ${revoked.token}` },
        { authorization: `Basic ${Buffer.from(`scim:${revoked.token}`).toString('base64')}` },
        (await world.workspace.signIn()).headers,
      ]) {
        expect(errorOf(await world.workspace.send('GET /scim/v2/Users', undefined, headers))).toEqual([
          401,
          'invalid_api_key',
          undefined,
        ]);
      }
    });

    it('a SCIM token opens nothing else', async () => {
      expect((await world.scim('GET /admin/teams')).status).toBe(401);
      expect((await world.scim('GET /auth/session')).status).toBe(401);
    });
  });

  it('resources of another tenant do not exist', async () => {
    const user = await world.createUser({}, world.elsewhere.scim);
    const group = await world.createGroup({}, world.elsewhere.scim);
    for (const [route, body] of [
      [`GET /scim/v2/Users/${user.id}`],
      [`PUT /scim/v2/Users/${user.id}`, { userName: world.newName() }],
      [`PATCH /scim/v2/Users/${user.id}`, patch({ op: 'replace', path: 'active', value: false })],
      [`DELETE /scim/v2/Users/${user.id}`],
      [`GET /scim/v2/Groups/${group.id}`],
      [`PUT /scim/v2/Groups/${group.id}`, { displayName: 'x' }],
      [`PATCH /scim/v2/Groups/${group.id}`, patch({ op: 'remove', path: 'members' })],
      [`DELETE /scim/v2/Groups/${group.id}`],
    ] as const) {
      expect([route, ...errorOf(await world.scim(route, body))]).toEqual([route, 404, 'not_found', undefined]);
    }
    expect(resourceOf(await world.elsewhere.scim(`GET /scim/v2/Users/${user.id}`))).toEqual(user);
  });

  it('every change is recorded with the token as its actor', async () => {
    const { id } = await world.createUser();
    await world.scim(`PATCH /scim/v2/Users/${id}`, patch({ op: 'add', path: 'title', value: 'x' }), {
      'x-request-id': 'scim-1',
    });
    const { data } = await world.workspace.database.changes.listPage(world.workspace.organizationId, {
      limit: 5,
      filters: { targetId: id },
    });
    expect(data).toMatchObject([
      { action: 'user.update', actorType: 'scim', actorId: world.tokenId, requestId: 'scim-1' },
      { action: 'user.create', actorType: 'scim', actorId: world.tokenId, before: null },
    ]);
  });
});
