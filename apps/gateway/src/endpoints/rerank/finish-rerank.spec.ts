import { describe, expect, test } from '@jest/globals';
import type { RerankRequest, RerankResponse, RerankResult } from '@multilane/contracts';
import fc from 'fast-check';
import { finishRerank } from './finish-rerank.js';
import { RERANK } from './rerank.endpoint.js';

const DOCUMENTS = ['zero', { text: 'one', title: 't' }, 'two'];
const requestOf = (members: object = {}): RerankRequest => ({
  model: 'm',
  query: 'q',
  documents: DOCUMENTS,
  ...members,
});
const answerOf = (...results: RerankResult[]): RerankResponse => ({ id: 'i', model: 'm', results, meta: { a: 1 } });
const result = (index: number, relevance_score: number, document?: { text: string }): RerankResult => ({
  index,
  relevance_score,
  ...(document === undefined ? {} : { document }),
});

describe('rerank: "results: [{index, relevance_score, document?}]" (docs/contract/rerank.md#rerank)', () => {
  test.each<[string, object, RerankResponse]>([
    ['sorted, without documents', {}, answerOf(result(2, 0.9), result(0, 0.1))],
    ['sorted with equals', {}, answerOf(result(2, 0.5), result(0, 0.5))],
    ['no more than `top_n`', { top_n: 2 }, answerOf(result(2, 0.9), result(0, 0.1))],
    ['documents returned already', { return_documents: true }, answerOf(result(0, 1, { text: 'zero' }))],
    ['documents that the provider returned unasked', {}, answerOf(result(0, 1, { text: 'zero' }))],
    ['nothing', { top_n: 1, return_documents: true }, answerOf()],
  ])('%s: the answer stays the same object', (_name, members, answer) => {
    expect(finishRerank(answer, requestOf(members))).toBe(answer);
  });

  test('sorts best first, equals in the order they came, and leaves the provider’s answer as it was', () => {
    const answer = answerOf(result(0, 0.1), result(1, 0.9), result(2, 0.1));
    const before = structuredClone(answer);
    expect(finishRerank(answer, requestOf())).toEqual(answerOf(result(1, 0.9), result(0, 0.1), result(2, 0.1)));
    expect(answer).toEqual(before);
  });

  test('keeps the best `top_n` where the provider did not', () => {
    const answer = answerOf(result(0, 0.1), result(1, 0.9), result(2, 0.5));
    expect(finishRerank(answer, requestOf({ top_n: 2 }))).toEqual(answerOf(result(1, 0.9), result(2, 0.5)));
  });

  test('gives documents back with `return_documents`: texts as {text}, objects whole', () => {
    const answer = answerOf(result(1, 0.9, { text: 'one' }), result(2, 0.5), result(7, 0.1));
    expect(finishRerank(answer, requestOf({ return_documents: true })).results).toEqual([
      { index: 1, relevance_score: 0.9, document: { text: 'one', title: 't' } },
      { index: 2, relevance_score: 0.5, document: { text: 'two' } },
      { index: 7, relevance_score: 0.1 },
    ]);
  });

  test('any answer is sorted, no longer than `top_n`, and holds the best of what the provider sent', () => {
    const ranks = fc
      .uniqueArray(fc.nat(50))
      .chain((indexes) =>
        fc.tuple(...indexes.map((index) => fc.double({ noNaN: true }).map((score) => result(index, score)))),
      );
    fc.assert(
      fc.property(ranks, fc.integer({ min: 1, max: 60 }), (results, top_n) => {
        const finished = finishRerank(answerOf(...results), requestOf({ top_n })).results;
        const scores = results.map(({ relevance_score }) => relevance_score).sort((left, right) => right - left);
        expect(finished.map(({ relevance_score }) => relevance_score)).toEqual(scores.slice(0, top_n));
        expect(finished.every((one) => results.includes(one))).toBe(true);
      }),
    );
  });

  test('the endpoint is for rerank models and for providers that have rerank', () => {
    expect(RERANK).toMatchObject({ name: 'rerank', format: { key: 'rerank' }, modelTypes: ['rerank'] });
    expect(() => RERANK.validate({ model: 'm' })).toThrow(expect.objectContaining({ param: 'query' }));
    const answer = answerOf(result(0, 1), result(1, 2));
    expect(RERANK.finish?.(answer, requestOf({ top_n: 1 }))).toEqual(answerOf(result(1, 2)));
  });
});
