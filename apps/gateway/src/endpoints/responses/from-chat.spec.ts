import { describe, expect, it, test } from '@jest/globals';
import type { ChatCompletion, ProviderKind, ResponsesRequest, Usage } from '@multilane/contracts';
import { openReasoning } from '@multilane/providers';
import { fromChat } from './from-chat.js';
import { flattenName } from './request/flatten-name.js';

const FACTS = {
  requestId: 'req:1',
  idSeed: 'req_1',
  created: 1_700_000_000,
  clock: () => 1_700_000_002,
  model: 'alias',
};

const completion = (message: object, finish = 'stop', members: object = {}): ChatCompletion => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-4o-2024',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  ...members,
});
const answer = (message: object, finish?: string, members?: object, request: object = {}) =>
  fromChat(
    completion(message, finish, members),
    { model: 'alias', input: 'Hi', ...request } as ResponsesRequest,
    FACTS,
  );
const chatCall = (id: string, name: string, args: string) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const text = (value: string) => ({ type: 'output_text', text: value, annotations: [], logprobs: [] });

describe('the output', () => {
  test.each<[string, object, unknown[]]>([
    [
      'text',
      { content: 'Hello.' },
      [{ type: 'message', id: 'msg_req_1_0', status: 'completed', role: 'assistant', content: [text('Hello.')] }],
    ],
    ['nothing', { content: null }, []],
    [
      'a refusal',
      { content: null, refusal: 'No.' },
      [
        {
          type: 'message',
          id: 'msg_req_1_0',
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'refusal', refusal: 'No.' }],
        },
      ],
    ],
    [
      'thinking without a signature',
      { content: 'a', reasoning_content: 'Hm.' },
      [
        { type: 'reasoning', id: 'rs_req_1_0', summary: [{ type: 'summary_text', text: 'Hm.' }] },
        { type: 'message', id: 'msg_req_1_1', status: 'completed', role: 'assistant', content: [text('a')] },
      ],
    ],
    [
      'parallel calls, each an item',
      { content: null, tool_calls: [chatCall('c1', 'f', '{"a":1}'), chatCall('c2', 'f', '')] },
      [
        {
          type: 'function_call',
          id: 'fc_req_1_0',
          call_id: 'c1',
          name: 'f',
          arguments: '{"a":1}',
          status: 'completed',
        },
        { type: 'function_call', id: 'fc_req_1_1', call_id: 'c2', name: 'f', arguments: '{}', status: 'completed' },
      ],
    ],
  ])('%s', (_, message, expected) => {
    expect(answer(message).output).toEqual(expected);
  });

  const tools = [
    { type: 'custom', name: 'exec' },
    {
      type: 'namespace',
      name: 'crm',
      tools: [
        { type: 'function', name: 'find' },
        { type: 'custom', name: 'run' },
      ],
    },
    { type: 'namespace', name: 'functions', tools: [{ type: 'custom', name: 'wait' }] },
    { type: 'function', name: 'files.read' },
  ];

  test.each<[string, string, object]>([
    ['exec', '{"input":"ls"}', { type: 'custom_tool_call', name: 'exec', input: 'ls' }],
    ['exec', 'ls -l', { type: 'custom_tool_call', name: 'exec', input: 'ls -l' }],
    ['exec', '{"command":"ls"}', { type: 'custom_tool_call', name: 'exec', input: '{"command":"ls"}' }],
    ['crm__find', '{}', { type: 'function_call', name: 'find', namespace: 'crm', arguments: '{}' }],
    ['crm__run', '{"input":""}', { type: 'custom_tool_call', name: 'run', namespace: 'crm', input: '' }],
    ['wait', '{"input":"1"}', { type: 'custom_tool_call', name: 'wait', input: '1' }],
    [flattenName('files.read', undefined), '{}', { type: 'function_call', name: 'files.read', arguments: '{}' }],
    ['undeclared', '{}', { type: 'function_call', name: 'undeclared', arguments: '{}' }],
  ])('"custom and namespace tools are restored" (docs/contract/responses.md#tools): %s(%s)', (name, args, expected) => {
    const [item] = answer(
      { content: null, tool_calls: [chatCall('c1', name, args)] },
      'tool_calls',
      {},
      { tools },
    ).output;
    expect(item).toEqual({ id: expect.any(String), call_id: 'c1', status: 'completed', ...expected });
  });

  it('carries the signatures of N, B and G in encrypted_content', () => {
    const detail = { type: 'reasoning.text', text: 'Hm.', signature: 's', format: 'anthropic-claude-v1', index: 0 };
    const extra = { google: { thought_signature: 'g' } };
    const { output } = answer({
      content: null,
      reasoning_content: 'Hm.',
      reasoning_details: [detail],
      tool_calls: [{ ...chatCall('c1', 'f', '{}'), extra_content: extra }],
    });
    expect(output.map(({ type }) => type)).toEqual(['reasoning', 'function_call']);
    const sealed = output[0]?.type === 'reasoning' ? output[0].encrypted_content : undefined;
    expect(openReasoning(sealed ?? '')).toEqual({ details: [detail], calls: { c1: extra } });
  });

  it('puts the signature of a call without thinking before it', () => {
    const extra = { google: { thought_signature: 'g' } };
    const { output } = answer({ content: 'a', tool_calls: [{ ...chatCall('c1', 'f', '{}'), extra_content: extra }] });
    expect(output.map(({ type }) => type)).toEqual(['message', 'reasoning', 'function_call']);
  });

  it('has the probabilities of the text', () => {
    const logprobs = [{ token: 'a', logprob: -1, bytes: [97], top_logprobs: [] }];
    const choice = {
      index: 0,
      message: { role: 'assistant', content: 'a' },
      finish_reason: 'stop',
      logprobs: { content: logprobs },
    };
    expect(answer({}, 'stop', { choices: [choice] }).output).toMatchObject([{ content: [{ text: 'a', logprobs }] }]);
  });
});

