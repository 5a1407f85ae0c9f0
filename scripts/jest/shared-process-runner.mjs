import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

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

/** Words of files that measure or change their process. */
const NEEDS_OWN_PROCESS =
  /\bprocess\.(?:chdir|cpuUsage|emit|env|exit|kill|memoryUsage|off|on|once|resourceUsage)\b|\b(?:eventLoopUtilization|gc\(|globalThis|measureHold|monitorEventLoopDelay|performance\.now|PerformanceObserver|processorTimeOf|setFlagsFromString|setTimeout\(\d|spyOn|useFakeTimers)/;

/**
 * Runs files of tests in few processes, one file at a time in each: to load the modules of a service takes a process longer than most files
 * take. A file that measures or changes its process has one of its own, as has each of those that are run by their path, and the next file
 * after one that failed has a new one. A process that ends without a result is one failed file, and is not started again: Jest's own runner
 * would do so three times.
 */
export default class SharedProcessRunner {
  supportsEventEmitters = false;

  /** @param {GlobalConfig} globalConfig */
  constructor(globalConfig) {
    this.globalConfig = globalConfig;
  }

  /** @type {RunTests} */
  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const waiting = [...tests];
    /** @type {Set<FileProcess>} */
    const running = new Set();
    watcher.on('change', ({ interrupted }) => {
      if (interrupted) for (const each of running) each.askToEnd();
    });
    const work = async (/** @type {number} */ worker) => {
      /** @type {FileProcess | undefined} */
      let shared;
      const start = () => {
        const started = new FileProcess(worker, this.globalConfig);
        running.add(started);
        return started;
      };
      const end = async (/** @type {FileProcess | undefined} */ ending) => {
        await ending?.end();
        if (ending) running.delete(ending);
      };
      for (let test = waiting.shift(); test !== undefined && !watcher.isInterrupted(); test = waiting.shift()) {
        await onStart(test);
        const isAlone = this.globalConfig.runTestsByPath || NEEDS_OWN_PROCESS.test(readFileSync(test.path, 'utf8'));
        const used = isAlone ? start() : (shared ?? start());
        const outcome = await used.run(test);
        if (isAlone || used.isSpent) {
          await end(used);
          if (used === shared) shared = undefined;
        } else shared = used;
        if ('result' in outcome) await onResult(test, outcome.result);
        else await onFailure(test, outcome.error);
      }
      await end(shared);
    };
    await Promise.all(Array.from({ length: this.globalConfig.maxWorkers }, (_, index) => work(index + 1)));
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
   */
  constructor(worker, globalConfig) {
    this.globalConfig = globalConfig;
    this.child = fork(PROGRAM, [], {
      env: { ...process.env, JEST_WORKER_ID: String(worker) },
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
