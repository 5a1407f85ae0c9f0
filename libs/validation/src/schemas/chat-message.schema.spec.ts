import { describe, expect, it } from '@jest/globals';
import { validateChatRequest } from '../requests/validate-chat-request.js';

const parts = {
  text: { type: 'text', text: 'hi' },
  image: { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } },
  audio: { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
  file: { type: 'file', file: { file_id: 'file-1' } },
  refusal: { type: 'refusal', refusal: 'no' },
};
const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } };
const user = (content: unknown) => [{ role: 'user', content }];
const assistant = (members: object) => [{ role: 'assistant', ...members }];
const answered = (...answers: object[]) => [
  { role: 'assistant', tool_calls: [call, { ...call, id: 'call_2' }] },
  ...answers,
];
const answer = { role: 'tool', tool_call_id: 'call_1', content: 'done' };

const contentRule = 'must be a string or a non-empty list of content parts.';
const roles = 'must be "system", "developer", "user", "assistant" or "tool".';
const sayNothing = 'is required in an assistant message without `tool_calls` or `refusal`.';

const accepted: [string, unknown[]][] = [
  [
    'system, developer and user messages of text',
    ['system', 'developer', 'user'].map((role) => ({ role, content: 'x' })),
  ],
  ['an empty string as content', user('')],
  ['text parts of a system message', [{ role: 'system', content: [parts.text] }]],
  ['text, image, audio and file parts of a user message', user([parts.text, parts.image, parts.audio, parts.file])],
  ['an image without detail, or a null one', user([{ type: 'image_url', image_url: { url: 'data:,', detail: null } }])],
  ['a file given by its data', user([{ type: 'file', file: { file_data: 'AAAA', filename: 'a.pdf', file_id: null } }])],
  ['a file given by its id beside null data', user([{ type: 'file', file: { file_data: null, file_id: 'file-1' } }])],
  [
    'names, and null ones',
    [
      { role: 'user', content: 'x', name: 'ada' },
      { role: 'assistant', content: 'y', name: null },
    ],
  ],
  [
    'unknown members in messages and parts',
    [{ role: 'user', content: [{ ...parts.text, cache_control: {} }], weight: 1 }],
  ],
  ['text and refusal parts of an assistant message', assistant({ content: [parts.text, parts.refusal] })],
  ['an assistant message of tool calls without content', assistant({ tool_calls: [call] })],
  ['an assistant message of tool calls with null content', assistant({ content: null, tool_calls: [call] })],
  ['a custom tool call', assistant({ tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'f', input: '' } }] })],
  ['an unknown member of a tool call', assistant({ tool_calls: [{ ...call, index: 0, extra_content: {} }] })],
  [
    'the function_call of a stored assistant turn',
    assistant({ content: null, function_call: { name: 'f', arguments: '{}' } }),
  ],
  [
    'a null function_call, refusal, audio and tool_calls',
    assistant({ content: 'x', function_call: null, refusal: null, audio: null, tool_calls: null }),
  ],
  ['no tool calls of a user', [{ role: 'user', content: 'x', tool_calls: null }]],
  ['an empty list of tool calls beside content', assistant({ content: 'x', tool_calls: [] })],
  ['a refusal in place of content', assistant({ content: null, refusal: 'no' })],
  ['an audio answer in place of content', assistant({ audio: { id: 'audio_1' } })],
  ['reasoning in place of content', assistant({ content: null, reasoning_content: 'hm' })],
  ['reasoning details in place of content', assistant({ content: null, reasoning_details: [{}] })],
  ['a tool answer', answered(answer)],
  ['tool answers in any order, and not to every call', answered({ ...answer, tool_call_id: 'call_2' }, answer, answer)],
  ['text and image parts in a tool answer', answered({ ...answer, content: [parts.text, parts.image] })],
];

