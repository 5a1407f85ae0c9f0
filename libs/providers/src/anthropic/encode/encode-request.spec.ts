import { describe, expect, test } from '@jest/globals';
import type { ChatMessage, ChatRequest } from '@multilane/contracts';
import type { ProviderTarget } from '../../adapter.js';
import { encodeRequest } from './encode-request.js';

const TARGET: ProviderTarget = { kind: 'anthropic', upstreamModel: 'up', baseUrl: 'https://h', headers: {} };
const USER: ChatMessage = { role: 'user', content: 'Hi' };
const BARE = { model: 'up', max_tokens: 4096, messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] };
const TOOLS = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];
const NATIVE_TOOLS = [{ name: 'f', input_schema: { type: 'object' } }];
const FORCED = { type: 'function', function: { name: 'f' } };

function encode(request: object, thinking?: ProviderTarget['thinking']): unknown {
  const whole = { model: 'm', messages: [USER], ...request } as ChatRequest;
  return JSON.parse(encodeRequest(whole, { ...TARGET, thinking }));
}

function refusal(code: string, param: string) {
  return expect.objectContaining({ code, param });
}

describe('encodeRequest', () => {
  test.each([
    ['nothing but messages', {}, {}],
    ['members that are null', { temperature: null, stop: null, tools: null, max_tokens: null, user: null }, {}],
    ['parameters at their default', { n: 1, parallel_tool_calls: true, tool_choice: 'auto', tools: [] }, {}],
    ['no stream', { stream: false, stream_options: { include_usage: true } }, {}],
    ['a stream', { stream: true }, { stream: true }],
    ['max_tokens', { max_tokens: 9 }, { max_tokens: 9 }],
    ['max_completion_tokens first', { max_tokens: 9, max_completion_tokens: 8 }, { max_tokens: 8 }],
    ['temperature', { temperature: 0 }, { temperature: 0 }],
    ['top_p', { top_p: 0 }, { top_p: 0 }],
    ['temperature and top_p', { temperature: 0, top_p: 0 }, { temperature: 0, top_p: 0 }],
    ['temperature without top_p at its default', { temperature: 0, top_p: 1 }, { temperature: 0 }],
    ['a stop', { stop: 'a' }, { stop_sequences: ['a'] }],
    ['stops', { stop: ['a', ' b'] }, { stop_sequences: ['a', ' b'] }],
    ['an empty list of stops', { stop: [] }, {}],
    ['a user', { user: 'u' }, { metadata: { user_id: 'u' } }],
    ['a top_k', { top_k: 40 }, { top_k: 40 }],
    ['a top_k of every token', { top_k: 0 }, {}],
    ['a top_k of every token, as others say it', { top_k: -1, reasoning_effort: null }, {}],
    ['no top_k', { top_k: null }, {}],
    ['the response format of text', { response_format: { type: 'text' } }, {}],
  ])('translates %s', (_name, request, sent) => {
    expect(encode(request)).toEqual({ ...BARE, ...sent });
  });

  test.each([
    ['an empty stop', 'stop', { stop: '' }],
    ['a stop of white space', 'stop', { stop: '\n\n' }],
    ['a stop of white space among others', 'stop[1]', { stop: ['a', ' '] }],
    ['a custom tool', 'tools[1].type', { tools: [...TOOLS, { type: 'custom', custom: { name: 'c' } }] }],
    ['a custom tool’s choice', 'tool_choice', { tools: TOOLS, tool_choice: { type: 'custom', custom: { name: 'c' } } }],
    ['allowed tools', 'tool_choice', { tools: TOOLS, tool_choice: { type: 'allowed_tools', allowed_tools: {} } }],
    ['a parameter that is not known', 'min_p', { min_p: 0.5 }],
    ['a top_k while it thinks', 'top_k', { top_k: 5, reasoning_effort: 'low' }],
    ['an effort without a counterpart', 'reasoning_effort', { reasoning_effort: 'heroic' }],
    ['no message but the system’s', 'messages', { messages: [{ role: 'system', content: 'Hi' }] }],
    ['messages without content', 'messages', { messages: [{ role: 'user', content: ' ' }] }],
  ])('rejects %s', (_name, param, request) => {
    expect(() => encode(request)).toThrow(refusal('unsupported_parameter', param));
  });
});

