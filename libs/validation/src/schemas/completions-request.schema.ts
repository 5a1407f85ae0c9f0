import { BEYOND_THE_MODEL, DEPRECATED_FUNCTIONS } from '../refused-everywhere.js';
import {
  BOOLEAN,
  FREE_OBJECT,
  integerBetween,
  LONG_INTEGER,
  NON_EMPTY_STRING,
  nullable,
  numberBetween,
  objectOf,
  POSITIVE_INTEGER,
  type RequestSchema,
  refused,
  STRING,
} from './schema-words.js';

/** Rule for `prompt`; `checkPrompt` enforces it, for a schema would have to look at every token several times. */
export const PROMPT_RULE = 'a string, a list of strings, a list of tokens or a list of token lists';

const noStoredResponses = 'The gateway stores no responses: send the whole text in `prompt`.';

/**
 * The body of POST /v1/completions: the reference's legacy shape (docs/contract/completions.md#completions) with the
 * bounds of docs/contract/chat.md#request-fields. Members that are not named here pass untouched.
 */
export const completionsRequestSchema: RequestSchema = objectOf(
  'a JSON object',
  {
    model: { ...NON_EMPTY_STRING, maxLength: 512, description: 'a non-empty string of at most 512 characters' },
    prompt: { type: ['string', 'array'], minItems: 1, description: PROMPT_RULE },
    stream: BOOLEAN,
    stream_options: { ...FREE_OBJECT, properties: { include_usage: nullable(BOOLEAN) } },
    max_tokens: POSITIVE_INTEGER,
    temperature: numberBetween(0, 2),
    top_p: numberBetween(0, 1),
    n: integerBetween(1, 128),
    stop: {
      type: ['string', 'array'],
      maxItems: 4,
      items: STRING,
      description: 'a string or a list of at most 4 strings',
    },
    user: STRING,
    seed: LONG_INTEGER,
    presence_penalty: numberBetween(-2, 2),
    frequency_penalty: numberBetween(-2, 2),
    logit_bias: {
      type: 'object',
      additionalProperties: numberBetween(-100, 100),
      description: 'an object that gives token ids a number between -100 and 100',
    },
    logprobs: { type: 'integer', minimum: 0, description: 'an integer of at least 0' },
    echo: BOOLEAN,
    suffix: STRING,
    best_of: POSITIVE_INTEGER,
    previous_response_id: refused(noStoredResponses),
    store: { ...BOOLEAN, not: { const: true }, refusal: noStoredResponses },
    ...DEPRECATED_FUNCTIONS,
    ...BEYOND_THE_MODEL,
  },
  ['model', 'prompt'],
);
