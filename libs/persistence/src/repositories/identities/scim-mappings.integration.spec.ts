import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { databasesInTurn } from '@multilane/testing';
import { type Change, type Database, openDatabase } from '../../database.js';
import { ConflictError, NotFoundError, UnknownReferenceError } from '../../database-error.js';
import type { Actor } from '../../records/change.js';
import type { WorkspaceRole } from '../../records/people.js';

const ACTOR: Actor = { type: 'system', id: null, name: 'test' };

const databases = databasesInTurn(import.meta.filename);

describe.each(databases)('SCIM mappings on the $name database (docs/contract/scim.md#mappings)', (kind) => {
  let database: Database;
  let organizationId: string;
  let workspaceId: string;
  let userId: string;
  /** Two groups. */
  let red: string;
  let blue: string;
  let names = 0;
  const unique = (prefix: string): string => `${prefix}-${++names}`;
  const change = <Result>(work: (change: Change) => Promise<Result>): Promise<Result> => database.change(ACTOR, work);

  const makeUser = async (): Promise<string> => {
    const email = `${unique('user')}@example.com`;
    return (await change(({ users }) => users.create(organizationId, { email, name: 'Ada' }))).id;
  };
  const makeTeam = async (): Promise<string> =>
    (await change(({ teams }) => teams.create(organizationId, { name: unique('team'), allowedModels: ['a'] }))).id;
  const map = (teamId: string, role: WorkspaceRole) =>
    change(({ scimMappings }) => scimMappings.create(organizationId, { teamId, workspaceId, role }));
  const join = (teamId: string, ...add: string[]) =>
    change(({ teams }) => teams.changeMembers(organizationId, teamId, { add, remove: [] }));
  const leave = (teamId: string, ...remove: string[]) =>
    change(({ teams }) => teams.changeMembers(organizationId, teamId, { add: [], remove }));
  const give = (role: WorkspaceRole, teamId: string | null = null) =>
    change(({ memberships }) => memberships.set(organizationId, { workspaceId, userId, role, teamId }));
  const membership = async (of = userId) => {
    const [found] = await database.memberships.list(organizationId, { workspaceId, userId: of });
    return found && [found.role, found.teamId, found.teamRemovedAt !== null];
  };

  beforeAll(async () => {
    database = await openDatabase(await kind.create());
    await database.migrate();
    ({ id: organizationId } = await change(({ organizations }) => organizations.create({ name: 'default' })));
  }, 60_000);

  beforeEach(async () => {
    ({ id: workspaceId } = await change(({ workspaces }) => workspaces.create(organizationId, { name: unique('w') })));
    userId = await makeUser();
    [red, blue] = [await makeTeam(), await makeTeam()];
  });

  afterAll(async () => {
    await database.close();
    await kind.stop();
  }, 30_000);

  it('give who is in the group when they are made, and who joins it later, a role and the team', async () => {
    await join(red, userId);
    await map(red, 'editor');
    expect(await membership()).toEqual(['editor', red, false]);
    const later = await makeUser();
    await change(({ teams }) => teams.addMember(organizationId, red, later));
    expect(await membership(later)).toEqual(['editor', red, false]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['is removed from it with others', () => leave(red, userId)],
    ['is removed from it alone', () => change(({ teams }) => teams.removeMember(organizationId, red, userId))],
    ['is deactivated', () => change(({ users }) => users.update(organizationId, userId, { active: false }))],
    ['loses the group', () => change(({ teams }) => teams.remove(organizationId, red))],
    [
      'loses the mapping',
      () =>
        change(async ({ scimMappings }) => {
          const { data } = await scimMappings.listPage(organizationId, { limit: 1, filters: { teamId: red } });
          for (const { id } of data) await scimMappings.remove(organizationId, id);
        }),
    ],
  ])('take all back from who %s, PATs too', async (_way, go) => {
    await join(red, userId);
    await map(red, 'admin');
    const hash = randomBytes(32).toString('hex');
    const pat = { kind: 'pat', name: 'p', hint: 'p', hash, userId, workspaceId } as const;
    await change(({ credentials }) => credentials.create(organizationId, pat));
    const since = await database.version();
    await go();
    expect(await membership()).toBeUndefined();
    expect(await database.credentials.findIdentityByHash(hash)).toBeUndefined();
    const { changes } = await database.readTopics(since);
    expect(changes.flatMap(({ topics }) => topics)).toContain(`user:${userId}`);
  });

  it('give again to who is active again', async () => {
    await join(red, userId);
    await map(red, 'viewer');
    await change(({ users }) => users.update(organizationId, userId, { active: false }));
    await change(({ users }) => users.update(organizationId, userId, { active: true }));
    expect(await membership()).toEqual(['viewer', red, false]);
  });

  it('give the greatest role of several groups and its team; leaving one leaves what the other gives', async () => {
    await join(red, userId);
    await join(blue, userId);
    await map(red, 'viewer');
    await map(blue, 'editor');
    expect(await membership()).toEqual(['editor', blue, false]);
    await leave(blue, userId);
    expect(await membership()).toEqual(['viewer', red, false]);
    await leave(red, userId);
    expect(await membership()).toBeUndefined();
  });

  it('give the team of the oldest of several groups with one role', async () => {
    await map(blue, 'viewer');
    await map(red, 'viewer');
    await join(red, userId);
    await join(blue, userId);
    expect(await membership()).toEqual(['viewer', blue, false]);
  });

  it.each<[WorkspaceRole, WorkspaceRole, WorkspaceRole]>([
    ['viewer', 'admin', 'admin'],
    ['admin', 'viewer', 'admin'],
    ['editor', 'editor', 'editor'],
  ])('beside a manual %s a mapped %s is %s; what a person gave stays after', async (manual, mapped, both) => {
    await give(manual);
    await map(red, mapped);
    await join(red, userId);
    // The person's own choice of no team holds, so that leaving the group cannot give more models than before.
    expect(await membership()).toEqual([both, null, false]);
    await leave(red, userId);
    expect(await membership()).toEqual([manual, null, false]);
  });

  it('leave a role that a person gives over a mapping when the group gives nothing any more', async () => {
    await map(red, 'editor');
    await join(red, userId);
    await give('viewer', red);
    expect(await membership()).toEqual(['editor', red, false]);
    await leave(red, userId);
    expect(await membership()).toEqual(['viewer', null, true]);
  });

  it('a membership that a person attributed to a team has lost it when the person leaves the team', async () => {
    await join(red, userId);
    await give('editor', red);
    await leave(red, userId);
    expect(await membership()).toEqual(['editor', null, true]);
    await join(red, userId);
    expect(await membership()).toEqual(['editor', null, true]);
    await give('editor', null);
    expect(await membership()).toEqual(['editor', null, false]);
  });

  it('a mapping of another group gives no models to who has lost the team that a person chose', async () => {
    await join(red, userId);
    await give('viewer', red);
    await map(blue, 'editor');
    await join(blue, userId);
    expect(await membership()).toEqual(['editor', red, false]);
    await leave(red, userId);
    expect(await membership()).toEqual(['editor', null, true]);
    await give('viewer', blue);
    expect(await membership()).toEqual(['editor', blue, false]);
  });

  it('nobody takes away by hand what a mapping alone gives, and what a person gave can be taken away', async () => {
    const take = () => change(({ memberships }) => memberships.remove(organizationId, workspaceId, userId));
    await map(red, 'viewer');
    await join(red, userId);
    await expect(take()).rejects.toEqual(new ConflictError('scim_mapping', 'given'));
    await give('admin', blue);
    expect(await membership()).toEqual(['admin', blue, false]);
    await take();
    expect(await membership()).toEqual(['viewer', red, false]);
  });

  it('are changed for everybody in the group: role, workspace and group', async () => {
    await join(red, userId);
    const other = await makeUser();
    await join(blue, other);
    const { id } = await map(red, 'viewer');
    const update = (changes: object) => change(({ scimMappings }) => scimMappings.update(organizationId, id, changes));
    await update({ role: 'admin' });
    expect(await membership()).toEqual(['admin', red, false]);
    await update({ teamId: blue });
    expect([await membership(), await membership(other)]).toEqual([undefined, ['admin', blue, false]]);
    const elsewhere = await change(({ workspaces }) => workspaces.create(organizationId, { name: unique('w') }));
    await update({ workspaceId: elsewhere.id });
    const memberships = await database.memberships.list(organizationId, { userId: other });
    expect(memberships).toMatchObject([{ workspaceId: elsewhere.id, role: 'admin', manualRole: null }]);
  });

  it('are one for each group and workspace, and name what the tenant has', async () => {
    const { id } = await map(red, 'viewer');
    await expect(map(red, 'admin')).rejects.toEqual(new ConflictError('workspace_id', 'taken'));
    const { id: otherId } = await change(({ organizations }) => organizations.create({ name: unique('org') }));
    const foreign = { teamId: red, workspaceId, role: 'viewer' } as const;
    await expect(change(({ scimMappings }) => scimMappings.create(otherId, foreign))).rejects.toThrow(
      UnknownReferenceError,
    );
    await expect(change(({ scimMappings }) => scimMappings.remove(otherId, id))).rejects.toThrow(NotFoundError);
    expect(await database.scimMappings.find(otherId, id)).toBeUndefined();
  });

  it('are removed with their workspace', async () => {
    await join(red, userId);
    const { id } = await map(red, 'viewer');
    await change(({ workspaces }) => workspaces.remove(organizationId, workspaceId));
    expect([await membership(), await database.scimMappings.find(organizationId, id)]).toEqual([undefined, undefined]);
  });

  it('put a thousand people in their place in one change, with one entry of the audit trail', async () => {
    const ids = await change(async ({ users }) => {
      const made: string[] = [];
      for (let count = 0; count < 1_000; count += 1) {
        const email = `${unique('many')}@example.com`;
        made.push((await users.create(organizationId, { email, name: 'Many' })).id);
      }
      return made;
    });
    await join(red, ...ids);
    const since = await database.version();
    const begun = performance.now();
    const { id } = await map(red, 'viewer');
    await change(({ scimMappings }) => scimMappings.update(organizationId, id, { role: 'editor' }));
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(await database.version()).toBe(since + 2);
    const members = await database.memberships.list(organizationId, { workspaceId });
    expect(members.map(({ role, teamId }) => [role, teamId])).toEqual(ids.map(() => ['editor', red]));
    const filters = { targetId: workspaceId };
    const { data } = await database.changes.listPage(organizationId, { limit: 9, filters });
    expect(data.map(({ action }) => action)).toEqual([
      'workspace.change_memberships',
      'workspace.change_memberships',
      'workspace.create',
    ]);
  }, 120_000);

  it('undo no other change when several come at once', async () => {
    await map(red, 'viewer');
    await map(blue, 'editor');
    await Promise.all([join(red, userId), join(blue, userId), give('viewer'), leave(red, userId), leave(blue, userId)]);
    await Promise.all([join(blue, userId), leave(red, userId), give('viewer')]);
    expect(await membership()).toEqual(['editor', null, false]);
  });
});
