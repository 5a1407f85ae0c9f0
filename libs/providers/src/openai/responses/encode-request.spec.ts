import { describe, expect, test } from '@jest/globals';
import type { ChatMessage, ChatRequest } from '@multilane/contracts';
import type { ProviderTarget } from '../../adapter.js';
import { encodeResponsesRequest } from './encode-request.js';
import { RESPONSES_FORMAT } from './reasoning-items.js';
import { COMPATIBLE_RESPONSES, REFERENCE_RESPONSES } from './responses-quirks.js';

const TARGET: ProviderTarget = { kind: 'openai', upstreamModel: 'gpt-5.5', baseUrl: 'https://o.test/v1', headers: {} };
const USER: ChatMessage = { role: 'user', content: 'hi' };

function encode(members: Partial<ChatRequest>, target = TARGET, quirks = REFERENCE_RESPONSES) {
  const lost: string[] = [];
  const request = deepFreeze({ model: 'm', messages: [USER], ...members }) as ChatRequest;
  const body = encodeResponsesRequest(request, target, quirks, { lose: (name) => lost.push(name) });
  return { body: JSON.parse(JSON.stringify(body)) as Record<string, unknown>, lost: [...new Set(lost)] };
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

const itemsOf = (messages: ChatMessage[], quirks = REFERENCE_RESPONSES) => {
  const { body, lost } = encode({ messages }, TARGET, quirks);
  return { items: body.input, lost };
};

const result = (id: string): ChatMessage => ({ role: 'tool', tool_call_id: id, content: 'ok' });

const call = (id: string, name = 'f', text = '{}') => ({
  id,
  type: 'function' as const,
  function: { name, arguments: text },
});

const detail = (data: string, index: number, members: object = {}) => ({
  type: 'reasoning.encrypted',
  id: `rs_${data}`,
  data,
  format: RESPONSES_FORMAT,
  index,
  ...members,
});

describe('a chat request in the Responses format', () => {
  test('stores nothing, and asks for the thinking in its encrypted form', () => {
    expect(encode({})).toEqual({
      body: {
        model: 'gpt-5.5',
        input: [{ type: 'message', role: 'user', content: 'hi' }],
        include: ['reasoning.encrypted_content'],
        store: false,
      },
      lost: [],
    });
  });

  test('asks for no encrypted thinking where the model does not think, or the server encrypts none', () => {
    const target: ProviderTarget = { ...TARGET, facts: { api: 'both', thinking: 'none' } };
    expect(encode({}, target).body.include).toBeUndefined();
    expect(encode({}, TARGET, COMPATIBLE_RESPONSES).body.include).toBeUndefined();
  });

  test.each<[string, Partial<ChatRequest>, object]>([
    ['the limit of tokens', { max_tokens: 100 }, { max_output_tokens: 100 }],
    ['the newer limit', { max_completion_tokens: 100 }, { max_output_tokens: 100 }],
    ['the effort', { reasoning_effort: 'xhigh' }, { reasoning: { effort: 'xhigh' } }],
    ['a wish for a summary', { reasoning: { summary: 'auto' } }, { reasoning: { summary: 'auto' } }],
    ['the verbosity', { verbosity: 'low' }, { text: { verbosity: 'low' } }],
    ['any JSON', { response_format: { type: 'json_object' } }, { text: { format: { type: 'json_object' } } }],
    [
      'a schema, which is not strict unless it says so',
      { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } } },
      { text: { format: { type: 'json_schema', name: 'a', schema: { type: 'object' }, strict: false } } },
    ],
    [
      'probabilities',
      { logprobs: true, top_logprobs: 3 },
      { top_logprobs: 3, include: ['reasoning.encrypted_content', 'message.output_text.logprobs'] },
    ],
    [
      'a stream, whose usage is always reported',
      { stream: true, stream_options: { include_usage: true } },
      { stream: true },
    ],
    [
      'a stream without padding',
      { stream: true, stream_options: { include_obfuscation: false } },
      { stream: true, stream_options: { include_obfuscation: false } },
    ],
    [
      'hints that both formats have',
      { prompt_cache_key: 'k', service_tier: 'flex' },
      { prompt_cache_key: 'k', service_tier: 'flex' },
    ],
    ['sampling', { temperature: 0.5, top_p: 0.9 }, { temperature: 0.5, top_p: 0.9 }],
    [
      'rivals of a token without a word of its own probability',
      { top_logprobs: 2 },
      { top_logprobs: 2, include: ['reasoning.encrypted_content', 'message.output_text.logprobs'] },
    ],
    [
      'whom a request is for, and what it is labelled with',
      { user: 'u', safety_identifier: 's', metadata: { a: 'b' } },
      { user: 'u', safety_identifier: 's', metadata: { a: 'b' } },
    ],
  ])('says %s without a loss', (_, members, expected) => {
    const { body, lost } = encode(members);
    expect(body).toMatchObject(expected);
    expect(lost).toEqual([]);
  });

  test.each<[string, Partial<ChatRequest>, object]>([
    ['max_tokens', { max_tokens: 1 }, { max_output_tokens: 16 }],
    ['max_completion_tokens', { max_completion_tokens: 15 }, { max_output_tokens: 16 }],
    ['stop', { stop: ['END'] }, {}],
    ['client_metadata', { client_metadata: { a: 'b' } }, {}],
    ['prediction', { prediction: { type: 'content', content: 'x' } }, {}],
    ['top_k', { top_k: 5 }, {}],
    ['audio', { audio: { voice: 'alloy', format: 'wav' } }, {}],
  ])('declares the loss of %s', (name, members, expected) => {
    const { body, lost } = encode(members);
    expect(body).toMatchObject(expected);
    expect(body[name]).toBeUndefined();
    expect(lost).toEqual([name]);
  });

  test.each<[string, Partial<ChatRequest>]>([
    ['n', { n: 2 }],
    ['seed', { seed: 1 }],
    ['logit_bias', { logit_bias: { 5: 1 } }],
    ['presence_penalty', { presence_penalty: 1 }],
    ['frequency_penalty', { frequency_penalty: -1 }],
    ['modalities', { modalities: ['text', 'audio'] }],
  ])('rejects %s by its name, and takes its default', (name, members) => {
    expect(() => encode(members)).toThrow(expect.objectContaining({ code: 'unsupported_parameter', param: name }));
    expect(() => encode({ n: 1, presence_penalty: 0, frequency_penalty: 0, logit_bias: {} })).not.toThrow();
  });

  test('declares what another way of asking for thinking says beyond the effort and the summary', () => {
    const { body, lost } = encode({ reasoning: { effort: 'low', max_tokens: 2000, exclude: true } });
    expect(body.reasoning).toEqual({ effort: 'low' });
    expect(lost).toEqual(['reasoning']);
  });

  test('has penalties for a server that takes them', () => {
    const { body, lost } = encode({ presence_penalty: 1, frequency_penalty: -1 }, TARGET, COMPATIBLE_RESPONSES);
    expect(body).toMatchObject({ presence_penalty: 1, frequency_penalty: -1 });
    expect(lost).toEqual([]);
  });

  test.each<[string, object]>([
    ['a mark for a cache', { cache_control: { type: 'ephemeral' } }],
    ['what chat does not define of a function', { function: { name: 'f', cost: 3 } }],
  ])('declares the loss of %s of a tool', (_, members) => {
    const tool = { type: 'function', function: { name: 'f' }, ...members };
    const { body, lost } = encode({ tools: [tool as NonNullable<ChatRequest['tools']>[number]] });
    expect(JSON.stringify(body.tools)).not.toMatch(/cache_control|cost/);
    expect(lost).toEqual(['tools']);
  });

  test('has tools whose members stand beside the type, and that are not strict unless they say so', () => {
    const { body, lost } = encode({
      tools: [
        { type: 'function', function: { name: 'a', description: 'A.', parameters: { type: 'object' }, strict: true } },
        { type: 'function', function: { name: 'b' } },
        {
          type: 'custom',
          custom: { name: 'c', format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'x' } } },
        } as unknown as NonNullable<ChatRequest['tools']>[number],
      ],
      tool_choice: { type: 'function', function: { name: 'a' } },
      parallel_tool_calls: false,
    });
    expect(body).toMatchObject({
      tools: [
        { type: 'function', name: 'a', description: 'A.', parameters: { type: 'object' }, strict: true },
        { type: 'function', name: 'b', parameters: { type: 'object', properties: {} }, strict: false },
        { type: 'custom', name: 'c', format: { type: 'grammar', syntax: 'lark', definition: 'x' } },
      ],
      tool_choice: { type: 'function', name: 'a' },
      parallel_tool_calls: false,
    });
    expect(lost).toEqual([]);
  });

  test.each<[string, unknown, unknown]>([
    ['auto', 'auto', 'auto'],
    ['required', 'required', 'required'],
    ['none', 'none', 'none'],
    ['a custom tool', { type: 'custom', custom: { name: 'c' } }, { type: 'custom', name: 'c' }],
    [
      'allowed tools',
      {
        type: 'allowed_tools',
        allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'f' } }] },
      },
      { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'f' }] },
    ],
  ])('chooses %s', (_, choice, expected) => {
    const tools = [{ type: 'function', function: { name: 'f' } }];
    expect(encode({ tools, tool_choice: choice as ChatRequest['tool_choice'] }).body.tool_choice).toEqual(expected);
  });

  test('says nothing of a choice without tools, which the provider rejects', () => {
    const { body } = encode({ tools: [], tool_choice: 'auto', parallel_tool_calls: true });
    expect(body).not.toHaveProperty('tools');
    expect(body).not.toHaveProperty('tool_choice');
    expect(body).not.toHaveProperty('parallel_tool_calls');
  });
});

