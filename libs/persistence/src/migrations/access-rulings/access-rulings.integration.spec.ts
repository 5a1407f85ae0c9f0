import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databasesInTurn } from '@multilane/testing';
import { Connection } from '../../connection/connection.js';
import { openDatabase } from '../../database.js';
import { AccessRulings } from './access-rulings.migration.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;

describe.each(databasesInTurn(import.meta.filename))('wrong rulings of before, on the $name database', (kind) => {
  let location: Awaited<ReturnType<typeof kind.create>>;

  beforeAll(async () => {
    location = await kind.create();
  }, 60_000);

  afterAll(() => kind.stop(), 30_000);

  it('attributions to a team that was left, keys of leavers and PATs without access end; the others stay', async () => {
    const first = await openDatabase(location);
    await first.migrate();
    const hashes: Record<string, string> = {};
    const made = await first.change(
      SETUP,
      async ({ organizations, workspaces, memberships, users, teams, credentials }) => {
        const { id: organizationId } = await organizations.create({ name: 'default' });
        const { id: workspaceId } = await workspaces.create(organizationId, { name: 'default' });
        const { id: teamId } = await teams.create(organizationId, { name: 'research' });
        const make = async (name: string, { inTeam = true, isMember = true } = {}) => {
          const { id: userId } = await users.create(organizationId, { email: `${name}@example.com`, name });
          if (inTeam) await teams.addMember(organizationId, teamId, userId);
          if (isMember) await memberships.set(organizationId, { workspaceId, userId, role: 'viewer', teamId });
          const [pat, key] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
          const common = { name, hint: name, userId };
          await credentials.create(organizationId, { ...common, kind: 'pat', hash: pat, workspaceId });
          await credentials.create(organizationId, { ...common, kind: 'api_key', hash: key, teamId });
          hashes[`${name} pat`] = pat;
          hashes[`${name} key`] = key;
          return userId;
        };
        const stayer = await make('stayer');
        const leaver = await make('leaver', { inTeam: false });
        const outsider = await make('outsider', { isMember: false });
        return { organizationId, stayer, leaver, outsider, inactive: await make('inactive') };
      },
    );
    await first.close();

    const connection = await Connection.open(location);
    await connection.transaction(async (manager) => {
      await manager.query('ALTER TABLE invites DROP COLUMN team_removed_at');
      await manager.query('UPDATE users SET active = false WHERE id = $1', [made.inactive]);
      if (manager.queryRunner) await new AccessRulings().up(manager.queryRunner);
    });
    await connection.close();

    const database = await openDatabase(location);
    const stateOf = async (userId: string) => {
      const [membership] = await database.memberships.list(made.organizationId, { userId });
      return membership && [membership.teamId !== null, membership.teamRemovedAt !== null];
    };
    const find = (name: string) => database.credentials.findIdentityByHash(hashes[name] ?? '');
    expect(await stateOf(made.stayer)).toEqual([true, false]);
    expect(await stateOf(made.leaver)).toEqual([false, true]);
    for (const [name, isDisabled] of [
      ['stayer', false],
      ['outsider', false],
      ['leaver', true],
      ['inactive', true],
    ] as const) {
      expect([name, (await find(`${name} key`))?.credential.disabled]).toEqual([name, isDisabled]);
    }
    for (const name of ['stayer', 'leaver']) expect(await find(`${name} pat`)).toBeDefined();
    for (const name of ['outsider', 'inactive']) expect(await find(`${name} pat`)).toBeUndefined();
    await database.close();
  }, 60_000);
});
