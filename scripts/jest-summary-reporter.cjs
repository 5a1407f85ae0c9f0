const { writeFileSync } = require('node:fs');

/**
 * Counts tests per jest project and leaves the counts in the file that MULTILANE_TEST_COUNTS names: the launcher
 * makes the closing line of them. A file that could not be run counts as one failure.
 */
module.exports = class JestSummaryReporter {
  #projects = {};

  onTestResult(test, result) {
    const name = test.context.config.displayName?.name ?? 'tests';
    this.#projects[name] ??= { passed: 0, failed: 0, skipped: 0 };
    const counts = this.#projects[name];
    counts.passed += result.numPassingTests;
    counts.failed += result.testExecError && result.numFailingTests === 0 ? 1 : result.numFailingTests;
    counts.skipped += result.numPendingTests + result.numTodoTests;
  }

  onRunComplete() {
    const file = process.env.MULTILANE_TEST_COUNTS;
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.#projects));
  }
};