describe('the end of an answer', () => {
  test.each([
    ['stop', 'completed', null, 'completed'],
    ['tool_calls', 'completed', null, 'completed'],
    ['length', 'incomplete', { reason: 'max_output_tokens' }, 'incomplete'],
    ['content_filter', 'incomplete', { reason: 'content_filter' }, 'incomplete'],
  ])('%s', (finish, status, incomplete_details, itemStatus) => {
    expect(answer({ content: 'a' }, finish)).toMatchObject({
      status,
      incomplete_details,
      error: null,
      output: [{ status: itemStatus }],
    });
  });

  it('does not mend arguments that were cut off', () => {
    const { output } = answer({ tool_calls: [chatCall('c1', 'f', '')] }, 'length');
    expect(output).toMatchObject([{ arguments: '', status: 'incomplete' }]);
  });
});

describe('usage', () => {
  test.each<[string, Usage | undefined, unknown]>([
    ['none reported', undefined, null],
    [
      'counts alone',
      { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
      {
        input_tokens: 3,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens: 4,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 7,
      },
    ],
    [
      'with details',
      {
        prompt_tokens: 3,
        completion_tokens: 4,
        total_tokens: 7,
        prompt_tokens_details: { cached_tokens: 2, cache_write_tokens: 1 },
        completion_tokens_details: { reasoning_tokens: 1 },
      },
      {
        input_tokens: 3,
        input_tokens_details: { cached_tokens: 2, cache_write_tokens: 1 },
        output_tokens: 4,
        output_tokens_details: { reasoning_tokens: 1 },
        total_tokens: 7,
      },
    ],
    [
      'reasoning beside the completion',
      {
        prompt_tokens: 12,
        completion_tokens: 1,
        total_tokens: 399,
        completion_tokens_details: { reasoning_tokens: 386 },
      },
      {
        input_tokens: 12,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens: 387,
        output_tokens_details: { reasoning_tokens: 386 },
        total_tokens: 399,
      },
    ],
    ['counts that cannot be true', { prompt_tokens: 3, completion_tokens: -4, total_tokens: 7 }, null],
  ])('%s', (_, usage, expected) => {
    expect(answer({ content: 'a' }, 'stop', { usage }).usage).toEqual(expected);
  });
});

it('an answer that was cut short was never completed', () => {
  expect(answer({ content: 'a' }, 'length')).toMatchObject({ status: 'incomplete', completed_at: null });
});

describe('the service tier', () => {
  test.each<[ProviderKind | undefined, string | undefined, object, string]>([
    ['anthropic', 'priority', {}, 'default'],
    ['gemini', 'flex', {}, 'default'],
    ['anthropic', 'auto', {}, 'auto'],
    ['anthropic', undefined, {}, 'auto'],
    // Hints of the reference are sent to the reference's own kinds alone.
    ['groq', 'flex', {}, 'default'],
    ['openai', 'priority', {}, 'priority'],
    ['openai', 'priority', { service_tier: 'default' }, 'default'],
    [undefined, 'flex', {}, 'flex'],
  ])('answered by %s, asked %s, with %j is %s', (kind, service_tier, members, told) => {
    const request = { model: 'alias', input: 'Hi', service_tier } as ResponsesRequest;
    const response = fromChat(completion({ content: 'a' }, 'stop', members), request, { ...FACTS, kind });
    expect(response.service_tier).toBe(told);
  });
});

describe('the settings', () => {
  it('are the defaults of the reference where the request says nothing', () => {
    expect(answer({ content: 'a' })).toMatchObject({
      id: 'resp_req_1',
      object: 'response',
      created_at: 1_700_000_000,
      completed_at: 1_700_000_002,
      model: 'gpt-4o-2024',
      background: false,
      instructions: null,
      max_output_tokens: null,
      parallel_tool_calls: true,
      previous_response_id: null,
      reasoning: { effort: null, summary: null },
      service_tier: 'auto',
      store: false,
      temperature: 1,
      text: { format: { type: 'text' } },
      tool_choice: 'auto',
      tools: [],
      top_p: 1,
      truncation: 'disabled',
      user: null,
      metadata: {},
    });
  });

  it('are echoed as they were asked for', () => {
    const custom = { type: 'custom', name: 'exec' };
    const asked = {
      instructions: 'Be brief.',
      max_output_tokens: 9,
      parallel_tool_calls: false,
      temperature: 0.2,
      top_p: 0.9,
      tool_choice: { type: 'function', name: 'f' },
      user: 'u',
      metadata: { a: 'b' },
      prompt_cache_key: 'k',
    };
    const response = answer(
      { content: 'a' },
      'stop',
      { service_tier: 'flex' },
      {
        ...asked,
        reasoning: { effort: 'low', summary: 'auto' },
        text: { format: { type: 'json_schema', name: 'n', schema: {} }, verbosity: 'low' },
        tools: [{ type: 'function', name: 'f' }, custom],
      },
    );
    expect(response).toMatchObject({
      ...asked,
      service_tier: 'flex',
      reasoning: { effort: 'low', summary: 'auto' },
      text: {
        format: { type: 'json_schema', name: 'n', schema: {}, description: null, strict: false },
        verbosity: 'low',
      },
      tools: [{ type: 'function', name: 'f', description: null, parameters: null, strict: false }, custom],
    });
  });
});
