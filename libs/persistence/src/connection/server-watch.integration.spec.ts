import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openSilentLink, type SilentLink, takeTurns, testDatabases, waitUntil } from '@multilane/testing';
import { type Database, openDatabase } from '../database.js';
import { DatabaseUnavailable } from '../database-error.js';

const itInTurn = takeTurns(it);

const servers = testDatabases().filter(({ name }) => name === 'postgres');
const POOL_SIZE = 4;

describe.each(servers)('a server that stops to answer', (kind) => {
  let link: SilentLink;
  let database: Database;
  const read = (): Promise<unknown> => database.organizations.findByName('nobody');
  const write = (): Promise<unknown> =>
    database.change({ type: 'system', id: null, name: 'test' }, ({ organizations }) =>
      organizations.create({ name: `made at ${performance.now()}` }),
    );

  beforeAll(async () => {
    const location = await kind.create();
    if (!('url' in location)) throw new Error('a server has a URL');
    const url = new URL(location.url);
    link = await openSilentLink(Number(url.port), url.hostname);
    url.hostname = '127.0.0.1';
    url.port = String(link.port);
    database = await openDatabase({ url: url.href, poolSize: POOL_SIZE });
    await database.migrate();
  }, 120_000);

  beforeEach(async () => {
    link.heal();
    await waitUntil('the database', async () => (await database.isAvailable()) || undefined);
    // The pool is full of connections that worked.
    await Promise.all(Array.from({ length: POOL_SIZE }, () => database.sql.executeSql('SELECT pg_sleep(0.1)')));
  }, 30_000);

  afterAll(async () => {
    link.heal();
    await database?.close();
    await link?.close();
    await kind.stop();
  }, 60_000);

  const expectRefused = async (work: readonly Promise<unknown>[]): Promise<void> => {
    for (const outcome of await Promise.allSettled(work)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) });
      expect(String((outcome as PromiseRejectedResult).reason)).toMatch(/does not answer|timeout|lost/);
    }
  };

  it('is given up within seconds by whoever reads, changes, or runs SQL, in a transaction or not', async () => {
    link.silence();
    const startedAt = performance.now();
    const inTransaction = database.inTransaction((sql) => sql.executeSql('SELECT 1'));
    await expectRefused([read(), write(), inTransaction, database.sql.executeSql('SELECT 1'), database.version()]);
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  }, 30_000);

  it('rejects what comes at once as long as it is silent, and serves all within seconds of answering again', async () => {
    link.silence();
    await expectRefused([read(), write()]);
    const startedAt = performance.now();
    await expectRefused(Array.from({ length: 50 }, (_, index) => (index % 2 ? read() : write())));
    expect(performance.now() - startedAt).toBeLessThan(500);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    link.heal();
    const healedAt = performance.now();
    await waitUntil('the database', async () => (await database.isAvailable()) || undefined);
    await Promise.all(Array.from({ length: 3 * POOL_SIZE }, (_, index) => (index % 2 ? read() : write())));
    expect(performance.now() - healedAt).toBeLessThan(5_000);
  }, 60_000);

  it('leaves no connection behind whose answer was lost: what is drawn after it works', async () => {
    link.silenceOpen();
    // New connections work, as after a firewall forgot the old ones: the server is alive, and these queries are lost.
    const startedAt = performance.now();
    await expectRefused(Array.from({ length: POOL_SIZE }, () => read()));
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    await Promise.all(Array.from({ length: 3 * POOL_SIZE }, () => write()));
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  }, 30_000);

  itInTurn(
    'is waited for where a statement only takes long',
    async () => {
      let isLocked = (): void => undefined;
      const locked = new Promise<void>((resolve) => {
        isLocked = resolve;
      });
      const blocking = database.inTransaction(async (sql) => {
        await sql.executeSql('LOCK TABLE organizations IN ACCESS EXCLUSIVE MODE', []);
        isLocked();
        await sql.executeSql('SELECT pg_sleep(6)', []);
      });
      await locked;
      expect(await read()).toBeUndefined();
      await blocking;
    },
    60_000,
  );

  itInTurn(
    'undoes a transaction that takes longer than it may, whatever it waits for',
    async () => {
      const late = database.inTransaction(async (sql) => {
        await sql.executeSql('CREATE TABLE never_committed ()');
        await new Promise(() => undefined);
      }, 1_000);
      await expect(late).rejects.toThrow('it took too long');
      expect((await database.sql.executeSql("SELECT to_regclass('never_committed') AS found")).rows).toEqual([
        { found: null },
      ]);
      await Promise.all(Array.from({ length: 2 * POOL_SIZE }, () => read()));
    },
    30_000,
  );
});
