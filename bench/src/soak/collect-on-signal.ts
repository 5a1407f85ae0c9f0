/**
 * Loaded into a service with `--import` and `--expose-gc`: on SIGUSR2 it collects all garbage and writes how many bytes are left, in the
 * heap and outside it, to a file of the folder LIVE_MEMORY_FOLDER with the process id as its name.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.LIVE_MEMORY_FOLDER;
const collect = globalThis.gc;
if (folder !== undefined && collect !== undefined) {
  const path = join(folder, String(process.pid));
  process.on('SIGUSR2', () => {
    collect();
    const { external, heapUsed } = process.memoryUsage();
    writeFileSync(`${path}.next`, String(heapUsed + external));
    renameSync(`${path}.next`, path);
  });
}
