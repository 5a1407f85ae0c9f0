import { describe, expect, test } from '@jest/globals';
import { simulateRerank } from './simulate-rerank.js';

const answerOf = (request: object) =>
  simulateRerank(JSON.stringify({ model: 'simulator', ...request }), { id: 'rerank-1', created: 1 });

function rank(request: object) {
  const answer = answerOf(request);
  return 'body' in answer ? JSON.parse(answer.body) : undefined;
}

const REQUEST = {
  query: 'Capital of France?',
  documents: ['rain', 'Paris is the capital of France', { text: 'the capital' }, 'sun'],
};

describe('simulateRerank', () => {
  test('ranks by the part of the query that a document holds, the first of equals first', () => {
    expect(rank(REQUEST)).toEqual({
      id: 'rerank-1',
      model: 'simulator',
      results: [
        { index: 1, relevance_score: 1 },
        { index: 2, relevance_score: 1 / 3 },
        { index: 0, relevance_score: 0 },
        { index: 3, relevance_score: 0 },
      ],
      usage: { prompt_tokens: 19, total_tokens: 19 },
    });
  });

  test('keeps as many as `top_n` says', () => {
    expect(rank({ ...REQUEST, top_n: 1 }).results).toEqual([{ index: 1, relevance_score: 1 }]);
  });

  test('finds nothing relevant to a query without words', () => {
    expect(rank({ query: '?', documents: ['?'] }).results).toEqual([{ index: 0, relevance_score: 0 }]);
  });

  test.each([
    [{ query: 'q' }, 400],
    [{ ...REQUEST, model: 'simulator-error-429' }, 429],
    [{ ...REQUEST, model: 'simulator-error-500' }, 500],
  ])('%j is answered with %i', (request, status) => {
    expect(answerOf(request).status).toBe(status);
  });
});
