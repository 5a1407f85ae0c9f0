import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const FILES = {
  'one.spec.mjs': "it('first', () => {}); it.skip('second', () => {}); it.todo('third')",
  'two.spec.mjs':
    "let tries = 0; it('first', () => {}); it('second', () => { if (tries++ === 0) throw new Error() }); it('third', () => { throw new Error('no luck\\nat all') })",
  'three.spec.mjs': 'this is no program',
  'five.spec.mjs':
    "it('first', async () => { void Promise.reject(new Error('lost')); await new Promise((resolve) => setTimeout(resolve, 20)) })",
  'four.spec.mjs': "afterAll(() => { throw new Error('still open') }); it('first', () => {})",
};

describe('the summary reporter', () => {
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'multilane-counts-'));
    for (const [name, source] of Object.entries(FILES)) writeFileSync(join(folder, name), source);
    writeFileSync(
      join(folder, 'vitest.config.mjs'),
      'export default { test: { name: "unit", globals: true, retry: 1, include: ["*.spec.mjs"], watch: false } }',
    );
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('counts the tests of each file, names those that failed or passed the second time, and takes a file that could not run for a failure', () => {
    const counts = join(folder, 'counts.json');
    const run = () =>
      execFileSync(
        process.execPath,
        [
          join(ROOT, 'node_modules/vitest/vitest.mjs'),
          'run',
          `--root=${folder}`,
          `--reporter=${join(ROOT, 'scripts/summary-reporter.mjs')}`,
        ],
        { cwd: folder, env: { ...process.env, MULTILANE_TEST_COUNTS: counts }, stdio: 'pipe' },
      );
    expect(run).toThrow();

    const results: { path: string; seconds: number }[] = JSON.parse(readFileSync(counts, 'utf8'));
    expect(results.every(({ seconds }) => seconds >= 0)).toBe(true);
    const found = results.map(({ seconds, ...result }) => ({ ...result, path: result.path.slice(folder.length + 1) }));
    const none = { project: 'unit', passed: 0, failed: 0, skipped: 0, failures: [], reasons: [], repeated: [] };
    expect(found.toSorted((one, other) => one.path.localeCompare(other.path))).toEqual([
      { ...none, path: 'five.spec.mjs', passed: 1, failed: 1, reasons: ['handled by nobody: lost'] },
      { ...none, path: 'four.spec.mjs', passed: 1, failed: 1, reasons: ['still open'] },
      { ...none, path: 'one.spec.mjs', passed: 1, skipped: 2 },
      { ...none, path: 'three.spec.mjs', failed: 1, reasons: [expect.any(String)] },
      {
        ...none,
        path: 'two.spec.mjs',
        passed: 2,
        failed: 1,
        failures: ['third'],
        reasons: ['third: no luck\nat all'],
        repeated: ['second'],
      },
    ]);
  });
});
