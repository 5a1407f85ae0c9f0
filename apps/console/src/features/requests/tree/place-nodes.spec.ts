import { describe, expect, it } from '@jest/globals';
import { placeNodes } from './place-nodes.js';

describe('nodes of a tree', () => {
  it('are as deep as their parents say, and a node without its parent is a root', () => {
    const node = (id: string, parent_id: string | null) => ({ id, parent_id });
    const placed = placeNodes([node('run', null), node('step', 'run'), node('call', 'step'), node('lost', 'gone')]);
    expect(placed.map(({ depth, node: { id } }) => [id, depth])).toEqual([
      ['run', 0],
      ['step', 1],
      ['call', 2],
      ['lost', 0],
    ]);
  });
});
