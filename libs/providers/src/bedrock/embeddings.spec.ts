import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { EmbeddingsRequest } from '@multilane/contracts';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import type { DecodeFacts } from '../adapter.js';
import { ProviderFailure } from '../provider-failure.js';
import { decodeEmbeddings } from './decode-embeddings.js';
import { encodeEmbeddings } from './encode/encode-embeddings.js';

/** A recorded call may lie beside the project. */
const RECORDED = join(SHARED_FIXTURES, 'bedrock/embeddings-titan-v2');
const FACTS: DecodeFacts = { kind: 'bedrock', idSeed: 's', created: 7, model: 'up', includeUsage: false };
const TITAN_V2 = 'amazon.titan-embed-text-v2:0';
const COHERE_V3 = 'cohere.embed-english-v3';
const cohere = (text: string, rest: object = {}) => ({
  texts: [text],
  input_type: 'search_document',
  truncate: 'NONE',
  embedding_types: ['float'],
  ...rest,
});

interface Call {
  readonly request: { inputText: string; dimensions: number; normalize?: boolean };
  readonly response: { embedding: number[]; inputTextTokenCount: number };
}

/** One written here, so that the rule holds without the recording. */
const OWN: Call = {
  request: { inputText: 'fog over the bay', dimensions: 256, normalize: true },
  response: { embedding: [0.5, -0.25, 0], inputTextTokenCount: 4 },
};

function readRecorded(): Call[] {
  if (!existsSync(RECORDED)) return [];
  const read = (file: string) => JSON.parse(readFileSync(join(RECORDED, file), 'utf8'));
  return [{ request: read('request.json'), response: read('response.json') }];
}

const NOVA = 'amazon.nova-2-multimodal-embeddings-v1:0';
const nova = (value: string, params: object = {}) => ({
  schemaVersion: 'nova-multimodal-embed-v1',
  taskType: 'SINGLE_EMBEDDING',
  singleEmbeddingParams: { embeddingPurpose: 'GENERIC_INDEX', ...params, text: { truncationMode: 'NONE', value } },
});

const encode = (upstreamModel: string, members: object) =>
  encodeEmbeddings(Object.freeze({ model: 'm', ...members }) as unknown as EmbeddingsRequest, {
    kind: 'bedrock',
    upstreamModel,
    baseUrl: '',
    headers: {},
  }).map((body) => JSON.parse(body));

describe('encodeEmbeddings', () => {
  test.each<[string, string, object, object[]]>([
    ['a text', TITAN_V2, { input: 'a' }, [{ inputText: 'a' }]],
    ['one call per input', TITAN_V2, { input: ['a', 'b'] }, [{ inputText: 'a' }, { inputText: 'b' }]],
    [
      'dimensions',
      TITAN_V2,
      { input: 'a', dimensions: 256, encoding_format: 'base64', user: 'u' },
      [{ inputText: 'a', dimensions: 256 }],
    ],
    ['the first Titan', 'amazon.titan-embed-text-v1', { input: 'a', dimensions: null }, [{ inputText: 'a' }]],
    ['an ARN', `arn:aws:bedrock:us-east-1::foundation-model/${TITAN_V2}`, { input: 'a' }, [{ inputText: 'a' }]],
    ['Cohere', COHERE_V3, { input: ['a', 'b'] }, [cohere('a'), cohere('b')]],
    [
      "Cohere's input_type",
      COHERE_V3,
      { input: 'a', input_type: 'search_query' },
      [cohere('a', { input_type: 'search_query' })],
    ],
    [
      'neither hints nor defaults',
      TITAN_V2,
      { input: 'a', stream: false, metadata: {}, input_type: null },
      [{ inputText: 'a' }],
    ],
    [
      'Nova',
      NOVA,
      { input: ['a', 'b'], dimensions: 384 },
      [nova('a', { embeddingDimension: 384 }), nova('b', { embeddingDimension: 384 })],
    ],
    [
      'Nova, for a search',
      NOVA,
      { input: 'a', input_type: 'search_query' },
      [nova('a', { embeddingPurpose: 'GENERIC_RETRIEVAL' })],
    ],
    [
      'Nova, for classes',
      `us.${NOVA}`,
      { input: 'a', input_type: 'classification' },
      [nova('a', { embeddingPurpose: 'CLASSIFICATION' })],
    ],
    ['Cohere 4', 'us.cohere.embed-v4:0', { input: 'a', dimensions: 512 }, [cohere('a', { output_dimension: 512 })]],
  ])('writes %s', (_name, model, members, bodies) => {
    expect(encode(model, members)).toEqual(bodies);
  });

  test.each([
    ['the tokens of a text', TITAN_V2, { input: [1, 2] }, 'unsupported_parameter', 'input'],
    ['the tokens of texts', COHERE_V3, { input: [[1], [2]] }, 'unsupported_parameter', 'input'],
    ['more texts than calls may follow', TITAN_V2, { input: Array(2049).fill('a') }, 'invalid_value', 'input'],
    [
      'dimensions of the first Titan',
      'amazon.titan-embed-text-v1',
      { input: 'a', dimensions: 256 },
      'unsupported_parameter',
      'dimensions',
    ],
    ['dimensions of Cohere 3', COHERE_V3, { input: 'a', dimensions: 256 }, 'unsupported_parameter', 'dimensions'],
    [
      'a member that it does not know',
      TITAN_V2,
      { input: 'a', input_type: 'x' },
      'unsupported_parameter',
      'input_type',
    ],
    ['a use that it does not know', COHERE_V3, { input: 'a', input_type: 'x' }, 'invalid_value', 'input_type'],
    // One request must not become calls without end: the reference provider takes 2048.
    ['too many texts', TITAN_V2, { input: Array.from({ length: 2049 }, () => 'a') }, 'invalid_value', 'input'],
    ['a model of another family', 'amazon.nova-pro-v1:0', { input: 'a' }, 'unsupported_provider', 'model'],
  ])('rejects %s', (_name, model, members, code, param) => {
    expect(() => encode(model, members)).toThrow(expect.objectContaining({ name: 'GatewayError', code, param }));
  });
});

