// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/workspace/e2e/operating/first-day.e2e.spec.ts.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  findPostgres,
  hasRedis,
  type PostgresServer,
  PROJECT_ROOT,
  type RedisServer,
  startPostgres,
  startRedis,
} from '@multilane/testing';
import { findBrowser } from '../../../scripts/launch/find-browser.mjs';

/** Files of apps/console/e2e: what writes to both databases, and shows what gateways recorded. */
const SPECS = ['keys', 'requests'];

const CLI = 'node_modules/@playwright/test/cli.js';

const LIMIT_MS = 600_000;

/** Playwright runs outside of Jest, as it does for the whole suite on the embedded database. */
const isRunnable = findBrowser() !== undefined && findPostgres() !== undefined && hasRedis();

(isRunnable ? describe : describe.skip)('the console', () => {
  let postgres: PostgresServer;
  let redis: RedisServer;
  const folder = mkdtempSync(join(tmpdir(), 'multilane-console-databases-'));

  beforeAll(async () => {
    postgres = await startPostgres();
    redis = await startRedis();
  }, 60_000);

  afterAll(async () => {
    await redis?.stop();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 30_000);

  it(
    'works on PostgreSQL and Redis as it does on the embedded database',
    async () => {
      const file = join(folder, 'gateway.yaml');
      // JSON is YAML.
      const config = { database: { url: await postgres.createDatabase() }, redis: { url: redis.url } };
      writeFileSync(file, JSON.stringify(config));
      const { status, stdout } = spawnSync(
        process.execPath,
        // The configuration is the test's own: it has none of what npm start declares.
        [CLI, 'test', ...SPECS, '--grep-invert', 'of gateway.yaml', '--output', join(folder, 'output')],
        {
          cwd: join(PROJECT_ROOT, 'apps/console'),
          env: { PATH: process.env.PATH, HOME: folder, MULTILANE_CONSOLE_CONFIG: file },
          encoding: 'utf8',
          timeout: LIMIT_MS,
        },
      );
      expect(stdout).toMatch(/\n[1-9]\d* passed, 0 failed\n/);
      expect(status).toBe(0);
    },
    LIMIT_MS,
  );
});
