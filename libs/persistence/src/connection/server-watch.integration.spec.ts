import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net';
import { testDatabases } from '@multilane/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../database.js';
import { DatabaseUnavailable } from '../database-error.js';

const servers = testDatabases().filter(({ name }) => name === 'postgres');

describe.each(servers)('a server that stops to answer', (kind) => {
  let network: Server;
  let database: Database;
  let isFrozen = false;
  const sockets = new Set<Socket>();

  /** A network that can lose everything: connections stay open, and new ones open too, and nothing comes. */
  beforeAll(async () => {
    const location = await kind.create();
    if (!('url' in location)) throw new Error('a server has a URL');
    const url = new URL(location.url);
    const port = Number(url.port);
    const { hostname } = url;
    network = createServer((near) => {
      const far = dial(port, hostname);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          near.destroy();
          far.destroy();
        });
      }
      near.on('data', (bytes) => isFrozen || far.write(bytes));
      far.on('data', (bytes) => isFrozen || near.write(bytes));
    }).listen(0, '127.0.0.1');
    await once(network, 'listening');
    url.hostname = '127.0.0.1';
    url.port = String((network.address() as AddressInfo).port);
    database = await openDatabase({ ...location, url: url.href });
    await database.migrate();
  }, 120_000);

  afterAll(async () => {
    isFrozen = false;
    for (const socket of sockets) socket.destroy();
    await database?.close();
    network?.close();
    await kind.stop();
  }, 60_000);

  it('is given up by whoever reads within five seconds, with the reason, and asked again when it is back', async () => {
    expect(await database.organizations.findByName('nobody')).toBeUndefined();
    isFrozen = true;
    const startedAt = performance.now();
    const reads = Array.from({ length: 12 }, () => database.organizations.findByName('nobody'));
    const outcomes = await Promise.allSettled(reads);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) });
    }
    // Far from the 15 s after which a query counts as lost.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(String((outcomes[0] as PromiseRejectedResult).reason)).toContain('it does not answer');
    isFrozen = false;
    for (const socket of sockets) socket.destroy();
    expect(await database.organizations.findByName('nobody')).toBeUndefined();
  }, 60_000);

  it('is waited for where a read only takes long', async () => {
    let isLocked = (): void => undefined;
    const locked = new Promise<void>((resolve) => {
      isLocked = resolve;
    });
    const blocking = database.inTransaction(async (sql) => {
      await sql.executeSql('LOCK TABLE organizations IN ACCESS EXCLUSIVE MODE', []);
      isLocked();
      await sql.executeSql('SELECT pg_sleep(5)', []);
    });
    await locked;
    expect(await database.organizations.findByName('nobody')).toBeUndefined();
    await blocking;
  }, 60_000);
});
