import { BEYOND_THE_MODEL, noHostedTools } from '../refused-everywhere.js';
import { byOpenTag, messageContentSchema, systemPromptSchema } from './messages-block.schema.js';
import {
  BOOLEAN,
  FREE_OBJECT,
  NON_EMPTY_STRING,
  nullable,
  numberBetween,
  objectOf,
  type RequestSchema,
  refused,
  STRING,
  word,
} from './schema-words.js';

const COUNT: RequestSchema = { type: 'integer', minimum: 0, description: 'an integer of at least 0' };

const turnSchema = objectOf(
  'a message object',
  { role: word('user', 'assistant', 'system'), content: messageContentSchema },
  ['role', 'content'],
);

/** A tool of the caller's has a schema; what else the provider defines has a type. */
const toolSchema: RequestSchema = {
  type: 'object',
  rawInteger: false,
  description: 'a tool object',
  properties: { type: nullable(NON_EMPTY_STRING) },
  if: { required: ['type'], properties: { type: { type: 'string', not: { const: 'custom' } } } },
  else: objectOf(
    'a tool object',
    { name: NON_EMPTY_STRING, input_schema: { ...FREE_OBJECT, description: 'a JSON Schema object' } },
    ['name', 'input_schema'],
  ),
};

const noStoredMessages = 'The gateway stores no conversations: send the whole conversation in `messages`.';

/**
 * Members that both endpoints have: the native format's own rules (platform.claude.com/docs/en/api/messages) and the
 * rejections of docs/contract/chat.md#hosted-tools. Members that are not named here pass untouched.
 */
const sharedMembers: Readonly<Record<string, RequestSchema>> = {
  model: { ...NON_EMPTY_STRING, maxLength: 512, description: 'a non-empty string of at most 512 characters' },
  messages: { type: 'array', minItems: 1, items: turnSchema, description: 'a non-empty list of messages' },
  system: systemPromptSchema,
  tools: { type: 'array', items: toolSchema, description: 'a list of tools' },
  tool_choice: byOpenTag('type', 'an object with a `type`', {
    tool: objectOf('a named tool', { name: NON_EMPTY_STRING }, ['name']),
  }),
  thinking: byOpenTag('type', 'an object with a `type`', {
    enabled: objectOf('a thinking budget', { budget_tokens: COUNT }, ['budget_tokens']),
  }),
  output_config: {
    ...FREE_OBJECT,
    properties: {
      effort: nullable(STRING),
      format: nullable(
        byOpenTag('type', 'an object with a `type`', {
          json_schema: objectOf(
            'a format with a schema',
            { schema: { ...FREE_OBJECT, description: 'a JSON Schema object' } },
            ['schema'],
          ),
        }),
      ),
    },
  },
  // Checked by their provider, and listed so that null means that they are absent.
  cache_control: {},
  context_management: {},
  inference_geo: {},
  service_tier: {},
  speed: {},
  // A thread continues from a conversation that the provider stored, no matter who it belongs to. By the details the official
  // SDK's tool runner knows that it has to continue without one.
  thread: refused(noStoredMessages, { error_code: 'thread_unsupported_request', unsupported: ['thread'] }),
  previous_response_id: refused(noStoredMessages),
  store: { ...BOOLEAN, not: { const: true }, refusal: noStoredMessages },
  ...BEYOND_THE_MODEL,
  container: noHostedTools,
  mcp_servers: {
    not: { minItems: 1 },
    refusal: 'The gateway runs no hosted tools. Connect your client to /mcp of the gateway for MCP servers.',
  },
  functions: refused('It is deprecated: declare the functions in `tools`.'),
  function_call: refused('It is deprecated: use `tool_choice`.'),
};

/** The body of POST /v1/messages/count_tokens. */
export const countTokensRequestSchema: RequestSchema = objectOf('a JSON object', sharedMembers, ['model', 'messages']);

/** The body of POST /v1/messages. */
export const messagesRequestSchema: RequestSchema = objectOf(
  'a JSON object',
  {
    ...sharedMembers,
    // 0 fills the provider's cache and generates nothing.
    max_tokens: COUNT,
    stream: BOOLEAN,
    temperature: numberBetween(0, 1),
    top_p: numberBetween(0, 1),
    top_k: COUNT,
    stop_sequences: { type: 'array', items: STRING, description: 'a list of strings' },
    metadata: { ...FREE_OBJECT, properties: { user_id: nullable(STRING) } },
  },
  ['model', 'max_tokens', 'messages'],
);
