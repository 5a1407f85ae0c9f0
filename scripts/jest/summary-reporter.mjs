import { writeFileSync } from 'node:fs';

/** @typedef {import('../summary-reporter.mjs').FileResult} FileResult */
/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} Assertion */
/**
 * @typedef {{
 *   testFilePath: string, testResults: Assertion[], testExecError?: { message: string }, failureMessage?: string | null,
 *   perfStats: { start: number, end: number }, displayName?: { name: string },
 * }} TestResult of a file, as Jest has it
 */

/**
 * Counts the tests that Jest ran and their time per file, and leaves the results in the file that MULTILANE_TEST_COUNTS names, as
 * the reporter of Vitest does (../summary-reporter.mjs). A file that could not be run counts as one failure.
 */
export default class SummaryReporter {
  /**
   * @param {unknown} _contexts
   * @param {{ testResults: TestResult[] }} results
   */
  onRunComplete(_contexts, { testResults }) {
    const file = process.env.MULTILANE_TEST_COUNTS;
    if (file !== undefined) writeFileSync(file, JSON.stringify(testResults.map(summarise)));
  }
}

/**
 * @param {TestResult} result
 * @returns {FileResult}
 */
function summarise({ testFilePath, testResults, testExecError, failureMessage, perfStats, displayName }) {
  const failed = testResults.filter(({ status }) => status === 'failed');
  const passed = testResults.filter(({ status }) => status === 'passed');
  const isBroken = failed.length === 0 && (testExecError !== undefined || Boolean(failureMessage));
  return {
    path: testFilePath,
    project: displayName?.name ?? 'unit',
    passed: passed.length,
    failed: isBroken ? 1 : failed.length,
    skipped: testResults.length - passed.length - failed.length,
    seconds: (perfStats.end - perfStats.start) / 1000,
    failures: failed.map(({ fullName }) => fullName),
    reasons: [
      ...failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0] ?? 'no reason was given'}`),
      ...(isBroken ? [failureMessage ?? testExecError?.message ?? 'no reason was given'] : []),
    ],
    repeated: [],
  };
}
