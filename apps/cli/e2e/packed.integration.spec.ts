// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/cli/e2e/apply.e2e.spec.ts.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROJECT_ROOT } from '@multilane/testing';

const LIMIT_MS = 120_000;

describe('the package of the command line, installed from its tarball', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'multilane-packed-'));
    execFileSync(process.execPath, [join(PROJECT_ROOT, 'scripts/build-cli.mjs')]);
    const source = join(PROJECT_ROOT, 'apps/cli/dist/package');
    // npm packs the folder as `pnpm pack` does; every installation of Node has it.
    execFileSync('npm', ['pack', '--pack-destination', folder, '--loglevel', 'error'], { cwd: source });
    const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    writeFileSync(join(folder, 'package.json'), '{"name":"test","private":true}');
    const flags = ['--offline', '--no-audit', '--no-fund', '--loglevel', 'error'];
    execFileSync('npm', ['install', ...flags, join(folder, tarball)], { cwd: folder });
  }, LIMIT_MS);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(join(folder, 'node_modules/.bin/multilane'), args, {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', HOME: folder },
    });
    return { status, stdout, stderr };
  };

  it(
    'imports, checks, completes, and says what it has no services for',
    () => {
      const source = join(PROJECT_ROOT, 'libs/importers/fixtures/litellm/aliases/source.yaml');
      expect(run('import', 'litellm', source, '-o', 'gateway.yaml')).toMatchObject({ status: 0 });
      expect(readFileSync(join(folder, 'gateway.yaml'), 'utf8')).toContain('logical_name: gpt-4o');
      expect(run('check')).toMatchObject({ status: 1, stderr: expect.stringContaining('OPENAI_API_KEY') });
      writeFileSync(
        join(folder, 'good.yaml'),
        'models: [{ logical_name: m, provider: simulator, upstream_model: simulator }]\n',
      );
      expect(run('check', 'good.yaml')).toMatchObject({ status: 0, stdout: expect.stringContaining('is valid') });
      expect(run('--version')).toMatchObject({ status: 0, stdout: '0.1.0\n' });
      expect(run('completion', 'bash').stdout).toContain('litellm');
      expect(run('keys', 'list')).toMatchObject({ status: 4, stderr: expect.stringContaining('multilane login') });
      expect(run('start')).toMatchObject({ status: 1, stderr: expect.stringContaining('MULTILANE_HOME') });
    },
    LIMIT_MS,
  );
});
