import { describe, expect, test } from '@jest/globals';
import type { ChatChunk, ChatCompletion, ChatMessage, MessagesResponse } from '@multilane/contracts';
import { COUNT_TOKENS } from './count-tokens.endpoint.js';
import { MESSAGES } from './messages.endpoint.js';
import { BRIDGE, call, chunk, FACTS, N, REQUEST, TARGET, write } from './messages.tools.spec.js';
import { shortenName } from './tool-names.js';

const eventsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n\n')
    .map((event) => {
      const [, name, data = ''] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? [];
      expect(JSON.parse(data).type).toBe(name);
      return JSON.parse(data);
    });

function answer(message: Partial<ChatMessage>, members: object = {}, request = REQUEST): MessagesResponse {
  const completion: ChatCompletion = {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'up',
    choices: [
      { index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: 'stop', ...members },
    ],
  };
  return BRIDGE.fromChat(completion, request, FACTS) as MessagesResponse;
}

describe('whole answers', () => {
  test('a text', () => {
    expect(answer({ content: 'Hello' })).toEqual({
      id: 'msg_r1',
      type: 'message',
      role: 'assistant',
      model: 'up',
      content: [{ type: 'text', text: 'Hello' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 },
    });
  });

  test.each<[string, object, object]>([
    ['stop', {}, { stop_reason: 'end_turn' }],
    ['length', {}, { stop_reason: 'max_tokens' }],
    ['tool_calls', {}, { stop_reason: 'tool_use' }],
    [
      'content_filter',
      {},
      { stop_reason: 'refusal', stop_details: { type: 'refusal', category: null, explanation: null } },
    ],
    ['newer', {}, { stop_reason: 'end_turn' }],
    ['stop', { stop_reason: 'END' }, { stop_reason: 'stop_sequence', stop_sequence: 'END' }],
    ['stop', { matched_stop: 'END' }, { stop_reason: 'stop_sequence', stop_sequence: 'END' }],
    ['stop', { stop_reason: 'other' }, { stop_reason: 'end_turn', stop_sequence: null }],
  ])('finish reason %s with %j', (finish_reason, members, ending) => {
    const request = { ...REQUEST, stop_sequences: ['END'] };
    expect(answer({ content: 'a' }, { finish_reason, ...members }, request)).toMatchObject(ending);
    const chunks = [chunk({ content: 'a' }), chunk({}, { finish_reason, ...members })];
    expect(eventsOf(write(chunks, request)).at(-2)).toMatchObject({ type: 'message_delta', delta: ending });
  });

  test('a refusal is sent as text and as the reason', () => {
    const refused = { stop_reason: 'refusal', stop_details: { explanation: 'No.' } };
    expect(answer({ refusal: 'No.' })).toMatchObject({ content: [{ type: 'text', text: 'No.' }], ...refused });
    expect(eventsOf(write([chunk({ refusal: 'N' }), chunk({ refusal: 'o.' })])).at(-2)).toMatchObject({
      delta: refused,
    });
  });

  test('calls, with the tools’ own names', () => {
    const name = 'n'.repeat(100);
    const called = { ...call('a', '{"x":1}'), function: { name: shortenName(name), arguments: '{"x":1}' } };
    const request = { ...REQUEST, tools: [{ name, input_schema: {} }] };
    const content = [
      { type: 'tool_use', id: 'a', name, input: { x: 1 } },
      { type: 'tool_use', id: 'b', name: 'f', input: {} },
      { type: 'tool_use', id: 'c', name: 'f', input: {} },
    ];
    const bare = { ...call('c'), function: { name: 'f' } } as unknown as ReturnType<typeof call>;
    expect(answer({ tool_calls: [called, call('b', ' '), bare] }, {}, request)).toMatchObject({
      stop_reason: 'tool_use',
      content,
    });
  });

  test.each(['{"cut', '{"a":1}{"b":2}', '[1]', '7', 'true'])(
    'arguments that are no JSON object are a failure of the provider, for a client would run the tool: %s',
    (args) => {
      const tool_calls = [call('a'), call('b', args)];
      const failure = expect.objectContaining({ name: 'ProviderFailure', code: 'provider_error' });
      for (const finish_reason of ['tool_calls', 'stop', null]) {
        expect(() => answer({ tool_calls }, { finish_reason })).toThrow(failure);
      }
    },
  );

  test.each([
    ['length', 'max_tokens'],
    ['content_filter', 'refusal'],
  ])(
    'a call that an answer was cut short in (%s) is left out: an empty input would be a call of its own',
    (cut, reason) => {
      for (const last of ['{"cut', '']) {
        const cutShort = answer({ tool_calls: [call('a', ''), call('b', last)] }, { finish_reason: cut });
        expect(cutShort).toMatchObject({ stop_reason: reason, content: [{ id: 'a', input: {} }] });
        expect(cutShort.content).toHaveLength(1);
      }
      expect(answer({ tool_calls: [call('a', '{"x":1}')] }, { finish_reason: cut }).content).toMatchObject([
        { input: { x: 1 } },
      ]);
    },
  );

  test('a stream has the arguments as the provider wrote them, and the client judges', () => {
    const chunks = [
      chunk({ tool_calls: [{ index: 0, ...call('a', '{"cut') }] }),
      chunk({}, { finish_reason: 'tool_calls' }),
    ];
    expect(eventsOf(write(chunks))).toContainEqual(
      expect.objectContaining({ delta: { type: 'input_json_delta', partial_json: '{"cut' } }),
    );
  });

  test('signed thinking stays in its place', () => {
    const format = 'anthropic-claude-v1';
    const details = [
      { type: 'reasoning.text', text: 'one', signature: 's1', format, index: 0 },
      { type: 'reasoning.encrypted', data: 'd', format, index: 2 },
    ];
    const { content } = answer({
      content: 'x',
      reasoning_content: 'one',
      reasoning_details: details,
      tool_calls: [call('a')],
    });
    expect(content).toEqual([
      { type: 'thinking', thinking: 'one', signature: 's1' },
      { type: 'text', text: 'x' },
      { type: 'redacted_thinking', data: 'd' },
      { type: 'tool_use', id: 'a', name: 'f', input: {} },
    ]);
  });

  test.each([
    [{}, [0, 0, 0, 0]],
    [{ prompt_tokens: 10, completion_tokens: 5 }, [10, 0, 0, 5]],
    [{ prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 4 } }, [6, 4, 0, 5]],
    [
      {
        prompt_tokens: 10,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: 4, cache_creation_tokens: 3 },
      },
      [3, 4, 3, 5],
    ],
    [{ prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cache_write_tokens: 3 } }, [7, 0, 3, 5]],
    [
      {
        prompt_tokens: 12,
        completion_tokens: 1,
        total_tokens: 399,
        completion_tokens_details: { reasoning_tokens: 386 },
      },
      [12, 0, 0, 387],
    ],
  ])('usage %j', (usage, [input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens]) => {
    const expected = { input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens };
    const completion = { id: 'c', object: 'chat.completion', created: 1, model: 'm', choices: [], usage } as unknown;
    expect(BRIDGE.fromChat(completion as ChatCompletion, REQUEST, FACTS)).toMatchObject({ usage: expected });
    const last = { ...chunk({}), choices: [], usage } as unknown as ChatChunk;
    expect(eventsOf(write([chunk({ content: 'a' }), last])).at(-2)).toMatchObject({ usage: expected });
  });
});

