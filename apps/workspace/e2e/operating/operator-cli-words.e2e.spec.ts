// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/workspace/e2e/operating/operator-cli.e2e.spec.ts.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { findClosedPort } from '@multilane/testing';
import { type CliOptions, runCli } from './run-cli.js';

const LIMIT_MS = 90_000;

const folder = mkdtempSync(join(tmpdir(), 'multilane-cli-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Without a gateway.yaml around. */
const bare = (args: readonly string[], options: CliOptions = {}) => runCli(args, { cwd: folder, ...options });

describe('the command line', () => {
  it(
    'exits 0 after --help, and 2 for what is wrong, which it writes to standard error only',
    async () => {
      const help = await bare(['--help']);
      expect([help.code, help.stderr]).toEqual([0, '']);
      expect(help.stdout).toContain('Exits 0 when all was done');
      const wrong = await bare(['org', 'create']);
      expect([wrong.code, wrong.stdout]).toEqual([2, '']);
      expect(wrong.stderr).toContain("missing required argument 'name'");
      const contradiction = ['org', 'products', 'one', '--grant', 'ai_gateway', '--revoke', 'ai_gateway'];
      expect(await bare(contradiction)).toMatchObject({ code: 2, stdout: '' });
    },
    LIMIT_MS,
  );

  it.each([
    ['short', 'elevenchars'],
    ['empty', ''],
    ['of two lines', 'correct horse\nbattery staple'],
  ])(
    'owner create rejects a password that is %s, without showing it, before it opens a database',
    async (_name, password) => {
      const args = ['owner', 'create', '--email', 'ada@example.com', '--password-stdin'];
      const run = await bare(args, { stdin: password });
      expect([run.code, run.stderr]).toEqual([1, expect.stringMatching(/^The password must /)]);
      if (password !== '') expect(run.stdout + run.stderr).not.toContain(password);
    },
    LIMIT_MS,
  );

  it(
    'exits 1 if no database is named, and says how to name one',
    async () => {
      const run = await bare(['org', 'list']);
      expect([run.code, run.stdout]).toEqual([1, '']);
      expect(run.stderr).toContain('DATABASE_URL');
      const asJson = await bare(['org', 'list', '--json']);
      expect(JSON.parse(asJson.stderr)).toEqual({ error: { message: expect.stringContaining('DATABASE_URL') } });
    },
    LIMIT_MS,
  );

  it(
    'exits 1 where the database is unavailable, without its password',
    async () => {
      const DATABASE_URL = `postgres://somebody:pass-word-7@127.0.0.1:${await findClosedPort()}/none`;
      const run = await bare(['org', 'list'], { env: { DATABASE_URL } });
      expect(run.code).toBe(1);
      expect(run.stderr).toContain('The database is unavailable');
      expect(run.stderr + run.stdout).not.toContain('pass-word-7');
    },
    LIMIT_MS,
  );

  it(
    'makes an encryption key of 32 bytes, another one each time',
    async () => {
      const [one, two] = [await bare(['keys', 'generate']), await bare(['keys', 'generate', '--json'])];
      expect(Buffer.from(one.stdout, 'base64')).toHaveLength(32);
      const { key } = two.data as { key: string };
      expect(Buffer.from(key, 'base64')).toHaveLength(32);
      expect(key).not.toBe(one.stdout.trim());
    },
    LIMIT_MS,
  );

  it(
    'reseals nothing without an encryption key',
    async () => {
      const run = await bare(['keys', 'reseal'], { env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' } });
      expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('ENCRYPTION_KEY is missing')]);
    },
    LIMIT_MS,
  );

  it(
    'does not make a database in a folder that has none',
    async () => {
      const run = await bare(['migrate', '--data', join(folder, 'nowhere')]);
      expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('There is no database')]);
    },
    LIMIT_MS,
  );
});
