import { describe, expect, it } from '@jest/globals';
import { judgeRanking } from './judge-ranking.js';

describe('judgeRanking', () => {
  it.each([
    [['a', 'b', 'x'], ['a', 'b'], 1, 1],
    [['x', 'a'], ['a'], 1 / Math.log2(3), 1],
    [['x', 'y'], ['a'], 0, 0],
    [['a', 'x'], ['a', 'b'], 1 / (1 + 1 / Math.log2(3)), 0.5],
    [['x', 'x', 'x', 'a'], ['a'], 0, 0],
    [[], ['a'], 0, 0],
  ])('judges %j against %j', (ranked, relevant, ndcg, recall) => {
    expect(judgeRanking(ranked, new Set(relevant), 3)).toEqual({ ndcg: expect.closeTo(ndcg, 9), recall });
  });
});
