import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { LaunchFailure } from './launch-failure.mjs';

/** @typedef {{ cwd: string, env: NodeJS.ProcessEnv }} Surroundings where a program runs */
/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ending */
/** @typedef {import('node:stream').Writable | undefined} ChildOutput where a program prints; undefined: on our own terminal */

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** A preparing program that ignores the request to stop is killed after this time: what it leaves is thrown away. */
const PATIENCE_MS = 1_000;

/** npm passes on a signal that we may have got directly as well: within this time it is the same one. */
const SAME_SIGNAL_MS = 1_000;

/** Milliseconds between looks of a launcher that npm started for npm. */
const PARENT_CHECK_MS = 500;

/** Read as early as can be: a process whose parent has died gets another one. */
const PARENT = process.ppid;

/** The launcher was stopped while it was preparing. */
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
 * Runs a program on our own terminal and passes the signals we get on to it. Under npm it also stops when npm is
 * gone: a killed npm would otherwise leave a service behind that holds its port and its database.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {Surroundings} surroundings
 * @param {ChildOutput} [output]
 * @returns {Promise<Ending>}
 */
export async function runInForeground(file, args, surroundings, output) {
  const child = spawn(file, args, { ...surroundings, stdio: output ? ['inherit', 'pipe', 'pipe'] : 'inherit' });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (/** @type {Buffer} */ data) => output?.write(data));
  }
  const passOn = chooseSignals(process.stdin.isTTY);
  const watch = setInterval(() => {
    if (process.env.npm_command === undefined || process.ppid === PARENT) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, PARENT_CHECK_MS);
  try {
    return await whileHandling(
      (signal) => {
        if (passOn(signal, Date.now())) child.kill(signal);
      },
      () => waitForEnd(child, file),
    );
  } finally {
    clearInterval(watch);
  }
}

/**
 * Chooses the signals to pass on. A terminal sends Ctrl-C and hang-up to every program in front of it, so the first of
 * these has reached the child already; a later one is passed on in case it came from elsewhere.
 *
 * @param {boolean} hasTerminal
 * @returns {(signal: NodeJS.Signals, now: number) => boolean} `now` in milliseconds
 */
export function chooseSignals(hasTerminal) {
  /** @type {Map<NodeJS.Signals, number>} */
  const seen = new Map();
  return (signal, now) => {
    const before = seen.get(signal);
    seen.set(signal, now);
    if (before === undefined) return !(hasTerminal && signal !== 'SIGTERM');
    return now - before >= SAME_SIGNAL_MS;
  };
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
