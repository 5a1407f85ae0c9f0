import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Core of the measured server, and the one that the upstream and the load driver share. */
export interface Pinning {
  readonly serverCore?: number;
  readonly driverCore?: number;
  /** All that there are for this process, where it is pinned to one of them. */
  readonly cores?: readonly number[];
  /** One sentence for the report. */
  readonly explanation: string;
}

/** Reads a list of cores as the kernel writes it, such as `0-2,5` (man 7 cpuset, "List format"). */
export function parseCoreList(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** Chooses two of the cores this process may use; without `taskset` or a second core nothing is pinned. */
export function choosePinning(): Pinning {
  const usable = spawnSync('taskset', ['-p', String(process.pid)], { stdio: 'ignore' }).status === 0;
  if (!usable) return { explanation: 'not pinned: taskset is not available' };
  const status = readFileSync('/proc/self/status', 'utf8');
  const cores = parseCoreList(/^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? '0');
  const [serverCore, driverCore] = cores;
  if (serverCore === undefined || driverCore === undefined) return { explanation: 'not pinned: only one core' };
  return {
    serverCore,
    driverCore,
    cores,
    explanation: `pinned: measured server on core ${serverCore}, upstream and load driver on core ${driverCore}`,
  };
}

/** Moves every thread of this process to a core, or to several; programs started later, such as the load driver, inherit it. */
export function pinThisProcess(cores: number | readonly number[] | undefined): void {
  if (cores !== undefined) spawnSync('taskset', ['-a', '-c', '-p', String(cores), String(process.pid)]);
}

/** `taskset` replaces itself by the program, so the process id is the program's own. */
export function buildPinnedCommand(command: readonly string[], core: number | undefined): readonly string[] {
  return core === undefined ? command : ['taskset', '-c', String(core), ...command];
}
