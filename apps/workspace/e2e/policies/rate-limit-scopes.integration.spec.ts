import { describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import { SETUP } from '../access/callers/open-two-workspaces.js';
import { refusalOf } from '../start-test-workspace.js';
import { NOBODY, RATE_LIMITS, startRateLimitTests } from './start-rate-limit-tests.js';

// docs/contract/limits.md#policies
describe.each(serviceDatabases())('the subject of a rate-limit policy, on $name', (kind) => {
  const world = startRateLimitTests(kind);
  const { here, wide, create, refused, makeAccount } = world;

  describe('Scope', () => {
    it('workspace: of the workspace that is named, or the only one that the credential reaches', async () => {
      expect(await create(here())).toMatchObject({ scope: 'workspace', workspace_id: world.workspaceId });
      expect(await create({ name: 'p', requests_per_day: 1 }, world.admin)).toMatchObject({
        workspace_id: world.workspaceId,
      });
      const answer = await world.owner.send(`POST ${RATE_LIMITS}?workspace_id=${world.elsewhere}`, {
        name: 'p',
        requests_per_day: 1,
      });
      expect(answer.json()).toMatchObject({ scope: 'workspace', workspace_id: world.elsewhere });
      expect(await refused({ name: 'p', requests_per_day: 1 })).toEqual([400, 'invalid_value', 'workspace_id']);
    });

    it('workspace: none of another tenant, none that the requester is no admin of', async () => {
      const foreign = { ...here(), workspace_id: world.otherTenant.workspaceId };
      expect(await refused(foreign)).toEqual([404, 'not_found', 'workspace_id']);
      expect(await refused({ ...here(), workspace_id: world.elsewhere }, world.admin)).toEqual([
        404,
        'not_found',
        'workspace_id',
      ]);
    });

    it('organization: governs every workspace, and needs gateway.ratelimits.manage across the product', async () => {
      expect(await create(wide())).toMatchObject({ scope: 'organization', workspace_id: null });
      expect(await refused(wide(), world.admin)).toEqual([403, 'permission_denied']);
      const { user } = await world.workspace.signIn({
        memberships: [{ workspaceId: world.workspaceId, role: 'admin' }],
      });
      if (user === undefined) throw new Error('no person');
      const pat = await world.workspace.issuePat(user, world.workspaceId);
      expect(await refused(wide(), pat)).toEqual([403, 'permission_denied']);
      expect(await create({ name: 'p', requests_per_day: 1 }, pat)).toMatchObject({ workspace_id: world.workspaceId });
      expect(await refused({ ...wide(), workspace_id: world.workspaceId })).toEqual([
        400,
        'invalid_value',
        'workspace_id',
      ]);
    });

    it('organization: cannot name an API key or service account', async () => {
      const key = await world.workspace.issueKey({ teamId: world.teamId, workspaceId: world.workspaceId });
      const account = await makeAccount();
      const withKey = { ...wide(), api_key_id: key.credentialId };
      expect(await refused(withKey)).toEqual([400, 'invalid_value', 'api_key_id']);
      const withAccount = { ...wide(), service_account_id: account };
      expect(await refused(withAccount)).toEqual([400, 'invalid_value', 'service_account_id']);
    });
  });

  describe('Identity', () => {
    it('names at most one', async () => {
      const both = { ...here(), team_id: world.teamId, user_id: world.owner.user?.id };
      expect(await refused(both)).toEqual([400, 'invalid_value', 'user_id']);
    });

    it('a team of the organization, in a workspace or in all of them; a declared one too', async () => {
      expect(await create({ ...here(), team_id: world.teamId })).toMatchObject({ team_id: world.teamId });
      expect(await create({ ...wide(), team_id: world.teamId })).toMatchObject({
        team_id: world.teamId,
        scope: 'organization',
      });
      const declared = await world.workspace.database.teams.findByName(world.organizationId, 'declared');
      expect(await create({ ...here(), team_id: declared?.id })).toMatchObject({ team_id: declared?.id });
      expect(await refused({ ...here(), team_id: NOBODY })).toEqual([400, 'invalid_value', 'team_id']);
    });

    it('a user_id must belong to the workspace, or to the organization where it is for all of it', async () => {
      expect(await create({ ...here(), user_id: world.admin.user?.id })).toMatchObject({
        user_id: world.admin.user?.id,
      });
      // An organization role counts in every workspace.
      expect(await create({ ...here(), user_id: world.owner.user?.id })).toMatchObject({
        user_id: world.owner.user?.id,
      });
      const outside = await world.workspace.signIn({ role: 'org_member' });
      expect(await refused({ ...here(), user_id: outside.user?.id })).toEqual([400, 'invalid_value', 'user_id']);
      expect(await create({ ...wide(), user_id: outside.user?.id })).toMatchObject({ user_id: outside.user?.id });
      const foreign = await world.workspace.signIn({ organizationId: world.otherTenant.organizationId });
      expect(await refused({ ...wide(), user_id: foreign.user?.id })).toEqual([400, 'invalid_value', 'user_id']);
    });

    it('a virtual account and an API key of the workspace', async () => {
      const account = await makeAccount();
      expect(await create({ ...here(), service_account_id: account })).toMatchObject({ service_account_id: account });
      const far = { ...here(), service_account_id: await makeAccount(world.elsewhere) };
      expect(await refused(far)).toEqual([400, 'invalid_value', 'service_account_id']);
      const { credentialId } = await world.workspace.issueKey({ teamId: world.teamId, workspaceId: world.workspaceId });
      expect(await create({ ...here(), api_key_id: credentialId })).toMatchObject({ api_key_id: credentialId });
      const unbound = await world.workspace.issueKey({ teamId: world.teamId });
      expect(await refused({ ...here(), api_key_id: unbound.credentialId })).toEqual([
        400,
        'invalid_value',
        'api_key_id',
      ]);
    });
  });

  describe('Model', () => {
    it.each([
      ['of the workspace', 'gpt', 'gpt'],
      ['of the workspace by an alias', 'fast', 'gpt'],
      ['of the catalog by an alias', 'catalog-alias', 'catalog-model'],
      ['virtual', 'catalog-virtual', 'catalog-virtual'],
    ])('one %s: its logical name is stored', async (_which, model, logical) => {
      expect(await create({ ...here(), model })).toMatchObject({ model: logical });
    });

    it.each([
      ['of the catalog', 'catalog-alias', 'catalog-model'],
      ['of some workspace', 'far-alias', 'far'],
    ])('for the organization one %s', async (_which, model, logical) => {
      expect(await create({ ...wide(), model })).toMatchObject({ model: logical });
    });

    it('none that the workspace does not resolve, and no alias of several models', async () => {
      expect(await refused({ ...here(), model: 'far' })).toEqual([400, 'invalid_value', 'model']);
      expect(await refused({ ...wide(), model: 'nothing' })).toEqual([400, 'invalid_value', 'model']);
      expect(await refused({ ...wide(), model: 'fast' })).toEqual([400, 'invalid_value', 'model']);
    });

    it('cannot be changed after creation; the same one may be sent along, by any name', async () => {
      const { id } = await create({ ...here(), model: 'gpt' });
      const patch = (body: object) => world.owner.send(`PATCH ${RATE_LIMITS}/${id}`, body);
      expect(refusalOf(await patch({ model: 'catalog-model' }))).toEqual([400, 'invalid_value', 'model']);
      expect(refusalOf(await patch({ model: null }))).toEqual([400, 'invalid_value', 'model']);
      expect((await patch({ model: 'fast', name: 'renamed' })).json()).toMatchObject({ model: 'gpt', name: 'renamed' });
    });

    it('that a policy of its workspace names can be neither removed nor renamed (409)', async () => {
      const model = await world.workspace.database.change(SETUP, async ({ providers, models }) => {
        const { id } = await providers.create(world.organizationId, {
          workspaceId: world.workspaceId,
          name: 'governed',
          kind: 'openai',
        });
        const values = {
          workspaceId: world.workspaceId,
          logicalName: 'governed',
          aliases: ['spare'],
          upstreamModel: 'up',
          providerId: id,
        };
        return models.create(world.organizationId, { ...values, kind: 'model', type: 'chat' });
      });
      const { id } = await create({ ...here(), model: 'spare' });
      expect(refusalOf(await world.owner.send(`DELETE /admin/models/${model.id}`))).toEqual([409, 'conflict']);
      const renamed = await world.owner.send(`PATCH /admin/models/${model.id}`, { logical_name: 'other' });
      expect(refusalOf(renamed)).toEqual([409, 'conflict']);
      expect((await world.owner.send(`PATCH /admin/models/${model.id}`, { aliases: [] })).status).toBe(200);
      expect((await world.owner.send(`DELETE ${RATE_LIMITS}/${id}`)).status).toBe(204);
      expect((await world.owner.send(`DELETE /admin/models/${model.id}`)).status).toBe(204);
    });
  });

  describe('applies_per', () => {
    it.each([
      ['nobody', {}, ['shared', 'team', 'user', 'service_account', 'api_key'], []],
      ['a team', { team_id: () => world.teamId }, ['shared', 'user', 'api_key'], ['team', 'service_account']],
      ['a person', { user_id: () => world.admin.user?.id }, ['shared', 'api_key'], ['team', 'user', 'service_account']],
      ['a virtual account', { service_account_id: makeAccount }, ['shared'], ['service_account', 'api_key']],
    ] as const)('beside %s is what distinguishes its requests', async (_whom, named, useful, useless) => {
      const identity: Record<string, unknown> = {};
      for (const [field, get] of Object.entries(named)) identity[field] = await (get as () => unknown)();
      for (const appliesPer of useful) {
        expect(await create({ ...here(), ...identity, applies_per: appliesPer })).toMatchObject({
          applies_per: appliesPer,
        });
      }
      for (const appliesPer of useless) {
        const body = { ...here(), ...identity, applies_per: appliesPer };
        expect(await refused(body)).toEqual([400, 'invalid_value', 'applies_per']);
      }
    });

    it('is fixed after creation, and so are scope and identity', async () => {
      const { id } = await create({ ...here(), applies_per: 'user' });
      for (const [field, value] of Object.entries({
        applies_per: 'team',
        scope: 'organization',
        workspace_id: world.elsewhere,
        team_id: world.teamId,
        user_id: world.admin.user?.id,
        service_account_id: NOBODY,
        api_key_id: NOBODY,
      })) {
        const answer = await world.owner.send(`PATCH ${RATE_LIMITS}/${id}`, { [field]: value });
        expect(refusalOf(answer)).toEqual([400, 'invalid_value', field]);
      }
    });
  });
});
