import { constants, copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;

/**
 * Runs `work` while no other launcher prepares the same project. A lock whose holder has died is reclaimed.
 *
 * @template Result
 * @param {string} folder holds the lock; made when absent
 * @param {(text: string) => void} say
 * @param {() => Promise<Result>} work
 */
export async function withPreparationLock(folder, say, work) {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, 'preparing.pid');
  let announced = false;
  while (!tryToLock(lock)) {
    const holder = readHolder(lock);
    if (holder === undefined) continue;
    if (!isAlive(holder)) {
      discardLock(lock, holder);
      continue;
    }
    if (!announced) say(`Waiting for process ${holder}, which is preparing this folder (if it is not, delete ${lock})`);
    announced = true;
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @param {string} lock */
function tryToLock(lock) {
  return unless('EEXIST', () => {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  });
}

/**
 * @param {string} lock
 * @returns {number | undefined} undefined once the lock is gone; 0 while its holder is still writing it
 */
function readHolder(lock) {
  return unless('ENOENT', () => Number(readFileSync(lock, 'utf8')));
}

/**
 * Two waiters may see the same dead holder. Moving the file aside lets one of them win, and shows when it was a
 * newcomer's lock that was moved: that one is put back.
 *
 * @param {string} lock
 * @param {number} deadHolder
 */
function discardLock(lock, deadHolder) {
  const aside = `${lock}.${process.pid}`;
  unless('ENOENT', () => renameSync(lock, aside));
  const moved = readHolder(aside);
  if (moved !== undefined && moved !== deadHolder) {
    unless('EEXIST', () => copyFileSync(aside, lock, constants.COPYFILE_EXCL));
  }
  rmSync(aside, { force: true });
}

/**
 * Signal 0 only asks whether a process exists. One that belongs to another user does; our own number in a lock that
 * we do not hold was left by a process of an earlier container.
 *
 * @param {number} pid
 */
function isAlive(pid) {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/**
 * @template Result
 * @param {string} code of the error that is expected, and answered with undefined
 * @param {() => Result} act
 */
function unless(code, act) {
  try {
    return act();
  } catch (error) {
    if (hasCode(error, code)) return undefined;
    throw error;
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function hasCode(error, code) {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
