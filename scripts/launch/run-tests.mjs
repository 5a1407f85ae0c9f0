import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PARTS, partOfCommit } from '../in-turn.mjs';
import { JEST } from '../jest/jest-command.mjs';
import { listUnrunnable } from '../jest/unrunnable-files.mjs';
import { chooseTests, listSpecifications } from './choose-tests.mjs';
import { boundOfStarts, countStarts, STARTS_VARIABLE } from './count-starts.mjs';
import { BROWSERS, findBrowser } from './find-browser.mjs';
import {
  addUpFiles,
  describeCosts,
  describeTimes,
  findMissing,
  judgeTests,
  listReasons,
  listRepeated,
} from './judge-tests.mjs';
import { makeRunFolder } from './memory-folder.mjs';
import { describeEnvironment } from './prepare-project.mjs';
import { runInForeground } from './processes.mjs';
import { runSuites } from './run-suites.mjs';
import { shareDatabases } from './shared-databases.mjs';

/** @typedef {import('../jest/summary-reporter.mjs').FileResult} FileResult */
/** @typedef {import('./processes.mjs').Ending} Ending */
/** @typedef {import('./processes.mjs').ChildOutput} ChildOutput */
/** @typedef {import('./run-suites.mjs').Suite} Suite */

/**
 * Runs Jest and, when the whole suite was asked for, the browser tests of the console; then prints the closing line alone on
 * standard output.
 *
 * @param {string} root
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 * @param {readonly string[]} args for Jest: parts of paths, and options
 * @param {(text: string) => void} say
 * @param {{ browser?: boolean }} [options] `browser`: run the browser tests too, all of them
 * @returns {Promise<Ending>}
 */
