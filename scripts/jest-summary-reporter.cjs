const { writeFileSync } = require('node:fs');

/** @typedef {{ context: { config: { displayName?: { name: string } } } }} Test the part of jest's that is read here */
/** @typedef {{ passed: number, failed: number, skipped: number, files: number, seconds: number, repeated: string[] }} Sums `seconds`: of the files' run times; `repeated`: tests that passed the second time */
/** @typedef {{ numPassingTests: number, numFailingTests: number, numPendingTests: number, numTodoTests: number }} Numbers */

/**
 * Counts tests and their time per jest project and leaves the sums in the file that MULTILANE_TEST_COUNTS names: the launcher
 * makes the closing line of them. A file that could not be run counts as one failure.
 */
module.exports = class JestSummaryReporter {
  /** @type {Record<string, Sums>} */
  #projects = {};

  /**
   * @param {Test} test
   * @param {Numbers & {
   *   testExecError?: unknown,
   *   perfStats?: { start: number, end: number },
   *   testResults?: { fullName: string, invocations?: number, status: string }[],
   * }} result
   */
  onTestResult(test, result) {
    const name = test.context.config.displayName?.name ?? 'tests';
    const counts = this.#projects[name] ?? { passed: 0, failed: 0, skipped: 0, files: 0, seconds: 0, repeated: [] };
    this.#projects[name] = counts;
    counts.passed += result.numPassingTests;
    counts.failed += result.testExecError && result.numFailingTests === 0 ? 1 : result.numFailingTests;
    counts.skipped += result.numPendingTests + result.numTodoTests;
    counts.files += 1;
    counts.seconds += ((result.perfStats?.end ?? 0) - (result.perfStats?.start ?? 0)) / 1000;
    const again = (result.testResults ?? []).filter(
      ({ invocations, status }) => status === 'passed' && (invocations ?? 1) > 1,
    );
    counts.repeated.push(...again.map(({ fullName }) => fullName));
  }

  onRunComplete() {
    const file = process.env.MULTILANE_TEST_COUNTS;
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.#projects));
  }
};
