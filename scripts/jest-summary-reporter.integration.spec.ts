import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import JestSummaryReporter from './jest-summary-reporter.cjs';

const result = { numPassingTests: 0, numFailingTests: 0, numPendingTests: 0, numTodoTests: 0 };
const fileOf = (name: string) => ({ context: { config: { displayName: { name } } } });

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

  it('adds up the files of each project, names tests that passed the second time, and counts a file that could not run as a failure', () => {
    const reporter = new JestSummaryReporter();
    reporter.onTestResult(fileOf('unit'), {
      ...result,
      numPassingTests: 3,
      numPendingTests: 1,
      numTodoTests: 1,
      perfStats: { start: 1_000, end: 3_500 },
    });
    reporter.onTestResult(fileOf('unit'), {
      ...result,
      numPassingTests: 2,
      numFailingTests: 1,
      testResults: [
        { fullName: 'first', invocations: 1, status: 'passed' },
        { fullName: 'second', invocations: 2, status: 'passed' },
        { fullName: 'third', invocations: 2, status: 'failed' },
      ],
    });
    reporter.onTestResult(fileOf('e2e'), { ...result, testExecError: new Error('syntax') });
    reporter.onRunComplete();

    expect(JSON.parse(readFileSync(join(folder, 'counts.json'), 'utf8'))).toEqual({
      unit: { passed: 5, failed: 1, skipped: 2, files: 2, seconds: 2.5, repeated: ['second'] },
      e2e: { passed: 0, failed: 1, skipped: 0, files: 1, seconds: 0, repeated: [] },
    });
  });
});
