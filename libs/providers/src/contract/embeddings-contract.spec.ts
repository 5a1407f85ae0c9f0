import { describe, expect, test } from '@jest/globals';
import type { EmbeddingsRequest, ProviderKind } from '@multilane/contracts';
import type { ProviderAdapter } from '../adapter.js';
import { GEMINI } from '../gemini/adapter.js';
import { OPENAI } from '../openai/adapter.js';
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

const listOf = (vectors: readonly unknown[], model: string, tokens?: number) => ({
  object: 'list',
  data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
  model,
  ...(tokens === undefined ? {} : { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
});

const predictionOf = (values: number[], token_count: number) => ({
  embeddings: { values, statistics: { token_count, truncated: false } },
});

const instanceOf = (content: string, task_type?: string) => ({ content, ...(task_type ? { task_type } : {}) });

const OWN_EMBEDDINGS: readonly Exchange<EmbeddingsRequest>[] = [
  {
    name: 'openai: a request passes through with its unknown members and its tokens, and the answer is verbatim',
    kind: 'openai',
    model: 'text-embedding-3-small',
    request: { model: 'm', input: [[1, 2], [3]], encoding_format: 'base64', dimensions: 2, user: 'u', newer: [1] },
    sent: [
      {
        model: 'text-embedding-3-small',
        input: [[1, 2], [3]],
        encoding_format: 'base64',
        dimensions: 2,
        user: 'u',
        newer: [1],
      },
    ],
    answers: [listOf(['AACAPwAAAAA=', 'AAAAAAAAgD8='], 'text-embedding-3-small', 3)],
    response: listOf(['AACAPwAAAAA=', 'AAAAAAAAgD8='], 'text-embedding-3-small', 3),
    promptTokens: 3,
    verbatim: true,
  },
  {
    name: 'mistral: dimensions go by its own name, and the user, which it refuses, is left out',
    kind: 'mistral',
    model: 'codestral-embed',
    request: { model: 'm', input: 'a', dimensions: 2, user: 'u' },
    sent: [{ model: 'codestral-embed', input: 'a', output_dimension: 2 }],
    answers: [{ ...listOf([[1, 0]], 'codestral-embed', 4), id: 'embd-1' }],
    response: { ...listOf([[1, 0]], 'codestral-embed', 4), id: 'embd-1' },
    promptTokens: 4,
    verbatim: true,
  },
  {
    name: 'openai-compatible: what a runtime left out is filled in',
    kind: 'openai-compatible',
    model: 'bge',
    request: { model: 'm', input: ['a', 'b'] },
    sent: [{ model: 'bge', input: ['a', 'b'] }],
    answers: [{ data: [{ embedding: [1] }, { embedding: [2], index: 1 }], usage: { total_tokens: 2 } }],
    response: { ...listOf([[1], [2]], 'bge'), usage: { total_tokens: 2 } },
    promptTokens: 2,
  },
  {
    name: 'gemini: no usage is reported by the first generation',
    kind: 'gemini',
    model: 'models/gemini-embedding-001',
    request: { model: 'm', input: 'a', encoding_format: 'base64', user: 'u', input_type: 'clustering' },
    sent: [
      {
        requests: [
          { model: 'models/gemini-embedding-001', content: { parts: [{ text: 'a' }] }, taskType: 'CLUSTERING' },
        ],
      },
    ],
    answers: [{ embeddings: [{ values: [1, 2] }] }],
    response: listOf([[1, 2]], 'models/gemini-embedding-001'),
    promptTokens: undefined,
  },
  {
    name: 'gemini: each text is a content of its own, and usage is reported by the second generation',
    kind: 'gemini',
    model: 'gemini-embedding-2',
    request: { model: 'm', input: ['a', 'b'], dimensions: 2 },
    sent: [
      {
        requests: ['a', 'b'].map((text) => ({
          model: 'models/gemini-embedding-2',
          content: { parts: [{ text }] },
          outputDimensionality: 2,
        })),
      },
    ],
    answers: [{ embeddings: [{ values: [1, 2] }, { values: [3, 4] }], usageMetadata: { promptTokenCount: 5 } }],
    response: listOf(
      [
        [1, 2],
        [3, 4],
      ],
      'gemini-embedding-2',
      5,
    ),
    promptTokens: 5,
  },
  {
    name: 'vertex: predict takes many texts a call, and refuses what is too long rather than cut it',
    kind: 'vertex',
    model: 'text-embedding-005',
    request: { model: 'm', input: ['a', 'b'], dimensions: 1, input_type: 'search_query' },
    sent: [
      {
        instances: [instanceOf('a', 'RETRIEVAL_QUERY'), instanceOf('b', 'RETRIEVAL_QUERY')],
        parameters: { autoTruncate: false, outputDimensionality: 1 },
      },
    ],
    answers: [{ predictions: [predictionOf([1], 2), predictionOf([2], 3)], metadata: { billableCharacterCount: 2 } }],
    response: listOf([[1], [2]], 'text-embedding-005', 5),
    promptTokens: 5,
  },
  {
    name: 'vertex: gemini-embedding-001 takes one text a call',
    kind: 'vertex',
    model: 'publishers/google/models/gemini-embedding-001',
    request: { model: 'm', input: ['a', 'b'] },
    sent: ['a', 'b'].map((text) => ({ instances: [instanceOf(text)], parameters: { autoTruncate: false } })),
    answers: [{ predictions: [predictionOf([1], 2)] }, { predictions: [predictionOf([2], 3)] }],
    response: listOf([[1], [2]], 'publishers/google/models/gemini-embedding-001', 5),
    promptTokens: 5,
  },
  {
    name: 'vertex: the second generation has embedContent, one text a call',
    kind: 'vertex',
    model: 'gemini-embedding-2',
    request: { model: 'm', input: ['a', 'b'], dimensions: 1 },
    sent: ['a', 'b'].map((text) => ({ content: { parts: [{ text }] }, outputDimensionality: 1 })),
    answers: [
      { embedding: { values: [1] }, usageMetadata: { promptTokenCount: 2, totalTokenCount: 2 }, truncated: false },
      { embedding: { values: [2] }, usageMetadata: { promptTokenCount: 3 } },
    ],
    response: listOf([[1], [2]], 'gemini-embedding-2', 5),
    promptTokens: 5,
  },
  {
    name: 'cohere: texts are search documents unless `input_type` says otherwise, and nothing is cut',
    kind: 'cohere',
    model: 'embed-v4.0',
    request: { model: 'm', input: 'a', dimensions: 256, user: 'u', encoding_format: 'float' },
    sent: [
      {
        model: 'embed-v4.0',
        texts: ['a'],
        input_type: 'search_document',
        embedding_types: ['float'],
        output_dimension: 256,
        truncate: 'NONE',
      },
    ],
    answers: [{ id: 'i', embeddings: { float: [[1, 2]] }, texts: ['a'], meta: { billed_units: { input_tokens: 3 } } }],
    response: listOf([[1, 2]], 'embed-v4.0', 3),
    promptTokens: 3,
  },
  {
    name: 'cohere: usage that one of several calls did not report is not reported at all',
    kind: 'cohere',
    model: 'embed-v4.0',
    request: { model: 'm', input: Array.from({ length: 97 }, () => 'a') },
    sent: [96, 1].map((length) => ({
      model: 'embed-v4.0',
      texts: Array.from({ length }, () => 'a'),
      input_type: 'search_document',
      embedding_types: ['float'],
      truncate: 'NONE',
    })),
    answers: [
      { embeddings: { float: Array.from({ length: 96 }, () => [1]) }, meta: { billed_units: { input_tokens: 3 } } },
      { embeddings: { float: [[2]] } },
    ],
    response: listOf([...Array.from({ length: 96 }, () => [1]), [2]], 'embed-v4.0'),
    promptTokens: undefined,
  },
];

function loadRecordedEmbeddings(): Exchange<EmbeddingsRequest>[] {
  const exchanges: Exchange<EmbeddingsRequest>[] = [];
  for (const folder of ['openai-embeddings/base64', 'openai-embeddings/dimensions']) {
    const recorded = readRecorded(folder);
    if (recorded === undefined) continue;
    const { request, response } = recorded;
    const usage = response.usage as { prompt_tokens: number };
    exchanges.push({
      name: folder,
      kind: 'openai',
      model: String(request.model),
      request: request as unknown as EmbeddingsRequest,
      sent: [request],
      answers: [response],
      response,
      promptTokens: usage.prompt_tokens,
      verbatim: true,
    });
  }
  const gemini = readRecorded('gemini/embeddings-batch');
  if (gemini !== undefined) {
    const [native] = gemini.request.requests as { content: { parts: { text: string }[] }; model: string }[];
    const model = native?.model ?? '';
    exchanges.push({
      name: 'gemini/embeddings-batch, without the task type, which the model takes in the text',
      kind: 'gemini',
      model,
      request: { model: 'm', input: native?.content.parts[0]?.text ?? '', dimensions: 768 },
      sent: [{ requests: [{ ...native, taskType: undefined }] }],
      answers: [gemini.response],
      response: listOf(
        (gemini.response.embeddings as { values: number[] }[]).map(({ values }) => values),
        model,
      ),
      promptTokens: undefined,
    });
  }
  const cohere = readRecorded('cohere/embeddings-float');
  if (cohere !== undefined) {
    const model = String(cohere.request.model);
    const { float } = cohere.response.embeddings as { float: number[][] };
    exchanges.push({
      name: 'cohere/embeddings-float',
      kind: 'cohere',
      model,
      request: { model: 'm', input: cohere.request.texts as string[], input_type: 'search_query' },
      sent: [cohere.request],
      answers: [cohere.response],
      response: listOf(float, model, 4),
      promptTokens: 4,
    });
  }
  return exchanges;
}

describe('embeddings: "Group R passed through; G, C translated" (docs/contract/embeddings.md#embeddings)', () => {
  test.each(named([...OWN_EMBEDDINGS, ...loadRecordedEmbeddings()]))('%s', (_name, exchange) => {
    expectExchange(exchange, 'embeddings');
  });

  test.each([
    ['cohere', 'embed-v4.0', 96],
    ['gemini', 'gemini-embedding-001', 100],
    ['vertex', 'text-embedding-005', 250],
    ['vertex', 'gemini-embedding-001', 1],
    ['vertex', 'gemini-embedding-2', 1],
  ] as const)('%s with %s takes %i inputs a call, and all inputs are sent once, in order', (kind, model, most) => {
    const input = Array.from({ length: 501 }, (_, index) => `<${index}>`);
    const bodies = codecOf(kind, 'embeddings').encode({ model: 'm', input }, targetOf(kind, model));
    const sent = bodies.map((body) => body.match(/<\d+>/g) ?? []);
    expect(sent.flat()).toEqual(input);
    expect(Math.max(...sent.map(({ length }) => length))).toBe(most);
    expect(bodies).toHaveLength(Math.ceil(input.length / most));
  });

  test.each(['cohere', 'gemini', 'vertex'] as const)('%s rejects what it has no word for, naming the field', (kind) => {
    const encode = (members: object) => () =>
      codecOf(kind, 'embeddings').encode({ model: 'm', input: 'a', ...members }, targetOf(kind, 'text-embedding-005'));
    const unsupported = (param: string) => expect.objectContaining({ code: 'unsupported_parameter', param });
    const invalid = (param: string) => expect.objectContaining({ code: 'invalid_value', param });
    expect(encode({ input: [1, 2] })).toThrow(unsupported('input'));
    expect(encode({ input: [[1], [2]] })).toThrow(unsupported('input'));
    expect(encode({ output_dtype: 'int8' })).toThrow(unsupported('output_dtype'));
    expect(encode({ input_type: 'passage' })).toThrow(invalid('input_type'));
    expect(encode({ input: Array.from({ length: 2049 }, () => 'a') })).toThrow(invalid('input'));
    expect(encode({ metadata: { a: 'b' }, output_dtype: null, stream: false })).not.toThrow();
  });

  test.each(['gemini', 'vertex'] as const)('%s rejects an input type where the model has no task types', (kind) => {
    const request = { model: 'm', input: 'a', input_type: 'search_query' };
    expect(() => codecOf(kind, 'embeddings').encode(request, targetOf(kind, 'gemini-embedding-2-preview'))).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param: 'input_type' }),
    );
  });

  test.each<[ProviderKind, string, unknown, string]>([
    ['openai', 'an error', { error: { message: 'x', type: 'server_error' } }, 'provider_error'],
    ['openai', 'no list', { object: 'list' }, 'provider_error'],
    ['openai', 'no object', 'x', 'provider_error'],
    ['openai', 'an item without a vector', { data: [{ index: 0 }] }, 'provider_error'],
    ['cohere', 'an error', { message: 'internal error' }, 'provider_error'],
    ['cohere', 'another type of vectors', { embeddings: { int8: [[1]] } }, 'provider_error'],
    ['cohere', 'a vector that is none', { embeddings: { float: ['x'] } }, 'provider_error'],
    ['gemini', 'an error', { error: { code: 500, message: 'x' } }, 'provider_error'],
    ['gemini', 'no list', {}, 'provider_error'],
    ['gemini', 'an empty vector', { embeddings: [{ values: [] }] }, 'provider_error'],
    ['vertex', 'an error', { error: { code: 500, message: 'x' } }, 'provider_error'],
    ['vertex', 'no embedding', {}, 'provider_error'],
    ['vertex', 'a prediction of another kind', { predictions: [{}] }, 'provider_error'],
    ['vertex', 'a text that was cut', { embedding: { values: [1] }, truncated: true }, 'context_length_exceeded'],
    [
      'vertex',
      'a text that predict cut',
      { predictions: [{ embeddings: { values: [1], statistics: { truncated: true } } }] },
      'context_length_exceeded',
    ],
  ])('%s: an answer with %s is a failure', (kind, _what, body, code) => {
    const decode = () => codecOf(kind, 'embeddings').decode([body], factsOf(kind, 'm'));
    expect(decode).toThrow(ProviderFailure);
    expect(decode).toThrow(expect.objectContaining({ code }));
  });

  test.each<[number, object, ProviderAdapter]>([
    [400, { error: { code: null, message: "-1 is less than the minimum of 1 - 'dimensions'", param: null } }, OPENAI],
    [400, { error: { code: 400, message: 'x', status: 'INVALID_ARGUMENT' } }, GEMINI],
  ])('status %i with %j is a rejected request', (status, body, adapter) => {
    const failure = adapter.mapError(status, JSON.stringify(body), {});
    expect(failure).toMatchObject({ code: 'provider_rejected_request', status, retryable: false });
  });
});
