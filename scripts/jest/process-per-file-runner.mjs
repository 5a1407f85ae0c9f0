import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** @typedef {import('jest-runner').Test} Test */
/** @typedef {import('jest-runner').CallbackTestRunnerInterface['runTests']} RunTests */
/** @typedef {import('@jest/types').Config.GlobalConfig} GlobalConfig */
/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {import('./run-one-file.mjs').Outcome} Outcome */

const PROGRAM = fileURLToPath(new URL('run-one-file.mjs', import.meta.url));

/** The exhaustive tests of one file take up to ten minutes. */
const LONGEST_FILE_MS = 40 * 60_000;

/** A process that is to end and does not is killed after this time. */
const PATIENCE_MS = 10_000;

/** Characters of a process's last output that are shown when it ended without a result. */
const LAST_WORDS = 2_000;

/** Wait for them after the end of a process, in milliseconds. */
const LAST_WORDS_MS = 200;

/**
 * Runs each file of tests in a process of its own, which ends with the file whatever it left open. A process that ends without a result is
 * one failed file, and is not started again: Jest's own runner would do so three times.
 */
export default class ProcessPerFileRunner {
  supportsEventEmitters = false;

  /** @param {GlobalConfig} globalConfig */
  constructor(globalConfig) {
    this.globalConfig = globalConfig;
  }

  /** @type {RunTests} */
  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const waiting = [...tests];
    /** @type {Set<ChildProcess>} */
    const running = new Set();
    watcher.on('change', ({ interrupted }) => {
      if (interrupted) for (const child of running) end(child);
    });
    const work = async (/** @type {number} */ worker) => {
      for (let test = waiting.shift(); test !== undefined && !watcher.isInterrupted(); test = waiting.shift()) {
        await onStart(test);
        const outcome = await this.runFile(test, worker, running);
        if ('result' in outcome) await onResult(test, outcome.result);
        else await onFailure(test, outcome.error);
      }
    };
    await Promise.all(Array.from({ length: this.globalConfig.maxWorkers }, (_, index) => work(index + 1)));
  }

  /**
   * @param {Test} test
   * @param {number} worker its number, from 1
   * @param {Set<ChildProcess>} running
   * @returns {Promise<Outcome>}
   */
  async runFile({ path, context }, worker, running) {
    const child = fork(PROGRAM, [], {
      env: { ...process.env, JEST_WORKER_ID: String(worker) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    running.add(child);
    /** @type {Outcome | undefined} */
    let outcome;
    let lastWords = '';
    child.stdout?.on('data', (data) => process.stdout.write(data));
    child.stderr?.on('data', (data) => {
      process.stderr.write(data);
      lastWords = `${lastWords}${data}`.slice(-LAST_WORDS);
    });
    const timers = [setTimeout(() => end(child), LONGEST_FILE_MS)];
    child.on('message', (/** @type {Outcome | unknown[]} */ message) => {
      // Jest says which test begins and ends.
      if (Array.isArray(message)) return;
      outcome = message;
      timers.push(setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS));
    });
    const task = { path, globalConfig: this.globalConfig, config: context.config, modules: context.moduleMap.toJSON() };
    // A process that has died says why by its end.
    child.send(task, () => undefined);
    const ending = await endOf(child);
    for (const timer of timers) clearTimeout(timer);
    running.delete(child);
    return outcome ?? withoutResult(ending, lastWords);
  }
}

/**
 * Waits for the end of a process and for all that it has said.
 * @param {ChildProcess} child
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
 * Has the process end, so that it stops the services that its tests started. One that cannot is killed.
 * @param {ChildProcess} child
 */
function end(child) {
  if (child.connected) child.disconnect();
  setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref();
}

/**
 * @param {string} ending
 * @param {string} lastWords
 * @returns {Outcome}
 */
function withoutResult(ending, lastWords) {
  const message = `The process of this file ended with ${ending} and without a result. ${lastWords}`.trim();
  return { error: { message, stack: message } };
}
