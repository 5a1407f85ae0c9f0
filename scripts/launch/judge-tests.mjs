/** @typedef {{ passed: number, failed: number, skipped: number, repeated?: readonly string[] }} Counts `repeated`: tests that passed the second time */

/** The projects of jest.config.ts, and the browser tests of the console; in CI each must have run. */
const PROJECTS = ['unit', 'integration', 'e2e', 'browser'];

/** More tests than these that pass only the second time are no accident. */
const MOST_REPEATED = 10;

/**
 * The closing line of a test run, and why the run must not count as a success.
 *
 * @param {Readonly<Record<string, Counts>>} projects counts by project, as the reporters wrote them
 * @param {{ strict: boolean, whole: boolean }} rules `strict` (CI) refuses skipped tests and, when the `whole` suite
 *   was asked for, a project in which nothing ran
 * @returns {{ line: string, problems: string[] }}
 */
export function judgeTests(projects, { strict, whole }) {
  const { passed, failed, skipped } = addUp(Object.values(projects));
  const problems = [];
  if (failed > 0) problems.push(`${failed} failed`);
  if (passed + failed === 0) problems.push('no test ran');
  if (strict && skipped > 0) problems.push(`${skipped} skipped, which CI does not allow`);
  for (const project of strict && whole ? PROJECTS : []) {
    const { passed: ran } = addUp([projects[project]]);
    if (ran === 0) problems.push(`no ${project} test passed`);
  }
  const repeated = listRepeated(projects).length;
  if (strict && repeated > MOST_REPEATED)
    problems.push(`${repeated} passed only the second time, which CI allows to ${MOST_REPEATED}`);
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return { line, problems };
}

/**
 * How long each project took, in the order of `PROJECTS`: the sum of its files' run times, which several processes
 * share.
 * @param {Readonly<Record<string, Counts & { files: number, seconds: number }>>} projects
 */
export function describeTimes(projects) {
  return PROJECTS.flatMap((name) => {
    const { files, seconds } = projects[name] ?? { files: 0, seconds: 0 };
    return files === 0 ? [] : [`${name}: ${files} files in ${seconds.toFixed(1)} s`];
  });
}

/**
 * The tests that passed only the second time.
 * @param {Readonly<Record<string, Counts>>} projects
 */
export function listRepeated(projects) {
  return Object.entries(projects).flatMap(([name, { repeated = [] }]) => repeated.map((test) => `${name}: ${test}`));
}

/** @param {readonly (Counts | undefined)[]} counts */
function addUp(counts) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of counts.filter((each) => each !== undefined)) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}