describe('thinking', () => {
  test.each([
    ['minimal', 1024],
    ['low', 2048],
    ['medium', 8192],
    ['high', 16_384],
    ['xhigh', 32_768],
    ['max', 49_152],
  ])('%s is a budget of %i tokens on top of the answer’s, or of the default', (reasoning_effort, budget_tokens) => {
    const thinking = { type: 'enabled', budget_tokens };
    expect(encode({ reasoning_effort, max_tokens: 10 })).toEqual({ ...BARE, max_tokens: 10 + budget_tokens, thinking });
    expect(encode({ reasoning_effort })).toEqual({ ...BARE, max_tokens: 4096 + budget_tokens, thinking });
  });

  test.each([
    ['minimal', 'low', 1024],
    ['low', 'low', 2048],
    ['medium', 'medium', 8192],
    ['high', 'high', 16_384],
    ['xhigh', 'xhigh', 32_768],
    ['max', 'max', 49_152],
  ])(
    '%s is the effort %s of an adaptive model, which keeps to the caller’s limit',
    (reasoning_effort, effort, room) => {
      const asked = { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort } };
      expect(encode({ reasoning_effort, max_tokens: 10 }, 'adaptive')).toEqual({ ...BARE, max_tokens: 10, ...asked });
      // Without a limit there is room for both.
      expect(encode({ reasoning_effort }, 'adaptive')).toEqual({ ...BARE, max_tokens: 4096 + room, ...asked });
    },
  );

  test('stands beside the schema of the answer', () => {
    const schema = { type: 'object', properties: {}, additionalProperties: false };
    const response_format = { type: 'json_schema', json_schema: { name: 'n', strict: true, schema } };
    const format = { type: 'json_schema', schema };
    expect(encode({ response_format })).toMatchObject({ output_config: { format } });
    expect(encode({ response_format, reasoning_effort: 'high' }, 'adaptive')).toMatchObject({
      output_config: { effort: 'high', format },
    });
    const bare = { type: 'json_schema', json_schema: { name: 'n' } };
    expect(() => encode({ response_format: bare })).toThrow(refusal('unsupported_parameter', 'response_format'));
  });

  test('is turned off by the effort none: with a budget by saying nothing, adaptively in words', () => {
    const request = { reasoning_effort: 'none', temperature: 0.5, tools: TOOLS, tool_choice: 'required' };
    const sent = { ...BARE, temperature: 0.5, tools: NATIVE_TOOLS, tool_choice: { type: 'any' } };
    expect(encode(request, 'budget')).toEqual(sent);
    expect(encode(request, 'adaptive')).toEqual({ ...sent, thinking: { type: 'disabled' } });
  });

  test.each(['budget', 'adaptive'] as const)('drops temperature and top_p while it is on (%s)', (mode) => {
    const sent = encode({ reasoning_effort: 'low', temperature: 2, top_p: 0.1 }, mode);
    expect(sent).not.toHaveProperty('temperature');
    expect(sent).not.toHaveProperty('top_p');
  });

  test.each(['required', FORCED])('cannot go with the forced tool choice %j', (tool_choice) => {
    const request = { reasoning_effort: 'low', tools: TOOLS, tool_choice };
    expect(() => encode(request)).toThrow(refusal('unsupported_parameter', 'tool_choice'));
    expect(() => encode(request, 'adaptive')).toThrow(refusal('unsupported_parameter', 'tool_choice'));
  });

  test.each(['auto', 'none'])('goes with the tool choice %s', (tool_choice) => {
    const request = { reasoning_effort: 'low', tools: TOOLS, tool_choice };
    expect(encode(request)).toMatchObject({ tool_choice: { type: tool_choice } });
  });
});

describe('tools', () => {
  test.each([
    ['no choice', {}, {}],
    ['auto', { tool_choice: 'auto' }, { tool_choice: { type: 'auto' } }],
    ['none', { tool_choice: 'none' }, { tool_choice: { type: 'none' } }],
    ['required', { tool_choice: 'required' }, { tool_choice: { type: 'any' } }],
    ['a named function', { tool_choice: FORCED }, { tool_choice: { type: 'tool', name: 'f' } }],
    [
      'one call at a time',
      { parallel_tool_calls: false },
      { tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    ],
    [
      'one call at a time, required',
      { parallel_tool_calls: false, tool_choice: 'required' },
      { tool_choice: { type: 'any', disable_parallel_tool_use: true } },
    ],
    [
      'one call at a time of none',
      { parallel_tool_calls: false, tool_choice: 'none' },
      { tool_choice: { type: 'none' } },
    ],
  ])('are sent with %s', (_name, request, sent) => {
    expect(encode({ tools: TOOLS, ...request })).toEqual({ ...BARE, tools: NATIVE_TOOLS, ...sent });
  });

  test.each([{ tool_choice: 'none' }, { parallel_tool_calls: false }, { tools: [], tool_choice: 'auto' }])(
    'that are missing take no choice: %j',
    (request) => {
      expect(encode(request)).toEqual(BARE);
    },
  );

  test.each([
    [{ name: 'f' }, { name: 'f', input_schema: { type: 'object', properties: {} } }],
    [
      { name: 'f', parameters: {} },
      { name: 'f', input_schema: { type: 'object' } },
    ],
    [
      { name: 'f', description: 'd', strict: true, parameters: { type: 'object', $defs: {} } },
      { name: 'f', description: 'd', strict: true, input_schema: { type: 'object', $defs: {} } },
    ],
    [
      { name: 'f', description: null, strict: false, parameters: null },
      { name: 'f', input_schema: { type: 'object', properties: {} } },
    ],
  ])('%j becomes %j', (given, tool) => {
    expect(encode({ tools: [{ type: 'function', function: given }] })).toMatchObject({ tools: [tool] });
    expect(encode({ tools: [{ type: 'function', function: given, cache_control: { type: 'ephemeral' } }] })).toEqual({
      ...BARE,
      tools: [{ ...tool, cache_control: { type: 'ephemeral' } }],
    });
  });

  test('in the middle of a loop of calls whose thinking was dropped, a budget is left out and an effort is not', () => {
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: 'r' },
    ];
    const request = { messages, reasoning_effort: 'low', temperature: 2, max_tokens: 10, tools: TOOLS };
    const sent = encode(request);
    expect(sent).toMatchObject({ max_tokens: 10 });
    for (const name of ['thinking', 'temperature']) expect(sent).not.toHaveProperty(name);
    expect(encode(request, 'adaptive')).toMatchObject({ thinking: { type: 'adaptive' } });
    const reasoning_details = [
      { type: 'reasoning.text', text: 'Hm', signature: 's', format: 'anthropic-claude-v1', index: 0 },
    ];
    const whole = messages.map((message) =>
      message.role === 'assistant' ? { ...message, reasoning_details } : message,
    );
    expect(encode({ ...request, messages: whole })).toMatchObject({ thinking: { type: 'enabled' } });
  });
});
