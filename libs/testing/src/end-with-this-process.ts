import type { ChildProcess } from 'node:child_process';

const children = new Set<ChildProcess>();

/** A run that dies must not leave a program behind that it started: whatever becomes of this process, that one ends too. */
export function endWithThisProcess(child: ChildProcess): void {
  if (children.size === 0) process.on('exit', endChildren);
  children.add(child);
  child.once('exit', () => {
    children.delete(child);
    if (children.size === 0) process.off('exit', endChildren);
  });
}

function endChildren(): void {
  for (const child of children) child.kill('SIGKILL');
}
