import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseInUse } from '../../database-error.js';

/**
 * Claims a folder for this process: PGlite itself lets two processes write to one folder, and commits are lost.
 *
 * The claim is a lock of the operating system, taken through SQLite, which Node.js brings along: it ends with the process
 * however that dies, so that nothing stale is left behind, and no number of a process is compared that a container
 * or a restart gave to another one.
 *
 * @throws DatabaseInUse when another process, or another part of this one, holds the folder.
 */
export function lockFolder(folder: string): { release(): void } {
  const owner = join(folder, 'owner.json');
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isLocked(error)) throw error;
    throw new DatabaseInUse(
      `The data folder ${folder} is in use${describeOwner(owner)}. One process at a time may open it: stop the other one, or choose another folder.`,
    );
  }
  writeFileSync(owner, `${JSON.stringify({ pid: process.pid, since: new Date().toISOString() })}\n`);
  return { release: () => lock.close() };
}

const SQLITE_BUSY = 5;

function isLocked(error: unknown): boolean {
  return (error as { errcode?: unknown }).errcode === SQLITE_BUSY;
}

function describeOwner(path: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(path, 'utf8')) as { pid: number; since: string };
    return ` by process ${pid} since ${since}`;
  } catch {
    return '';
  }
}