describe('messages as items', () => {
  test('keep their order, texts, images and files', () => {
    const { items, lost } = itemsOf([
      { role: 'system', content: 'Be kind.' },
      { role: 'developer', content: [{ type: 'text', text: 'Be brief.' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See.' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==', detail: 'low' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' } },
          { type: 'file', file: { file_id: 'file-1' } },
        ],
      },
      { role: 'assistant', content: 'Seen.' },
    ]);
    expect(items).toEqual([
      { type: 'message', role: 'system', content: 'Be kind.' },
      { type: 'message', role: 'developer', content: 'Be brief.' },
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'See.' },
          { type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'low' },
          { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' },
          { type: 'input_file', file_id: 'file-1' },
        ],
      },
      { type: 'message', role: 'assistant', content: 'Seen.' },
    ]);
    expect(lost).toEqual([]);
  });

  test('reject sound, which the format has no part for, by its path', () => {
    const part = { type: 'input_audio' as const, input_audio: { data: 'AA==', format: 'wav' } };
    expect(() => itemsOf([USER, { role: 'user', content: [part] }])).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param: 'messages[1].content[0]' }),
    );
  });

  test('keep parallel calls and their results, of custom tools too', () => {
    const custom = { id: 'c2', type: 'custom', custom: { name: 'run', input: 'ls' } };
    const { items } = itemsOf([
      USER,
      { role: 'assistant', content: 'Both.', tool_calls: [call('c1', 'f', '{"a":1}'), custom as never] },
      { role: 'tool', tool_call_id: 'c2', content: 'two' },
      { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'one' }] },
    ]);
    expect(items).toEqual([
      { type: 'message', role: 'user', content: 'hi' },
      { type: 'message', role: 'assistant', content: 'Both.' },
      { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{"a":1}' },
      { type: 'custom_tool_call', call_id: 'c2', name: 'run', input: 'ls' },
      { type: 'custom_tool_call_output', call_id: 'c2', output: 'two' },
      { type: 'function_call_output', call_id: 'c1', output: 'one' },
    ]);
  });

  test('have ids of at most 64 characters, the same in a call and its result', () => {
    const id = `call_${'x'.repeat(200)}`;
    const { items } = itemsOf([
      { role: 'assistant', content: null, tool_calls: [call(id)] },
      { role: 'tool', tool_call_id: id, content: 'r' },
    ]);
    const [made, result] = items as { call_id: string }[];
    expect(made?.call_id.length).toBeLessThanOrEqual(64);
    expect(result?.call_id).toBe(made?.call_id);
  });

  test('have the encrypted thinking where it stood', () => {
    const { items, lost } = itemsOf([
      USER,
      {
        role: 'assistant',
        content: 'First.',
        reasoning_content: 'hm',
        reasoning_details: [detail('A', 0), detail('B', 2)],
        tool_calls: [call('c1'), call('c2')],
      },
      result('c1'),
      result('c2'),
    ]);
    expect(items).toEqual([
      { type: 'message', role: 'user', content: 'hi' },
      { type: 'reasoning', id: 'rs_A', summary: [], encrypted_content: 'A' },
      { type: 'message', role: 'assistant', content: 'First.' },
      { type: 'reasoning', id: 'rs_B', summary: [], encrypted_content: 'B' },
      { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' },
      { type: 'function_call', call_id: 'c2', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: 'ok' },
      { type: 'function_call_output', call_id: 'c2', output: 'ok' },
    ]);
    expect(lost).toEqual([]);
  });

  test.each<[string, Partial<ChatMessage>]>([
    [
      'thinking of another provider',
      { reasoning_details: [{ type: 'reasoning.text', text: 't', signature: 's', format: 'anthropic-claude-v1' }] },
    ],
    ['thinking that was not encrypted', { reasoning_content: 'hm' }],
    ['what another provider attached to a call', { tool_calls: [{ ...call('c1'), extra_content: { google: {} } }] }],
    ['the name of a speaker', { name: 'Ann' }],
  ])('declare the loss of %s', (_, members) => {
    const { items, lost } = itemsOf([
      USER,
      { role: 'assistant', content: 'ok', ...members },
      ...(members.tool_calls ? [result('c1')] : []),
    ]);
    expect(JSON.stringify(items)).not.toContain('reasoning');
    expect(lost).toEqual(['messages']);
  });

  test('have the text of earlier thinking for a server that encrypts none', () => {
    const thought: ChatMessage = { role: 'assistant', content: 'ok', reasoning_content: 'hm' };
    const { items, lost } = itemsOf([USER, thought, USER], COMPATIBLE_RESPONSES);
    expect((items as unknown[])[1]).toEqual({
      type: 'reasoning',
      id: 'rs_messages1',
      summary: [],
      content: [{ type: 'reasoning_text', text: 'hm' }],
    });
    expect(lost).toEqual([]);
    const asOllama = itemsOf([USER, thought], { ...COMPATIBLE_RESPONSES, sentThinking: 'encrypted_content' });
    expect((asOllama.items as unknown[])[1]).toMatchObject({ type: 'reasoning', encrypted_content: 'hm' });
  });

  test('have a call of the deprecated kind in words, which is declared', () => {
    const call = { name: 'f', arguments: '{"a":1}' };
    const { items, lost } = itemsOf([USER, { role: 'assistant', content: 'So.', function_call: call }, USER]);
    expect((items as unknown[])[1]).toEqual({
      type: 'message',
      role: 'assistant',
      content: [
        { type: 'output_text', text: 'So.' },
        { type: 'output_text', text: 'f({"a":1})' },
      ],
    });
    expect(lost).toEqual(['messages']);
  });

  test('reject an earlier answer of sound by its path', () => {
    expect(() => itemsOf([USER, { role: 'assistant', audio: { id: 'a' } } as ChatMessage])).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param: 'messages[1].audio' }),
    );
  });

  test.each<[string, ChatMessage]>([
    ['a member of a message that nobody knows', { role: 'user', content: 'hi', mood: 'glad' } as ChatMessage],
    [
      'a member of a part that nobody knows',
      { role: 'user', content: [{ type: 'text', text: 'hi', mood: 'glad' } as never] },
    ],
  ])('declare the loss of %s', (_, message) => {
    const { items, lost } = itemsOf([message]);
    expect(JSON.stringify(items)).not.toContain('glad');
    expect(lost).toEqual(['messages']);
  });

  test('leave out thinking that nothing follows, which the provider rejects', () => {
    const { items, lost } = itemsOf([USER, { role: 'assistant', content: '', reasoning_details: [detail('A', 0)] }]);
    expect(items).toEqual([{ type: 'message', role: 'user', content: 'hi' }]);
    expect(lost).toEqual(['messages']);
  });
});
