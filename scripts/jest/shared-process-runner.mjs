import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Capacity } from './capacity.mjs';
import { ROOM_FOR_NEW_OBJECTS } from './jest-command.mjs';
import { longestFirst } from './longest-first.mjs';

/** @typedef {import('jest-runner').Test} Test */
/** @typedef {import('jest-runner').CallbackTestRunnerInterface['runTests']} RunTests */
/** @typedef {import('@jest/types').Config.GlobalConfig} GlobalConfig */
/** @typedef {import('./run-files.mjs').Outcome} Outcome */

const PROGRAM = fileURLToPath(new URL('run-files.mjs', import.meta.url));

/** The exhaustive tests of one file take up to ten minutes. */
const LONGEST_FILE_MS = 40 * 60_000;

/** A process that is to end and does not is killed after this time. */
const PATIENCE_MS = 10_000;

/** Characters of a process's last output that are shown when it ended without a result. */
const LAST_WORDS = 2_000;

/** Wait for them after the end of a process, in milliseconds. */
const LAST_WORDS_MS = 200;

/** A process takes no further file after so many, or when it has so much memory. */
const MOST_FILES = 24;
const MOST_RSS_BYTES = 1_200_000_000;

/**
 * Words of files that measure their process: times of its own work, its memory, its turns. The times that an e2e test takes are those of
 * services in other processes.
 */
const MEASURES =
  /\bprocess\.(?:cpuUsage|memoryUsage|resourceUsage)\b|\b(?:eventLoopUtilization|gc\(|measureHold|monitorEventLoopDelay|PerformanceObserver|processorTimeOf|setFlagsFromString)/;
const TAKES_TIME = /\bperformance\.now\b/;
const IN_ANOTHER_PROCESS = /\.e2e\.spec\.ts$/;

/** Words of files that change their process: others would find it so. To read a variable of the environment changes nothing. */
const CHANGES =
  /\bprocess\.(?:chdir|emit|exit|kill|off|on|once)\b|\bdelete process\.env\b|\bprocess\.env(?:\.\w+|\[[^\]]+\])?\s*=[^=]|\b(?:globalThis|spyOn|useFakeTimers)/;

/**
 * Runs files of tests in few processes, one file at a time in each: to load the modules of a service takes a process longer than most files
 * take. A file that measures or changes its process has one of its own, as has each of those that are run by their path, and the next file
 * after one that failed has a new one. A process that ends without a result is one failed file, and is not started again: Jest's own runner
 * would do so three times.
 *
 * As many files as Jest has workers run at once, the longest first, and while processors have nothing to do, up to one more for each: many
 * tests wait for timers and services.
 */
export default class SharedProcessRunner {
  supportsEventEmitters = false;

  /** @param {GlobalConfig} globalConfig */
  constructor(globalConfig) {
    this.globalConfig = globalConfig;
  }

  /** @type {RunTests} */
  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const waiting = longestFirst(tests);
    const processes = new Processes(this.globalConfig);
    watcher.on('change', ({ interrupted }) => {
      if (interrupted) processes.askToEnd();
    });
    const hasMore = () => waiting.length > 0 && !watcher.isInterrupted();
    const runNext = async () => {
      const test = waiting.shift();
      if (test === undefined) return;
      await onStart(test);
      const outcome = await processes.run(test);
      if ('result' in outcome) await onResult(test, outcome.result);
      else await onFailure(test, outcome.error);
    };
    const work = async () => {
      while (hasMore()) await runNext();
    };
    const capacity = new Capacity();
    const workMeanwhile = async () => {
      while (hasMore()) if (await capacity.take()) await runNext();
    };
    const { maxWorkers } = this.globalConfig;
    const more = maxWorkers > 1 ? availableParallelism() : 0;
    await Promise.all([...Array.from({ length: maxWorkers }, work), ...Array.from({ length: more }, workMeanwhile)]);
    await processes.end();
  }
}

/**
 * Says whether a file needs a process in which no other has run.
 * @param {string} path
 */
function needsOwnProcess(path) {
  const text = readFileSync(path, 'utf8');
  return MEASURES.test(text) || CHANGES.test(text) || (TAKES_TIME.test(text) && !IN_ANOTHER_PROCESS.test(path));
}

/** The processes of a run: those that run a file, and those that wait for their next one. */
class Processes {
  /** @type {FileProcess[]} */
  #spare = [];
  /** @type {Set<FileProcess>} */
  #all = new Set();

  /** @param {GlobalConfig} globalConfig */
  constructor(globalConfig) {
    this.globalConfig = globalConfig;
  }

  /**
   * @param {Test} test
   * @returns {Promise<Outcome>}
   */
  async run(test) {
    const isAlone = this.globalConfig.runTestsByPath || needsOwnProcess(test.path);
    const used = isAlone ? this.#start({ isMeasured: true }) : (this.#spare.pop() ?? this.#start());
    const outcome = await used.run(test);
    if (isAlone || used.isSpent) await this.#end(used);
    else this.#spare.push(used);
    return outcome;
  }

