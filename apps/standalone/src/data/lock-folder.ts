import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../code-of.js';
import { StartError } from '../start-error.js';

/**
 * Claims the folder for this process, so that two never write to it at once. A claim whose process is gone (a kill -9, a
 * power cut) is reclaimed.
 *
 * @returns what gives the folder back
 * @throws StartError while another process holds it
 */
export function lockFolder(folder: string): () => void {
  const lock = join(folder, 'lock');
  while (!claim(lock)) {
    const holder = readHolder(lock);
    if (holder === undefined) continue;
    if (isAlive(holder)) throw describeHolder(holder, lock);
    discard(lock, holder);
  }
  return () => {
    if (readHolder(lock) === process.pid) rmSync(lock, { force: true });
  };
}

function claim(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The process in the lock file, 0 if it names none; undefined when there is no such file any more. */
function readHolder(lock: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(lock, 'utf8'), 10) || 0;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** A lock with our own number was left by a process that had it before: containers number theirs alike. */
function isAlive(pid: number): boolean {
  if (pid === 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * Moves a stale lock out of the way. One of two processes that find it stale may move the other's fresh lock instead, which is then put
 * back.
 */
function discard(lock: string, stale: number): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    const moved = readHolder(aside);
    if (moved !== stale) linkSync(aside, lock);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
  }
  rmSync(aside, { force: true });
}

function describeHolder(pid: number, lock: string): StartError {
  return new StartError(
    `Another npm start is running here (pid ${pid}). Stop it first, or start in another folder.\n` +
      `If process ${pid} is not Multilane, delete ${lock} and start again.`,
  );
}
