import { BEYOND_THE_MODEL } from '../refused-everywhere.js';
import { chatMessageSchema } from './chat-message.schema.js';
import { chatToolSchema, toolChoiceSchema } from './chat-tool.schema.js';
import {
  BOOLEAN,
  byTag,
  FREE_OBJECT,
  IDENTIFIER,
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

const responseFormatSchema = byTag('type', 'an object with a `type`', {
  text: {},
  json_object: {},
  json_schema: objectOf(
    'a response format with a schema',
    {
      json_schema: objectOf(
        'an object with a `name`',
        {
          name: IDENTIFIER,
          description: nullable(STRING),
          schema: nullable({ ...FREE_OBJECT, description: 'a JSON Schema object' }),
          strict: nullable(BOOLEAN),
        },
        ['name'],
      ),
    },
    ['json_schema'],
  ),
});

const noStoredResponses = 'The gateway stores no responses: send the whole conversation in `messages`.';

/**
 * The body of POST /v1/chat/completions: the field table of docs/contract/chat.md#request-fields, the bounds of section
 * 8 and the refusals of "Unsupported endpoints". Members that are not named here pass untouched.
 */
export const chatRequestSchema: RequestSchema = objectOf(
  'a JSON object',
  {
    model: { ...NON_EMPTY_STRING, maxLength: 512, description: 'a non-empty string of at most 512 characters' },
    messages: { type: 'array', minItems: 1, items: chatMessageSchema, description: 'a non-empty list of messages' },
    stream: BOOLEAN,
    stream_options: { ...FREE_OBJECT, properties: { include_usage: nullable(BOOLEAN) } },
    temperature: numberBetween(0, 2),
    top_p: numberBetween(0, 1),
    max_tokens: POSITIVE_INTEGER,
    max_completion_tokens: POSITIVE_INTEGER,
    stop: {
      type: ['string', 'array'],
      maxItems: 4,
      items: STRING,
      description: 'a string or a list of at most 4 strings',
    },
    user: STRING,
    tools: { type: 'array', items: chatToolSchema, description: 'a list of tools' },
    tool_choice: toolChoiceSchema,
    response_format: responseFormatSchema,
    n: integerBetween(1, 128),
    seed: LONG_INTEGER,
    presence_penalty: numberBetween(-2, 2),
    frequency_penalty: numberBetween(-2, 2),
    logprobs: BOOLEAN,
    top_logprobs: integerBetween(0, 20),
    logit_bias: {
      type: 'object',
      additionalProperties: numberBetween(-100, 100),
      description: 'an object that gives token ids a number between -100 and 100',
    },
    parallel_tool_calls: BOOLEAN,
    // The efforts of a model are known once it is resolved: `assertReasoningEffort`.
    reasoning_effort: NON_EMPTY_STRING,
    functions: refused('It is deprecated: declare the functions in `tools`.'),
    function_call: refused('It is deprecated: use `tool_choice`.'),
    ...BEYOND_THE_MODEL,
    previous_response_id: refused(noStoredResponses),
    store: { ...BOOLEAN, not: { const: true }, refusal: noStoredResponses },
    web_search_options: refused(
      'The gateway does not run hosted tools. Declare a function in `tools` and run it yourself.',
    ),
  },
  ['model', 'messages'],
);
