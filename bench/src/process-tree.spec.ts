import { describe, expect, it } from '@jest/globals';
import { findTree } from './process-tree.js';

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
