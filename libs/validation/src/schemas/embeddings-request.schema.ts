import { DEPRECATED_FUNCTIONS, OTHER_MODELS } from '../refused-everywhere.js';
import {
  BOOLEAN,
  NON_EMPTY_STRING,
  objectOf,
  POSITIVE_INTEGER,
  type RequestSchema,
  STRING,
  word,
} from './schema-words.js';

/** Rule for `input`; `checkInput` looks at the items, which may be many thousands. */
export const INPUT_RULE =
  'a non-empty string, a non-empty list of non-empty strings, a list of tokens or a list of such lists';

/**
 * The body of POST /v1/embeddings (docs/contract/embeddings.md#embeddings). Members that are not named here pass
 * untouched.
 */
export const embeddingsRequestSchema: RequestSchema = objectOf(
  'a JSON object',
  {
    model: { ...NON_EMPTY_STRING, maxLength: 512, description: 'a non-empty string of at most 512 characters' },
    input: { type: ['string', 'array'], description: INPUT_RULE },
    encoding_format: word('float', 'base64'),
    dimensions: POSITIVE_INTEGER,
    user: STRING,
    input_type: NON_EMPTY_STRING,
    stream: { ...BOOLEAN, not: { const: true }, refusal: 'Embeddings are answered whole.' },
    ...DEPRECATED_FUNCTIONS,
    ...OTHER_MODELS,
  },
  ['model', 'input'],
);
