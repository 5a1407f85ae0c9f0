import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { listFilesToRunAlone, replaceResults } from './judge-tests.mjs';

/** @typedef {import('../jest/summary-reporter.mjs').FileResult} FileResult */
/** @typedef {import('./processes.mjs').Ending} Ending */
/** @typedef {import('./processes.mjs').ChildOutput} ChildOutput */
/** @typedef {{ ending: Ending, results: FileResult[] }} SuiteRun */

/**
 * @typedef {object} Suite
 * @property {(more: readonly string[], countsFile: string, output: ChildOutput) => Promise<Ending>} run with further arguments; its reporter
 *   leaves the results in `countsFile`
 * @property {readonly string[]} first arguments of the run beside the other suites
 * @property {readonly string[]} alone arguments that make it run the files that follow one at a time
 */

/**
 * Runs suites beside each other: tests wait for services and timers, while those of another suite use the processors. The lines of the first
 * suite are printed as they come, those of each other one after it. Then the files that failed run once more, one at a time.
 *
 * @param {string} root
 * @param {string} folder for the results
 * @param {readonly Suite[]} suites
 * @param {((text: string) => void) | undefined} say undefined: nothing runs once more
 * @param {NodeJS.WritableStream} [target] where the lines of the others are printed
 * @returns {Promise<SuiteRun>} the ending is that of the first suite that failed
 */
export async function runSuites(root, folder, suites, say, target = process.stdout) {
  /** @type {Promise<unknown>} */
  let earlier = Promise.resolve();
  const runs = suites.map((suite, place) => {
    const output = place === 0 ? undefined : new PassThrough();
    const ending = suite.run(suite.first, fileOf(place), output).finally(() => output?.end());
    const before = earlier;
    earlier = Promise.all([ending, output && before.then(() => print(output, target))]);
    return { suite, file: fileOf(place), ending };
  });
  await earlier;
  /** @type {SuiteRun[]} */
  const done = [];
  for (const { suite, file, ending } of runs) done.push(await runFailedAlone(root, suite, file, await ending, say));
  return {
    ending: done.find(({ ending }) => ending.code !== 0)?.ending ?? { code: 0, signal: null },
    results: done.flatMap(({ results }) => results),
  };

  /** @param {number} place */
  function fileOf(place) {
    return join(folder, `results-${place}.json`);
  }
}

/**
 * @param {string} root
 * @param {Suite} suite
 * @param {string} file of its results
 * @param {Ending} ending
 * @param {((text: string) => void) | undefined} say
 * @returns {Promise<SuiteRun>}
 */
async function runFailedAlone(root, suite, file, ending, say) {
  const results = takeResults(file);
  const failed = say !== undefined && ending.signal === null ? listFilesToRunAlone(results) : [];
  if (failed.length === 0) return { ending, results };
  say?.(`Running the files that failed once more, alone: ${failed.map((path) => relative(root, path)).join(', ')}`);
  const second = await suite.run([...suite.alone, ...failed], file, undefined);
  return { ending: second, results: replaceResults(results, takeResults(file)) };
}

/**
 * Takes and removes the results of a reporter; none if the suite ended before it could report.
 *
 * @param {string} file
 * @returns {FileResult[]}
 */
function takeResults(file) {
  if (!existsSync(file)) return [];
  const results = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return results;
}

/**
 * @param {PassThrough} output
 * @param {NodeJS.WritableStream} target
 */
async function print(output, target) {
  for await (const data of output) target.write(data);
}
