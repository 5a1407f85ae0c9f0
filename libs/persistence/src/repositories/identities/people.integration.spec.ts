import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databasesInTurn } from '@multilane/testing';
import { type Change, type Database, openDatabase } from '../../database.js';
import { ConflictError, NotFoundError } from '../../database-error.js';
import type { Actor } from '../../records/change.js';
import { SecretBox } from '../../secrets/secret-box.js';

const ACTOR: Actor = { type: 'system', id: null, name: 'test' };
const KEY = Buffer.alloc(32, 1).toString('base64');
const hash = (): string => randomBytes(32).toString('hex');
const inAnHour = (): Date => new Date(Date.now() + 3_600_000);

describe.each(databasesInTurn(import.meta.filename))('on the $name database', (kind) => {
  let database: Database;
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
      secretBox: SecretBox.fromKeys(KEY),
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

  describe('users', () => {
    it('have one email address whatever its case, and it may exist in another organization', async () => {
      const email = `${unique('Case')}@Example.com`;
      const user = await makeUser(email);
      expect(user).toMatchObject({ email: email.toLowerCase(), role: 'org_member', active: true, hasPassword: false });
      await expect(makeUser(email.toUpperCase())).rejects.toEqual(new ConflictError('email', 'taken'));
      const other = await change(({ organizations }) => organizations.create({ name: unique('org') }));
      await change(({ users }) => users.create(other.id, { email, name: 'Twin', passwordHash: '$argon2id$…' }));
      const logins = await database.users.findLogins(email.toUpperCase());
      expect(logins.map(({ user: { name }, passwordHash }) => [name, passwordHash])).toEqual([
        ['Ada', null],
        ['Twin', '$argon2id$…'],
      ]);
    });

    it('leave no hash of a password in a record or in the audit trail', async () => {
      const user = await change(({ users }) =>
        users.create(organizationId, { email: `${unique('p')}@example.com`, name: 'P', passwordHash: 'secret-hash-1' }),
      );
      const changed = await change(({ users }) => users.setPassword(organizationId, user.id, 'secret-hash-2'));
      expect(changed).toMatchObject({ hasPassword: true });
      expect(await database.users.findPasswordHash(organizationId, user.id)).toBe('secret-hash-2');
      const { data } = await database.changes.listPage(organizationId, { limit: 9, filters: { targetId: user.id } });
      expect(data.map(({ action }) => action)).toEqual(['user.set_password', 'user.create']);
      expect(JSON.stringify([user, changed, data])).not.toContain('secret-hash');
    });

    it('get neither a session, nor another change, nor the old hash again once their password was changed since it was compared', async () => {
      const user = await makeUser();
      await change(({ users }) => users.setPassword(organizationId, user.id, 'hash-1'));
      await change(({ users }) => users.setPassword(organizationId, user.id, 'hash-2', 'hash-1'));
      const session = { userId: user.id, hash: hash(), expiresAt: inAnHour() };
      const begin = (provenPasswordHash?: string) =>
        change(({ sessions }) => sessions.create(organizationId, { ...session, provenPasswordHash }));
      await expect(begin('hash-1')).rejects.toEqual(new NotFoundError('user'));
      await expect(
        change(({ users }) => users.setPassword(organizationId, user.id, 'hash-3', 'hash-1')),
      ).rejects.toEqual(new ConflictError('password', 'changed'));
      const rehash = (from: string) =>
        change(({ users }) => users.rehashPassword(organizationId, user.id, from, 'hash-4'));
      expect(await rehash('hash-1')).toBe(false);
      expect(await database.users.findPasswordHash(organizationId, user.id)).toBe('hash-2');
      expect(await rehash('hash-2')).toBe(true);
      expect(await begin('hash-4')).toMatchObject({ userId: user.id });
      await change(({ users }) => users.endSessions(organizationId, user.id));
    });

    it('are signed out everywhere when they are made inactive, for good, as their PATs end for good', async () => {
      const user = await makeUser();
      const [session, token] = [hash(), hash()];
      await change(async ({ sessions, credentials }) => {
        await sessions.create(organizationId, { userId: user.id, hash: session, expiresAt: inAnHour() });
        const pat = {
          kind: 'pat',
          name: 'laptop',
          hint: 'ml_pat_…',
          hash: token,
          userId: user.id,
          workspaceId,
        } as const;
        await credentials.create(organizationId, pat);
      });
      await change(({ users }) => users.update(organizationId, user.id, { active: false }));
      await change(({ users }) => users.update(organizationId, user.id, { active: true }));
      expect(await database.sessions.findIdentityByHash(session)).toBeUndefined();
      expect(await database.credentials.findIdentityByHash(token)).toBeUndefined();
    });

    it('leave nothing that works when they are removed', async () => {
      const user = await makeUser();
      const [pat, key] = [hash(), hash()];
      await change(async ({ credentials, memberships }) => {
        await memberships.set(organizationId, { workspaceId, userId: user.id, role: 'editor' });
        const common = { name: 'x', hint: 'x', userId: user.id };
        await credentials.create(organizationId, { ...common, kind: 'pat', hash: pat, workspaceId });
        await credentials.create(organizationId, { ...common, kind: 'api_key', hash: key, teamId });
      });
      const since = await database.version();
      await change(({ users }) => users.remove(organizationId, user.id));
      expect(await database.credentials.findIdentityByHash(pat)).toBeUndefined();
      const owned = await database.credentials.findIdentityByHash(key);
      expect(owned).toMatchObject({ user: null, credential: { disabled: true, userId: null } });
      const { changes } = await database.readTopics(since);
      expect(changes.flatMap(({ topics }) => topics).sort()).toEqual(
        [`credential:${owned?.credential.id}`, `user:${user.id}`].sort(),
      );
    });

    it('lose the PATs of a workspace with their place in it', async () => {
      const user = await makeUser();
      const token = hash();
      await change(async ({ memberships, credentials }) => {
        await memberships.set(organizationId, { workspaceId, userId: user.id, role: 'viewer' });
        await memberships.set(organizationId, { workspaceId, userId: user.id, role: 'admin', teamId });
        const pat = { kind: 'pat', name: 'p', hint: 'p', hash: token, userId: user.id, workspaceId } as const;
        await credentials.create(organizationId, pat);
      });
      expect(await database.credentials.findIdentityByHash(token)).toMatchObject({
        workspaceRole: 'admin',
        team: { id: teamId, name: 'research' },
      });
      await change(({ memberships }) => memberships.remove(organizationId, workspaceId, user.id));
      expect(await database.credentials.findIdentityByHash(token)).toBeUndefined();
    });
  });

  describe('credentials', () => {
    it('are found by the whole hash of a token, with all that an identity needs, in one query', async () => {
      const token = hash();
      const key = await makeKey(token);
      expect(await database.credentials.findIdentityByHash(token)).toEqual({
        credential: key,
        secretExpiresAt: null,
        organization: { id: organizationId, name: 'default', products: expect.arrayContaining(['ai_gateway']) },
        team: { id: teamId, name: 'research' },
        workspace: null,
        user: null,
        workspaceRole: null,
        isTeamRemoved: false,
        serviceAccount: null,
        organizationAccount: null,
      });
      expect(await database.credentials.findIdentityById(organizationId, key.id)).toMatchObject({ credential: key });
      for (const wrong of [token.slice(1), `${token}0`, token.toUpperCase().replace(/^\d+$/, 'F'), '', "' OR ''='"]) {
        expect(await database.credentials.findIdentityByHash(wrong)).toBeUndefined();
      }
    });

    it('carry the lists of their virtual account', async () => {
      const token = hash();
      await change(async ({ serviceAccounts, credentials }) => {
        const account = { workspaceId, name: unique('bot'), allowedModels: ['a'], allowedProviders: [] };
        const { id } = await serviceAccounts.create(organizationId, account);
        const vat = { kind: 'vat', name: 'v', hint: 'v', hash: token, workspaceId, serviceAccountId: id } as const;
        await credentials.create(organizationId, vat);
      });
      expect(await database.credentials.findIdentityByHash(token)).toMatchObject({
        serviceAccount: { allowedModels: ['a'], allowedProviders: [], disabled: false },
        workspace: { id: workspaceId, name: 'default' },
        team: null,
      });
    });

    it('that are rotated with grace have two tokens for a while, without it one', async () => {
      const [first, second, third] = [hash(), hash(), hash()];
      const { id } = await makeKey(first);
      await change(({ credentials }) =>
        credentials.rotate(organizationId, id, { hash: second, hint: 'ml-…2', graceSeconds: 60 }),
      );
      const old = await database.credentials.findIdentityByHash(first);
      expect(old?.secretExpiresAt?.getTime()).toBeGreaterThan(Date.now() + 50_000);
      expect(old?.secretExpiresAt?.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
      expect(await database.credentials.findIdentityByHash(second)).toMatchObject({
        secretExpiresAt: null,
        credential: { id, hint: 'ml-…2' },
      });
      await change(({ credentials }) =>
        credentials.rotate(organizationId, id, { hash: third, hint: 'ml-…3', graceSeconds: 0 }),
      );
      for (const dead of [first, second]) expect(await database.credentials.findIdentityByHash(dead)).toBeUndefined();
      expect(await database.credentials.findIdentityByHash(third)).toMatchObject({ credential: { id } });
    });

    it('rotated to a hint that is the same by chance are rotated, recorded and forgotten all the same', async () => {
      const { id, hint } = await makeKey();
      const since = await database.version();
      await change(({ credentials }) =>
        credentials.rotate(organizationId, id, { hash: hash(), hint, graceSeconds: 0 }),
      );
      expect((await database.readTopics(since)).changes).toMatchObject([{ topics: [`credential:${id}`] }]);
    });

    it('that are removed are gone at once, with every token', async () => {
      const token = hash();
      const { id } = await makeKey(token);
      await change(({ credentials }) => credentials.remove(organizationId, id));
      expect(await database.credentials.findIdentityByHash(token)).toBeUndefined();
      await expect(change(({ credentials }) => credentials.remove(organizationId, id))).rejects.toThrow(NotFoundError);
    });

    it('remember the latest use', async () => {
      const { id } = await makeKey();
      const [early, late] = [new Date('2026-11-21T10:00:00.123Z'), new Date('2026-11-21T11:00:00.456Z')];
      for (const at of [early, late, early]) await database.credentials.markUsed(new Map([[id, at]]));
      await database.credentials.markUsed(new Map());
      expect(await database.credentials.find(organizationId, id)).toMatchObject({ lastUsedAt: late });
    });

    it('without the owner that their kind needs are rejected by the database itself', async () => {
      const incomplete = [
        { kind: 'api_key', workspaceId },
        { kind: 'pat', workspaceId },
        { kind: 'vat', workspaceId },
      ] as const;
      for (const values of incomplete) {
        const attempt = change(({ credentials }) =>
          credentials.create(organizationId, { ...values, name: 'n', hint: 'h', hash: hash() }),
        );
        await expect(attempt).rejects.toThrow('ck_credentials__owners');
      }
    });
  });

  describe('sessions', () => {
    it('are found with their person and the person’s workspaces, and remember when they were seen', async () => {
      const user = await makeUser();
      const token = hash();
      const session = await change(async ({ sessions, memberships }) => {
        await memberships.set(organizationId, { workspaceId, userId: user.id, role: 'editor', teamId });
        return sessions.create(organizationId, { userId: user.id, hash: token, expiresAt: inAnHour() });
      });
      const seen = new Date(Date.now() + 1_000);
      await database.sessions.markSeen(session.id, seen);
      expect(await database.sessions.findIdentityByHash(token)).toEqual({
        session: { ...session, lastSeenAt: seen },
        organization: expect.objectContaining({ id: organizationId, name: 'default' }),
        user: { id: user.id, name: 'Ada', email: user.email, role: 'org_member', active: true },
        memberships: [
          {
            workspaceId,
            workspaceName: 'default',
            role: 'editor',
            team: { id: teamId, name: 'research' },
            isTeamRemoved: false,
          },
        ],
      });
      await change(({ sessions }) => sessions.remove(organizationId, session.id));
      expect(await database.sessions.findIdentityByHash(token)).toBeUndefined();
    });

    it('that ended or idled away are forgotten', async () => {
      const user = await makeUser();
      const [ended, live] = [hash(), hash()];
      await change(async ({ sessions }) => {
        await sessions.create(organizationId, { userId: user.id, hash: ended, expiresAt: new Date(Date.now() - 1) });
        await sessions.create(organizationId, { userId: user.id, hash: live, expiresAt: inAnHour() });
      });
      expect(await database.sessions.removeEnded(new Date(), new Date(Date.now() - 3_600_000))).toBe(1);
      expect(await database.sessions.findIdentityByHash(live)).toBeDefined();
      expect(await database.sessions.removeEnded(new Date(), inAnHour())).toBe(1);
    });
  });

  describe('tokens that are good once', () => {
    it('are used up by one of two who come at once', async () => {
      const [invite, setup] = [hash(), hash()];
      const { id } = await change(async ({ invites, setupTokens }) => {
        await setupTokens.replace(organizationId, { hash: hash(), expiresAt: inAnHour() });
        await setupTokens.replace(organizationId, { hash: setup, expiresAt: inAnHour() });
        const offer = { email: 'New@Example.com', role: 'org_member', hash: invite, expiresAt: inAnHour() } as const;
        return invites.create(organizationId, offer);
      });
      expect(await database.invites.findByHash(invite)).toMatchObject({
        id,
        email: 'new@example.com',
        acceptedAt: null,
      });
      const accepted = await Promise.all(
        [1, 2, 3].map(() => change(({ invites }) => invites.accept(organizationId, id, new Date()))),
      );
      expect(accepted.filter(Boolean)).toHaveLength(1);
      const taken = await Promise.all([1, 2, 3].map(() => change(({ setupTokens }) => setupTokens.take(setup))));
      expect(taken.filter(Boolean)).toMatchObject([{ organizationId }]);
      expect(await database.setupTokens.findByHash(setup)).toBeUndefined();
    });

    it('and SCIM tokens show no hash', async () => {
      const token = hash();
      const created = await change(({ scimTokens }) =>
        scimTokens.create(organizationId, { name: 'okta', hint: 'ml_scim_…', hash: token }),
      );
      await database.scimTokens.markUsed(created.id, new Date());
      const found = await database.scimTokens.findByHash(token);
      expect(found).toMatchObject({ id: created.id, lastUsedAt: expect.any(Date) });
      const { data } = await database.changes.listPage(organizationId, { limit: 100 });
      expect(JSON.stringify([created, found, data])).not.toContain(token);
    });
  });
});
