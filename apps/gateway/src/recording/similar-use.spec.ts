import { describe, expect, it } from '@jest/globals';
import type { SimilarQuestion } from '@multilane/policy';
import { type SimilarAsked, SimilarUse } from './similar-use.js';

function keepWith(vector: Float32Array) {
  const stored: SimilarQuestion[] = [];
  const results: string[] = [];
  const asked = {
    place: { owner: 'o', scope: 's', group: 'g' },
    order: [],
    rules: { maxEntries: 10 },
    model: 'of-a-tenant',
    embed: () => Promise.resolve(vector),
  } as unknown as SimilarAsked;
  const questions = { find: () => [], store: (_place: unknown, question: SimilarQuestion) => stored.push(question) };
  const metrics = { recordSemanticCache: (result: string) => results.push(result) };
  const use = new SimilarUse(questions, {} as never, metrics as never, asked);
  use.keep({ answerKey: 'k', idSeed: 's', requestId: 'r' }, 60);
  return { results, stored };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the question of a cached answer', () => {
  it('is stored with its vector', async () => {
    const { results, stored } = keepWith(new Float32Array(3_072));
    await turn();
    expect([stored.length, results]).toEqual([1, ['stored']]);
  });

  it('is not stored with a vector that is larger than that of any model', async () => {
    const { results, stored } = keepWith(new Float32Array(16_001));
    await turn();
    expect([stored.length, results]).toEqual([0, ['no_vector']]);
  });
});
