import { writeFileSync } from 'node:fs';

/**
 * @typedef {{
 *   path: string, project: string, passed: number, failed: number, skipped: number, seconds: number,
 *   failures: string[], reasons: string[], repeated: string[],
 *   processorSeconds?: number,
 * }} FileResult `failures`: tests that failed; `reasons`: what each said, and errors outside of tests;
 *   `repeated`: tests that passed the second time; `processorSeconds`: of a file whose runner says it
 */
/** @typedef {{ status: string, fullName: string, failureMessages: string[], invocations?: number }} Assertion */
/**
 * @typedef {{
 *   testFilePath: string, testResults: Assertion[], testExecError?: { message: string }, failureMessage?: string | null,
 *   perfStats: { start: number, end: number }, processorSeconds?: number,
 * }} TestResult of a file, as Jest has it
 */

/**
 * Counts the tests that Jest ran and their time per file, and leaves the results in the file that MULTILANE_TEST_COUNTS names: the
 * launcher makes the closing line of them. A file that could not be run, or failed outside of its tests, counts as one failure.
 */
export default class SummaryReporter {
  /** @type {Map<string, string>} Names by path, which the result of a file that could not be run lacks. */
  projects = new Map();

  /** @param {import('jest-runner').Test} test */
  onTestFileResult({ path, context }) {
    this.projects.set(path, context.config.displayName?.name ?? 'unit');
  }

  /**
   * @param {unknown} _contexts
   * @param {{ testResults: TestResult[] }} results
   */
  onRunComplete(_contexts, { testResults }) {
    const file = process.env.MULTILANE_TEST_COUNTS;
    if (file !== undefined)
      writeFileSync(file, JSON.stringify(testResults.map((result) => summarise(result, this.projects))));
  }
}

/**
 * @param {TestResult} result
 * @param {ReadonlyMap<string, string>} projects by path
 * @returns {FileResult}
 */
function summarise(
  { testFilePath, testResults, testExecError, failureMessage, perfStats, processorSeconds },
  projects,
) {
  const failed = testResults.filter(({ status }) => status === 'failed');
  const passed = testResults.filter(({ status }) => status === 'passed');
  const isBroken = testExecError !== undefined || (failed.length === 0 && Boolean(failureMessage));
  return {
    path: testFilePath,
    project: projects.get(testFilePath) ?? 'unit',
    passed: passed.length,
    failed: failed.length + (isBroken ? 1 : 0),
    skipped: testResults.length - passed.length - failed.length,
    seconds: (perfStats.end - perfStats.start) / 1000,
    ...(processorSeconds !== undefined && { processorSeconds }),
    failures: failed.map(({ fullName }) => fullName),
    reasons: [
      ...failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0] ?? 'no reason was given'}`),
      ...(isBroken ? [failureMessage ?? testExecError?.message ?? 'no reason was given'] : []),
    ],
    repeated: passed.filter(({ invocations = 1 }) => invocations > 1).map(({ fullName }) => fullName),
  };
}
