const { writeFileSync } = require('node:fs');

/** @typedef {{ path: string, context: { config: { displayName?: { name: string } } } }} Test the part of jest's that is read here */
/** @typedef {{ numPassingTests: number, numFailingTests: number, numPendingTests: number, numTodoTests: number }} Numbers */
/**
 * @typedef {{
 *   path: string, project: string, passed: number, failed: number, skipped: number, seconds: number,
 *   failures: string[], repeated: string[],
 * }} FileResult `failures`: tests that failed; `repeated`: tests that passed the second time
 */

/**
 * Counts tests and their time per file and leaves the results in the file that MULTILANE_TEST_COUNTS names: the launcher
 * makes the closing line of them. A file that could not be run counts as one failure.
 */
module.exports = class JestSummaryReporter {
  /** @type {FileResult[]} */
  #files = [];

  /**
   * @param {Test} test
   * @param {Numbers & {
   *   testExecError?: unknown,
   *   perfStats?: { start: number, end: number },
   *   testResults?: { fullName: string, invocations?: number, status: string }[],
   * }} result
   */
  onTestResult(test, result) {
    const tests = result.testResults ?? [];
    const again = tests.filter(({ invocations, status }) => status === 'passed' && (invocations ?? 1) > 1);
    const failures = tests.filter(({ status }) => status === 'failed');
    this.#files.push({
      path: test.path,
      project: test.context.config.displayName?.name ?? 'tests',
      passed: result.numPassingTests,
      failed: result.testExecError && result.numFailingTests === 0 ? 1 : result.numFailingTests,
      skipped: result.numPendingTests + result.numTodoTests,
      seconds: ((result.perfStats?.end ?? 0) - (result.perfStats?.start ?? 0)) / 1000,
      failures: failures.map(({ fullName }) => fullName),
      repeated: again.map(({ fullName }) => fullName),
    });
  }

  onRunComplete() {
    const file = process.env.MULTILANE_TEST_COUNTS;
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.#files));
  }
};
