import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  findClosedPort,
  findPostgres,
  httpRequest,
  type PostgresServer,
  PROJECT_ROOT,
  type Service,
  spawnService,
  startPostgres,
  takeTurns,
  testEncryptionKey,
  waitUntil,
  waitUntilReady,
} from '@multilane/testing';

const itInTurn = takeTurns(it);

const ENTRY = join(PROJECT_ROOT, 'apps/workspace/dist/main.js');
const KEY = testEncryptionKey(3);
const GATEWAY_ENTRY = join(PROJECT_ROOT, 'apps/gateway/dist/main.js');
const LIMIT_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'multilane-workspace-'));
const config = join(folder, 'gateway.yaml');
writeFileSync(config, 'server: { host: 127.0.0.1, drain_delay_ms: 0 }\ntelemetry: { log_level: info }\n');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const metricsConfig = join(folder, 'metrics.yaml');

const run = (env: Record<string, string> = {}, entry = ENTRY): Promise<Service> =>
  spawnService(process.execPath, [entry], { GATEWAY_CONFIG: config, ...env });

const randomKey = () => randomBytes(32).toString('base64');

describe('the built workspace service', () => {
  it(
    'says at once everything that it misses, and does not start',
    async () => {
      const service = await run();
      expect(await service.exited).toEqual({ code: 1, signal: null });
      expect(service.stderr()).toContain('database.url: is missing');
      expect(service.stderr()).toContain('encryption.key: is missing');
    },
    LIMIT_MS,
  );

  itInTurn(
    'rejects an encryption key that is none, without showing it',
    async () => {
      const service = await run({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', ENCRYPTION_KEY: 'a-secret-key' });
      expect(await service.exited).toEqual({ code: 1, signal: null });
      expect(service.stderr()).toContain('encryption.key');
      expect(service.stderr()).not.toContain('a-secret-key');
    },
    LIMIT_MS,
  );

  it(
    'says that the database is unavailable, without its password',
    async () => {
      const url = `postgres://somebody:pass-word-7@127.0.0.1:${await findClosedPort()}/none`;
      const service = await run({ DATABASE_URL: url, ENCRYPTION_KEY: KEY });
      expect(await service.exited).toEqual({ code: 1, signal: null });
      expect(service.stderr()).toContain('The database is unavailable');
      expect(service.stderr() + service.stdout()).not.toContain('pass-word-7');
    },
    LIMIT_MS,
  );
});

if (findPostgres() === undefined && process.env.CI) throw new Error('CI demands PostgreSQL.');

(findPostgres() === undefined ? describe.each([]) : describe.each(['PostgreSQL']))('the built service on %s', () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await startPostgres();
  }, LIMIT_MS);
  afterAll(() => server?.stop(), LIMIT_MS);

  it(
    'migrates, prints a setup token once, serves, ends in good order on SIGTERM, and starts with no other encryption key',
    async () => {
      const [port, right, wrong] = [await findClosedPort(), randomKey(), randomKey()];
      const env = { DATABASE_URL: await server.createDatabase(), ENCRYPTION_KEY: right, PORT: String(port) };
      const service = await run(env);
      await waitUntilReady(service, `http://127.0.0.1:${port}/readyz`, LIMIT_MS);
      const token = await waitUntil('the setup token', () => /ml_setup_\w+/.exec(service.stdout())?.[0]);
      const body = { token, email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' };
      const answer = await httpRequest({ url: `http://127.0.0.1:${port}/auth/setup`, body });
      expect(answer.status).toBe(201);
      expect(await service.stop()).toEqual({ code: 0, signal: null });

      const again = await run(env);
      await waitUntilReady(again, `http://127.0.0.1:${port}/readyz`, LIMIT_MS);
      await waitUntil('the start', () => again.stdout().includes('the workspace is ready') || undefined);
      expect(again.stdout()).not.toContain('ml_setup_');
      expect(await again.stop()).toEqual({ code: 0, signal: null });

      // Neither service starts with another key than the one that the database was set up with, and none is shown.
      const shown = new RegExp(`${right}|${wrong}`.replaceAll('+', '\\+'));
      const refuse = async (entry: string) => {
        const own = { ENCRYPTION_KEY: wrong, PORT: String(await findClosedPort()) };
        const mistaken = await run({ ...env, ...own }, entry);
        expect(await mistaken.exited).toEqual({ code: 1, signal: null });
        expect(mistaken.stderr()).toContain('is not the key of this database');
        expect(mistaken.stderr() + mistaken.stdout()).not.toMatch(shown);
      };
      await Promise.all([ENTRY, GATEWAY_ENTRY].map(refuse));
    },
    LIMIT_MS * 3,
  );

  itInTurn(
    'two services with one metrics_port: the second says which variable gives it another port, and takes it',
    async () => {
      const [port, gatewayPort, metricsPort, otherPort] = await Promise.all([1, 2, 3, 4].map(() => findClosedPort()));
      writeFileSync(metricsConfig, `server: { host: 127.0.0.1, drain_delay_ms: 0, metrics_port: ${metricsPort} }\n`);
      const env = {
        GATEWAY_CONFIG: metricsConfig,
        DATABASE_URL: await server.createDatabase(),
        ENCRYPTION_KEY: randomKey(),
      };
      const workspace = await run({ ...env, PORT: String(port) });
      await waitUntilReady(workspace, `http://127.0.0.1:${port}/readyz`, LIMIT_MS);
      await waitUntilReady(workspace, `http://127.0.0.1:${metricsPort}/metrics`, LIMIT_MS);
      const second = await run({ ...env, PORT: String(gatewayPort) }, GATEWAY_ENTRY);
      expect(await second.exited).toEqual({ code: 1, signal: null });
      expect(second.stderr()).toContain('METRICS_PORT');
      const third = await run({ ...env, PORT: String(gatewayPort), METRICS_PORT: String(otherPort) }, GATEWAY_ENTRY);
      await waitUntilReady(third, `http://127.0.0.1:${otherPort}/metrics/`, LIMIT_MS);
      await Promise.all([workspace.stop(), third.stop()]);
    },
    LIMIT_MS * 2,
  );
});
