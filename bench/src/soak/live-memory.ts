import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { waitUntil } from '@multilane/testing';

const COLLECTED_LIMIT_MS = 60_000;
const TIMES = 3;
const PAUSE_MS = 1_000;

/** Describes the options of a service whose live memory is to be read. */
export function describeCollection(folder: string) {
  const hook = pathToFileURL(join(import.meta.dirname, 'collect-on-signal.js')).href;
  return { nodeOptions: ['--expose-gc', '--import', hook], environment: { LIVE_MEMORY_FOLDER: folder } };
}

/**
 * Has a process collect all garbage, which pauses it, and gives the megabytes (10^6) that are left in its heap and in what it
 * holds outside: the least of three times, because requests in progress count too. Rejects if one takes longer than a minute.
 */
export async function readLiveMemory(folder: string, processId: number): Promise<number> {
  const path = join(folder, String(processId));
  const read = (): string | undefined => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  };
  const megabytes: number[] = [];
  while (megabytes.length < TIMES) {
    if (megabytes.length > 0) await sleep(PAUSE_MS);
    rmSync(path, { force: true });
    process.kill(processId, 'SIGUSR2');
    megabytes.push(Number(await waitUntil('garbage to be collected', read, COLLECTED_LIMIT_MS)) / 1e6);
  }
  return Math.min(...megabytes);
}
