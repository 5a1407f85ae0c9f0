import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const FILES = {
  'one.spec.mjs': "it('first', () => {}); it.skip('second', () => {}); it.todo('third')",
  'two.spec.mjs': "it('first', () => {}); it('second', () => { throw new Error('no luck') })",
  'three.spec.mjs': 'this is no program',
  'four.spec.mjs':
    "it('first', async () => { void Promise.reject(new Error('lost')); await new Promise(setImmediate) })",
  'five.spec.mjs':
    "import { count } from './shared.mjs'; it('first', () => { globalThis.counted = (globalThis.counted ?? 0) + 1; expect(count()).toBe(globalThis.counted) })",
  'six.spec.mjs':
    "import { count } from './shared.mjs'; it('first', () => { globalThis.counted = (globalThis.counted ?? 0) + 1; expect(count()).toBe(globalThis.counted) })",
  'shared.mjs': 'let calls = 0; export const count = () => (calls += 1)',
};

describe('unit tests in Jest', () => {
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'multilane-jest-'));
    for (const [name, source] of Object.entries(FILES)) writeFileSync(join(folder, name), source);
    const settings = {
      displayName: 'unit',
      testMatch: ['**/*.spec.mjs'],
      transform: {},
      testEnvironment: join(ROOT, 'scripts/jest/process-environment.mjs'),
      runtime: join(ROOT, 'scripts/jest/shared-modules-runtime.mjs'),
    };
    writeFileSync(join(folder, 'jest.config.json'), JSON.stringify(settings));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('share modules in one process, and are counted by file, with a failure for a file that cannot run', () => {
    const counts = join(folder, 'counts.json');
    const files = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `${name}.spec.mjs`);
    const { status } = spawnSync(
      process.execPath,
      [
        '--experimental-vm-modules',
        join(ROOT, 'node_modules/jest/bin/jest.js'),
        '--config=jest.config.json',
        '--runInBand',
        ...files,
        `--reporters=${join(ROOT, 'scripts/jest/summary-reporter.mjs')}`,
      ],
      { cwd: folder, env: { ...process.env, MULTILANE_TEST_COUNTS: counts }, stdio: 'pipe' },
    );
    expect(status).toBe(1);

    const results: { path: string; seconds: number; reasons: string[] }[] = JSON.parse(readFileSync(counts, 'utf8'));
    const found = results.map(({ path, seconds, ...result }) => {
      expect(seconds).toBeGreaterThanOrEqual(0);
      return { ...result, path: path.slice(path.lastIndexOf('/') + 1) };
    });
    const none = { project: 'unit', passed: 0, failed: 0, skipped: 0, failures: [], reasons: [], repeated: [] };
    expect(found.toSorted((one, other) => one.path.localeCompare(other.path))).toEqual([
      { ...none, path: 'five.spec.mjs', passed: 1 },
      { ...none, path: 'four.spec.mjs', failed: 1, failures: ['first'], reasons: [expect.stringContaining('lost')] },
      { ...none, path: 'one.spec.mjs', passed: 1, skipped: 2 },
      { ...none, path: 'six.spec.mjs', passed: 1 },
      { ...none, path: 'three.spec.mjs', failed: 1, reasons: [expect.any(String)] },
      {
        ...none,
        path: 'two.spec.mjs',
        passed: 1,
        failed: 1,
        failures: ['second'],
        reasons: [expect.stringContaining('no luck')],
      },
    ]);
  });
});
