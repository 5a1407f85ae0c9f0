import { describe, expect, it } from '@jest/globals';
import { shareLanes } from './share-lanes.js';

const sharesOf = (strategy: string, ...weights: (number | undefined)[]) =>
  shareLanes(
    strategy,
    weights.map((weight, index) => ({ model: `m${index}`, weight })),
  ).map(({ share }) => share);

describe('the shares of lanes', () => {
  it.each([
    ['failover', [undefined, 5, 9], [1, 0, 0]],
    ['weighted', [95, 5], [0.95, 0.05]],
    ['weighted', [undefined, 3], [0.25, 0.75]],
    ['weighted', [0, 0], [0.5, 0.5]],
    ['weighted', [0, 2], [0, 1]],
    ['least_busy', [1, 1], [undefined, undefined]],
    ['weighted', [], []],
  ] as const)('%s of weights %j is %j', (strategy, weights, shares) => {
    expect(sharesOf(strategy, ...weights)).toEqual(shares);
  });

  it.each([
    ['failover', [0, 1]],
    ['weighted', [0, 1]],
    ['least_busy', [0, undefined]],
  ])('no request begins in a lane for long prompts: %s', (strategy, shares) => {
    const lanes = shareLanes(strategy, [{ model: 'large', weight: 9, on: 'context_length' }, { model: 'usual' }]);
    expect(lanes.map(({ share }) => share)).toEqual(shares);
  });
});
