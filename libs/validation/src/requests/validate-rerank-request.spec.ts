import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { parseJsonBody } from '../json/parse-json-body.js';
import { rerankRequestSchema } from '../schemas/rerank-request.schema.js';
import { validateRerankRequest } from './validate-rerank-request.js';

const request = (members: object) => ({ model: 'm', query: 'which?', documents: ['a', 'b'], ...members });

const accepted: [string, object][] = [
  ['documents that are strings', {}],
  ['documents with a text, and members beside it', { documents: [{ text: 'a', title: 't' }, 'b'] }],
  ['an empty document', { documents: ['', { text: '' }] }],
  ['every known option', { top_n: 1, return_documents: true, stream: false }],
  ['a top_n above the number of documents', { top_n: 3 }],
  ['unknown members, which are for group R', { max_chunks_per_doc: 3 }],
];

const refused: [string, object, param: string, code: string][] = [
  ['no model', { model: undefined }, 'model', 'invalid_value'],
  ['no query', { query: undefined }, 'query', 'invalid_value'],
  ['an empty query', { query: '' }, 'query', 'invalid_value'],
  ['a query that is no string', { query: ['x'] }, 'query', 'invalid_value'],
  ['no documents', { documents: undefined }, 'documents', 'invalid_value'],
  ['an empty list of documents', { documents: [] }, 'documents', 'invalid_value'],
  ['one document outside a list', { documents: 'a' }, 'documents', 'invalid_value'],
  ['a document that is a number', { documents: ['a', 1] }, 'documents[1]', 'invalid_value'],
  ['a document that is null', { documents: [null] }, 'documents[0]', 'invalid_value'],
  ['a document without text', { documents: ['a', { title: 't' }] }, 'documents[1].text', 'invalid_value'],
  ['a document whose text is none', { documents: [{ text: 1 }] }, 'documents[0].text', 'invalid_value'],
  ['a top_n of nothing', { top_n: 0 }, 'top_n', 'invalid_value'],
  ['a return_documents that is no boolean', { return_documents: 'yes' }, 'return_documents', 'invalid_value'],
  ['a stream', { stream: true }, 'stream', 'unsupported_parameter'],
  ['deprecated functions', { functions: [] }, 'functions', 'unsupported_parameter'],
  ['a deprecated choice of them', { function_call: 'auto' }, 'function_call', 'unsupported_parameter'],
];

describe('validateRerankRequest: "documents (string | {text})" (docs/contract/rerank.md#rerank)', () => {
  it.each(accepted)('accepts %s and returns the same object', (_, members) => {
    const body = request(members);
    expect(validateRerankRequest(body)).toBe(body);
    expect(body).toEqual(request(members));
  });

  it.each(refused)('rejects %s, naming the field', (_, members, param, code) => {
    expect(() => validateRerankRequest(request(members))).toThrow(expect.objectContaining({ code, param }));
  });

  it('"A null optional field is an absent field"', () => {
    expect(validateRerankRequest(request({ top_n: null, return_documents: null }))).toEqual(request({}));
  });

  it('takes no long integer for a document', () => {
    const body = parseJsonBody(Buffer.from('{"model":"m","query":"q","documents":[123456789012345678901]}'));
    expect(() => validateRerankRequest(body)).toThrow(expect.objectContaining({ code: 'invalid_value' }));
  });

  it('has a schema that is valid by the metaschema', () => {
    const ajv = new Ajv({ keywords: ['refusal', 'rawInteger'], allowUnionTypes: true });
    expect(ajv.validateSchema(rerankRequestSchema)).toBe(true);
  });
});