const refused: [string, unknown[], param: string, rule: string][] = [
  ['a message that is no object', ['hi'], 'messages[0]', 'must be a message object.'],
  ['a missing role', [{ content: 'x' }], 'messages[0].role', `is required and ${roles}`],
  ['an unknown role', [{ role: 'critic', content: 'x' }], 'messages[0].role', roles],
  ['the deprecated role function', [{ role: 'function', name: 'f', content: 'x' }], 'messages[0].role', roles],
  ['a role that is no string', [{ role: 1, content: 'x' }], 'messages[0].role', roles],
  ['missing user content', [{ role: 'user' }], 'messages[0].content', `is required and ${contentRule}`],
  ['null user content', user(null), 'messages[0].content', contentRule],
  ['null system content', [{ role: 'system', content: null }], 'messages[0].content', contentRule],
  ['an object as content', user({}), 'messages[0].content', contentRule],
  ['an empty list of parts', user([]), 'messages[0].content', contentRule],
  ['a part that is no object', user(['x']), 'messages[0].content[0]', 'must be a content part.'],
  [
    'a part without a type',
    user([{ text: 'x' }]),
    'messages[0].content[0].type',
    'is required and must be "text", "image_url", "input_audio" or "file".',
  ],
  [
    'an unknown part',
    user([parts.text, { type: 'video' }]),
    'messages[0].content[1].type',
    'must be "text", "image_url", "input_audio" or "file".',
  ],
  [
    'an image in a system message',
    [{ role: 'system', content: [parts.image] }],
    'messages[0].content[0].type',
    'must be "text".',
  ],
  [
    'an image in an assistant message',
    assistant({ content: [parts.image] }),
    'messages[0].content[0].type',
    'must be "text" or "refusal".',
  ],
  [
    'audio in a tool answer',
    answered({ ...answer, content: [parts.audio] }),
    'messages[1].content[0].type',
    'must be "text" or "image_url".',
  ],
  [
    'a text part without text',
    user([{ type: 'text' }]),
    'messages[0].content[0].text',
    'is required and must be a string.',
  ],
  ['text that is no string', user([{ type: 'text', text: null }]), 'messages[0].content[0].text', 'must be a string.'],
  [
    'an image URL that is a string',
    user([{ type: 'image_url', image_url: 'x' }]),
    'messages[0].content[0].image_url',
    'must be an object with a `url`.',
  ],
  [
    'an empty image URL',
    user([{ type: 'image_url', image_url: { url: '' } }]),
    'messages[0].content[0].image_url.url',
    'must be a non-empty string.',
  ],
  [
    'an unknown image detail',
    user([{ type: 'image_url', image_url: { url: 'x', detail: 'max' } }]),
    'messages[0].content[0].image_url.detail',
    'must be "auto", "low", "high" or "original".',
  ],
  [
    'audio without a format',
    user([{ type: 'input_audio', input_audio: { data: 'x' } }]),
    'messages[0].content[0].input_audio.format',
    'is required and must be a non-empty string.',
  ],
  [
    'a file without data or id',
    user([{ type: 'file', file: { filename: 'a' } }]),
    'messages[0].content[0].file.file_id',
    'is required and must be a non-empty string where there is no `file_data`.',
  ],
  [
    'a file whose data and id are null',
    user([{ type: 'file', file: { file_data: null, file_id: null } }]),
    'messages[0].content[0].file.file_id',
    'must be a non-empty string where there is no `file_data`.',
  ],
  [
    'file data that is no string',
    user([{ type: 'file', file: { file_data: 1 } }]),
    'messages[0].content[0].file.file_data',
    'must be a non-empty string.',
  ],
  [
    'a refusal part without a refusal',
    assistant({ content: [{ type: 'refusal' }] }),
    'messages[0].content[0].refusal',
    'is required and must be a string.',
  ],
  ['a name that is no string', [{ role: 'user', content: 'x', name: 1 }], 'messages[0].name', 'must be a string.'],
  ['an assistant message that says nothing', assistant({}), 'messages[0].content', sayNothing],
  [
    'an assistant message of nulls',
    assistant({ content: null, refusal: null, audio: null }),
    'messages[0].content',
    sayNothing,
  ],
  [
    'an assistant message of no tool calls',
    assistant({ content: null, tool_calls: [] }),
    'messages[0].content',
    sayNothing,
  ],
  [
    'tool calls that are no list',
    assistant({ tool_calls: {} }),
    'messages[0].tool_calls',
    'must be a list of tool calls.',
  ],
  [
    'tool calls of a user that are no list',
    [{ role: 'user', content: 'x', tool_calls: 'y' }],
    'messages[0].tool_calls',
    'must be a list of tool calls.',
  ],
  [
    'a tool call of a system message that is none',
    [{ role: 'system', content: 'x', tool_calls: [null] }],
    'messages[0].tool_calls[0]',
    'must be a tool call.',
  ],
  [
    'a tool call without an id',
    assistant({ tool_calls: [{ ...call, id: undefined }] }),
    'messages[0].tool_calls[0].id',
    'is required and must be a non-empty string.',
  ],
  [
    'a tool call with an empty id',
    assistant({ tool_calls: [{ ...call, id: '' }] }),
    'messages[0].tool_calls[0].id',
    'must be a non-empty string.',
  ],
  [
    'a tool call of an unknown type',
    assistant({ tool_calls: [{ ...call, type: 'mcp' }] }),
    'messages[0].tool_calls[0].type',
    'must be "function" or "custom".',
  ],
  [
    'arguments that are an object',
    assistant({ tool_calls: [{ ...call, function: { name: 'f', arguments: {} } }] }),
    'messages[0].tool_calls[0].function.arguments',
    'must be a string of JSON.',
  ],
  [
    'a stored function_call without arguments',
    assistant({ function_call: { name: 'f' } }),
    'messages[0].function_call.arguments',
    'is required and must be a string of JSON.',
  ],
  [
    'a custom call without input',
    assistant({ tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'f' } }] }),
    'messages[0].tool_calls[0].custom.input',
    'is required and must be a string.',
  ],
  [
    'audio without an id',
    assistant({ audio: {} }),
    'messages[0].audio.id',
    'is required and must be a non-empty string.',
  ],
  [
    'a tool answer without an id',
    answered({ role: 'tool', content: 'x' }),
    'messages[1].tool_call_id',
    'is required and must be a non-empty string.',
  ],
  [
    'a tool answer with an empty id',
    answered({ ...answer, tool_call_id: '' }),
    'messages[1].tool_call_id',
    'must be a non-empty string.',
  ],
  ['a tool answer with null content', answered({ ...answer, content: null }), 'messages[1].content', contentRule],
];

describe('messages: structure validated', () => {
  it.each(accepted)('accepts %s', (_, messages) => {
    const body = { model: 'm', messages };
    expect(validateChatRequest(structuredClone(body))).toEqual(body);
  });

  it.each(refused)('rejects %s', (_, messages, param, rule) => {
    const body: unknown = JSON.parse(JSON.stringify({ model: 'm', messages }));
    expect(() => validateChatRequest(body)).toThrow(
      expect.objectContaining({ code: 'invalid_value', param, message: `\`${param}\` ${rule}` }),
    );
  });
});
