import { DEPRECATED_FUNCTIONS, OTHER_MODELS } from '../refused-everywhere.js';
import { BOOLEAN, NON_EMPTY_STRING, objectOf, POSITIVE_INTEGER, type RequestSchema, STRING } from './schema-words.js';

const documentSchema: RequestSchema = {
  type: ['string', 'object'],
  description: 'a string or an object with a `text`',
  required: ['text'],
  properties: { text: STRING },
  rawInteger: false,
};

/** The body of POST /v1/rerank (docs/contract/rerank.md#rerank). Members that are not named here pass untouched. */
export const rerankRequestSchema: RequestSchema = objectOf(
  'a JSON object',
  {
    model: { ...NON_EMPTY_STRING, maxLength: 512, description: 'a non-empty string of at most 512 characters' },
    query: NON_EMPTY_STRING,
    documents: { type: 'array', minItems: 1, items: documentSchema, description: 'a non-empty list of documents' },
    top_n: POSITIVE_INTEGER,
    return_documents: BOOLEAN,
    stream: { ...BOOLEAN, not: { const: true }, refusal: 'Ranks are answered whole.' },
    ...DEPRECATED_FUNCTIONS,
    ...OTHER_MODELS,
  },
  ['model', 'query', 'documents'],
);
