import { readFile } from 'node:fs/promises';

/** Linux reports processor time in ticks of 10 ms (USER_HZ is 100 on every architecture that Node supports). */
const MILLISECONDS_PER_TICK = 10;

/** Memory of a process in megabytes (10^6 bytes). */
export interface ProcessMemory {
  readonly resident: number;
  readonly peak: number;
}

/** Times of a process, user and system together, in milliseconds. */
export interface ProcessTimes {
  readonly parent: number;
  readonly own: number;
  /** Processor time of its children that have ended. */
  readonly ofEnded: number;
}

/** From the text of `/proc/<pid>/stat` (man 5 proc_pid_stat, fields 4 and 14 to 17). */
export function parseProcessTimes(stat: string): ProcessTimes {
  // The second field is the program's name in brackets and may itself hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const time = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) * MILLISECONDS_PER_TICK;
  return { parent: Number(fields[1]), own: time(11), ofEnded: time(13) };
}

/** `VmRSS` and `VmHWM` from the text of `/proc/<pid>/status`, which counts in units of 1,024 bytes. */
export function parseMemory(status: string): ProcessMemory {
  const read = (field: string) => (Number(new RegExp(`^${field}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024) / 1e6;
  return { resident: read('VmRSS'), peak: read('VmHWM') };
}

/** Processor time of a running process in milliseconds; undefined if there is no `/proc`. */
export async function readProcessorTime(processId: number): Promise<number | undefined> {
  return (await readTimes(processId))?.own;
}

/** The process that started a running process; undefined if there is no `/proc`. */
export async function readParent(processId: number): Promise<number | undefined> {
  return (await readTimes(processId))?.parent;
}

/** Memory of a running process; undefined if there is no `/proc`. */
export async function readMemory(processId: number): Promise<ProcessMemory | undefined> {
  const status = await readIfPresent(`/proc/${processId}/status`);
  return status === undefined ? undefined : parseMemory(status);
}

/** Bytes that a running process has read, from sockets too (man 5 proc_pid_io, rchar); undefined if there is no `/proc`. */
export async function readBytesRead(processId: number): Promise<number | undefined> {
  const io = await readIfPresent(`/proc/${processId}/io`);
  return io === undefined ? undefined : Number(/^rchar: (\d+)$/m.exec(io)?.[1]);
}

const readIfPresent = (path: string) => readFile(path, 'utf8').catch(() => undefined);

async function readTimes(processId: number): Promise<ProcessTimes | undefined> {
  const stat = await readIfPresent(`/proc/${processId}/stat`);
  return stat === undefined ? undefined : parseProcessTimes(stat);
}
