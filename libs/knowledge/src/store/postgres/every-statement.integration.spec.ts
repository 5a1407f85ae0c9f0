import { afterAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@multilane/persistence';
import { STATEMENTS } from '@multilane/sql';
import { findStatementFaults, findVectorPostgres, type Query, testDatabases } from '@multilane/testing';
import { openPostgresStore } from './open-postgres-store.js';
import { VectorServer } from './postgres-access.tools.spec.js';

/** Statements of the store, among those of the packages that tests load with it. */
const OWN = /knowledge_(chunks|generations)|_embedding_|pg_ts_config/;

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
}, 60_000);

async function openEmbedded(): Promise<Query> {
  const [embedded] = testDatabases();
  const database = await openDatabase((await embedded?.create()) ?? { folder: '' });
  closing.push(
    () => embedded?.stop(),
    () => database.close(),
  );
  await openPostgresStore({ transaction: (work) => database.inTransaction(work), statementMs: 0 }).prepare();
  // The driver takes a description in the place of a text.
  return (asked) => database.sql.executeSql(asked as string);
}

async function openServer(): Promise<Query> {
  const server = new VectorServer();
  closing.push(() => server.stop());
  const access = await server.open('partitions');
  await openPostgresStore(access).prepare();
  const client = await access.pool.connect();
  closing.push(() => client.release());
  return (asked) => client.query(asked as string);
}

describe.each([
  ['the embedded database', openEmbedded],
  ...(findVectorPostgres() === undefined ? [] : [['PostgreSQL with pgvector', openServer] as const]),
])('on %s', (_name, open) => {
  it('each statement of the store can be prepared, and its columns are those that the code reads', async () => {
    const query = await open();
    const own = STATEMENTS.filter(({ text }) => OWN.test(text));
    expect(own.length).toBeGreaterThan(9);
    expect(await findStatementFaults(query, own)).toEqual([]);
    const [fault] = await findStatementFaults(query, [
      { text: 'SELECT dimensions FROM knowledge_chunks', columns: { dimensions: 'text' } },
    ]);
    expect(fault).toContain('dimensions text is declared, not dimensions integer');
  }, 60_000);
});
