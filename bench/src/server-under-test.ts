import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithThisProcess } from '@multilane/testing';
import { buildPinnedCommand } from './pin-processes.js';

const READY_POLL_MILLISECONDS = 5;
const READY_LIMIT_MILLISECONDS = 300_000;
const END_NOTICE_MILLISECONDS = 500;

/** A server to start: any program that listens on `port` of 127.0.0.1 and answers 200 on `readyPath` once it can serve. */
export interface ServerDescription {
  readonly name: string;
  readonly command: readonly string[];
  /** The whole environment of the process: nothing is inherited, so a stray variable cannot change what is measured. */
  readonly environment: Readonly<Record<string, string>>;
  readonly port: number;
  readonly readyPath: string;
  /** The core it runs on; absent: wherever the system puts it. */
  readonly core?: number;
}

export interface RunningServer {
  readonly baseUrl: string;
  readonly processId: number;
  /** From spawning the process to its first 200 on `readyPath`. */
  readonly readyMilliseconds: number;
  /** Explains the end of a process that has ended by itself, with the end of its log. */
  explainEnd(): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** A port that nobody listens on at this moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return address.port;
}

/**
 * Starts a server and waits until it is ready. Its output goes to `<directory>/<name>.log`.
 * Throws, with the end of that log, if it exits first or is not ready within five minutes.
 */
export async function startServer(server: ServerDescription, directory: string): Promise<RunningServer> {
  const logFile = join(directory, `${server.name}.log`);
  const log = openSync(logFile, 'w');
  const [program = '', ...parameters] = buildPinnedCommand(server.command, server.core);
  const startedAt = performance.now();
  const child = spawn(program, parameters, { env: { ...server.environment }, stdio: ['ignore', log, log] });
  closeSync(log);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  endWithThisProcess(child);
  const stop = async () => {
    child.kill('SIGKILL');
    await exited;
  };

  const baseUrl = `http://127.0.0.1:${server.port}`;
  const readyBefore = startedAt + READY_LIMIT_MILLISECONDS;
  if (!(await becomesReady(child, `${baseUrl}${server.readyPath}`, readyBefore))) {
    await stop();
    throw new Error(`${server.name} did not become ready:\n${await readEndOfLog(logFile)}`);
  }
  const explainEnd = async () => {
    // A client sees the broken connection a little before the system reports the end of the process.
    await Promise.race([exited, sleep(END_NOTICE_MILLISECONDS)]);
    const ending = child.signalCode ?? child.exitCode;
    return ending === null ? undefined : `${server.name} ended (${ending}):\n${await readEndOfLog(logFile)}`;
  };
  return { baseUrl, processId: child.pid ?? 0, readyMilliseconds: performance.now() - startedAt, explainEnd, stop };
}

const readEndOfLog = async (logFile: string) => (await readFile(logFile, 'utf8')).slice(-2000);

async function becomesReady(child: ChildProcess, url: string, readyBefore: number): Promise<boolean> {
  while (performance.now() < readyBefore) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return false;
    // Nobody listens yet: a refused connection is the expected answer for a while.
    const status = await fetch(url).then(
      async (response) => response.arrayBuffer().then(() => response.status),
      () => undefined,
    );
    if (status === 200) return true;
    await sleep(READY_POLL_MILLISECONDS);
  }
  return false;
}
