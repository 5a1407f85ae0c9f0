import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * Niceness of a process that starts: it gets a quarter of a processor that both want. Starting takes seconds of a
 * processor, and beside a service on a small machine requests would wait that long.
 */
const NICE = 5;

/** The capability that lets a process raise its priority, by its bit (capabilities(7)). */
const CAP_SYS_NICE = 1n << 23n;

/** `RLIMIT_NICE` is 20 less the lowest nice value that it permits. */
const LIMIT_OF_ZERO = 20;

/**
 * True if this process may take back the priority that it gives up: on Linux only with a privilege, or a limit that
 * permits it (`LimitNICE=0` in a unit of systemd).
 *
 * @param status the text of /proc/self/status
 * @param limits the text of /proc/self/limits
 */
export function mayRaisePriority(status: string, limits: string, nice: number): boolean {
  const capabilities = /^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1];
  if (capabilities !== undefined && (BigInt(`0x${capabilities}`) & CAP_SYS_NICE) !== 0n) return true;
  const limit = /^Max nice priority\s+(\S+)/m.exec(limits)?.[1];
  return limit === 'unlimited' || Number(limit ?? 0) >= LIMIT_OF_ZERO - nice;
}

/** The priority to go back to. Known to the process: a bundle of what is loaded at the start has this module once more. */
const NORMAL = Symbol.for('multilane.normal-priority');
const known = globalThis as { [NORMAL]?: number | undefined };

/** Lowers the priority of this process until `restorePriority`. Does nothing where that could not be taken back. */
export function lowerPriorityWhileStarting(): void {
  if (known[NORMAL] !== undefined || process.platform !== 'linux') return;
  try {
    const before = getPriority();
    if (!mayRaisePriority(readFileSync('/proc/self/status', 'utf8'), readFileSync('/proc/self/limits', 'utf8'), before))
      return;
    setPriority(before + NICE);
    known[NORMAL] = before;
  } catch {
    // A container may forbid it: the process then starts as it did.
  }
}

/** Gives this process its priority back, once it serves. Each thread has one of its own, from the thread that began it. */
export function restorePriority(): void {
  const normal = known[NORMAL];
  if (normal === undefined) return;
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      setPriority(Number(thread), normal);
    } catch (error) {
      // It has ended since they were listed.
      if ((error as { info?: { code?: unknown } }).info?.code !== 'ESRCH') throw error;
    }
  }
  known[NORMAL] = undefined;
}
