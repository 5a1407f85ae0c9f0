import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { findGivenPostgres, useRedis } from './given-servers.js';
import { runProgram } from './server-process.js';
import { findPostgres, type PostgresServer, startPostgres } from './start-postgres.js';

const before = { postgres: process.env.TEST_POSTGRES_URL, redis: process.env.TEST_REDIS_URL };
const restore = (name: string, value: string | undefined): void => {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
};

afterEach(() => {
  restore('TEST_POSTGRES_URL', before.postgres);
  restore('TEST_REDIS_URL', before.redis);
});

describe('servers that run already', () => {
  it('are used where the environment names them', async () => {
    process.env.TEST_REDIS_URL = 'redis://127.0.0.1:6399';
    expect((await useRedis()).url).toBe('redis://127.0.0.1:6399');
    process.env.TEST_POSTGRES_URL = '';
    expect(findGivenPostgres()).toBeUndefined();
  });
});

(findPostgres() === undefined ? describe.each([]) : describe.each(['PostgreSQL']))('a given %s', () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server?.stop());

  it('gets databases of a name of their own, which are gone after the tests', async () => {
    const url = await server.createDatabase();
    process.env.TEST_POSTGRES_URL = url;
    const given = findGivenPostgres();
    const made = [await given?.createDatabase(), await given?.createDatabase()] as [string, string];
    expect(new Set([url, ...made]).size).toBe(3);
    const ask = (address: string): Promise<void> =>
      runProgram(join(findPostgres() ?? '', 'psql'), ['--quiet', '--command', 'SELECT 1', address]);
    await Promise.all(made.map(ask));
    await given?.stop();
    await expect(ask(made[0])).rejects.toThrow('does not exist');
    await ask(url);
  }, 60_000);
});
