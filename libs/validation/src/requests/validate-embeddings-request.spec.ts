import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { parseJsonBody } from '../json/parse-json-body.js';
import { embeddingsRequestSchema } from '../schemas/embeddings-request.schema.js';
import { validateEmbeddingsRequest } from './validate-embeddings-request.js';

const request = (members: object) => ({ model: 'm', input: 'a text', ...members });

const accepted: [string, object][] = [
  ['a text', {}],
  ['texts', { input: ['a', 'b'] }],
  ['the tokens of a text', { input: [1, 0, 100257] }],
  ['the tokens of texts', { input: [[1, 2], [3]] }],
  ['every known option', { encoding_format: 'base64', dimensions: 256, user: 'u', input_type: 'search_query' }],
  ['numbers as the format, and a stream that is not wanted', { encoding_format: 'float', stream: false }],
  ['unknown members, which are for group R', { output_dtype: 'int8', newer: { a: null } }],
];

const refused: [string, object, param: string, code: string][] = [
  ['no model', { model: undefined }, 'model', 'invalid_value'],
  ['no input', { input: undefined }, 'input', 'invalid_value'],
  ['a null input', { input: null }, 'input', 'invalid_value'],
  ['an empty text', { input: '' }, 'input', 'invalid_value'],
  ['an empty list', { input: [] }, 'input', 'invalid_value'],
  ['an object', { input: {} }, 'input', 'invalid_value'],
  ['an empty text among texts', { input: ['a', ''] }, 'input[1]', 'invalid_value'],
  ['a token among texts', { input: ['a', 1] }, 'input[1]', 'invalid_value'],
  ['a text among tokens', { input: [1, 'a'] }, 'input[1]', 'invalid_value'],
  ['a negative token', { input: [1, -1] }, 'input[1]', 'invalid_value'],
  ['a fraction as a token', { input: [1, 2, 0.5] }, 'input[2]', 'invalid_value'],
  ['a list without tokens', { input: [[1], []] }, 'input[1]', 'invalid_value'],
  ['a text among the tokens of texts', { input: [[1], [2, 'a']] }, 'input[1][1]', 'invalid_value'],
  ['a token among lists of tokens', { input: [[1], 2] }, 'input[1]', 'invalid_value'],
  ['an item that is neither', { input: [null] }, 'input[0]', 'invalid_value'],
  ['an unknown format', { encoding_format: 'int8' }, 'encoding_format', 'invalid_value'],
  ['no dimensions at all', { dimensions: 0 }, 'dimensions', 'invalid_value'],
  ['half a dimension', { dimensions: 1.5 }, 'dimensions', 'invalid_value'],
  ['a user that is no string', { user: 1 }, 'user', 'invalid_value'],
  ['an input type that is no string', { input_type: 1 }, 'input_type', 'invalid_value'],
  ['a stream', { stream: true }, 'stream', 'unsupported_parameter'],
  ['deprecated functions', { functions: [] }, 'functions', 'unsupported_parameter'],
  ['a deprecated choice of them', { function_call: 'auto' }, 'function_call', 'unsupported_parameter'],
];

describe('validateEmbeddingsRequest: "`input` string, array of strings, token array(s)" (docs/contract/embeddings.md#embeddings)', () => {
  it.each(accepted)('accepts %s and returns the same object', (_, members) => {
    const body = request(members);
    expect(validateEmbeddingsRequest(body)).toBe(body);
    expect(body).toEqual(request(members));
  });

  it.each(refused)('rejects %s, naming the field', (_, members, param, code) => {
    expect(() => validateEmbeddingsRequest(request(members))).toThrow(expect.objectContaining({ code, param }));
  });

  it.each([null, [], 'x', 1])('rejects a body that is %j', (body) => {
    expect(() => validateEmbeddingsRequest(body)).toThrow(expect.objectContaining({ code: 'invalid_value' }));
  });

  it('"A null optional field is an absent field"', () => {
    const nulls = { dimensions: null, encoding_format: null, user: null, input_type: null, stream: null };
    expect(validateEmbeddingsRequest(request(nulls))).toEqual(request({}));
  });

  it('takes no long integer for a token', () => {
    const body = parseJsonBody(Buffer.from('{"model":"m","input":[1,123456789012345678901]}'));
    expect(() => validateEmbeddingsRequest(body)).toThrow(expect.objectContaining({ param: 'input[1]' }));
  });

  it('answers or rejects any JSON value as input, and never repeats it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (input) => {
        try {
          validateEmbeddingsRequest(request({ input: ['hunter2', input] }));
        } catch (error) {
          if (!(error instanceof GatewayError)) throw error;
          expect(error.message).not.toContain('hunter2');
          expect(error.param).toMatch(/^input\[1\]/);
        }
      }),
    );
  });

  it('has a schema that is valid by the metaschema', () => {
    const ajv = new Ajv({ keywords: ['refusal', 'rawInteger'], allowUnionTypes: true });
    expect(ajv.validateSchema(embeddingsRequestSchema)).toBe(true);
  });
});
