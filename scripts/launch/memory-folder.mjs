import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps its files in memory. */
const IN_MEMORY = '/dev/shm';

/** Room that a run must find there, in bytes, and as much memory again for its processes: databases of a run are half a gigabyte at a time. */
const LEAST_ROOM = 3_000_000_000;

/** Other accounts than root's, as which PostgreSQL runs, pass through it, and list nothing. */
const PASSABLE = 0o711;

const NAME = /^multilane-tests-(\d+)-/;

/** @typedef {{ readonly path: string, readonly roomBytes: () => number, readonly memoryBytes: () => number }} Place */

/**
 * Makes the folder of a run of tests: in memory, where there is room for databases. To make a database there takes a tenth of the processor
 * time, because each is a thousand small files, which a file system on a disk enters in its journal.
 *
 * @param {Place} [place]
 * @returns {{ folder: string, inMemory: boolean }} the run removes it; one that a killed run left in memory is removed by the next
 */
export function makeRunFolder(place = PLACE) {
  const inMemory = hasRoom(place);
  if (inMemory) removeLeftFolders(place.path);
  const folder = mkdtempSync(join(inMemory ? place.path : tmpdir(), `multilane-tests-${process.pid}-`));
  chmodSync(folder, PASSABLE);
  return { folder, inMemory };
}

/** @type {Place} */
const PLACE = {
  path: IN_MEMORY,
  roomBytes: () => {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize;
  },
  memoryBytes: () => process.availableMemory(),
};

/** @param {Place} place */
function hasRoom({ roomBytes, memoryBytes }) {
  try {
    return roomBytes() >= LEAST_ROOM && memoryBytes() >= 2 * LEAST_ROOM;
  } catch {
    // Another system than Linux, which has no such folder.
    return false;
  }
}

/** @param {string} path */
function removeLeftFolders(path) {
  const left = readdirSync(path).filter((name) => {
    const pid = NAME.exec(name)?.[1];
    return pid !== undefined && !isRunning(Number(pid));
  });
  for (const name of left) rmSync(join(path, name), { recursive: true, force: true });
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process may not be asked.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
