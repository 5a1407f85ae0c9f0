import { describe, expect, it } from '@jest/globals';
import { LabelTree } from './series.js';

describe('LabelTree', () => {
  it('finds a value only by all its labels, in their order', () => {
    const tree = new LabelTree<string>();
    tree.add('first', 'a', 'b');
    expect(tree.get('a', 'b')).toBe('first');
    expect(tree.get('b', 'a')).toBeUndefined();
    expect(tree.get('a')).toBeUndefined();
    expect(tree.get('a', 'b', 'c')).toBeUndefined();
  });

  it('keeps labels apart that would be one when joined, or differ only in type', () => {
    const tree = new LabelTree<number>();
    tree.add(1, 'a\nb', 'c');
    tree.add(2, 'a', 'b\nc');
    tree.add(3, 'true', '1');
    tree.add(4, true, 1);
    const found = [tree.get('a\nb', 'c'), tree.get('a', 'b\nc'), tree.get('true', '1'), tree.get(true, 1)];
    expect(found).toEqual([1, 2, 3, 4]);
  });

  it('lists its values in the order of adding, and none once cleared', () => {
    const tree = new LabelTree<string>();
    tree.add('z', 'z');
    tree.add('a', 'a');
    expect([tree.size, ...tree.all()]).toEqual([2, 'z', 'a']);
    tree.clear();
    expect([tree.size, ...tree.all(), tree.get('z')]).toEqual([0, undefined]);
  });
});
