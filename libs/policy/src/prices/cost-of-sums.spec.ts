import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { computeCost } from './compute-cost.js';
import { costOfSums } from './cost-of-sums.js';
import { readDeclaredPrice } from './read-declared-price.js';

const tokens = fc.integer({ min: 0, max: 100_000 });
const PRICE = readDeclaredPrice(
  { input_per_million: 2.5, output_per_million: 10, cached_input_per_million: 1.25, per_request: 0.001 },
  'config',
);

describe('the cost of sums of usage', () => {
  it('is the sum of the costs of requests of text', () => {
    const requests = fc.array(fc.record({ prompt: tokens, cached: tokens, completion: tokens }), { maxLength: 20 });
    fc.assert(
      fc.property(requests, (list) => {
        const costs = list.map(({ cached, completion, prompt }) =>
          computeCost(
            {
              prompt_tokens: prompt,
              completion_tokens: completion,
              total_tokens: prompt + completion,
              prompt_tokens_details: { cached_tokens: Math.min(cached, prompt) },
            },
            PRICE,
          ),
        );
        const sum = (pick: (each: (typeof list)[number]) => number) =>
          list.reduce((total, each) => total + pick(each), 0);
        const cost = costOfSums(
          {
            requests: list.length,
            promptTokens: sum(({ prompt }) => prompt),
            cachedTokens: sum(({ cached, prompt }) => Math.min(cached, prompt)),
            completionTokens: sum(({ completion }) => completion),
          },
          PRICE,
        );
        expect(cost).toBeCloseTo(
          costs.reduce<number>((total, each) => total + (each ?? 0), 0),
          9,
        );
      }),
    );
  });

  it('is nothing for nothing', () => {
    expect(costOfSums({ requests: 0, promptTokens: 0, cachedTokens: 0, completionTokens: 0 }, PRICE)).toBe(0);
  });
});
