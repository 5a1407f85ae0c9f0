import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ passed: number, failed: number, skipped: number, repeated?: readonly string[] }} Counts `repeated`: tests that passed the second time */
/** @typedef {import('../jest/summary-reporter.mjs').FileResult} FileResult */
/** @typedef {Counts & { files: number, seconds: number, reasons: string[], repeated: string[] }} Sums `seconds`: of the files' run times */

/** The projects of jest.config.ts, and the browser tests of the console; in CI each must have run. */
const PROJECTS = ['unit', 'integration', 'e2e', 'browser'];

/** More tests than these that pass only the second time are no accident. */
const MOST_REPEATED = 10;

/** Characters of a failed test's message that are shown. */
const LONGEST_REASON = 400;

/** More files than these that fail are no accident. */
const MOST_FILES_ALONE = 6;

/** Files without a result that are named. */
const MOST_MISSING_NAMED = 5;

/**
 * The files that run once more, one after the other, with nothing beside them: their tests measure time and memory and start
 * processes, which other files can fail. None when so many failed that something is broken.
 *
 * @param {readonly FileResult[]} results
 * @returns {string[]} paths
 */
export function listFilesToRunAlone(results) {
  const failed = results.filter((result) => result.failed > 0).map(({ path }) => path);
  return failed.length > MOST_FILES_ALONE ? [] : failed;
}

/**
 * The results where a file that ran alone counts as it ended then, and its tests that failed before as repeated.
 *
 * @param {readonly FileResult[]} results
 * @param {readonly FileResult[]} alone
 * @returns {FileResult[]}
 */
export function replaceResults(results, alone) {
  return results.map((result) => {
    const again = alone.find(({ path }) => path === result.path);
    if (again === undefined) return result;
    const failures = result.failures.length > 0 ? result.failures : [result.path];
    const passed = failures.filter((name) => !again.failures.includes(name));
    const repeated = [...new Set([...result.repeated, ...again.repeated, ...(again.failed > 0 ? [] : passed)])];
    return { ...again, seconds: result.seconds + again.seconds, repeated };
  });
}

/**
 * The problem of files that were to run and have no result: Jest ended before them, or does not know them. None if all have one.
 *
 * @param {readonly string[]} expected paths
 * @param {readonly FileResult[]} results
 * @returns {string[]}
 */
export function findMissing(expected, results) {
  const known = new Set(results.map(({ path }) => path));
  const missing = expected.filter((path) => !known.has(path));
  if (missing.length === 0) return [];
  const more = missing.length > MOST_MISSING_NAMED ? ' …' : '';
  return [`${missing.length} files without a result: ${missing.slice(0, MOST_MISSING_NAMED).join(' ')}${more}`];
}

/**
 * @param {readonly FileResult[]} results
 * @returns {Record<string, Sums>} by project
 */
export function addUpFiles(results) {
  /** @type {Record<string, Sums>} */
  const projects = {};
  for (const { project, path, passed, failed, skipped, seconds, reasons, repeated } of results) {
    const sums = projects[project] ?? {
      passed: 0,
      failed: 0,
      skipped: 0,
      files: 0,
      seconds: 0,
      reasons: [],
      repeated: [],
    };
    projects[project] = sums;
    sums.passed += passed;
    sums.failed += failed;
    sums.skipped += skipped;
    sums.files += 1;
    sums.seconds += seconds;
    sums.reasons.push(...reasons.map((reason) => `${path}: ${beginningOf(reason)}`));
    sums.repeated.push(...repeated);
  }
  return projects;
}

/**
 * The closing line of a test run, and why the run must not count as a success.
 *
 * @param {Readonly<Record<string, Counts>>} projects counts by project, as the reporters wrote them
 * @param {{ strict: boolean, whole: boolean }} rules `strict` (CI) rejects skipped tests and, when the `whole` suite
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
 * Describes the duration of each project, in the order of `PROJECTS`: the sum of its files' run times, which several processes share.
 * @param {Readonly<Record<string, Counts & { files: number, seconds: number }>>} projects
 */
export function describeTimes(projects) {
  return PROJECTS.flatMap((name) => {
    const { files, seconds } = projects[name] ?? { files: 0, seconds: 0 };
    return files === 0 ? [] : [`${name}: ${files} files in ${seconds.toFixed(1)} s`];
  });
}

/** Files whose processor time is named. */
const MOST_COSTLY_NAMED = 12;

/**
 * The files that took the most processor time, theirs and that of the programs that they started and that have ended; nothing where no file
 * says it. A server that several files share is in none.
 *
 * @param {readonly FileResult[]} results
 * @returns {string[]} a line, or none
 */
export function describeCosts(results) {
  const measured = results.flatMap(({ path, processorSeconds: seconds }) => (seconds ? [{ path, seconds }] : []));
  if (measured.length === 0) return [];
  const sum = measured.reduce((total, { seconds }) => total + seconds, 0);
  const costly = measured.toSorted((one, other) => other.seconds - one.seconds).slice(0, MOST_COSTLY_NAMED);
  const named = costly.map(({ path, seconds }) => `${path} ${seconds.toFixed(0)} s`);
  return [`Processor time of ${measured.length} files: ${sum.toFixed(0)} s; the most: ${named.join(', ')}`];
}

/**
 * The tests that passed only the second time.
 * @param {Readonly<Record<string, Counts>>} projects
 */
export function listRepeated(projects) {
  return Object.entries(projects).flatMap(([name, { repeated = [] }]) => repeated.map((test) => `${name}: ${test}`));
}

/**
 * Lists the failures with their reasons, a line each: the end of a log is often all that one sees of it.
 * @param {Readonly<Record<string, { reasons: readonly string[] }>>} projects
 */
export function listReasons(projects) {
  return Object.values(projects).flatMap(({ reasons }) => reasons);
}

/**
 * On one line, without colours.
 * @param {string} reason
 */
function beginningOf(reason) {
  return stripVTControlCharacters(reason).replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_REASON);
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
