import { responsesToolsSchema } from './responses-tool.schema.js';
import {
  byTag,
  FREE_OBJECT,
  NON_EMPTY_STRING,
  nullable,
  objectOf,
  type RequestSchema,
  STRING,
  word,
} from './schema-words.js';

const text = objectOf('a text part', { text: STRING }, ['text']);
const refusal = objectOf('a refusal part', { refusal: STRING }, ['refusal']);

/** The translation decides about the addresses that an image or a file may have. */
const image = objectOf('an image part', {
  image_url: nullable(NON_EMPTY_STRING),
  file_id: nullable(NON_EMPTY_STRING),
  detail: nullable(word('auto', 'low', 'high', 'original')),
});

const file = objectOf('a file part', {
  file_data: nullable(NON_EMPTY_STRING),
  file_id: nullable(NON_EMPTY_STRING),
  file_url: nullable(NON_EMPTY_STRING),
  filename: nullable(STRING),
  detail: nullable(word('auto', 'low', 'high')),
});

const audio = objectOf(
  'an audio part',
  {
    input_audio: objectOf('an object with `data` and `format`', { data: NON_EMPTY_STRING, format: NON_EMPTY_STRING }, [
      'data',
      'format',
    ]),
  },
  ['input_audio'],
);

const contentOf = (parts: Readonly<Record<string, RequestSchema>>, minItems: number): RequestSchema => ({
  type: ['string', 'array'],
  minItems,
  items: byTag('type', 'a content part', parts),
  description: `a string or a ${minItems > 0 ? 'non-empty ' : ''}list of content parts`,
});

const messageOf = (description: string, content: RequestSchema): RequestSchema =>
  objectOf(description, { content }, ['content']);

const system = messageOf('a system message', contentOf({ input_text: text }, 1));

/** An answer that was cut off may have no content. */
const assistantContent = contentOf({ output_text: text, refusal, input_text: text }, 0);

const messageSchema = byTag('role', 'a message', {
  user: messageOf(
    'a user message',
    contentOf({ input_text: text, input_image: image, input_file: file, input_audio: audio }, 1),
  ),
  assistant: messageOf('an assistant message', assistantContent),
  system,
  developer: system,
});

const namespace = nullable(NON_EMPTY_STRING);

const callOf = (description: string, argument: string, rule: RequestSchema): RequestSchema =>
  objectOf(description, { call_id: NON_EMPTY_STRING, name: NON_EMPTY_STRING, namespace, [argument]: rule }, [
    'call_id',
    'name',
    argument,
  ]);

const output = objectOf(
  'the output of a tool',
  { call_id: NON_EMPTY_STRING, output: contentOf({ input_text: text, input_image: image, input_file: file }, 0) },
  ['call_id', 'output'],
);

const textsOf = (type: string): RequestSchema =>
  nullable({
    type: 'array',
    items: byTag('type', 'a text part', { [type]: text }),
    description: 'a list of text parts',
  });

const reasoning = objectOf('a reasoning item', {
  summary: textsOf('summary_text'),
  content: textsOf('reasoning_text'),
  encrypted_content: nullable(STRING),
});

const ITEMS: Readonly<Record<string, RequestSchema>> = {
  message: messageSchema,
  function_call: callOf('a function call', 'arguments', { ...STRING, description: 'a string of JSON' }),
  function_call_output: output,
  custom_tool_call: callOf('a call of a custom tool', 'input', STRING),
  custom_tool_call_output: output,
  reasoning,
  // Codex searches for tools that it did not declare (github.com/openai/codex, `codex-rs/tools/src/tool_spec.rs`).
  tool_search_call: objectOf('a search for tools', { call_id: NON_EMPTY_STRING, execution: word('client') }, [
    ...['call_id', 'arguments'],
  ]),
  tool_search_output: objectOf(
    'the tools that were found',
    { call_id: NON_EMPTY_STRING, execution: word('client'), tools: responsesToolsSchema },
    ['call_id', 'tools'],
  ),
  additional_tools: objectOf('a list of tools', { tools: responsesToolsSchema }, ['tools']),
};

/** The types of item that the gateway takes; all others are the reference provider's own. */
export const RESPONSES_ITEM_TYPES: readonly string[] = Object.keys(ITEMS);

/** One item of `input`; a message may leave its type out. */
export const responsesItemSchema: RequestSchema = {
  ...FREE_OBJECT,
  description: 'an item object',
  if: { required: ['type'], properties: { type: { not: { type: 'null' } } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: byTag('type', 'an item object', ITEMS),
  else: messageSchema,
};
