import { describe, expect, test } from '@jest/globals';
import type { Endpoint } from '@multilane/providers';
import { deepFreeze } from '@multilane/testing';
import { formatOf } from '../../endpoints/formats.tools.spec.js';
import { findTokens, listRequestTexts } from './list-texts.js';
import type { TextMap } from './text-map.js';

type Members = Record<string, unknown>;

const SECRET = 'SECRET';
const hide: TextMap = (text, _role, format) => (format === 'name' ? text : text.replaceAll(SECRET, 'x'));
const svg = (text: string) => `data:image/svg+xml;utf8,<svg><text>${text}</text></svg>`;
const file = (text: string) => `data:text/plain;base64,${Buffer.from(text).toString('base64')}`;

/** Requests in which every text that the provider reads holds the word once. */
const READ: [Endpoint, string, Members][] = [
  [
    'chat',
    'messages',
    {
      messages: [
        { role: 'system', content: SECRET },
        { role: 'user', content: [{ type: 'text', text: SECRET }] },
      ],
    },
  ],
  [
    'chat',
    'tool calls and results',
    {
      messages: [
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: `{"a":"${SECRET}"}` } }],
        },
        { role: 'tool', tool_call_id: 'c', content: SECRET },
      ],
    },
  ],
  [
    'chat',
    'calls of custom tools, and members of calls that the gateway does not know',
    {
      messages: [
        {
          role: 'assistant',
          tool_calls: [
            { id: 'c', type: 'custom', custom: { name: 'f', input: SECRET, note: SECRET } },
            { id: 'd', type: 'function', function: { name: 'f', arguments: '{}', note: SECRET }, note: [SECRET] },
          ],
        },
      ],
    },
  ],
  [
    'chat',
    'unsigned thoughts, refusals, predictions',
    {
      messages: [{ role: 'assistant', content: 'a', refusal: SECRET, reasoning_content: SECRET }],
      prediction: { type: 'content', content: SECRET },
    },
  ],
  [
    'chat',
    'files that are plain text',
    { messages: [{ role: 'user', content: [{ type: 'file', file: { file_data: file(SECRET) } }] }] },
  ],
  [
    'messages',
    'system, text, tool use and result',
    {
      system: [{ type: 'text', text: SECRET }],
      messages: [
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: { a: [SECRET], [SECRET]: 1 } }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: SECRET }] }],
        },
      ],
    },
  ],
  [
    'messages',
    'documents',
    {
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'document',
              title: SECRET,
              context: SECRET,
              source: { type: 'text', media_type: 'text/plain', data: SECRET },
            },
            { type: 'document', source: { type: 'content', content: [{ type: 'text', text: SECRET }] } },
            {
              type: 'search_result',
              source: 'https://a.example',
              title: SECRET,
              content: [{ type: 'text', text: SECRET }],
            },
          ],
        },
      ],
    },
  ],
  [
    'messages',
    'what tools of the provider were asked and found',
    {
      messages: [
        {
          role: 'assistant',
          content: [
            { type: 'server_tool_use', id: 's', name: 'code_execution', input: { code: SECRET } },
            {
              type: 'code_execution_tool_result',
              tool_use_id: 's',
              content: { type: 'code_execution_result', stdout: SECRET, stderr: SECRET, return_code: 0, content: [] },
            },
            {
              type: 'web_fetch_tool_result',
              tool_use_id: 's',
              content: {
                type: 'web_fetch_result',
                content: { type: 'document', source: { type: 'text', media_type: 'text/plain', data: SECRET } },
              },
            },
            { type: 'mcp_tool_use', id: 'm', name: 'f', server_name: 'a', input: { a: SECRET } },
          ],
        },
      ],
    },
  ],
  ['countTokens', 'a prompt', { system: SECRET, messages: [{ role: 'user', content: SECRET }] }],
  ['completions', 'prompt and suffix', { prompt: [SECRET, 'b'], suffix: SECRET }],
  ['embeddings', 'input', { input: SECRET }],
  ['moderations', 'input', { input: [{ type: 'text', text: SECRET }] }],
  ['rerank', 'query and documents', { query: SECRET, documents: [SECRET, { text: SECRET, title: SECRET }] }],
  [
    'decision',
    'state and questions',
    {
      state: { a: SECRET },
      questions: { q: { type: 'choice', instructions: SECRET, criteria: { yes: SECRET, no: null } } },
    },
  ],
  [
    'chat',
    'user, metadata, stop sequences, and what nobody knows',
    {
      user: SECRET,
      metadata: { a: SECRET },
      stop: [SECRET],
      safety_identifier: SECRET,
      unheard_of: { a: [{ b: SECRET }] },
      messages: [{ role: 'user', content: [{ type: 'text', text: 'a', note: SECRET }], note: SECRET }],
    },
  ],
  [
    'chat',
    'what definitions say',
    {
      tools: [
        {
          type: 'function',
          function: { name: 'f', description: SECRET, parameters: { properties: { title: { description: SECRET } } } },
        },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { title: SECRET, default: SECRET } } },
    },
  ],
  [
    'chat',
    'a picture that is text',
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: svg(SECRET) } }] }] },
  ],
  [
    'messages',
    'metadata, stop sequences, tools, files',
    {
      metadata: { user_id: SECRET },
      stop_sequences: [SECRET],
      tools: [{ name: 'f', description: SECRET, input_schema: { properties: { a: { description: SECRET } } } }],
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'document',
              source: { type: 'base64', media_type: 'text/csv', data: Buffer.from(SECRET).toString('base64') },
            },
            { type: 'unheard_of', words: SECRET },
          ],
        },
      ],
    },
  ],
  ['completions', 'user and stop', { prompt: 'a', user: SECRET, stop: SECRET }],
  ['embeddings', 'user', { input: 'a', user: SECRET }],
  ['rerank', 'what nobody knows', { query: 'a', documents: ['b'], instruction: SECRET }],
  [
    'decision',
    'members of questions that the gateway does not know',
    { state: {}, questions: { q: { type: 'noul', instructions: 'a', note: [SECRET] } } },
  ],
  ['decision', 'metadata', { state: {}, questions: {}, metadata: { a: SECRET } }],
]; // prettier-ignore

