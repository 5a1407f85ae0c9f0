import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databasesInTurn } from '@multilane/testing';
import { type Change, type DatabaseWithSecrets, openDatabase } from '../database.js';
import { ConflictError } from '../database-error.js';
import type { Actor } from '../records/change.js';
import { SecretBox } from '../secrets/secret-box.js';

const ACTOR: Actor = { type: 'system', id: null, name: 'test' };
const OLD_KEY = Buffer.alloc(32, 1).toString('base64');
const NEW_KEY = Buffer.alloc(32, 2).toString('base64');
const hash = (): string => randomBytes(32).toString('hex');

describe.each(databasesInTurn(import.meta.filename))('on the $name database', (kind) => {
  let database: DatabaseWithSecrets;
  let organizationId: string;
  let workspaceId: string;
  let teamId: string;
  let names = 0;
  const unique = (prefix: string): string => `${prefix}-${++names}`;
  const change = <Result>(work: (change: Change) => Promise<Result>): Promise<Result> => database.change(ACTOR, work);
  const makeUser = (email = `${unique('user')}@example.com`) =>
    change(({ users }) => users.create(organizationId, { email, name: 'Ada' }));
  const makeKey = (token = hash()) =>
    change(({ credentials }) =>
      credentials.create(organizationId, { kind: 'api_key', name: 'ci', hint: 'ml-…abcd', hash: token, teamId }),
    );

  beforeAll(async () => {
    database = await openDatabase({
      ...(await kind.create()),
      secretBox: SecretBox.fromKeys(OLD_KEY),
    });
    await database.migrate();
    await change(async ({ organizations, workspaces, teams }) => {
      ({ id: organizationId } = await organizations.create({ name: 'default', products: ['ai_gateway'] }));
      ({ id: workspaceId } = await workspaces.create(organizationId, { name: 'default' }));
      ({ id: teamId } = await teams.create(organizationId, { name: 'research', allowedModels: ['gpt-4o'] }));
    });
  }, 60_000);

  afterAll(async () => {
    await database.close();
    await kind.stop();
  }, 30_000);

  describe('organizations', () => {
    it('carry their products and the credential policy of docs/contract/control-plane.md#credential-policy', async () => {
      expect(await database.organizations.findByName('default')).toEqual({
        id: organizationId,
        name: 'default',
        products: ['ai_gateway'],
        reportingZone: 'UTC',
        requiresSecondFactor: false,
        maxPatLifetimeDays: 90,
        maxPatsPerUser: 10,
        allowNonExpiringVat: false,
        source: 'database',
        createdAt: expect.any(Date),
        updatedAt: expect.any(Date),
      });
      const updated = await change(({ organizations }) =>
        organizations.update(organizationId, { maxPatsPerUser: 3, products: ['ai_gateway', 'x'] }),
      );
      expect(updated).toMatchObject({ maxPatsPerUser: 3, products: ['ai_gateway', 'x'] });
    });
  });

  describe('teams', () => {
    it('keep an absent allow-list apart from an empty one, and whole numbers beyond 32 bits', async () => {
      const team = await change(({ teams }) =>
        teams.create(organizationId, { name: unique('team'), allowedModels: [], tokenBudgetMonthly: 50_000_000_000 }),
      );
      expect(team).toMatchObject({ allowedModels: [], rpmLimit: 0, tokenBudgetMonthly: 50_000_000_000, revision: 1 });
      const open = await change(({ teams }) => teams.update(organizationId, team.id, { allowedModels: null }));
      expect(open).toMatchObject({ allowedModels: null, revision: 2 });
      expect(await database.teams.find(organizationId, team.id)).toEqual(open);
    });

    it('are refused to go while keys exist, and take their memberships’ attribution with them, which is remembered', async () => {
      await makeKey();
      await expect(change(({ teams }) => teams.remove(organizationId, teamId))).rejects.toEqual(
        new ConflictError('credential', 'in_use'),
      );
      const user = await makeUser();
      const team = await change(async ({ teams, memberships }) => {
        const created = await teams.create(organizationId, { name: unique('team') });
        await teams.addMember(organizationId, created.id, user.id);
        await memberships.set(organizationId, { workspaceId, userId: user.id, role: 'viewer', teamId: created.id });
        return created;
      });
      expect(await database.teams.listMembers(organizationId, { userId: user.id })).toMatchObject([
        { teamId: team.id },
      ]);
      await change(({ teams }) => teams.remove(organizationId, team.id));
      expect(await database.memberships.list(organizationId, { userId: user.id })).toMatchObject([
        { workspaceId, role: 'viewer', teamId: null, teamRemovedAt: expect.any(Date) },
      ]);
      expect(await database.teams.listMembers(organizationId, { userId: user.id })).toEqual([]);
    });

    it('count a revision for each change of their members, and none for a repetition', async () => {
      const user = await makeUser();
      const team = await change(({ teams }) => teams.create(organizationId, { name: unique('team') }));
      for (const _ of [1, 2]) await change(({ teams }) => teams.addMember(organizationId, team.id, user.id));
      expect(await database.teams.find(organizationId, team.id)).toMatchObject({ revision: 2 });
      for (const _ of [1, 2]) await change(({ teams }) => teams.removeMember(organizationId, team.id, user.id));
      expect(await database.teams.find(organizationId, team.id)).toMatchObject({ revision: 3 });
    });
  });

  describe('providers', () => {
    it('seal their secrets, show the names only, and merge changes of them', async () => {
      const provider = await change(({ providers }) =>
        providers.create(organizationId, {
          workspaceId,
          name: unique('openai'),
          kind: 'openai',
          settings: { timeouts: { connect_ms: 100 } },
          secrets: { api_key: 'sk-secret-1', session_token: 'sk-secret-2' },
        }),
      );
      expect(provider).toMatchObject({
        secretNames: ['api_key', 'session_token'],
        settings: { timeouts: { connect_ms: 100 } },
      });
      const updated = await change(({ providers }) =>
        providers.update(organizationId, provider.id, { secrets: { session_token: null, api_key: 'sk-secret-3' } }),
      );
      expect(updated.secretNames).toEqual(['api_key']);
      expect(await database.upstreamSecrets.findSecrets(organizationId, provider.id)).toEqual({
        api_key: 'sk-secret-3',
      });
      const { data } = await database.changes.listPage(organizationId, {
        limit: 9,
        filters: { targetId: provider.id },
      });
      expect(data.map(({ action }) => action)).toEqual(['provider.set_secrets', 'provider.create']);
      expect(JSON.stringify([provider, updated, data])).not.toContain('sk-secret');
    });

    it('cannot go while models name them', async () => {
      await change(async ({ providers, models }) => {
        const { id } = await providers.create(organizationId, { workspaceId, name: unique('p'), kind: 'openai' });
        const model = { kind: 'model', type: 'chat', upstreamModel: 'm', providerId: id } as const;
        await models.create(organizationId, { ...model, workspaceId, logicalName: unique('m') });
        return id;
      }).then((id) =>
        expect(change(({ providers }) => providers.remove(organizationId, id))).rejects.toEqual(
          new ConflictError('workspace_model', 'in_use'),
        ),
      );
    });
  });

  describe('models', () => {
    it('share no logical name and no alias within a workspace', async () => {
      const providerId = await change(async ({ providers }) => {
        return (await providers.create(organizationId, { workspaceId, name: unique('p'), kind: 'openai' })).id;
      });
      const make = (logicalName: string, aliases: string[] = []) =>
        change(({ models }) =>
          models.create(organizationId, {
            workspaceId,
            kind: 'model',
            type: 'chat',
            upstreamModel: 'm',
            providerId,
            logicalName,
            aliases,
          }),
        );
      const first = await make('alpha', ['a1', 'a2']);
      await expect(make('a1')).rejects.toEqual(new ConflictError('logical_name', 'taken'));
      await expect(make('beta', ['alpha'])).rejects.toEqual(new ConflictError('aliases', 'taken'));
      const second = await make('beta', ['b1']);
      await expect(
        change(({ models }) => models.update(organizationId, second.id, { aliases: ['a2'] })),
      ).rejects.toEqual(new ConflictError('aliases', 'taken'));
      await change(({ models }) => models.update(organizationId, first.id, { aliases: ['a1'] }));
      await change(({ models }) => models.update(organizationId, second.id, { aliases: ['a2'] }));
      expect(await database.models.findByName(organizationId, workspaceId, 'a2')).toMatchObject({ id: second.id });
      await change(({ models }) => models.remove(organizationId, first.id));
      expect(await database.models.findByName(organizationId, workspaceId, 'alpha')).toBeUndefined();
    });
  });

  describe('the rows of the snapshot', () => {
    it('are all tenants’, of one version, with secrets opened', async () => {
      const secrets = { api_keys: ['sk-1', 'sk-2'] };
      const { id } = await change(({ providers }) =>
        providers.create(organizationId, { workspaceId, name: unique('snap'), kind: 'groq', secrets }),
      );
      const rows = await database.upstreamSecrets.loadSnapshotRows();
      expect(rows.version).toBe(await database.version());
      expect(rows.providers.find((provider) => provider.id === id)).toMatchObject({ kind: 'groq', secrets });
      expect(rows.teams).toContainEqual(await database.teams.find(organizationId, teamId));
      expect(rows.organizations.map(({ name }) => name)).toContain('default');
      expect(rows.workspaces.map(({ name }) => name)).toContain('default');
      expect(rows.models).toEqual(expect.any(Array));
    });
  });

  describe('a workspace', () => {
    it('goes with all that is in it, once no API key is bound to it', async () => {
      const user = await makeUser();
      const { workspace, key } = await change(
        async ({ workspaces, credentials, providers, models, serviceAccounts, memberships }) => {
          const workspace = await workspaces.create(organizationId, { name: unique('ws') });
          const where = { workspaceId: workspace.id };
          await memberships.set(organizationId, { ...where, userId: user.id, role: 'admin' });
          const provider = await providers.create(organizationId, { ...where, name: 'p', kind: 'openai' });
          const model = { kind: 'model', type: 'chat', upstreamModel: 'm', providerId: provider.id } as const;
          await models.create(organizationId, { ...where, ...model, logicalName: 'm' });
          const account = await serviceAccounts.create(organizationId, { ...where, name: 'bot' });
          const common = { ...where, name: 'n', hint: 'h' };
          await credentials.create(organizationId, {
            ...common,
            kind: 'vat',
            hash: hash(),
            serviceAccountId: account.id,
          });
          await credentials.create(organizationId, { ...common, kind: 'pat', hash: hash(), userId: user.id });
          const key = await credentials.create(organizationId, { ...common, kind: 'api_key', hash: hash(), teamId });
          return { workspace, key };
        },
      );
      const remove = () => change(({ workspaces }) => workspaces.remove(organizationId, workspace.id));
      await expect(remove()).rejects.toEqual(new ConflictError('credential', 'in_use'));
      await change(({ credentials }) => credentials.remove(organizationId, key.id));
      await remove();
      const filters = { workspaceId: workspace.id };
      expect((await database.credentials.listPage(organizationId, { limit: 5, filters })).data).toEqual([]);
      expect((await database.models.listPage(organizationId, { limit: 5, filters })).data).toEqual([]);
    });
  });

  it('rotating the encryption key reseals every secret, and both keys open until then', async () => {
    const location = await kind.create();
    const first = await openDatabase({ ...location, secretBox: SecretBox.fromKeys(OLD_KEY) });
    await first.migrate();
    const [organization, provider] = await first.change(ACTOR, async ({ organizations, workspaces, providers }) => {
      const { id } = await organizations.create({ name: 'o' });
      const workspace = await workspaces.create(id, { name: 'w' });
      const secrets = { api_key: 'sk-kept' };
      return [id, (await providers.create(id, { workspaceId: workspace.id, name: 'p', kind: 'openai', secrets })).id];
    });
    await first.close();

    const both = await openDatabase({ ...location, secretBox: SecretBox.fromKeys(`${NEW_KEY},${OLD_KEY}`) });
    expect(await both.upstreamSecrets.findSecrets(organization, provider)).toEqual({ api_key: 'sk-kept' });
    const reseal = () => both.upstreamSecrets.resealProviders(ACTOR, 10);
    expect(await reseal()).toEqual({ resealed: 1, failed: [], last: provider });
    expect(await reseal()).toEqual({ resealed: 0, failed: [], last: undefined });
    await both.close();

    const last = await openDatabase({ ...location, secretBox: SecretBox.fromKeys(NEW_KEY) });
    expect(await last.upstreamSecrets.findSecrets(organization, provider)).toEqual({ api_key: 'sk-kept' });
    await last.close();

    const none = await openDatabase(location);
    const { providers } = await none.upstreamSecrets.loadSnapshotRows();
    expect(providers).toMatchObject([{ id: provider, problem: expect.stringContaining('ENCRYPTION_KEY') }]);
    await none.close();
  }, 60_000);
});
