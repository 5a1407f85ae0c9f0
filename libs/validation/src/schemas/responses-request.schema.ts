import { BEYOND_THE_MODEL } from '../refused-everywhere.js';
import { chatRequestSchema } from './chat-request.schema.js';
import { responsesItemSchema } from './responses-item.schema.js';
import { responsesToolChoiceSchema, responsesToolsSchema } from './responses-tool.schema.js';
import {
  BOOLEAN,
  byTag,
  FREE_OBJECT,
  IDENTIFIER,
  NON_EMPTY_STRING,
  nullable,
  objectOf,
  POSITIVE_INTEGER,
  type RequestSchema,
  refused,
  STRING,
  word,
} from './schema-words.js';

const textFormat = byTag('type', 'an object with a `type`', {
  text: {},
  json_object: {},
  json_schema: objectOf(
    'a format with a schema',
    {
      name: IDENTIFIER,
      description: nullable(STRING),
      schema: nullable({ ...FREE_OBJECT, description: 'a JSON Schema object' }),
      strict: nullable(BOOLEAN),
    },
    ['name'],
  ),
});

const noStoredResponses = 'The gateway stores no responses: send the whole conversation in `input`.';
const inChat = (counterpart: string) => refused(`It belongs to chat completions: use \`${counterpart}\`.`);
const summary = nullable(word('auto', 'concise', 'detailed'));

/**
 * Parts that the reference can be asked to add to its answer; all but two speak of its hosted tools or of what was
 * sent.
 */
const INCLUDABLE = [
  'reasoning.encrypted_content',
  'message.output_text.logprobs',
  'message.input_image.image_url',
  'file_search_call.results',
  'web_search_call.results',
  'web_search_call.action.sources',
  'code_interpreter_call.outputs',
  'computer_call_output.output.image_url',
];

/** Members with the same meaning in both formats. */
const SHARED = ['model', 'temperature', 'top_p', 'top_logprobs', 'user', 'parallel_tool_calls', 'stream'];
/** Members of chat without a counterpart here: they pass to chat, so chat's bounds hold for them. */
const PASSED_ON = ['stop', 'seed', 'logit_bias', 'presence_penalty', 'frequency_penalty'];
const chatMembers = Object.fromEntries(
  Object.entries(chatRequestSchema.properties ?? {}).filter(([name]) => [...SHARED, ...PASSED_ON].includes(name)),
);

/**
 * The body of POST /v1/responses (docs/contract/responses.md#request; the reference's own schema for the rest). Members
 * that are not named here pass untouched to group R.
 */
export const responsesRequestSchema: RequestSchema = objectOf(
  'a JSON object',
  {
    ...chatMembers,
    input: {
      type: ['string', 'array'],
      minItems: 1,
      items: responsesItemSchema,
      description: 'a string or a non-empty list of items',
    },
    instructions: STRING,
    tools: responsesToolsSchema,
    tool_choice: responsesToolChoiceSchema,
    max_output_tokens: POSITIVE_INTEGER,
    max_tool_calls: POSITIVE_INTEGER,
    text: objectOf('an object', { format: nullable(textFormat), verbosity: nullable(word('low', 'medium', 'high')) }),
    reasoning: objectOf('an object', {
      // The efforts of a model are known once it is resolved.
      effort: nullable(NON_EMPTY_STRING),
      summary,
      generate_summary: summary,
      context: nullable(STRING),
      mode: {
        ...nullable(STRING),
        not: { not: { enum: ['standard', null] } },
        refusal: 'It is a mode of the reference provider alone.',
      },
    }),
    stream_options: { ...FREE_OBJECT, properties: { include_obfuscation: nullable(BOOLEAN) } },
    include: { type: 'array', items: word(...INCLUDABLE), description: 'a list of what to include' },
    metadata: { type: 'object', additionalProperties: STRING, description: 'an object of strings' },
    service_tier: STRING,
    safety_identifier: STRING,
    prompt_cache_key: STRING,
    truncation: {
      ...word('disabled', 'auto'),
      description: '"disabled"',
      not: { const: 'auto' },
      refusal: 'The gateway cuts nothing off a conversation: send what fits the model.',
    },
    store: { ...BOOLEAN, not: { const: true }, refusal: noStoredResponses },
    background: {
      ...BOOLEAN,
      not: { const: true },
      refusal: 'Use /v1/async/chat/completions for answers in the background.',
    },
    ...BEYOND_THE_MODEL,
    previous_response_id: refused(noStoredResponses),
    conversation: refused(noStoredResponses),
    prompt: refused('A stored prompt cannot be named here. Send `instructions` and `input`.'),
    context_management: refused('The gateway does not compact conversations. Send a conversation that fits the model.'),
    functions: refused('It is deprecated: declare the functions in `tools`.'),
    function_call: refused('It is deprecated: use `tool_choice`.'),
    web_search_options: refused(
      'The gateway does not run hosted tools. Declare a function in `tools` and run it yourself.',
    ),
    messages: inChat('input'),
    n: refused('A request has exactly one answer.'),
    max_tokens: inChat('max_output_tokens'),
    max_completion_tokens: inChat('max_output_tokens'),
    response_format: inChat('text.format'),
    reasoning_effort: inChat('reasoning.effort'),
    verbosity: inChat('text.verbosity'),
    logprobs: inChat('include'),
  },
  ['model', 'input'],
);
