import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { EmbeddingsRequest, EmbeddingsResponse } from '@multilane/contracts';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import fc from 'fast-check';
import { EMBEDDINGS } from './embeddings.endpoint.js';
import { finishEmbeddings } from './finish-embeddings.js';
import { decodeVector, encodeVector } from './vector-base64.js';

/** A recorded answer of the reference provider, where it lies beside the project. */
const RECORDED = join(SHARED_FIXTURES, 'openai-embeddings/base64/response.json');

const answerOf = (...vectors: (number[] | string)[]): EmbeddingsResponse => ({
  object: 'list',
  data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
  model: 'm',
});
const requestOf = (members: object): EmbeddingsRequest => ({ model: 'm', input: 'a', ...members });

/** IEEE 754 binary32, little-endian: 1 is 0x3f800000, -2 is 0xc0000000, 0.5 is 0x3f000000. */
const NUMBERS = [1, -2, 0.5, 0];
const BASE64 = 'AACAPwAAAMAAAAA/AAAAAA==';

describe('embeddings: "encoding_format float or base64 on every provider" (docs/contract/embeddings.md#embeddings)', () => {
  test('numbers become base64 of little-endian 32-bit floats where the request asks for base64', () => {
    const answer = Object.freeze(answerOf(NUMBERS, BASE64));
    expect(finishEmbeddings(answer, requestOf({ encoding_format: 'base64' }))).toEqual(answerOf(BASE64, BASE64));
  });

  test.each([{}, { encoding_format: 'float' }])('base64 becomes numbers where the request says %j', (members) => {
    expect(finishEmbeddings(answerOf(BASE64, NUMBERS), requestOf(members))).toEqual(answerOf(NUMBERS, NUMBERS));
  });

  test.each<[object, EmbeddingsResponse]>([
    [{}, answerOf(NUMBERS)],
    [{ encoding_format: 'float' }, answerOf(NUMBERS)],
    [{ encoding_format: 'base64' }, answerOf(BASE64)],
    [{ output_dtype: 'ubinary' }, answerOf('qrs')],
  ])('the answer to %j stays the same object if nothing is to do', (members, answer) => {
    expect(finishEmbeddings(answer, requestOf(members))).toBe(answer);
  });

  test.each(['', 'AAA=', 'AACAPwA='])('a text that is no vector, %j, is an error of the provider', (text) => {
    expect(() => finishEmbeddings(answerOf(text), requestOf({}))).toThrow(
      expect.objectContaining({ code: 'provider_error' }),
    );
  });

  test.each([
    ['a text', 'a', 0],
    ['texts', ['a', 'b'], 1],
    ['the tokens of a text', [1, 2, 3], 0],
    ['tokens of texts', [[1], [2, 3]], 1],
  ])('an answer with fewer vectors than inputs is an error of the provider: %s', (_what, input, given) => {
    const answered = (count: number) => () =>
      finishEmbeddings(answerOf(...Array.from({ length: count }, () => NUMBERS)), requestOf({ input }));
    expect(answered(given)).toThrow(expect.objectContaining({ code: 'provider_error' }));
    expect(answered(given + 1)).not.toThrow();
  });

  test('32-bit floats survive both ways exactly, others are rounded to the nearest', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: -1e3, max: 1e3 }), { minLength: 1 }), (vector) => {
        const rounded = vector.map(Math.fround);
        expect(decodeVector(encodeVector(vector))).toEqual(rounded);
        expect(encodeVector(rounded)).toBe(encodeVector(vector));
      }),
    );
  });

  const recorded = existsSync(RECORDED) ? [readFileSync(RECORDED, 'utf8')] : [];
  const answers: EmbeddingsResponse[] = [answerOf(BASE64), ...recorded.map((text) => JSON.parse(text))];
  test.each(answers.map((answer, index) => [index, answer] as const))(
    'the reference provider’s own base64 (answer %i) becomes numbers, and those the same base64 again',
    (_index, answer) => {
      const numbers = finishEmbeddings(answer, requestOf({}));
      expect(numbers.data.every(({ embedding }) => Array.isArray(embedding) && embedding.every(Number.isFinite))).toBe(
        true,
      );
      expect(finishEmbeddings(numbers, requestOf({ encoding_format: 'base64' }))).toEqual(answer);
    },
  );

  test('the endpoint is for embedding models and for providers that have embeddings', () => {
    expect(EMBEDDINGS).toMatchObject({ name: 'embeddings', format: { key: 'embeddings' }, modelTypes: ['embedding'] });
    expect(() => EMBEDDINGS.validate({ model: 'm' })).toThrow(expect.objectContaining({ param: 'input' }));
    expect(EMBEDDINGS.finish?.(answerOf(NUMBERS), requestOf({ encoding_format: 'base64' }))).toEqual(answerOf(BASE64));
  });
});
