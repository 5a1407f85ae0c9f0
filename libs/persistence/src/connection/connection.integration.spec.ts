import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  findPostgres,
  type PostgresServer,
  PROJECT_ROOT,
  startPostgres,
  takeTurns,
  waitUntil,
} from '@multilane/testing';
import { type Database, openDatabase } from '../database.js';
import { DatabaseInUse, DatabaseUnavailable } from '../database-error.js';
import type { Actor } from '../records/change.js';

const itInTurn = takeTurns(it);

const ACTOR: Actor = { type: 'system', id: null, name: 'test' };

describe('the embedded database', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'multilane-lock-')), 'data');
  afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

  /** Another process that opens the folder, writes a row, says so, and then waits to be killed. */
  const OTHER_PROCESS = `
    import { openDatabase } from ${JSON.stringify(join(PROJECT_ROOT, 'libs/persistence/dist/index.js'))};
    const database = await openDatabase({ folder: ${JSON.stringify(folder)} });
    await database.migrate();
    const actor = { type: 'system', id: null, name: 'other' };
    await database.change(actor, ({ organizations }) => organizations.create({ name: 'acknowledged' }));
    console.log('written');
    setInterval(() => undefined, 1000);
  `;

  it('has the extension of knowledge bases when it is open, so that no request waits for it', async () => {
    const own = join(folder, '../with-extension');
    const database = await openDatabase({ folder: own });
    try {
      const { rows } = await database.sql.executeSql(
        "SELECT 1 AS found FROM pg_extension WHERE extname = 'vector'",
        [],
      );
      expect(rows).toEqual([{ found: 1 }]);
    } finally {
      await database.close();
    }
  });

  it('belongs to one process at a time, keeps what was committed before a kill -9, and is free after it', async () => {
    const other = spawn(process.execPath, ['--input-type=module', '-e', OTHER_PROCESS], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [said] = await Promise.race([once(other.stdout, 'data'), once(other, 'exit')]);
      expect(String(said)).toBe('written\n');
      const second = openDatabase({ folder });
      await expect(second).rejects.toThrow(DatabaseInUse);
      await expect(second).rejects.toThrow(`is in use by process ${other.pid} since 20`);
    } finally {
      other.kill('SIGKILL');
      await once(other, 'exit');
    }
    const database = await openDatabase({ folder });
    expect(await database.organizations.findByName('acknowledged')).toBeDefined();
    await expect(openDatabase({ folder })).rejects.toThrow(DatabaseInUse);
    await database.close();
    await database.close();
    await (await openDatabase({ folder })).close();
  }, 60_000);

  it('keeps its folder to its owner', () => {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('answers nothing after it was closed', async () => {
    const database = await openDatabase({ folder });
    await database.close();
    await expect(database.version()).rejects.toThrow(DatabaseUnavailable);
    expect(await database.isAvailable()).toBe(false);
  }, 30_000);
});

// The server that goes away needs Debian's PostgreSQL; CI demands one in `testDatabases`.
const describeServer = (describeIt: () => void): void => {
  if (findPostgres()) describe('a server that goes away', describeIt);
};
describeServer(() => {
  let server: PostgresServer;
  let database: Database;
  beforeAll(async () => {
    server = await startPostgres();
    database = await openDatabase({ url: await server.createDatabase(), poolSize: 3 });
    await database.migrate();
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await server.stop();
  }, 30_000);

  it('fails what needs it at once and in so many words, and serves again when it is back', async () => {
    await server.interrupt();
    expect(await database.isAvailable()).toBe(false);
    const began = performance.now();
    await expect(database.version()).rejects.toThrow(DatabaseUnavailable);
    await expect(database.change(ACTOR, ({ organizations }) => organizations.create({ name: 'lost' }))).rejects.toThrow(
      DatabaseUnavailable,
    );
    expect(performance.now() - began).toBeLessThan(2_000);
    await server.resume();
    await waitUntil('the database', async () => (await database.isAvailable()) || undefined);
    expect(await database.organizations.findByName('lost')).toBeUndefined();
  }, 60_000);

  it('fails a change in its midst, and every connection of the pool is usable afterwards', async () => {
    const change = database.change(ACTOR, async ({ organizations }) => {
      await organizations.create({ name: 'half' });
      await server.interrupt();
      await organizations.create({ name: 'whole' });
    });
    await expect(change).rejects.toThrow(DatabaseUnavailable);
    await server.resume();
    await waitUntil('the database', async () => (await database.isAvailable()) || undefined);
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => database.organizations.findByName('half')));
    expect(answers).toEqual(Array(6).fill(undefined));
  }, 60_000);

  it('need not be there when it is opened', async () => {
    const url = await server.createDatabase();
    await server.interrupt();
    const early = await openDatabase({ url });
    await expect(early.version()).rejects.toThrow('The database is unavailable: ECONNREFUSED');
    await server.resume();
    await early.migrate();
    expect(await early.version()).toBe(0);
    await early.close();
  }, 60_000);

  it('says that its name or its password is wrong without naming them', async () => {
    const wrong = await openDatabase({ url: `postgres://postgres:pass-word@127.0.0.1:${server.port}/nowhere` });
    const failure = await wrong.version().catch((error: Error) => error);
    expect(failure).toEqual(new DatabaseUnavailable('it does not exist'));
    expect(String(failure)).not.toContain('pass-word');
    await wrong.close();
  });

  itInTurn(
    'is never waited for longer than a connection may take, when nobody answers',
    async () => {
      // An address of TEST-NET-1: packets to it go nowhere.
      const silent = await openDatabase({ url: 'postgres://postgres@192.0.2.1:5432/x' });
      const began = performance.now();
      await expect(silent.version()).rejects.toThrow(DatabaseUnavailable);
      expect(performance.now() - began).toBeLessThan(5_000);
      await silent.close();
    },
    20_000,
  );
});
