import { describe, expect, test } from '@jest/globals';
import type { RerankRequest } from '@multilane/contracts';
import { ProviderFailure } from '../provider-failure.js';
import {
  codecOf,
  type Exchange,
  expectExchange,
  factsOf,
  named,
  readRecorded,
  targetOf,
} from './task-contract.tools.spec.js';

const RANKED = [
  { index: 1, relevance_score: 0.9 },
  { index: 0, relevance_score: 0.1 },
];

const OWN_RERANK: readonly Exchange<RerankRequest>[] = [
  {
    name: 'together: a request passes through with its objects, and the answer is verbatim',
    kind: 'together',
    model: 'rr',
    request: { model: 'm', query: 'q', documents: [{ text: 'a', x: 1 }], rank_fields: ['x'], return_documents: true },
    sent: [{ model: 'rr', query: 'q', documents: [{ text: 'a', x: 1 }], rank_fields: ['x'], return_documents: true }],
    answers: [
      {
        object: 'rerank',
        id: 'i',
        model: 'rr',
        results: [{ index: 0, relevance_score: 1, document: { text: 'a' } }],
        usage: { prompt_tokens: 7, completion_tokens: 0, total_tokens: 7 },
      },
    ],
    response: {
      object: 'rerank',
      id: 'i',
      model: 'rr',
      results: [{ index: 0, relevance_score: 1, document: { text: 'a' } }],
      usage: { prompt_tokens: 7, completion_tokens: 0, total_tokens: 7 },
    },
    promptTokens: 7,
    verbatim: true,
  },
  {
    name: 'fireworks: documents go as texts; the ranks are in `data`, with bare texts and without an id',
    kind: 'fireworks',
    model: 'rr',
    request: { model: 'm', query: 'q', documents: ['a', { text: 'b', x: 1 }], top_n: 1 },
    sent: [{ model: 'rr', query: 'q', documents: ['a', 'b'], top_n: 1 }],
    answers: [
      {
        object: 'list',
        model: 'rr',
        data: [{ index: 1, relevance_score: 0.5, document: 'b' }],
        usage: { prompt_tokens: 7, total_tokens: 7 },
      },
    ],
    response: {
      object: 'list',
      id: 'rerank-seed',
      model: 'rr',
      results: [{ index: 1, relevance_score: 0.5, document: { text: 'b' } }],
      usage: { prompt_tokens: 7, total_tokens: 7 },
    },
    promptTokens: 7,
  },
  {
    name: 'vllm: usage is a total, and a document that is null is none',
    kind: 'vllm',
    model: 'rr',
    request: { model: 'm', query: 'q', documents: ['a', 'b'] },
    sent: [{ model: 'rr', query: 'q', documents: ['a', 'b'] }],
    answers: [
      {
        id: 'i',
        model: 'rr',
        results: RANKED.map((rank) => ({ ...rank, document: null })),
        usage: { total_tokens: 9 },
      },
    ],
    response: { id: 'i', model: 'rr', results: RANKED, usage: { total_tokens: 9 } },
    promptTokens: 9,
  },
  {
    name: 'cohere: objects are ranked by their text, and the provider’s own limit of tokens is passed on',
    kind: 'cohere',
    model: 'rerank-v4.0-pro',
    request: {
      model: 'm',
      query: 'q',
      documents: [{ text: 'a', x: 1 }, 'b'],
      return_documents: true,
      max_tokens_per_doc: 9,
    },
    sent: [{ model: 'rerank-v4.0-pro', query: 'q', documents: ['a', 'b'], max_tokens_per_doc: 9 }],
    answers: [{ id: 'i', results: RANKED, meta: { billed_units: { search_units: 1 } } }],
    response: { id: 'i', model: 'rerank-v4.0-pro', results: RANKED, meta: { billed_units: { search_units: 1 } } },
    promptTokens: undefined,
  },
];

function loadRecordedRerank(): Exchange<RerankRequest>[] {
  const recorded = readRecorded('cohere/rerank');
  if (recorded === undefined) return [];
  const { request, response } = recorded;
  const model = String(request.model);
  return [
    {
      name: 'cohere/rerank',
      kind: 'cohere',
      model,
      request: request as unknown as RerankRequest,
      sent: [request],
      answers: [response],
      response: { ...response, model },
      promptTokens: undefined,
    },
  ];
}

describe('rerank: "Translated to C’s rerank API; passed through for R1 and other group R" (docs/contract/rerank.md#rerank)', () => {
  test.each(named([...OWN_RERANK, ...loadRecordedRerank()]))('%s', (_name, exchange) => {
    expectExchange(exchange, 'rerank');
  });

  test('cohere rejects members that it has no word for', () => {
    const request = { model: 'm', query: 'q', documents: ['a'], rank_fields: ['text'] };
    expect(() => codecOf('cohere', 'rerank').encode(request, targetOf('cohere', 'm'))).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param: 'rank_fields' }),
    );
  });

  test.each<[string, unknown]>([
    ['no object', []],
    ['an error', { error: 'overloaded' }],
    ['no results', { id: 'i', message: 'x' }],
    ['a result without a score', { results: [{ index: 0 }] }],
    ['a result without an index', { results: [{ relevance_score: 1 }] }],
  ])('an answer with %s is a failure', (_what, body) => {
    expect(() => codecOf('cohere', 'rerank').decode([body], factsOf('cohere', 'm'))).toThrow(ProviderFailure);
  });
});
