import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { ProviderKind, RerankRequest } from '@multilane/contracts';
import { deepFreeze } from '@multilane/testing';
import type { DecodeFacts, EndpointCodecs, ProviderAdapter, ProviderTarget } from './adapter.js';
import { COHERE } from './cohere/adapter.js';
import { GEMINI } from './gemini/adapter.js';
import { ProviderFailure } from './provider-failure.js';
import { getAdapter } from './registry.js';
import { VERTEX } from './vertex/adapter.js';

/** Recorded cases may lie beside the project; the project's own are below. */
const RECORDED = join(import.meta.dirname, '../../../../shared/fixtures');

const NATIVE: readonly ProviderAdapter[] = [COHERE, GEMINI, VERTEX];

type Json = Record<string, unknown>;

interface Exchange<Request> {
  readonly name: string;
  readonly kind: ProviderKind;
  readonly model: string;
  readonly request: Request;
  /** The native bodies, which the request becomes. */
  readonly sent: readonly unknown[];
  readonly answers: readonly unknown[];
  /** What the client gets. */
  readonly response: Json;
  readonly promptTokens: number | undefined;
  readonly verbatim?: boolean;
}

const factsOf = (kind: ProviderKind, model: string): DecodeFacts => ({
  kind,
  idSeed: 'seed',
  created: 1_700_000_000,
  model,
  includeUsage: false,
});

const targetOf = (kind: ProviderKind, upstreamModel: string): ProviderTarget => ({
  kind,
  upstreamModel,
  baseUrl: 'https://example.com',
  headers: {},
});

function codecOf<Name extends 'embeddings' | 'rerank'>(
  kind: ProviderKind,
  name: Name,
): NonNullable<EndpointCodecs[Name]> {
  const adapter = NATIVE.find((native) => native.kind === kind) ?? getAdapter(kind);
  const codec = adapter?.endpoints[name];
  if (!codec) throw new Error(`no ${name} for ${kind}`);
  return codec;
}

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

/** A recorded exchange, where the folder is there. */
function readRecorded(folder: string): { request: Json; response: Json } | undefined {
  const at = (file: string) => join(RECORDED, folder, file);
  if (!existsSync(at('request.json'))) return undefined;
  const [request, response] = ['request.json', 'response.json'].map((file) =>
    JSON.parse(readFileSync(at(file), 'utf8'), (_name, value) => value ?? undefined),
  );
  return { request, response };
}

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

const named = <Request>(exchanges: readonly Exchange<Request>[]) => exchanges.map((one) => [one.name, one] as const);

function expectExchange<Request>(exchange: Exchange<Request>, endpoint: 'embeddings' | 'rerank'): void {
  const { kind, model, request, sent, answers, response, promptTokens, verbatim = false } = exchange;
  const codec = codecOf(kind, endpoint) as unknown as {
    encode(request: Request, target: ProviderTarget): string[];
    decode(bodies: readonly unknown[], facts: DecodeFacts): { response: unknown; usage: unknown; verbatim: boolean };
  };
  const bodies = codec.encode(deepFreeze(structuredClone(request)), targetOf(kind, model));
  expect(bodies.map((body) => JSON.parse(body))).toEqual(sent);
  const decoded = codec.decode(deepFreeze(structuredClone(answers)), factsOf(kind, model));
  expect(decoded.response).toEqual(response);
  expect(decoded.usage).toEqual(
    promptTokens === undefined
      ? undefined
      : { prompt_tokens: promptTokens, completion_tokens: 0, total_tokens: promptTokens },
  );
  expect(decoded.verbatim).toBe(verbatim);
}

describe('rerank: "Translated to C’s rerank API; passed through for R1 and other group R" (specification section 4)', () => {
  test.each(named([...OWN_RERANK, ...loadRecordedRerank()]))('%s', (_name, exchange) => {
    expectExchange(exchange, 'rerank');
  });

  test('cohere refuses members that it has no word for', () => {
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
