import { readdirSync, readFileSync } from 'node:fs';
import { parseMemory, parseProcessTimes } from './read-process.js';

/** A process and everything that it started, directly or not. */
export function findTree(root: number, parents: ReadonlyMap<number, number>): number[] {
  const tree = [root];
  // The list grows while it is walked: children of children come last.
  for (const id of tree) for (const [child, parent] of parents) if (parent === id) tree.push(child);
  return tree;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended meanwhile.
    return undefined;
  }
}

/** A running process and everything that it started; the process alone where there is no `/proc`. */
export function listTree(root: number): number[] {
  const parents = new Map<number, number>();
  let names: string[] = [];
  try {
    names = readdirSync('/proc');
  } catch {
    return [root];
  }
  for (const name of names) {
    const stat = /^\d+$/.test(name) ? readText(`/proc/${name}/stat`) : undefined;
    if (stat !== undefined) parents.set(Number(name), parseProcessTimes(stat).parent);
  }
  return findTree(root, parents);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function readEach(root: number, file: string, parse: (text: string) => number): number | undefined {
  const values = listTree(root).flatMap((id) => {
    const text = readText(`/proc/${id}/${file}`);
    return text === undefined ? [] : [parse(text)];
  });
  return values.length === 0 ? undefined : sum(values);
}

/** Processor time of a process and everything that it started, in milliseconds; undefined if there is no `/proc`. */
export function readTreeProcessorTime(root: number): number | undefined {
  return readEach(root, 'stat', (text) => {
    const { ofEnded, own } = parseProcessTimes(text);
    return own + ofEnded;
  });
}

/** Their resident memory in megabytes (10^6 bytes); pages that they share count in each. Undefined if there is no `/proc`. */
export function readTreeMemory(root: number): number | undefined {
  return readEach(root, 'status', (text) => parseMemory(text).resident);
}

/** Ends every one of these processes that still runs. */
export function endAll(ids: readonly number[]): void {
  for (const id of ids) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
