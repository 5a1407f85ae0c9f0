import { describe, expect, it } from '@jest/globals';
import { branchOf, leafBelow, siblingsOf } from './branches.js';

const node = (id: string, parent_id: string | null = null) => ({ id, parent_id });

/** Two beginnings; the first has two answers, and the older of them goes on. */
const TREE = [node('a'), node('a1', 'a'), node('a2', 'a'), node('b'), node('a11', 'a1'), node('b1', 'b')];

const idsOf = (messages: readonly { readonly id: string }[]) => messages.map(({ id }) => id);

describe('branches of a conversation', () => {
  it('lead from the beginning to their leaf', () => {
    expect(idsOf(branchOf(TREE, 'a11'))).toEqual(['a', 'a1', 'a11']);
    expect(idsOf(branchOf(TREE, 'a2'))).toEqual(['a', 'a2']);
  });

  it('are empty without a leaf, and for one that is not there', () => {
    expect(branchOf(TREE, null)).toEqual([]);
    expect(branchOf(TREE, 'gone')).toEqual([]);
  });

  it('begin at messages with the same parent', () => {
    expect(idsOf(siblingsOf(TREE, node('a1', 'a')))).toEqual(['a1', 'a2']);
    expect(idsOf(siblingsOf(TREE, node('b')))).toEqual(['a', 'b']);
  });

  it('end where something was said last below a message', () => {
    expect(leafBelow(TREE, 'a')).toBe('a11');
    expect(leafBelow(TREE, 'a2')).toBe('a2');
    expect(leafBelow(TREE, 'b')).toBe('b1');
  });
});
