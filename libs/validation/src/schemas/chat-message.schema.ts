import { byTag, NON_EMPTY_STRING, nullable, objectOf, type RequestSchema, STRING, word } from './schema-words.js';

const textPart = objectOf('a text part', { text: STRING }, ['text']);

const imagePart = objectOf(
  'an image part',
  {
    image_url: objectOf(
      'an object with a `url`',
      { url: NON_EMPTY_STRING, detail: nullable(word('auto', 'low', 'high', 'original')) },
      ['url'],
    ),
  },
  ['image_url'],
);

const audioPart = objectOf(
  'an audio part',
  {
    input_audio: objectOf('an object with `data` and `format`', { data: NON_EMPTY_STRING, format: NON_EMPTY_STRING }, [
      'data',
      'format',
    ]),
  },
  ['input_audio'],
);

const filePart = objectOf(
  'a file part',
  {
    file: {
      ...objectOf('an object with `file_data` or `file_id`', {
        file_data: nullable(NON_EMPTY_STRING),
        file_id: nullable(NON_EMPTY_STRING),
        filename: nullable(STRING),
      }),
      if: { required: ['file_data'], properties: { file_data: { not: { type: 'null' } } } },
      else: objectOf(
        'an object with `file_data` or `file_id`',
        { file_id: { ...NON_EMPTY_STRING, description: 'a non-empty string where there is no `file_data`' } },
        ['file_id'],
      ),
    },
  },
  ['file'],
);

const refusalPart = objectOf('a refusal part', { refusal: STRING }, ['refusal']);

const contentOf = (parts: Readonly<Record<string, RequestSchema>>): RequestSchema => ({
  type: ['string', 'array'],
  minItems: 1,
  items: byTag('type', 'a content part', parts),
  description: 'a string or a non-empty list of content parts',
});

const name = nullable(STRING);

const calledFunction = objectOf(
  'an object with `name` and `arguments`',
  { name: NON_EMPTY_STRING, arguments: { ...STRING, description: 'a string of JSON' } },
  ['name', 'arguments'],
);

const toolCall = byTag('type', 'a tool call', {
  function: objectOf(
    'a function call',
    {
      id: NON_EMPTY_STRING,
      function: calledFunction,
    },
    ['id', 'function'],
  ),
  custom: objectOf(
    'a custom tool call',
    {
      id: NON_EMPTY_STRING,
      custom: objectOf('an object with `name` and `input`', { name: NON_EMPTY_STRING, input: STRING }, [
        'name',
        'input',
      ]),
    },
    ['id', 'custom'],
  ),
});

/** Assistants call tools; of other messages the calls are read too, by codecs that go through all of them. */
const toolCalls = nullable({ type: 'array', items: toolCall, description: 'a list of tool calls' });

const systemMessage = objectOf(
  'a system message',
  { content: contentOf({ text: textPart }), name, tool_calls: toolCalls },
  ['content'],
);

const userMessage = objectOf(
  'a user message',
  {
    content: contentOf({ text: textPart, image_url: imagePart, input_audio: audioPart, file: filePart }),
    name,
    tool_calls: toolCalls,
  },
  ['content'],
);

/** Its content may be missing only beside something else: `checkConversation` holds that rule. */
const assistantMessage = objectOf('an assistant message', {
  content: nullable(contentOf({ text: textPart, refusal: refusalPart })),
  name,
  refusal: nullable(STRING),
  reasoning_content: nullable(STRING),
  audio: nullable(objectOf('an object with the `id` of an earlier audio answer', { id: NON_EMPTY_STRING }, ['id'])),
  tool_calls: toolCalls,
  function_call: nullable(calledFunction),
});

/** Tool results may hold images: several providers take them. */
const toolMessage = objectOf(
  'a tool message',
  {
    content: contentOf({ text: textPart, image_url: imagePart }),
    tool_call_id: NON_EMPTY_STRING,
    name,
    tool_calls: toolCalls,
  },
  ['content', 'tool_call_id'],
);

/**
 * One message of the conversation; its role decides its form (docs/contract/chat.md#request-fields; roles:
 * docs/contract/chat.md#request-fields).
 */
export const chatMessageSchema = byTag('role', 'a message object', {
  system: systemMessage,
  developer: systemMessage,
  user: userMessage,
  assistant: assistantMessage,
  tool: toolMessage,
});