/** Requests that hold the word only where it must stay: ids, names, schemas, what is signed, pictures. */
const UNCHANGED: [Endpoint, string, Members][] = [
  [
    'chat',
    'names, ids, schemas',
    {
      model: SECRET,
      tools: [
        { type: 'function', function: { name: SECRET, parameters: { properties: { [SECRET]: { enum: [SECRET] } } } } },
      ],
      messages: [
        { role: 'user', name: SECRET, content: 'a' },
        { role: 'tool', tool_call_id: SECRET, content: 'b' },
      ],
    },
  ],
  [
    'chat',
    'pictures and other files',
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: SECRET } },
            { type: 'file', file: { file_data: `data:application/pdf;base64,${SECRET}`, filename: SECRET } },
          ],
        },
      ],
    },
  ],
  [
    'chat',
    'signed thoughts',
    {
      messages: [
        {
          role: 'assistant',
          content: 'a',
          reasoning_content: SECRET,
          reasoning_details: [{ text: SECRET, signature: 's' }],
        },
      ],
    },
  ],
  [
    'messages',
    'signed thoughts, pictures',
    {
      messages: [
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: SECRET, signature: 's' },
            { type: 'redacted_thinking', data: SECRET },
            { type: 'image', source: { type: 'base64', data: SECRET } },
          ],
        },
      ],
    },
  ],
  [
    'messages',
    'ids and tools',
    {
      tools: [{ name: SECRET, input_schema: { required: [SECRET] } }],
      messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: SECRET, content: 'a' }] }],
    },
  ],
  [
    'decision',
    'the names of answers',
    { questions: { [SECRET]: { type: 'choice', instructions: 'a', criteria: { [SECRET]: null } } } },
  ],
]; // prettier-ignore

describe('redaction reaches every text that the provider reads', () => {
  test.each(READ)('%s: %s', (endpoint, _what, request) => {
    const mapped = formatOf(endpoint).texts.mapRequest(deepFreeze(request), hide);
    expect(mapped).not.toBe(request);
    expect(JSON.stringify(mapped)).not.toContain(SECRET);
    expect(JSON.stringify(mapped)).not.toContain(Buffer.from(SECRET).toString('base64'));
    expect(listRequestTexts(formatOf(endpoint).texts, request).some(({ text }) => text.includes(SECRET))).toBe(true);
  });
});

test('redaction reaches calls of custom tools in a whole answer', () => {
  const call = { id: 'c', type: 'custom', custom: { name: 'f', input: SECRET } };
  const answer = { choices: [{ index: 0, message: { role: 'assistant', tool_calls: [call] } }] };
  const mapped = formatOf('chat').texts.answer?.map(deepFreeze(answer), hide);
  expect(mapped?.choices[0]?.message.tool_calls).toEqual([{ ...call, custom: { name: 'f', input: 'x' } }]);
});

describe('and nothing else: the very request comes back', () => {
  test.each(UNCHANGED)('%s: %s', (endpoint, _what, request) => {
    expect(formatOf(endpoint).texts.mapRequest(deepFreeze(request), hide)).toBe(request);
  });
});

