import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import {
  addUpFiles,
  describeTimes,
  judgeTests,
  listFilesToRunAlone,
  listRepeated,
  replaceResults,
} from './judge-tests.mjs';
import { describeEnvironment } from './prepare-project.mjs';
import { runInForeground } from './processes.mjs';

/**
 * Runs jest and, when the whole suite was asked for, the browser tests of the console; then prints the closing line alone on
 * standard output.
 *
 * @param {string} root
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 * @param {readonly string[]} args for jest
 * @param {(text: string) => void} say
 * @returns {Promise<import('./processes.mjs').Ending>}
 */
export async function runTests(root, toolchain, args, say) {
  const folder = mkdtempSync(join(tmpdir(), 'multilane-tests-'));
  const isWhole = args.length === 0;
  try {
    const first = await runJest(root, toolchain, args, join(folder, 'counts.json'));
    let { ending, results } = first;
    const alone = isWhole && ending.signal === null ? listFilesToRunAlone(results) : [];
    if (alone.length > 0) {
      say(`Running the files that failed once more, alone: ${alone.map((path) => relative(root, path)).join(', ')}`);
      const chosen = ['--maxWorkers=1', '--runTestsByPath', ...alone];
      const second = await runJest(root, toolchain, chosen, join(folder, 'alone.json'));
      ending = second.ending;
      results = replaceResults(results, second.results);
    }
    const counts = addUpFiles(results);
    const browser = isWhole && ending.signal === null ? await runBrowserTests(root, toolchain, folder, say) : undefined;
    if (browser !== undefined) counts.browser = browser;
    const { line, problems } = judgeTests(counts, { strict: isCi(process.env.CI), whole: isWhole });
    for (const time of describeTimes(counts)) say(time);
    for (const test of listRepeated(counts)) say(`Passed only the second time: ${test}`);
    for (const problem of problems) say(`Not a success: ${problem}`);
    process.stdout.write(`${line}\n`);
    return ending.code === 0 && problems.length > 0 ? { code: 1, signal: null } : ending;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} root
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 * @param {readonly string[]} args
 * @param {string} countsFile where the reporter leaves its results
 */
async function runJest(root, toolchain, args, countsFile) {
  const ending = await runInForeground(toolchain.node, [...JEST, ...args, ...REPORTERS], {
    cwd: root,
    env: { ...describeEnvironment(toolchain), MULTILANE_TEST_COUNTS: countsFile },
  });
  return { ending, results: readCounts(countsFile) ?? [] };
}

/** The browser that playwright.config.ts names. */
const BROWSER = '/usr/bin/chromium';

/**
 * @param {string} root
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 * @param {string} folder for the counts
 * @param {(text: string) => void} say
 * @returns {Promise<import('./judge-tests.mjs').Sums | undefined>} the counts; undefined where there is no browser
 */
async function runBrowserTests(root, toolchain, folder, say) {
  if (!existsSync(BROWSER)) {
    say(`There is no ${BROWSER}: the browser tests of the console do not run.`);
    return undefined;
  }
  const countsFile = join(folder, 'browser.json');
  const { code } = await runInForeground(toolchain.node, ['node_modules/@playwright/test/cli.js', 'test'], {
    cwd: join(root, 'apps/console'),
    env: { ...describeEnvironment(toolchain), MULTILANE_BROWSER_COUNTS: countsFile },
  });
  const counts = readCounts(countsFile) ?? { passed: 0, failed: 0, skipped: 0, files: 0, seconds: 0, repeated: [] };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** @param {string} file */
function readCounts(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

const JEST = ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];

/** Last, because jest takes what follows this option for more reporters. */
const REPORTERS = ['--reporters=default', '--reporters=<rootDir>/scripts/jest-summary-reporter.cjs'];

/** @param {string | undefined} value of the variable that CI systems set */
function isCi(value) {
  return value !== undefined && !['', '0', 'false'].includes(value);
}