  /** Has all of them end, whatever they do. */
  askToEnd() {
    for (const each of this.#all) each.askToEnd();
  }

  /** Ends those that wait. */
  async end() {
    await Promise.all(this.#spare.splice(0).map((each) => this.#end(each)));
  }

  #start({ isMeasured = false } = {}) {
    const numbers = new Set([...this.#all].map(({ worker }) => worker));
    let worker = 1;
    while (numbers.has(worker)) worker += 1;
    const started = new FileProcess(worker, this.globalConfig, isMeasured);
    this.#all.add(started);
    return started;
  }

  /** @param {FileProcess} ending */
  async #end(ending) {
    await ending.end();
    this.#all.delete(ending);
  }
}

/** A process that runs files of tests, one after the other. */
class FileProcess {
  /** Says that it is to run no further file. */
  isSpent = false;
  /** @type {string[]} */
  #files = [];
  #lastWords = '';

  /**
   * @param {number} worker its number, from 1
   * @param {GlobalConfig} globalConfig
   * @param {boolean} isMeasured its settings are then those that a process has by itself
   */
  constructor(worker, globalConfig, isMeasured) {
    this.worker = worker;
    this.globalConfig = globalConfig;
    this.child = fork(PROGRAM, [], {
      env: { ...process.env, JEST_WORKER_ID: String(worker) },
      execArgv: process.execArgv.filter((option) => !(isMeasured && option === ROOM_FOR_NEW_OBJECTS)),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.ended = endOf(this.child);
    this.child.stdout?.on('data', (data) => process.stdout.write(data));
    this.child.stderr?.on('data', (data) => {
      process.stderr.write(data);
      this.#lastWords = `${this.#lastWords}${data}`.slice(-LAST_WORDS);
    });
  }

  /**
   * @param {Test} test
   * @returns {Promise<Outcome>}
   */
  async run({ path, context }) {
    const earlier = [...this.#files];
    this.#files.push(path);
    const timer = setTimeout(() => this.askToEnd(), LONGEST_FILE_MS);
    /** @type {Promise<Outcome>} */
    const told = new Promise((resolve) => {
      const listen = (/** @type {unknown} */ message) => {
        // Others are of Jest, which says which test begins and ends, and of tests.
        if (!isOutcomeOf(path, message)) return;
        this.child.off('message', listen);
        resolve(message.outcome);
      };
      this.child.on('message', listen);
    });
    const task = { path, globalConfig: this.globalConfig, config: context.config, modules: context.moduleMap.toJSON() };
    // A process that has died says why by its end.
    this.child.send(task, () => undefined);
    const outcome = await Promise.race([told, this.ended.then((how) => withoutResult(how, this.#lastWords, earlier))]);
    clearTimeout(timer);
    this.isSpent = this.#files.length >= MOST_FILES || !hasPassed(outcome) || outcome.rssBytes > MOST_RSS_BYTES;
    return outcome;
  }

  /** Has the process end, so that it stops the services that its tests started. One that cannot is killed. */
  askToEnd() {
    if (this.child.connected) this.child.disconnect();
    setTimeout(() => this.child.kill('SIGKILL'), PATIENCE_MS).unref();
  }

  /** Ends the process, whatever its files left open. */
  async end() {
    this.askToEnd();
    await this.ended;
  }
}

/**
 * Waits for the end of a process and for all that it has said.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>} its code or its signal
 */
async function endOf(child) {
  const closed = once(child, 'close').catch(() => undefined);
  /** @type {string} */
  const ending = await new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal === null ? `the code ${code}` : `the signal ${signal}`));
    child.once('error', ({ message }) => resolve(`the error ${message}`));
  });
  if (child.connected) await Promise.race([once(child, 'disconnect'), sleep(PATIENCE_MS, undefined, { ref: false })]);
  // Programs that a test left running may hold the pipes.
  await Promise.race([closed, sleep(LAST_WORDS_MS)]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  return ending;
}

/**
 * @param {Outcome} outcome
 * @returns {outcome is Extract<Outcome, { rssBytes: number }>}
 */
function hasPassed(outcome) {
  return 'result' in outcome && outcome.result.numFailingTests === 0 && !outcome.result.testExecError;
}

/**
 * @param {string} path
 * @param {unknown} message
 * @returns {message is { outcome: Outcome }}
 */
function isOutcomeOf(path, message) {
  return typeof message === 'object' && message !== null && 'file' in message && message.file === path;
}

/**
 * @param {string} ending
 * @param {string} lastWords
 * @param {readonly string[]} earlier files of the process, of which one may have left what ended it
 * @returns {Outcome}
 */
function withoutResult(ending, lastWords, earlier) {
  const before = earlier.length === 0 ? '' : `It ran before: ${earlier.join(', ')}. `;
  const message = `The process of this file ended with ${ending} and without a result. ${before}${lastWords}`.trim();
  return { error: { message, stack: message } };
}
