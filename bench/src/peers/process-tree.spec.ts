import { describe, expect, it } from 'vitest';
import { findTree, parseParent, parseTimeWithEnded } from './process-tree.js';

/** A line as the kernel writes it: utime 120, stime 30, cutime 5, cstime 2 ticks. */
const STAT = '4711 (nginx: (worker) x) S 815 4711 4711 0 -1 4194304 100 200 0 0 120 30 5 2 20 0 1 0 12345 1000 200';

describe('the text of /proc/<pid>/stat', () => {
  it('names the parent, whatever the name of the program holds', () => {
    expect(parseParent(STAT)).toBe(815);
  });

  it('counts the processor time of the process and of its ended children', () => {
    expect(parseTimeWithEnded(STAT)).toBe((120 + 30 + 5 + 2) * 10);
  });
});

describe('findTree', () => {
  it('lists the process, its children and their children, and no other', () => {
    const parents = new Map([
      [2, 1],
      [10, 1],
      [11, 10],
      [12, 10],
      [13, 12],
      [20, 2],
    ]);
    expect(findTree(10, parents).toSorted((a, b) => a - b)).toEqual([10, 11, 12, 13]);
    expect(findTree(20, parents)).toEqual([20]);
  });
});
