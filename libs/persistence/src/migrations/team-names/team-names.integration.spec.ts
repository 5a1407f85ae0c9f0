import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databasesInTurn } from '@multilane/testing';
import { Connection } from '../../connection/connection.js';
import { openDatabase } from '../../database.js';
import { ConflictError } from '../../database-error.js';
import { TeamNames } from './team-names.migration.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;

describe.each(databasesInTurn(import.meta.filename))('team names, on the $name database', (kind) => {
  let location: Awaited<ReturnType<typeof kind.create>>;

  beforeAll(async () => {
    location = await kind.create();
  }, 60_000);

  afterAll(() => kind.stop(), 30_000);

  it('twins of before get the end of their id, in policies too; one of gateway.yaml keeps the name, else the oldest', async () => {
    const first = await openDatabase(location);
    await first.migrate();
    const made = await first.change(SETUP, async ({ organizations, teams, policies }) => {
      const { id: organizationId } = await organizations.create({ name: 'default' });
      const research = await teams.create(organizationId, { name: 'Research' });
      const sales = await teams.create(organizationId, { name: 'sales' });
      const { id: policyId } = await policies.create(organizationId, {
        kind: 'guardrail',
        workspaceId: null,
        name: 'g',
        definition: { teams: ['RESEARCH', 'sales', 'other'] },
      });
      return { organizationId, research, sales, policyId };
    });
    await first.close();

    const connection = await Connection.open(location);
    const { organizationId, research, sales, policyId } = made;
    const ids = { younger: 'ffffffff-ffff-7fff-bfff-aaaaaaaaaaaa', declared: 'ffffffff-ffff-7fff-bfff-bbbbbbbbbbbb' };
    await connection.transaction(async (manager) => {
      await manager.query('DROP INDEX uq_teams__name');
      await manager.query('ALTER TABLE teams ADD CONSTRAINT uq_teams__name UNIQUE (organization_id, name)');
      const insert = 'INSERT INTO teams (id, organization_id, name, source) VALUES ($1, $2, $3, $4)';
      await manager.query(insert, [ids.younger, organizationId, 'RESEARCH', 'database']);
      await manager.query(insert, [ids.declared, organizationId, 'Sales', 'config']);
      if (manager.queryRunner) await new TeamNames().up(manager.queryRunner);
    });
    await connection.close();

    const database = await openDatabase(location);
    const names = (await database.teams.listAll(organizationId)).map(({ id, name }) => [id, name]);
    const renamed = `RESEARCH-${'a'.repeat(12)}`;
    expect(new Map(names as [string, string][])).toEqual(
      new Map([
        [research.id, 'Research'],
        [ids.younger, renamed],
        [ids.declared, 'Sales'],
        [sales.id, `sales-${sales.id.slice(-12)}`],
      ]),
    );
    expect(await database.policies.find(organizationId, policyId)).toMatchObject({
      definition: { teams: [renamed, `sales-${sales.id.slice(-12)}`, 'other'] },
    });
    const create = (name: string) => database.change(SETUP, ({ teams }) => teams.create(organizationId, { name }));
    for (const name of ['research', 'SALES', renamed.toUpperCase()]) {
      await expect(create(name)).rejects.toEqual(new ConflictError('name', 'taken'));
    }
    const rename = database.change(SETUP, ({ teams }) => teams.update(organizationId, sales.id, { name: 'rESEARCH' }));
    await expect(rename).rejects.toEqual(new ConflictError('name', 'taken'));
    const spelled = await database.change(SETUP, ({ teams }) =>
      teams.update(organizationId, research.id, { name: 'RESEARCH' }),
    );
    expect(spelled.name).toBe('RESEARCH');
    await database.close();
  }, 60_000);
});
