import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databasesInTurn } from '@multilane/testing';
import { Connection } from '../../connection/connection.js';
import { openDatabase } from '../../database.js';
import { BoundedLimits } from './bounded-limits.migration.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;
const MOST = Number.MAX_SAFE_INTEGER;

describe.each(databasesInTurn(import.meta.filename))('limits of teams and keys, on the $name database', (kind) => {
  let location: Awaited<ReturnType<typeof kind.create>>;
  let connection: Connection;

  beforeAll(async () => {
    location = await kind.create();
    const database = await openDatabase(location);
    await database.migrate();
    await database.change(SETUP, async ({ organizations, teams }) => {
      const { id } = await organizations.create({ name: 'default' });
      await teams.create(id, { name: 'ours' });
    });
    await database.close();
    connection = await Connection.open(location);
  }, 60_000);

  afterAll(async () => {
    await connection?.close();
    await kind.stop();
  }, 30_000);

  it.each([
    ['token_budget_monthly', '9007199254740992'],
    ['tpm_limit', '9007199254740992'],
    ['rpm_limit', '9223372036854775807'],
    ['token_budget_monthly', '-1'],
  ])('a %s of %s, which no gateway can count, is rejected by the database itself', async (column, value) => {
    const write = connection.transaction((manager) => manager.query(`UPDATE teams SET ${column} = ${value}`));
    await expect(write).rejects.toThrow();
  });

  it('the most that the API takes is stored', async () => {
    await connection.transaction((manager) => manager.query(`UPDATE teams SET token_budget_monthly = ${MOST}`));
  });

  it('values above the bound from before are cut to it', async () => {
    await connection.transaction(async (manager) => {
      await manager.query('ALTER TABLE teams DROP CONSTRAINT ck_teams__limits');
      await manager.query('ALTER TABLE teams ADD CONSTRAINT ck_teams__limits CHECK (rpm_limit >= 0)');
      await manager.query('UPDATE teams SET token_budget_monthly = 9223372036854775807, rpm_limit = 7');
      if (manager.queryRunner) await new BoundedLimits().up(manager.queryRunner);
    });
    const read = 'SELECT rpm_limit, token_budget_monthly FROM teams';
    const rows = await connection.transaction((manager) => manager.query<Record<string, unknown>[]>(read));
    expect(Object.values(rows[0] ?? {}).map(Number)).toEqual([7, MOST]);
  });
});
