import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { LaunchFailure } from './launch-failure.mjs';

/** @typedef {{ cwd: string, env: NodeJS.ProcessEnv }} Surroundings where a program runs */
/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ending */

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** A program that ignores the request to stop is killed after this many milliseconds. */
const PATIENCE_MS = 5_000;

/** npm passes on a Ctrl-C that the terminal has delivered already: within this time a repeated signal is the same one. */
const SAME_SIGNAL_MS = 1_000;

/** The launcher was told to stop while it was preparing. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`stopped by ${signal}`);
    this.name = 'Interrupted';
    this.signal = signal;
  }
}

/**
 * Runs a program to its end without a terminal and returns what it printed.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {Surroundings} surroundings
 * @returns {Promise<Ending & { output: string }>}
 * @throws {Interrupted} after the program has gone, when a signal asked us to stop meanwhile
 */
export async function runQuietly(file, args, surroundings) {
  const child = spawn(file, args, { ...surroundings, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
    });
  }

  /** @type {NodeJS.Signals | undefined} */
  let interruption;
  const ending = await whileHandling(
    (signal) => {
      interruption ??= signal;
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref();
    },
    () => waitForEnd(child, file),
  );
  if (interruption !== undefined) throw new Interrupted(interruption);
  return { ...ending, output };
}

/**
 * Runs a program on our own terminal and passes the signals we get on to it. A terminal sends Ctrl-C and hang-up to
 * every program in front of it, so these reach the child without us.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {Surroundings} surroundings
 * @returns {Promise<Ending>}
 */
export function runInForeground(file, args, surroundings) {
  const child = spawn(file, args, { ...surroundings, stdio: 'inherit' });
  /** @type {Map<NodeJS.Signals, number>} */
  const forwarded = new Map();
  return whileHandling(
    (signal) => {
      if (process.stdin.isTTY && signal !== 'SIGTERM') return;
      const now = Date.now();
      if (now - (forwarded.get(signal) ?? 0) < SAME_SIGNAL_MS) return;
      forwarded.set(signal, now);
      child.kill(signal);
    },
    () => waitForEnd(child, file),
  );
}

/**
 * Ends this process the way the child ended, so that whoever started us sees its exit code or signal.
 *
 * @param {Ending} ending
 */
export function endLike({ code, signal }) {
  if (signal === null) process.exit(code ?? 1);
  if (SIGNALS.includes(signal)) process.kill(process.pid, signal);
  else process.exit(128 + constants.signals[signal]);
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} file
 * @returns {Promise<Ending>}
 */
function waitForEnd(child, file) {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new LaunchFailure(`${file} could not be started: ${error.message}`)));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

/**
 * @template Result
 * @param {(signal: NodeJS.Signals) => void} handle
 * @param {() => Promise<Result>} work
 */
async function whileHandling(handle, work) {
  for (const signal of SIGNALS) process.on(signal, handle);
  try {
    return await work();
  } finally {
    for (const signal of SIGNALS) process.off(signal, handle);
  }
}
