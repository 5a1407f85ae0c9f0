import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Finds the process that has a connection that leaves 127.0.0.1 by a port. Undefined: none has it, or there is no `/proc`.
 *
 * @param processIds those that are asked
 */
export function findProcess(processIds: readonly number[], port: number): number | undefined {
  const inode = findInode(port);
  if (inode === undefined) return undefined;
  return processIds.find((id) => hasOpen(id, `socket:[${inode}]`));
}

/** 127.0.0.1 in the kernel's form. */
const LOOPBACK = '0100007F';

function findInode(port: number): string | undefined {
  const local = `${LOOPBACK}:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = read(() => readFileSync('/proc/net/tcp', 'utf8'))?.split('\n') ?? [];
  for (const line of lines) {
    const fields = line.trim().split(/\s+/);
    if (fields[1] === local && fields[9] !== '0') return fields[9];
  }
  return undefined;
}

function hasOpen(id: number, target: string): boolean {
  const folder = `/proc/${id}/fd`;
  const names = read(() => readdirSync(folder)) ?? [];
  return names.some((name) => read(() => readlinkSync(`${folder}/${name}`)) === target);
}

/** Processes and their files come and go. */
function read<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