describe('guardrails see what stays, too', () => {
  const shown = UNCHANGED.filter(([, what]) => !what.startsWith('pictures'));
  test.each(shown)('%s: %s', (endpoint, _what, request) => {
    expect(listRequestTexts(formatOf(endpoint).texts, request).some(({ text }) => text.includes(SECRET))).toBe(true);
  });

  const SAID = { role: 'user', content: 'a' };
  test.each<[string, Endpoint, Members]>([
    ['a member that nobody knows', 'chat', { [SECRET]: 1, messages: [SAID] }],
    ['one of messages', 'messages', { [SECRET]: true, messages: [SAID] }],
    ['one of responses', 'responses', { [SECRET]: null, input: 'a' }],
    ['one of a message', 'chat', { messages: [{ ...SAID, [SECRET]: 0 }] }],
    ['one of a part', 'chat', { messages: [{ role: 'user', content: [{ type: 'text', text: 'a', [SECRET]: [] }] }] }],
    ['one of an item', 'responses', { input: [{ ...SAID, [SECRET]: 1 }] }],
    [
      'one of a call',
      'chat',
      {
        messages: [
          {
            role: 'assistant',
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' }, [SECRET]: 1 }],
          },
        ],
      },
    ],
    ['words in place of the numbers of tokens', 'chat', { messages: [SAID], logit_bias: { [SECRET]: -100 } }],
    ['the id of what was said before', 'chat', { messages: [{ role: 'assistant', audio: { id: SECRET } }] }],
  ])('names and ids: %s', (_what, endpoint, request) => {
    const texts = listRequestTexts(formatOf(endpoint).texts, request).map(({ text }) => text);
    expect(texts).toContain(SECRET);
    expect(formatOf(endpoint).texts.mapRequest(deepFreeze(request), hide)).toBe(request);
  });

  test('names of the formats, and tokens by their numbers, are no texts', () => {
    const request = { messages: [SAID], temperature: 1, logit_bias: { 50256: -100 }, max_tokens: 5, stream: true };
    expect(listRequestTexts(formatOf('chat').texts, request).map(({ text }) => text)).toEqual(['a']);
  });

  test('credentials of tools that a provider runs are shown to nobody', () => {
    const tools = [{ type: 'mcp', server_label: 'a', authorization: SECRET, headers: { a: SECRET } }];
    const servers = [{ type: 'url', name: 'a', authorization_token: SECRET }];
    expect(JSON.stringify(listRequestTexts(formatOf('chat').texts, { tools }))).not.toContain(SECRET);
    expect(JSON.stringify(listRequestTexts(formatOf('messages').texts, { mcp_servers: servers }))).not.toContain(
      SECRET,
    );
  });

  const contents = (endpoint: Endpoint, messages: Members[]): (number | undefined)[] =>
    listRequestTexts(formatOf(endpoint).texts, { messages }).map(({ content }) => content);

  test('texts that the model reads as one content have one number', () => {
    const say = (role: string, ...texts: string[]) => ({
      role,
      content: texts.map((text) => ({ type: 'text', text })),
    });
    const turns = [say('user', 'a', 'b'), say('user', 'c'), say('assistant', 'd'), say('user', 'e')];
    expect(contents('chat', turns)).toEqual([1, 1, 1, 2, 3]);
    expect(contents('messages', turns)).toEqual([1, 1, 1, 2, 3]);
    expect(contents('chat', [say('tool', 'a'), say('tool', 'b')])).toEqual([1, 2]);
  });
});

test('a number that is replaced becomes a text, also one that a double would change', () => {
  const input = { small: 42, card: 4111111111111111 };
  const request = { messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input }] }] };
  const mapped = formatOf('messages').texts.mapRequest(request, (text) => text.replace('4111111111111111', '[CARD]'));
  expect(mapped.messages[0]?.content[0]?.input).toEqual({ small: 42, card: '[CARD]' });
});

test('tokens instead of texts are seen', () => {
  expect(findTokens(formatOf('embeddings').texts, { input: [1, 2] })).toBe('input');
  expect(findTokens(formatOf('completions').texts, { prompt: [[1], [2]] })).toBe('prompt');
  expect(findTokens(formatOf('embeddings').texts, { input: ['a'] })).toBeUndefined();
  expect(findTokens(formatOf('chat').texts, {})).toBeUndefined();
});

test('an answer keeps its ids, finish reasons and usage; thoughts that change lose their signature', () => {
  const answer = {
    id: SECRET,
    model: SECRET,
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        message: { role: 'assistant', content: SECRET, reasoning_details: [{ text: SECRET, signature: 's' }] },
      },
    ],
    usage: { total_tokens: 1 },
  };
  expect(formatOf('chat').texts.answer?.map(deepFreeze(answer), hide)).toEqual({
    ...answer,
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        message: { role: 'assistant', content: 'x', reasoning_details: [{ text: 'x', signature: '' }] },
      },
    ],
  });
  const thought = { content: [{ type: 'thinking', thinking: SECRET, signature: 's' }], stop_reason: SECRET };
  expect(formatOf('messages').texts.answer?.map(thought, hide)).toEqual({
    content: [{ type: 'thinking', thinking: 'x', signature: '' }],
    stop_reason: SECRET,
  });
});
