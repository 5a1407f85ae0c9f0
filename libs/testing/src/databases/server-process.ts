import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An account that a server runs as: PostgreSQL refuses to be root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The account to run as when this process is root; undefined: as it is. */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error('As root, tests that start PostgreSQL need the account postgres or nobody.');
}

/** Names a folder in memory, in which a run of the launcher has its databases (scripts/launch/memory-folder.mjs). */
const FOLDER_VARIABLE = 'TEST_DATABASES_FOLDER';

/** The folder in which tests make databases, and the folders of services with an embedded one. */
export function databasesFolder(): string {
  return process.env[FOLDER_VARIABLE] || tmpdir();
}

/**
 * A folder of a server's own, gone with `removeFolder`.
 * @param parent where it is made
 */
export function makeFolder(prefix: string, owner?: Account, parent = databasesFolder()): string {
  const folder = mkdtempSync(join(parent, `multilane-${prefix}-`));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Runs a program to its end. Fails with what it said. */
export function runProgram(command: string, args: readonly string[], account?: Account): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...account, cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] });
    const said: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ended with ${code}: ${Buffer.concat(said).toString().slice(-2_000)}`));
    });
  });
}

/** Ends a server and waits for it; with SIGKILL when it does not hurry. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(timer);
}