describe('Claude Code’s request', () => {
  const request = {
    model: 'claude-sonnet-5',
    max_tokens: 32_000,
    stream: true,
    system: [
      { type: 'text', text: 'x-anthropic-billing-header: cc_version=2.1' },
      { type: 'text', text: 'You are Claude Code.', cache_control: { type: 'ephemeral', scope: 'global' } },
    ],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }] }],
    tools: [
      {
        name: 'Read',
        description: 'd',
        input_schema: { $schema: 's', type: 'object' },
        eager_input_streaming: true,
        input_examples: [],
      },
    ],
    metadata: { user_id: `user_${'a'.repeat(64)}_account__session_${'b'.repeat(36)}` },
    thinking: { type: 'adaptive' },
    output_config: { effort: 'xhigh' },
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
  };

  test('passes validation untouched, and goes to the native provider whole', () => {
    const checked = MESSAGES.validate(structuredClone(request));
    expect(checked).toEqual(request);
    expect(JSON.parse(N.endpoints.messages?.encode(checked, TARGET)[0] ?? '')).toEqual({ ...request, model: 'm' });
  });

  test('is a chat request for every other', () => {
    expect(BRIDGE.toChat(MESSAGES.validate(structuredClone(request)), 'R')).toEqual({
      model: 'claude-sonnet-5',
      max_completion_tokens: 32_000,
      stream: true,
      stream_options: { include_usage: true },
      messages: [
        // The line for billing is the native provider's alone.
        { role: 'system', content: 'You are Claude Code.' },
        { role: 'user', content: 'Hi' },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'Read', description: 'd', parameters: { $schema: 's', type: 'object' } },
        },
      ],
      user: expect.stringMatching(/^[0-9a-f]{64}$/),
      reasoning_effort: 'high',
    });
  });
});

describe('count_tokens', () => {
  const count = (request: object) => {
    const target = { upstreamModel: 'gpt-4o', group: 'R1' } as const;
    const facts = { requestId: 'r', idSeed: 'r', created: 0, clock: () => 2, model: 'm', target, tenant: 'a' };
    return COUNT_TOKENS.answerLocally?.(
      COUNT_TOKENS.validate({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...request }),
      facts,
    );
  };

  test('is estimated with the model’s tokenizer where the provider does not count', async () => {
    const alone = (await count({})) as { input_tokens: number };
    expect(alone).toEqual({ input_tokens: 8 });
    const tools = [{ name: 'f', description: 'Finds a thing.', input_schema: { type: 'object', properties: {} } }];
    const more = (await count({ system: 'Be kind.', tools })) as { input_tokens: number };
    expect(more.input_tokens).toBeGreaterThan(alone.input_tokens + 10);
  });
});
