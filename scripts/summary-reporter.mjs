import { writeFileSync } from 'node:fs';

/**
 * @typedef {{
 *   path: string, project: string, passed: number, failed: number, skipped: number, seconds: number,
 *   failures: string[], reasons: string[], repeated: string[],
 * }} FileResult `failures`: tests that failed; `reasons`: what each said, and errors outside of tests;
 *   `repeated`: tests that passed the second time
 */
/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {import('vitest/node').TestCase} TestCase */
/** @typedef {import('vitest/node').SerializedError & { VITEST_TEST_PATH?: string }} SerializedError */

/**
 * Counts tests and their time per file and leaves the results in the file that MULTILANE_TEST_COUNTS names: the launcher
 * makes the closing line of them. A file that could not be run, or failed outside of its tests, counts as one failure; a promise
 * that was rejected and handled by nobody is one of the file that ran.
 */
export default class SummaryReporter {
  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly SerializedError[]} unhandled with the path of the test file, as vitest adds it
   */
  onTestRunEnd(modules, unhandled) {
    const file = process.env.MULTILANE_TEST_COUNTS;
    if (file === undefined) return;
    const results = modules.map((module) =>
      summarise(
        module,
        unhandled.filter(({ VITEST_TEST_PATH: path }) => path === module.moduleId),
      ),
    );
    writeFileSync(file, JSON.stringify(results));
  }
}

/**
 * @param {TestModule} module
 * @param {readonly SerializedError[]} unhandled
 * @returns {FileResult}
 */
function summarise(module, unhandled) {
  const tests = [...module.children.allTests()];
  /** @param {string} state */
  const inState = (state) => tests.filter((test) => test.result().state === state);
  const failed = inState('failed');
  const passed = inState('passed');
  const { collectDuration, duration } = module.diagnostic();
  return {
    path: module.moduleId,
    project: module.project.name,
    passed: passed.length,
    failed: (failed.length === 0 && !module.ok() ? 1 : failed.length) + unhandled.length,
    skipped: tests.length - passed.length - failed.length,
    seconds: (collectDuration + duration) / 1000,
    failures: failed.map(({ fullName }) => fullName),
    reasons: [
      ...failed.map((test) => `${test.fullName}: ${explain(test.result().errors)}`),
      ...(module.ok() || failed.length > 0 ? [] : [explain(listSuiteErrors(module))]),
      ...unhandled.map((error) => `handled by nobody: ${explain([error])}`),
    ],
    repeated: passed.filter((test) => test.diagnostic()?.flaky).map(({ fullName }) => fullName),
  };
}

/**
 * The errors of a file outside of its tests: of its import and of its hooks.
 * @param {TestModule} module
 */
function listSuiteErrors(module) {
  return [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
}

/**
 * The message of the first error, with the difference that it shows.
 * @param {readonly { message: string, diff?: string }[] | undefined} errors
 */
function explain(errors) {
  const [error] = errors ?? [];
  return [error?.message ?? 'no reason was given', error?.diff].filter(Boolean).join('\n');
}
