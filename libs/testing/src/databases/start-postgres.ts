import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithThisProcess } from '../end-with-this-process.js';
import { findClosedPort } from '../http/find-closed-port.js';
import { noteStart } from '../note-start.js';
import { waitUntil } from '../wait-until.js';
import {
  type Account,
  endProcess,
  makeFolder,
  removeFolder,
  runProgram,
  unprivilegedAccount,
} from './server-process.js';

/** Folder in which Debian keeps PostgreSQL; each version has its own folder. */
const INSTALLED = '/usr/lib/postgresql';

/** Makes a database in half the processor time: a server by itself writes each page of the template to its log. */
export const COPY_FILES = '--strategy=file_copy';

/** The folder of the newest installed PostgreSQL's programs; undefined on a machine without. */
export function findPostgres(): string | undefined {
  if (!existsSync(INSTALLED)) return undefined;
  const versions = readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(INSTALLED, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

/** A PostgreSQL of a test's own, on a free port of 127.0.0.1, with its files in a temporary folder. */
export interface PostgresServer {
  readonly port: number;
  /** Makes an empty database and answers its `postgres://` URL. */
  createDatabase(): Promise<string>;
  /** Ends the server at once, as an outage would; the files stay. */
  interrupt(): Promise<void>;
  /** Starts it again after `interrupt`, on the same port. */
  resume(): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** The folder of the programs. Default: those of Debian. */
  readonly bin?: string | undefined;
  /** Settings of the server, such as `shared_buffers`. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Where its folder is made. Default: `databasesFolder`. */
  readonly parent?: string | undefined;
}

/** @throws when PostgreSQL is not installed or does not start within 20 s. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const { bin = findPostgres(), settings = {}, parent } = options;
  if (!bin) throw new Error(`There is no PostgreSQL in ${INSTALLED}: apt-get install postgresql`);
  const account = unprivilegedAccount();
  const folder = makeFolder('postgres', account, parent);
  const data = join(folder, 'data');
  await copyNewFiles(bin, data, account);
  const port = await findClosedPort();
  const launch = (): Promise<ChildProcess> => launchServer({ bin, folder, data, port, account, settings });
  let server = await launch();
  let databases = 0;
  return {
    port,
    createDatabase: async () => {
      noteStart('a database of PostgreSQL');
      const name = `test_${++databases}`;
      const where = ['-h', folder, '-p', String(port), '-U', 'postgres'];
      await runProgram(join(bin, 'createdb'), [...where, COPY_FILES, name], account);
      return `postgres://postgres@127.0.0.1:${port}/${name}`;
    },
    interrupt: () => endProcess(server, 'SIGQUIT'),
    resume: async () => {
      server = await launch();
    },
    stop: async () => {
      await endProcess(server, 'SIGQUIT');
      removeFolder(folder);
    },
  };
}

/**
 * Makes the files of a server without databases: as a copy of files that are made once a machine for each version, because to make them
 * takes the greater part of a second of processor time.
 */
async function copyNewFiles(bin: string, data: string, account: Account | undefined): Promise<void> {
  const version = createHash('sha256').update(bin).digest('hex').slice(0, 16);
  const template = join(
    tmpdir(),
    `multilane-postgres-files-${account?.uid ?? process.getuid?.() ?? 'user'}-${version}`,
  );
  if (!existsSync(template)) await makeFiles(bin, template, account);
  await runProgram('cp', ['-a', template, data], account);
}

/** Other processes may make the same at the same time; the first to be ready wins, for a folder is renamed at once. */
async function makeFiles(bin: string, template: string, account: Account | undefined): Promise<void> {
  const folder = makeFolder('postgres', account, tmpdir());
  const data = join(folder, 'data');
  try {
    const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
    await runProgram(join(bin, 'initdb'), initdb, account);
    renameSync(data, template);
  } catch (error) {
    if (!existsSync(template)) throw error;
  } finally {
    removeFolder(folder);
  }
}

interface Launch {
  readonly bin: string;
  readonly folder: string;
  readonly data: string;
  readonly port: number;
  readonly account: Account | undefined;
  readonly settings: Readonly<Record<string, string>>;
}

async function launchServer({ bin, folder, data, port, account, settings: own }: Launch): Promise<ChildProcess> {
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'off', ...own };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', data, '-p', String(port), ...options];
  const child = spawn(join(bin, 'postgres'), args, { ...account, cwd: folder, stdio: 'ignore' });
  endWithThisProcess(child);
  noteStart('postgres');
  const probe = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-d', 'postgres', '-t', '1', '-q'];
  const socket = join(folder, `.s.PGSQL.${port}`);
  // It is there shortly before the server answers: a program that asks costs more than a look.
  const isUp = async (): Promise<true | undefined> =>
    existsSync(socket)
      ? runProgram(join(bin, 'pg_isready'), probe, account).then(
          () => true,
          () => undefined,
        )
      : undefined;
  await waitUntil('PostgreSQL to start', isUp, 20_000);
  return child;
}
