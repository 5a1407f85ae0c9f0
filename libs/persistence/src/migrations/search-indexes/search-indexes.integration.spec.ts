import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databasesInTurn } from '@multilane/testing';
import { type Database, openDatabase } from '../../database.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;

describe.each(databasesInTurn(import.meta.filename))('searches on the $name database', (kind) => {
  let database: Database;
  let organizationId: string;

  beforeAll(async () => {
    database = await openDatabase(await kind.create());
    await database.migrate();
    organizationId = await database.change(SETUP, async ({ organizations, teams, credentials }) => {
      const { id } = await organizations.create({ name: 'size' });
      const team = await teams.create(id, { name: 'research' });
      for (const [index, name] of ['billing-eu', 'billing_us', 'ingest'].entries()) {
        await credentials.create(id, {
          kind: 'api_key',
          name,
          hint: `ml-${index}`,
          teamId: team.id,
          hash: String(index).repeat(64),
        });
      }
      return id;
    });
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await kind.stop();
  }, 30_000);

  const search = async (text: string): Promise<string[]> =>
    (await database.credentials.listPage(organizationId, { limit: 10, search: text, order: 'name' })).data.map(
      ({ name }) => name,
    );

  it('find keys by any part of their name or hint, with an index or without', async () => {
    expect(await search('ILLING')).toEqual(['billing-eu', 'billing_us']);
    expect(await search('g_u')).toEqual(['billing_us']);
    expect(await search('ml-2')).toEqual(['ingest']);
    expect(await search('e')).toEqual(['billing-eu', 'ingest']);
    expect(await search('nobody')).toEqual([]);
  });

  it('have indexes where the server has the extension for them, and the schema is whole where it has not', async () => {
    const indexed = await database.inTransaction(async (sql) => {
      const { rows } = await sql.executeSql(
        "SELECT indexname FROM pg_indexes WHERE indexname LIKE 'ix\\_%\\_\\_search' ORDER BY 1",
      );
      await sql.executeSql('SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off');
      const plan = await sql.executeSql(
        "EXPLAIN SELECT * FROM credentials WHERE name ILIKE '%billing%' OR hint ILIKE '%billing%'",
      );
      return {
        indexes: rows.map(({ indexname }) => indexname),
        isUsed: JSON.stringify(plan.rows).includes('ix_credentials__search'),
      };
    });
    expect(indexed).toEqual(
      kind.name === 'postgres'
        ? { indexes: ['ix_credentials__search', 'ix_users__search'], isUsed: true }
        : { indexes: [], isUsed: false },
    );
    expect((await database.migrate()).applied).toEqual([]);
  });
});
