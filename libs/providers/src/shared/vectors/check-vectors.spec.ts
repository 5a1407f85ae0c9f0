import { describe, expect, test } from '@jest/globals';
import { getAdapter } from '../../registry.js';
import { orderVectors } from './check-vectors.js';

const item = (index: number, embedding: unknown) => ({ object: 'embedding', index, embedding }) as never;
const BASE64 = Buffer.from(new Float32Array([1, 2]).buffer).toString('base64');

// docs/contract/embeddings.md#embeddings
describe('the vectors of an answer', () => {
  test('are given in the order of the inputs, and are the same list if they are', () => {
    const ordered = [item(0, [1, 2]), item(1, [3, 4])];
    expect(orderVectors(ordered, { input: ['a', 'b'] })).toBe(ordered);
    expect(orderVectors([item(1, [3, 4]), item(0, [1, 2])], { input: ['a', 'b'] })).toEqual(ordered);
    expect(orderVectors([item(0, BASE64)], { input: 'a', dimensions: 2 })).toHaveLength(1);
    expect(orderVectors([item(0, [1, 2])], { input: [5, 6, 7] })).toHaveLength(1);
    expect(orderVectors([item(0, 'AQ==')], { input: 'a', output_dtype: 'ubinary' })).toHaveLength(1);
  });

  test.each<[string, object[], Record<string, unknown>]>([
    ['no vectors', [], { input: 'a' }],
    ['fewer vectors than inputs', [item(0, [1])], { input: ['a', 'b'] }],
    ['more vectors than inputs', [item(0, [1]), item(1, [1])], { input: 'a' }],
    ['a place twice', [item(0, [1]), item(0, [1])], { input: ['a', 'b'] }],
    ['a place that is none', [item(0, [1]), item(2, [1])], { input: ['a', 'b'] }],
    ['a negative place', [item(-1, [1])], { input: 'a' }],
    ['an empty vector', [item(0, [])], { input: 'a' }],
    ['several lengths', [item(0, [1]), item(1, [1, 2])], { input: ['a', 'b'] }],
    ['another length than was asked for', [item(0, [1, 2])], { input: 'a', dimensions: 3 }],
    ['another length in base64', [item(0, BASE64)], { input: 'a', dimensions: 3 }],
    ['a text in the middle', [item(0, [1, 'NaN', 2])], { input: 'a' }],
    ['null in the middle', [item(0, [1, null, 2])], { input: 'a' }],
    ['what is not finite', [item(0, [1, Number.POSITIVE_INFINITY])], { input: 'a' }],
    ['a text that is no base64 of numbers', [item(0, 'none')], { input: 'a' }],
  ])('fail with %s', (_name, data, request) => {
    expect(() => orderVectors(data as never, request)).toThrow(expect.objectContaining({ code: 'provider_error' }));
  });

  test.each([
    ['a rank out of range', [{ index: 2, relevance_score: 1 }]],
    ['a negative rank', [{ index: -1, relevance_score: 1 }]],
    [
      'a document twice',
      [
        { index: 0, relevance_score: 1 },
        { index: 0, relevance_score: 0.5 },
      ],
    ],
    ['a score that is none', [{ index: 0, relevance_score: 'high' }]],
  ])('ranks fail with %s (docs/contract/rerank.md#rerank)', (_name, results) => {
    const decode = (answer: object) =>
      getAdapter('cohere')?.endpoints.rerank?.decode([answer], {
        ...{ kind: 'cohere', idSeed: 's', created: 0, includeUsage: false },
        request: { documents: ['a', 'b'] },
      });
    expect(() => decode({ results })).toThrow(expect.objectContaining({ code: 'provider_error' }));
    expect(decode({ results: [{ index: 1, relevance_score: 0.5 }] })?.response.results).toHaveLength(1);
  });
});
