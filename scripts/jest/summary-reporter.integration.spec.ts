import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const SETTINGS = {
  testMatch: ['**/*.spec.mjs'],
  transform: {},
  testEnvironment: join(ROOT, 'scripts/jest/process-environment.mjs'),
  runtime: join(ROOT, 'scripts/jest/shared-modules-runtime.mjs'),
};

/** Two such files share modules, and the one that runs first leaves the other no limit of time. */
const COUNTING = `import { jest } from '@jest/globals';
  import { count } from './shared.mjs';
  it('first', async () => {
    globalThis.counted = (globalThis.counted ?? 0) + 1;
    expect(count()).toBe(globalThis.counted);
    await new Promise((resolve) => setTimeout(resolve, 100));
    jest.setTimeout(20);
  })`;

const UNIT_FILES = {
  'one.spec.mjs': "it('first', () => {}); it.skip('second', () => {}); it.todo('third')",
  'two.spec.mjs': "it('first', () => {}); it('second', () => { throw new Error('no luck') })",
  'three.spec.mjs': 'this is no program',
  'four.spec.mjs':
    "it('first', async () => { void Promise.reject(new Error('lost')); await new Promise(setImmediate) })",
  'late.spec.mjs': "it('first', () => { void Promise.reject(new Error('lost')) })",
  'five.spec.mjs': COUNTING,
  'six.spec.mjs': COUNTING,
  'shared.mjs': 'let calls = 0; export const count = () => (calls += 1)',
};

const ALONE = "globalThis.files = (globalThis.files ?? 0) + 1; it('first', () => expect(globalThis.files).toBe(1));";

const APPENDING =
  "import { appendFileSync } from 'node:fs'; import { count } from './shared.mjs'; it('first', () => appendFileSync('counted', String(count())))";

/** Files that share a process, have one of their own, end it, or would keep it. */
const FILES_WITH_PROCESSES = {
  'share.spec.mjs': APPENDING,
  'same.spec.mjs': APPENDING,
  'shared.mjs': 'let calls = 0; export const count = () => (calls += 1)',
  'alone.spec.mjs': `${ALONE} import { writeFileSync } from 'node:fs'; process.on('exit', () => writeFileSync('ended', ''))`,
  'open.spec.mjs': `${ALONE} import { createServer } from 'node:http'; createServer().listen(0); setInterval(() => {}, 10)`,
  'flaky.spec.mjs':
    "let tries = 0; it('first', () => {}); it('second', () => { if (tries++ === 0) throw new Error() }); it('third', () => { throw new Error('no luck\\nat all') })",
  'closing.spec.mjs': "afterAll(() => { throw new Error('still open') }); it('first', () => {})",
  'broken.spec.mjs': 'this is no program',
  'sending.spec.mjs':
    "it('first', async () => { process.send(null); process.send({ error: 1 }); await new Promise(setImmediate) })",
  'killed.spec.mjs': "it('first', () => { process.kill(process.pid, 'SIGKILL') })",
  'left.spec.mjs': "it('first', () => { process.stderr.write('good bye'); process.exit(3) })",
  'stuck.spec.mjs': "it('first', () => {}); await new Promise(() => {})",
  'holding.spec.mjs':
    "import { spawn } from 'node:child_process'; it('first', () => { spawn('sleep', ['20'], { stdio: 'inherit', detached: true }).unref() })",
};

type Result = { path: string; seconds: number; processorSeconds?: number; reasons: string[] };

const NONE = { passed: 0, failed: 0, skipped: 0, failures: [], reasons: [], repeated: [] };