export async function runTests(root, toolchain, args, say, { browser: withBrowser = false } = {}) {
  const { folder, inMemory } = makeRunFolder();
  const isWhole = args.length === 0;
  const databases = isWhole
    ? await shareDatabases(root, folder, toolchain.node, inMemory ? folder : undefined)
    : undefined;
  // With the browser tests, a run of named files is one of all exhaustive tests.
  const part = isWhole ? choosePartOfExhaustive(root, say) : withBrowser ? { TEST_EXHAUSTIVE: 'all' } : {};
  const startsFile = join(folder, 'starts');
  const environment = {
    ...describeEnvironment(toolchain),
    ...databases?.environment,
    ...part,
    ...(inMemory && { [FOLDER_VARIABLE]: folder }),
    [STARTS_VARIABLE]: startsFile,
  };
  const { jest, expected, unknown } = chooseTests(listSpecifications(root), args, root);
  const withConsole = (isWhole || withBrowser) && hasBrowser(say);
  const suites = makeSuites(root, toolchain.node, environment, jest, withConsole);
  try {
    const { ending, results } = await runSuites(root, folder, suites, isWhole || withBrowser ? say : undefined);
    const counts = addUpFiles(results);
    const { line, problems } = judgeTests(counts, { strict: isCi(process.env.CI), whole: isWhole });
    problems.push(...findMissing(runnable(root, environment, expected), results));
    problems.push(...unknown.map((name) => `no file of tests has "${name}" in its path`));
    const starts = countStarts(startsFile);
    const bound = boundOfStarts(environment, isWhole);
    const most = bound === undefined ? '' : `, of at most ${bound}`;
    if (starts.count > 0) say(`Started ${starts.count} programs and databases${most}: ${starts.words}`);
    if (bound !== undefined && starts.count > bound) problems.push(`more starts than ${bound}`);
    for (const words of describeRun(counts, results)) say(words.replaceAll(join(root, '/'), ''));
    for (const problem of problems) say(`Not a success: ${problem}`);
    process.stdout.write(`${line}\n`);
    return ending.code === 0 && problems.length > 0 ? { code: 1, signal: null } : ending;
  } finally {
    await databases?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} environment
 * @param {readonly string[] | undefined} jest its arguments; undefined: it does not run
 * @param {boolean} withConsole the browser tests run too
 * @returns {Suite[]}
 */
function makeSuites(root, node, environment, jest, withConsole) {
  /** @type {Suite[]} */
  const suites = [];
  if (jest !== undefined) {
    const asked = [...JEST_RUN, ...jest];
    suites.push({
      run: (more, file, output) => runJest(root, node, environment, [...asked, ...more], file, output),
      first: withConsole ? [`--maxWorkers=${BESIDE_EACH_OTHER}`] : [],
      alone: ALONE_IN_JEST,
    });
  }
  if (withConsole) {
    // A database of somebody else's has one world, and therefore one worker.
    const isBeside = jest !== undefined && process.env.MULTILANE_CONSOLE_CONFIG === undefined;
    suites.push({
      run: (more, file, output) => runBrowser(root, node, environment, more, file, output),
      first: isBeside ? [`--workers=${BESIDE_EACH_OTHER}`] : [],
      alone: ['--workers=1'],
    });
  }
  return suites;
}

/**
 * Describes what a run took and what went wrong in it.
 *
 * @param {ReturnType<typeof addUpFiles>} counts
 * @param {readonly FileResult[]} results
 * @returns {string[]} lines
 */
function describeRun(counts, results) {
  return [
    ...describeTimes(counts),
    ...describeCosts(results),
    ...listRepeated(counts).map((test) => `Passed only the second time: ${test}`),
    ...listReasons(counts).map((reason) => `Failed: ${reason}`),
  ];
}

/**
 * Chooses the exhaustive tests that run with the others: the part that TEST_EXHAUSTIVE names, or else one by the number of the commit.
 *
 * @param {string} root
 * @param {(text: string) => void} say
 */
function choosePartOfExhaustive(root, say) {
  const named = process.env.TEST_EXHAUSTIVE;
  if (named) return { TEST_EXHAUSTIVE: named };
  const number = partOfCommit({
    count: askGit(root, ['rev-list', '--count', 'HEAD']),
    isShallow: askGit(root, ['rev-parse', '--is-shallow-repository']) === 'true',
    name: askGit(root, ['rev-parse', 'HEAD']),
  });
  const why = number === undefined ? 'for git names no commit here' : 'by the commit';
  say(`Exhaustive tests: part ${(number ?? 0) + 1} of ${PARTS}, ${why} (all: npm run test:exhaustive)`);
  return { TEST_EXHAUSTIVE: String(number ?? 0) };
}

/**
 * @param {string} root
 * @param {readonly string[]} question
 * @returns {string} nothing where there is no git, or no commit, as in an archive
 */
function askGit(root, question) {
  const { status, stdout } = spawnSync('git', question, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/**
 * @param {string} root
 * @param {NodeJS.ProcessEnv} environment of Jest
 * @param {readonly string[]} files
 * @returns {string[]} the paths of those that run on this machine
 */
function runnable(root, environment, files) {
  const unrunnable = listUnrunnable(root, environment).map((pattern) => new RegExp(pattern));
  return files.map((file) => join(root, file)).filter((path) => !unrunnable.some((pattern) => pattern.test(path)));
}

/**
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} environment
 * @param {readonly string[]} args
 * @param {string} countsFile where the reporter leaves its results
 * @param {ChildOutput} output
 */
function runJest(root, node, environment, args, countsFile, output) {
  const surroundings = { cwd: root, env: { ...environment, MULTILANE_TEST_COUNTS: countsFile } };
  return runInForeground(node, args, surroundings, output);
}

/**
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} environment
 * @param {readonly string[]} args
 * @param {string} countsFile where the reporter leaves its results
 * @param {ChildOutput} output
 */
function runBrowser(root, node, environment, args, countsFile, output) {
  const surroundings = {
    cwd: join(root, 'apps/console'),
    env: { ...environment, MULTILANE_BROWSER_COUNTS: countsFile },
  };
  return runInForeground(node, ['node_modules/@playwright/test/cli.js', 'test', ...args], surroundings, output);
}

/** @param {(text: string) => void} say */
function hasBrowser(say) {
  if (findBrowser() !== undefined) return true;
  say(`There is neither ${BROWSERS.join(' nor ')}: the browser tests of the console do not run.`);
  return false;
}

/** What tests call the folder in memory (libs/testing/src/databases/server-process.ts). */
const FOLDER_VARIABLE = 'TEST_DATABASES_FOLDER';

/** Jest without a line for each test. */
const JEST_RUN = [...JEST, '--reporters=default', '--reporters=./scripts/jest/summary-reporter.mjs'];

const ALONE_IN_JEST = ['--maxWorkers=1', '--runTestsByPath'];

/**
 * Workers of each of two suites that run beside each other: as many as there are processors. Jest takes more where processors have nothing to
 * do.
 */
const BESIDE_EACH_OTHER = availableParallelism();

/** @param {string | undefined} value of the variable that CI systems set */
function isCi(value) {
  return value !== undefined && !['', '0', 'false'].includes(value);
}
