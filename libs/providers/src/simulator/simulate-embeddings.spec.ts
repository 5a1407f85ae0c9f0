import { describe, expect, test } from '@jest/globals';
import type { EmbeddingsResponse } from '@multilane/contracts';
import fc from 'fast-check';
import { simulateEmbeddings } from './simulate-embeddings.js';

const answerOf = (request: object) => simulateEmbeddings(JSON.stringify({ model: 'simulator', ...request }));

function embed(request: object): EmbeddingsResponse {
  const answer = answerOf(request);
  if (answer.status !== 200 || !('body' in answer)) throw new Error('no answer');
  return JSON.parse(answer.body);
}
const vectorsOf = (request: object) => embed(request).data.map(({ embedding }) => embedding as number[]);
const similarity = ([left = [], right = []]: number[][]) =>
  left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);

describe('simulateEmbeddings', () => {
  test('answers in the reference wire format, an item for each input', () => {
    const answer = embed({ input: ['one', 'two words'], dimensions: 8 });
    expect(answer).toMatchObject({ object: 'list', model: 'simulator', usage: { prompt_tokens: 4, total_tokens: 4 } });
    expect(answer.data.map(({ object, index, embedding }) => [object, index, embedding.length])).toEqual([
      ['embedding', 0, 8],
      ['embedding', 1, 8],
    ]);
    expect(embed({ input: 'one' }).data[0]?.embedding).toHaveLength(256);
  });

  test('answers the same for the same input, always of unit length', () => {
    const dimensions = fc.integer({ min: 1, max: 64 });
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), dimensions, (input, dimensions) => {
        const [vector = []] = vectorsOf({ input, dimensions });
        expect(vectorsOf({ input: [input], dimensions })).toEqual([vector]);
        const hasWords = /[\p{L}\p{N}]/u.test(input);
        expect(similarity([vector, vector])).toBeCloseTo(hasWords ? 1 : 0, 9);
      }),
    );
  });

  test('puts texts that share words closer than texts that share none', () => {
    const near = similarity(vectorsOf({ input: ['the capital of France', 'France: its Capital'] }));
    const far = similarity(vectorsOf({ input: ['the capital of France', 'weather tomorrow'] }));
    expect(near).toBeGreaterThan(far + 0.3);
  });

  test('takes the tokens of one text, and of several', () => {
    expect(embed({ input: [5, 6, 7] })).toMatchObject({ data: [{ index: 0 }], usage: { prompt_tokens: 3 } });
    expect(embed({ input: [[5], [6, 7]] }).data).toHaveLength(2);
    expect(vectorsOf({ input: [[5, 6]] })).toEqual(vectorsOf({ input: [5, 6] }));
  });

  test.each([
    [{ input: { a: 1 } }, 400],
    [{ input: ['a', 1] }, 400],
    [{ input: 'a', dimensions: 5000 }, 400],
    [{ input: 'a', model: 'simulator-error-429' }, 429],
    [{ input: 'a', model: 'simulator-error-500' }, 500],
  ])('%j is answered with %i', (request, status) => {
    expect(answerOf(request).status).toBe(status);
  });

  test('breaks off where the model says so', () => {
    const answer = answerOf({ input: 'a', model: 'simulator-cut' });
    expect(() => JSON.parse('body' in answer ? answer.body : '')).toThrow(SyntaxError);
  });
});