describe('the results of tests in Jest', () => {
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'multilane-jest-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs these files as Jest is set. @returns its code and the file with the counts */
  function start(files: Readonly<Record<string, string>>, settings: object, ...args: readonly string[]) {
    for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source);
    writeFileSync(join(folder, 'jest.config.json'), JSON.stringify({ ...SETTINGS, ...settings }));
    const counts = join(folder, 'counts.json');
    const { status } = spawnSync(
      process.execPath,
      [
        '--experimental-vm-modules',
        join(ROOT, 'node_modules/jest/bin/jest.js'),
        '--config=jest.config.json',
        ...args,
        `--reporters=${join(ROOT, 'scripts/jest/summary-reporter.mjs')}`,
      ],
      { cwd: folder, env: { ...process.env, MULTILANE_TEST_COUNTS: counts }, stdio: 'pipe' },
    );
    return { status, counts };
  }

  /** @returns the results in the order of the paths, each with the name of its file */
  function run(files: Readonly<Record<string, string>>, settings: object, ...args: readonly string[]): object[] {
    const { status, counts } = start(files, settings, ...args);
    expect(status).toBe(1);
    const results: Result[] = JSON.parse(readFileSync(counts, 'utf8'));
    expect(results.filter(({ seconds }) => !(seconds >= 0))).toEqual([]);
    expect(results.filter(({ processorSeconds = 0 }) => !(processorSeconds >= 0))).toEqual([]);
    return results
      .map(({ seconds, processorSeconds, ...result }) => ({
        ...result,
        path: result.path.slice(result.path.lastIndexOf('/') + 1),
      }))
      .toSorted((one, other) => one.path.localeCompare(other.path));
  }

  it('share modules in one process as unit tests, and are counted by file, with a failure for a file that cannot run', () => {
    const none = { ...NONE, project: 'unit' };
    expect(run(UNIT_FILES, { displayName: 'unit' }, '--runInBand')).toEqual([
      { ...none, path: 'five.spec.mjs', passed: 1 },
      { ...none, path: 'four.spec.mjs', failed: 1, failures: ['first'], reasons: [expect.stringContaining('lost')] },
      { ...none, path: 'late.spec.mjs', failed: 1, failures: ['first'], reasons: [expect.stringContaining('lost')] },
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

  it('are a failure where a test ends the process of Jest itself', () => {
    const files = { 'end.spec.mjs': "it('first', () => process.exit(0))" };
    const { status, counts } = start(files, { displayName: 'unit' }, '--runInBand');
    expect({ status, isCounted: existsSync(counts) }).toEqual({ status: 1, isCounted: false });
  });

  it('share processes in the other suites, but for files that change theirs, with a failure for one without a result', () => {
    const none = { ...NONE, project: 'e2e' };
    const settings = {
      displayName: 'e2e',
      runner: join(ROOT, 'scripts/jest/shared-process-runner.mjs'),
      setupFilesAfterEnv: [join(ROOT, 'scripts/jest/retry-once.mjs')],
    };
    expect(run(FILES_WITH_PROCESSES, settings, '--maxWorkers=1')).toEqual([
      { ...none, path: 'alone.spec.mjs', passed: 1 },
      { ...none, path: 'broken.spec.mjs', failed: 1, reasons: [expect.any(String)] },
      { ...none, path: 'closing.spec.mjs', passed: 1, failed: 1, reasons: [expect.stringContaining('still open')] },
      {
        ...none,
        path: 'flaky.spec.mjs',
        passed: 2,
        failed: 1,
        failures: ['third'],
        reasons: [expect.stringContaining('no luck\nat all')],
        repeated: ['second'],
      },
      { ...none, path: 'holding.spec.mjs', passed: 1 },
      { ...none, path: 'killed.spec.mjs', failed: 1, reasons: [expect.stringContaining('the signal SIGKILL')] },
      { ...none, path: 'left.spec.mjs', failed: 1, reasons: [expect.stringMatching(/the code 3.*good bye/s)] },
      { ...none, path: 'open.spec.mjs', passed: 1 },
      { ...none, path: 'same.spec.mjs', passed: 1 },
      { ...none, path: 'sending.spec.mjs', passed: 1 },
      { ...none, path: 'share.spec.mjs', passed: 1 },
      { ...none, path: 'stuck.spec.mjs', failed: 1, reasons: [expect.stringContaining('without a result')] },
    ]);
    expect(readFileSync(join(folder, 'ended'), 'utf8')).toBe('');
    expect(readFileSync(join(folder, 'counted'), 'utf8')).toBe('12');
  }, 120_000);

  it('share processes across suites, too', () => {
    const project = (displayName: string) => ({
      ...SETTINGS,
      displayName,
      rootDir: folder,
      testMatch: [`**/${displayName}.spec.mjs`],
      runner: join(ROOT, 'scripts/jest/shared-process-runner.mjs'),
    });
    const files = {
      'e2e.spec.mjs': APPENDING,
      'integration.spec.mjs': APPENDING,
      'shared.mjs': UNIT_FILES['shared.mjs'],
    };
    const projects = [project('integration'), project('e2e')];
    expect(start(files, { projects }, '--maxWorkers=1').status).toBe(0);
    expect(readFileSync(join(folder, 'counted'), 'utf8')).toBe('12');
  }, 60_000);
});
