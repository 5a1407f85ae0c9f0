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

/** The ports by which the connections of a process leave 127.0.0.1. Empty where there is no `/proc`. */
export function listPorts(processId: number): ReadonlySet<number> {
  const inodes = listInodes();
  return new Set(
    listOpen(processId).flatMap((target) => inodes.get(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? '') ?? []),
  );
}

/** 127.0.0.1 in the kernel's form. */
const LOOPBACK = '0100007F';

function findInode(port: number): string | undefined {
  return [...listInodes()].find(([, local]) => local === port)?.[0];
}

/** The local ports on 127.0.0.1, by the inodes of their sockets. */
function listInodes(): ReadonlyMap<string, number> {
  const inodes = new Map<string, number>();
  const lines = read(() => readFileSync('/proc/net/tcp', 'utf8'))?.split('\n') ?? [];
  for (const line of lines) {
    const fields = line.trim().split(/\s+/);
    const [address, port = ''] = fields[1]?.split(':') ?? [];
    const inode = fields[9] ?? '0';
    if (address === LOOPBACK && inode !== '0') inodes.set(inode, Number.parseInt(port, 16));
  }
  return inodes;
}

function hasOpen(id: number, target: string): boolean {
  return listOpen(id).includes(target);
}

function listOpen(id: number): readonly string[] {
  const folder = `/proc/${id}/fd`;
  const names = read(() => readdirSync(folder)) ?? [];
  return names.flatMap((name) => read(() => readlinkSync(`${folder}/${name}`)) ?? []);
}

/** Processes and their files come and go. */
function read<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
