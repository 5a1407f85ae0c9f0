import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databasesInTurn } from '@multilane/testing';
import { type Change, type Database, openDatabase } from '../../database.js';
import type { Actor } from '../../records/change.js';

const ACTOR: Actor = { type: 'system', id: null, name: 'test' };
const hash = (): string => randomBytes(32).toString('hex');

// docs/contract/authentication.md#personal-access-tokens
describe.each(databasesInTurn(import.meta.filename))('things that end with access, on the $name database', (kind) => {
  let database: Database;
  let organizationId: string;
  let workspaceId: string;
  let secondId: string;
  let names = 0;
  const unique = (prefix: string): string => `${prefix}-${++names}`;
  const change = <Result>(work: (change: Change) => Promise<Result>): Promise<Result> => database.change(ACTOR, work);

  beforeAll(async () => {
    database = await openDatabase(await kind.create());
    await database.migrate();
    await change(async ({ organizations, workspaces }) => {
      ({ id: organizationId } = await organizations.create({ name: 'default', products: ['ai_gateway'] }));
      ({ id: workspaceId } = await workspaces.create(organizationId, { name: 'default' }));
      ({ id: secondId } = await workspaces.create(organizationId, { name: 'second' }));
    });
  }, 90_000);

  afterAll(async () => {
    await database?.close();
    await kind.stop();
  }, 30_000);

  /** A person in a team, to which the membership of the first workspace is attributed, with a PAT and a key of the team. */
  const makeMember = () =>
    change(async ({ memberships, users, teams, credentials }) => {
      const { id: userId } = await users.create(organizationId, { email: `${unique('u')}@example.com`, name: 'Ada' });
      const { id: teamId } = await teams.create(organizationId, { name: unique('team') });
      await teams.addMember(organizationId, teamId, userId);
      await memberships.set(organizationId, { workspaceId, userId, role: 'editor', teamId });
      await memberships.set(organizationId, { workspaceId: secondId, userId, role: 'viewer' });
      const [pat, key] = [hash(), hash()];
      const common = { name: 'x', hint: 'x', userId };
      await credentials.create(organizationId, { ...common, kind: 'pat', hash: pat, workspaceId });
      const { id: keyId } = await credentials.create(organizationId, { ...common, kind: 'api_key', hash: key, teamId });
      return { userId, teamId, pat, key, keyId };
    });
  type Member = Awaited<ReturnType<typeof makeMember>>;

  const membershipOf = async ({ userId }: Member) =>
    (await database.memberships.list(organizationId, { userId, workspaceId }))[0];

  const waysToLose: [string, (change: Change, member: Member) => Promise<unknown>][] = [
    ['is removed', ({ teams }, { teamId, userId }) => teams.removeMember(organizationId, teamId, userId)],
    [
      'is removed among others, as a SCIM client does',
      ({ teams }, { teamId, userId }) => teams.changeMembers(organizationId, teamId, { add: [], remove: [userId] }),
    ],
    [
      'loses it because the team is removed',
      async ({ teams, credentials }, { teamId, keyId }) => {
        await credentials.remove(organizationId, keyId);
        await teams.remove(organizationId, teamId);
      },
    ],
  ];

  describe.each(waysToLose)('a person who %s of the team that the membership is attributed to', (_what, lose) => {
    it('has a membership that remembers it, until it is attributed again or to none', async () => {
      const member = await makeMember();
      const since = await database.version();
      await change((repositories) => lose(repositories, member));
      expect(await membershipOf(member)).toMatchObject({ teamId: null, teamRemovedAt: expect.any(Date) });
      expect(await database.credentials.findIdentityByHash(member.pat)).toMatchObject({
        team: null,
        isTeamRemoved: true,
        workspaceRole: 'editor',
      });
      const { changes } = await database.readTopics(since);
      expect(changes.flatMap(({ topics }) => topics)).toContain(`user:${member.userId}`);

      const place = { workspaceId, userId: member.userId };
      await change(({ memberships }) => memberships.set(organizationId, { ...place, role: 'viewer' }));
      expect(await membershipOf(member)).toMatchObject({ role: 'viewer', teamRemovedAt: expect.any(Date) });
      await change(({ memberships }) => memberships.set(organizationId, { ...place, role: 'viewer', teamId: null }));
      expect(await membershipOf(member)).toMatchObject({ teamId: null, teamRemovedAt: null });
      expect(await database.credentials.findIdentityByHash(member.pat)).toMatchObject({ isTeamRemoved: false });
    });

    it('keeps the membership of another workspace as it was', async () => {
      const member = await makeMember();
      await change((repositories) => lose(repositories, member));
      const [second] = await database.memberships.list(organizationId, {
        userId: member.userId,
        workspaceId: secondId,
      });
      expect(second).toMatchObject({ teamId: null, teamRemovedAt: null });
    });

    it('is in the audit trail', async () => {
      const member = await makeMember();
      await change((repositories) => lose(repositories, member));
      const page = { limit: 1, filters: { targetId: workspaceId, action: 'workspace.change_memberships' } };
      const { data } = await database.changes.listPage(organizationId, page);
      const given = [{ userId: member.userId, role: 'editor', teamId: null, teamRemovedAt: expect.any(String) }];
      expect(data).toMatchObject([{ after: { given } }]);
    });
  });

  it('a team that the membership is not attributed to is lost without a trace in it', async () => {
    const member = await makeMember();
    const other = await change(async ({ teams }) => {
      const team = await teams.create(organizationId, { name: unique('team') });
      await teams.addMember(organizationId, team.id, member.userId);
      return team;
    });
    await change(({ teams }) => teams.removeMember(organizationId, other.id, member.userId));
    expect(await membershipOf(member)).toMatchObject({ teamId: member.teamId, teamRemovedAt: null });
  });

  it('an invitation to a team that is removed promises no model access', async () => {
    const invite = await change(async ({ teams, invites }) => {
      const { id: teamId } = await teams.create(organizationId, { name: unique('team') });
      const { id } = await invites.create(organizationId, {
        email: `${unique('i')}@example.com`,
        role: 'org_member',
        workspaceId,
        workspaceRole: 'viewer',
        teamId,
        hash: hash(),
        expiresAt: new Date(Date.now() + 60_000),
      });
      await teams.remove(organizationId, teamId);
      return id;
    });
    expect(await database.invites.find(organizationId, invite)).toMatchObject({
      teamId: null,
      teamRemovedAt: expect.any(Date),
    });
  });

  const waysToEndKeys: [string, (change: Change, member: Member) => Promise<unknown>][] = [
    ...waysToLose.slice(0, 2),
    ['is deactivated', ({ users }, { userId }) => users.update(organizationId, userId, { active: false })],
    ['is removed', ({ users }, { userId }) => users.remove(organizationId, userId)],
  ];

  it.each(waysToEndKeys)('a key whose owner %s is disabled, and every process is notified', async (_what, end) => {
    const member = await makeMember();
    const since = await database.version();
    await change((repositories) => end(repositories, member));
    expect(await database.credentials.findIdentityByHash(member.key)).toMatchObject({ credential: { disabled: true } });
    const { changes } = await database.readTopics(since);
    expect(changes.flatMap(({ topics }) => topics)).toContain(`credential:${member.keyId}`);
  });

  it('the PATs of a person who runs the organization no longer end where the person is no member', async () => {
    const member = await makeMember();
    const third = await change(({ workspaces }) => workspaces.create(organizationId, { name: unique('w') }));
    const elsewhere = hash();
    await change(async ({ users, credentials }) => {
      await users.update(organizationId, member.userId, { role: 'org_admin' });
      const pat = { kind: 'pat', name: 'p', hint: 'p', hash: elsewhere, userId: member.userId } as const;
      await credentials.create(organizationId, { ...pat, workspaceId: third.id });
    });
    await change(({ users }) => users.update(organizationId, member.userId, { role: 'org_member' }));
    await change(({ users }) => users.update(organizationId, member.userId, { role: 'org_admin' }));
    expect(await database.credentials.findIdentityByHash(elsewhere)).toBeUndefined();
    expect(await database.credentials.findIdentityByHash(member.pat)).toBeDefined();
  });
});
