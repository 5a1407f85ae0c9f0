import { describe, expect, it, test } from '@jest/globals';
import type { ChatChunk, ChatMessage, ResponsesResponse } from '@multilane/contracts';
import { RESPONSES } from './responses.endpoint.js';

/**
 * Cases of the same intent as the compliance suite of Open Responses (openresponses.org/compliance) that speak of POST
 * /v1/responses over HTTP; its others need WebSockets or compaction.
 */

const FACTS = { requestId: 'r', idSeed: 'r', created: 1_700_000_000, clock: () => 1_700_000_002, model: 'm' };
const BRIDGE = RESPONSES.bridge as Required<NonNullable<typeof RESPONSES.bridge>>;

/** Members that every response resource must have. */
const REQUIRED = [
  ...['id', 'object', 'created_at', 'completed_at', 'status', 'incomplete_details', 'model', 'previous_response_id'],
  ...['instructions', 'output', 'error', 'tools', 'tool_choice', 'truncation', 'parallel_tool_calls', 'text', 'top_p'],
  ...[
    'presence_penalty',
    'frequency_penalty',
    'top_logprobs',
    'temperature',
    'reasoning',
    'usage',
    'max_output_tokens',
  ],
  ...['max_tool_calls', 'store', 'background', 'service_tier', 'metadata', 'safety_identifier', 'prompt_cache_key'],
];

const says = (role: string, content: unknown, members: object = {}) => ({ type: 'message', role, content, ...members });
const WEATHER = {
  type: 'function',
  name: 'get_weather',
  description: 'The weather at a place.',
  parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
};

function ask(members: object, answer: Partial<ChatMessage>) {
  const request = RESPONSES.validate({ model: 'm', ...members });
  const chat = BRIDGE.toChat(request, 'N');
  const message: ChatMessage = { role: 'assistant', content: null, ...answer };
  const finish_reason = message.tool_calls ? 'tool_calls' : 'stop';
  const response = BRIDGE.fromChat(
    { id: 'c', object: 'chat.completion', created: 1, model: 'm-1', choices: [{ index: 0, message, finish_reason }] },
    request,
    FACTS,
  ) as ResponsesResponse;
  return { chat, response };
}

describe('a response', () => {
  test.each<[string, object, Partial<ChatMessage>, ChatMessage[], string]>([
    [
      'to a simple message',
      { input: [says('user', 'Greet me in three words.')] },
      { content: 'Hello my friend.' },
      [{ role: 'user', content: 'Greet me in three words.' }],
      'message',
    ],
    [
      'to history with phases',
      {
        input: [
          says('assistant', 'I look it up.', { phase: 'commentary' }),
          says('assistant', 'It is four.', { phase: 'final_answer' }),
          says('user', 'Again?'),
        ],
      },
      { content: 'Four.' },
      [
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I look it up.' },
            { type: 'text', text: 'It is four.' },
          ],
        },
        { role: 'user', content: 'Again?' },
      ],
      'message',
    ],
    [
      'under a system message',
      { input: [says('system', 'Speak like a pirate.'), says('user', 'Greet me.')] },
      { content: 'Ahoy!' },
      [
        { role: 'system', content: 'Speak like a pirate.' },
        { role: 'user', content: 'Greet me.' },
      ],
      'message',
    ],
    [
      'that calls a tool',
      { input: [says('user', 'How is the weather in Paris?')], tools: [WEATHER] },
      {
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{"place":"Paris"}' } }],
      },
      [{ role: 'user', content: 'How is the weather in Paris?' }],
      'function_call',
    ],
    [
      'to an image',
      {
        input: [
          says('user', [
            { type: 'input_text', text: 'What is it?' },
            { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
          ]),
        ],
      },
      { content: 'A heart.' },
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
          ],
        },
      ],
      'message',
    ],
    [
      'to several turns',
      { input: [says('user', 'I am Alice.'), says('assistant', 'Hello Alice.'), says('user', 'Who am I?')] },
      { content: 'Alice.' },
      [
        { role: 'user', content: 'I am Alice.' },
        { role: 'assistant', content: 'Hello Alice.' },
        { role: 'user', content: 'Who am I?' },
      ],
      'message',
    ],
  ])('%s', (_, members, answer, messages, type) => {
    const { chat, response } = ask(members, answer);
    expect(chat.messages).toEqual(messages);
    expect(response.status).toBe('completed');
    expect(response.output.map((item) => item.type)).toEqual([type]);
    expect(Object.keys(response)).toEqual(expect.arrayContaining(REQUIRED));
  });

  it('that is streamed has every member from its first event to its last', () => {
    const writer = BRIDGE.startStream(RESPONSES.validate({ model: 'm', input: 'Count.', stream: true }), FACTS);
    const choices = [{ index: 0, delta: { content: '1, 2' }, finish_reason: 'stop' }];
    const chunk: ChatChunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm-1', choices };
    const text = writer.write(chunk, undefined) + writer.end();
    const responses = [...text.matchAll(/^data: (.+)$/gm)].flatMap(([, data = '']) => JSON.parse(data).response ?? []);
    expect(responses.map(({ status }) => status)).toEqual(['in_progress', 'in_progress', 'completed']);
    for (const response of responses) expect(Object.keys(response)).toEqual(expect.arrayContaining(REQUIRED));
  });
});

