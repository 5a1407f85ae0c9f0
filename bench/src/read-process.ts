import { readFile } from 'node:fs/promises';

/** Linux reports processor time in ticks of 10 ms (USER_HZ is 100 on every architecture that Node supports). */
const MILLISECONDS_PER_TICK = 10;

/** Memory of a process in megabytes (10^6 bytes). */
export interface ProcessMemory {
  readonly resident: number;
  readonly peak: number;
}

/** User and system time in milliseconds, from the text of `/proc/<pid>/stat` (man 5 proc_pid_stat, fields 14 and 15). */
export function parseProcessorTime(stat: string): number {
  // The second field is the program's name in brackets and may itself hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_PER_TICK;
}

/** `VmRSS` and `VmHWM` from the text of `/proc/<pid>/status`, which counts in units of 1,024 bytes. */
export function parseMemory(status: string): ProcessMemory {
  const read = (field: string) => (Number(new RegExp(`^${field}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024) / 1e6;
  return { resident: read('VmRSS'), peak: read('VmHWM') };
}

/** Processor time of a running process in milliseconds; undefined if there is no `/proc`. */
export async function readProcessorTime(processId: number): Promise<number | undefined> {
  const stat = await readIfPresent(`/proc/${processId}/stat`);
  return stat === undefined ? undefined : parseProcessorTime(stat);
}

/** Memory of a running process; undefined if there is no `/proc`. */
export async function readMemory(processId: number): Promise<ProcessMemory | undefined> {
  const status = await readIfPresent(`/proc/${processId}/status`);
  return status === undefined ? undefined : parseMemory(status);
}

const readIfPresent = (path: string) => readFile(path, 'utf8').catch(() => undefined);
