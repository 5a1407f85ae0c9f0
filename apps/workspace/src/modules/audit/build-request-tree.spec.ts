import { describe, expect, it } from '@jest/globals';
import type { AuditRow } from '@multilane/persistence';
import { type RawNode, sumTree } from './build-request-tree.js';

const node = (id: string, parentId: string | null, at: number, record?: Partial<AuditRow>): RawNode => ({
  id,
  parentId,
  kind: record === undefined ? 'agent_run' : 'request',
  name: id,
  status: null,
  startedAt: new Date(at),
  durationMs: 1,
  ...(record && { record: record as AuditRow }),
});

const cost = (costUsd: number | null, totalTokens: number | null = 10) => ({ costUsd, totalTokens });

describe('a tree of requests', () => {
  it('lists each node behind its parent, siblings by their beginning, with the sums below', () => {
    const nodes = [
      node('late', 'run', 30, cost(4)),
      node('call', 'inner', 21, cost(2)),
      node('inner', 'run', 20),
      node('early', 'run', 10, cost(null, null)),
      node('run', null, 0),
    ];
    expect(
      sumTree(nodes, 10).map(({ costUsd, id, requests, totalTokens }) => [id, requests, totalTokens, costUsd]),
    ).toEqual([
      ['run', 3, 20, 6],
      ['early', 1, 0, 0],
      ['inner', 1, 10, 2],
      ['call', 1, 10, 2],
      ['late', 1, 10, 4],
    ]);
  });

  it('sums what it does not list', () => {
    const calls = Array.from({ length: 5 }, (_, index) => node(`c${index}`, 'run', index + 1, cost(1)));
    const listed = sumTree([node('run', null, 0), ...calls], 2);
    expect(listed.map(({ costUsd, id }) => [id, costUsd])).toEqual([
      ['run', 5],
      ['c0', 1],
    ]);
  });

  it('has every node once, though parents that are gone make roots', () => {
    const listed = sumTree([node('b', 'gone', 2), node('a', null, 1), node('a', null, 1)], 10);
    expect(listed.map(({ id }) => id)).toEqual(['a', 'b']);
  });
});