describe('a request of Codex CLI (docs/contract/clients.md#codex-cli)', () => {
  const request = {
    instructions: 'You are a coding agent.',
    input: [
      says('developer', [{ type: 'input_text', text: 'Sandboxed.' }]),
      says('user', [{ type: 'input_text', text: 'Fix it.' }]),
      { type: 'custom_tool_call', call_id: 'c0', name: 'apply_patch', input: '*** Begin Patch', status: 'completed' },
      { type: 'custom_tool_call_output', call_id: 'c0', output: 'ok' },
      { type: 'function_call', call_id: 'c1', name: 'js', namespace: 'mcp__repl', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: [{ type: 'input_text', text: '4' }] },
    ],
    tools: [
      { type: 'function', name: 'shell', strict: false, parameters: { type: 'object', properties: {} } },
      { type: 'custom', name: 'apply_patch', format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' } },
      { type: 'namespace', name: 'mcp__repl', description: 'Runs code.', tools: [{ type: 'function', name: 'js' }] },
    ],
    tool_choice: 'auto',
    parallel_tool_calls: true,
    reasoning: { effort: 'high', summary: 'auto' },
    store: false,
    stream: true,
    include: ['reasoning.encrypted_content'],
    prompt_cache_key: 'k',
    client_metadata: { version: '1' },
    text: { verbosity: 'low' },
  };

  it('is a chat with functions alone, and the calls come back as it knows them', () => {
    const called = (id: string, name: string, args: string) => ({
      ...{ id, type: 'function' as const, function: { name, arguments: args } },
    });
    const tool_calls = [called('c2', 'apply_patch', '{"input":"*** P"}'), called('c3', 'mcp__repl__js', '{}')];
    const { chat, response } = ask(request, { tool_calls });
    expect(chat.tools?.map((tool) => [tool.type, tool.function.name])).toEqual([
      ['function', 'shell'],
      ['function', 'apply_patch'],
      ['function', 'mcp__repl__js'],
    ]);
    expect(chat.messages.map(({ role }) => role)).toEqual([
      ...['system', 'developer', 'user', 'assistant', 'tool', 'assistant', 'tool'],
    ]);
    expect(chat.messages[5]?.tool_calls).toEqual([called('c1', 'mcp__repl__js', '{}')]);
    expect(response.output).toMatchObject([
      { type: 'custom_tool_call', call_id: 'c2', name: 'apply_patch', input: '*** P' },
      { type: 'function_call', call_id: 'c3', name: 'js', namespace: 'mcp__repl', arguments: '{}' },
    ]);
  });
});
