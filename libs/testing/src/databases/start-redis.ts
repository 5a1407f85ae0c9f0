import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { endWithThisProcess } from '../end-with-this-process.js';
import { findClosedPort } from '../http/find-closed-port.js';
import { noteStart } from '../note-start.js';
import { waitUntil } from '../wait-until.js';
import { endProcess, makeFolder, removeFolder } from './server-process.js';

/** The program of an installed Redis; undefined on a machine without. */
export function findRedis(): string | undefined {
  const folders = (process.env.PATH ?? '').split(':');
  return folders.map((folder) => join(folder, 'redis-server')).find((path) => existsSync(path));
}

/** True if tests can have a Redis: those that need it are left out if there is none, which CI does not allow. */
export function hasRedis(): boolean {
  const isThere = findRedis() !== undefined;
  if (!isThere && process.env.CI) throw new Error('CI demands a redis-server.');
  return isThere;
}

/** A Redis of a test's own, on a free port of 127.0.0.1, that keeps nothing on disk. */
export interface RedisServer {
  readonly url: string;
  /** Port at which the servers of a cluster talk to each other; undefined for one that is in none. */
  readonly busPort: number | undefined;
  /** Ends the server at once, as an outage would. */
  interrupt(): Promise<void>;
  /** Starts it again after `interrupt`, empty, on the same port. */
  resume(): Promise<void>;
  /** Stops it where it is: connections stay open, and nothing is answered. */
  freeze(): void;
  /** Lets it continue after `freeze`. */
  thaw(): void;
  stop(): Promise<void>;
}

/** @throws when Redis is not installed or does not start within 10 s. */
export async function startRedis({ inCluster = false } = {}): Promise<RedisServer> {
  const program = findRedis();
  if (!program) throw new Error('There is no redis-server: apt-get install redis-server');
  const folder = makeFolder('redis');
  const port = await findClosedPort();
  const busPort = inCluster ? await findClosedPort() : undefined;
  const options = busPort === undefined ? [] : inClusterOptions(busPort);
  let server = await launchServer(program, folder, port, options);
  return {
    url: `redis://127.0.0.1:${port}`,
    busPort,
    interrupt: () => endProcess(server, 'SIGKILL'),
    resume: async () => {
      server = await launchServer(program, folder, port, options);
    },
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    stop: async () => {
      await endProcess(server, 'SIGKILL');
      removeFolder(folder);
    },
  };
}

/** The keys of a server that ended are away, and those of the others are not. */
function inClusterOptions(busPort: number): string[] {
  const isolated = ['--cluster-require-full-coverage', 'no', '--cluster-node-timeout', '1000'];
  return ['--cluster-enabled', 'yes', '--cluster-port', String(busPort), ...isolated];
}

async function launchServer(
  program: string,
  folder: string,
  port: number,
  options: readonly string[],
): Promise<ChildProcess> {
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const args = [...place, '--save', '', '--appendonly', 'no', ...options];
  const child = spawn(program, args, { stdio: 'ignore' });
  endWithThisProcess(child);
  noteStart(program);
  await waitUntil('Redis to start', () => accepts(port), 10_000);
  return child;
}

function accepts(port: number): Promise<true | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (isUp: true | undefined): void => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(undefined));
  });
}
