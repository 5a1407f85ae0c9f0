import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import JestSummaryReporter from './jest-summary-reporter.cjs';

const result = { numPassingTests: 0, numFailingTests: 0, numPendingTests: 0, numTodoTests: 0 };
const fileOf = (name: string, path: string) => ({ path, context: { config: { displayName: { name } } } });

describe('the summary reporter', () => {
  const outer = process.env.MULTILANE_TEST_COUNTS;
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'multilane-counts-'));
    process.env.MULTILANE_TEST_COUNTS = join(folder, 'counts.json');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    if (outer === undefined) delete process.env.MULTILANE_TEST_COUNTS;
    else process.env.MULTILANE_TEST_COUNTS = outer;
  });

  it('counts the tests of each file, names those that failed or passed the second time, and takes a file that could not run for a failure', () => {
    const reporter = new JestSummaryReporter();
    reporter.onTestResult(fileOf('unit', 'one.spec.ts'), {
      ...result,
      numPassingTests: 3,
      numPendingTests: 1,
      numTodoTests: 1,
      perfStats: { start: 1_000, end: 3_500 },
    });
    reporter.onTestResult(fileOf('unit', 'two.spec.ts'), {
      ...result,
      numPassingTests: 2,
      numFailingTests: 1,
      testResults: [
        { fullName: 'first', invocations: 1, status: 'passed' },
        { fullName: 'second', invocations: 2, status: 'passed' },
        { fullName: 'third', invocations: 2, status: 'failed' },
      ],
    });
    reporter.onTestResult(fileOf('e2e', 'three.e2e.spec.ts'), { ...result, testExecError: new Error('syntax') });
    reporter.onRunComplete();

    const none = { passed: 0, failed: 0, skipped: 0, seconds: 0, failures: [], repeated: [] };
    expect(JSON.parse(readFileSync(join(folder, 'counts.json'), 'utf8'))).toEqual([
      { ...none, path: 'one.spec.ts', project: 'unit', passed: 3, skipped: 2, seconds: 2.5 },
      {
        ...none,
        path: 'two.spec.ts',
        project: 'unit',
        passed: 2,
        failed: 1,
        failures: ['third'],
        repeated: ['second'],
      },
      { ...none, path: 'three.e2e.spec.ts', project: 'e2e', failed: 1 },
    ]);
  });
});