describe('decodeEmbeddings', () => {
  const item = (index: number, embedding: number[]) => ({ object: 'embedding', index, embedding });

  test('merges the answers in order and sums their tokens', () => {
    const bodies = [
      { embedding: [0.1, -2], inputTextTokenCount: 3 },
      { embedding: [0, 1], inputTextTokenCount: 4, embeddingsByType: { float: [0, 1] } },
    ];
    expect(decodeEmbeddings(bodies, FACTS)).toEqual({
      response: {
        object: 'list',
        data: [item(0, [0.1, -2]), item(1, [0, 1])],
        model: 'up',
        usage: { prompt_tokens: 7, total_tokens: 7 },
      },
      usage: { prompt_tokens: 7, completion_tokens: 0, total_tokens: 7 },
      verbatim: false,
    });
  });

  test.each([
    ['by type', { embeddings: { float: [[1, 2]] }, response_type: 'embeddings_by_type' }],
    ['as a list', { embeddings: [[1, 2]], response_type: 'embeddings_floats' }],
  ])("reads Cohere's, %s, which name no tokens", (_name, body) => {
    const { response, usage } = decodeEmbeddings([body, { embedding: [3, 4], inputTextTokenCount: 1 }], FACTS);
    expect(response.data).toEqual([item(0, [1, 2]), item(1, [3, 4])]);
    expect(usage).toBeUndefined();
    expect(response).not.toHaveProperty('usage');
  });

  test.each([[undefined], ['x'], [{}], [{ embedding: [] }], [{ embedding: ['1'] }], [{ embeddings: { int8: [[1]] } }]])(
    'fails for %j, whichever answer it is',
    (body) => {
      expect(() => decodeEmbeddings([{ embedding: [1] }, body], FACTS)).toThrow(ProviderFailure);
    },
  );

  test.each([OWN, ...readRecorded()])('agrees with a call of Titan: %#', ({ request, response: answer }) => {
    const { inputText: input, dimensions, normalize: _default, ...rest } = request;
    expect(encode(TITAN_V2, { input, dimensions })).toEqual([{ inputText: input, dimensions, ...rest }]);
    const { response, usage } = decodeEmbeddings([answer], FACTS);
    expect(response.data).toEqual([item(0, answer.embedding)]);
    expect(usage?.prompt_tokens).toBe(4);
  });
});

describe('the count of tokens in a header', () => {
  const answered = (...counts: (string | undefined)[]) => ({
    ...FACTS,
    answers: counts.map((count) => ({ headers: { 'x-amzn-bedrock-input-token-count': count } })),
  });
  const COHERE = { embeddings: { float: [[0.25]] } };
  const NOVA_ANSWER = { embeddings: [{ embeddingType: 'TEXT', embedding: [0.5] }] };

  test('stands for answers that have none, call by call', () => {
    expect(decodeEmbeddings([COHERE, COHERE], answered('3', '4')).response.usage).toEqual({
      prompt_tokens: 7,
      total_tokens: 7,
    });
    const { response, usage } = decodeEmbeddings([NOVA_ANSWER], answered('5'));
    expect(response.data).toEqual([{ object: 'embedding', index: 0, embedding: [0.5] }]);
    expect(usage).toEqual({ prompt_tokens: 5, completion_tokens: 0, total_tokens: 5 });
  });

  test("gives way to the answer's own", () => {
    expect(decodeEmbeddings([{ embedding: [1], inputTextTokenCount: 2 }], answered('9')).usage?.prompt_tokens).toBe(2);
  });

  test.each([[['3', undefined]], [['3', 'x']], [['-1', '2']], [[]]])(
    'is no sum if one is missing or unreadable: %j',
    (counts) => {
      expect(decodeEmbeddings([COHERE, COHERE], answered(...counts)).usage).toBeUndefined();
    },
  );
});
