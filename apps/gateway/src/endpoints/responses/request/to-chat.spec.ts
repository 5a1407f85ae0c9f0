import { describe, expect, it, test } from '@jest/globals';
import type { ChatRequest, ResponsesRequest } from '@multilane/contracts';
import { sealReasoning } from '@multilane/providers';
import { toChat } from './to-chat.js';

const USER = { role: 'user', content: 'Hi' };

const chatOf = (members: Record<string, unknown>, group: Parameters<typeof toChat>[1] = 'R1'): ChatRequest =>
  toChat({ model: 'm', input: 'Hi', ...members } as ResponsesRequest, group);
const messagesOf = (...input: unknown[]) => chatOf({ input }).messages;
const message = (role: string, ...content: unknown[]) => ({ type: 'message', role, content });
const call = (id: string, name = 'f', args = '{}') => ({ type: 'function_call', call_id: id, name, arguments: args });
const outputOf = (id: string, output: unknown = 'done') => ({ type: 'function_call_output', call_id: id, output });
const chatCall = (id: string, name = 'f', args = '{}') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});

describe('members of the request', () => {
  test.each<[Record<string, unknown>, Record<string, unknown>]>([
    [
      { temperature: 0.2, top_p: 0.9, user: 'u' },
      { temperature: 0.2, top_p: 0.9, user: 'u' },
    ],
    [{ max_output_tokens: 9 }, { max_completion_tokens: 9 }],
    [{ reasoning: { effort: 'high', summary: 'auto' } }, { reasoning_effort: 'high' }],
    [{ reasoning: { effort: null } }, {}],
    [{ text: { verbosity: 'low' } }, { verbosity: 'low' }],
    [{ text: { format: { type: 'text' } } }, {}],
    [{ text: { format: { type: 'json_object' } } }, { response_format: { type: 'json_object' } }],
    [
      {
        text: {
          format: { type: 'json_schema', name: 'n', schema: { type: 'object' }, strict: true, description: null },
        },
      },
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'n', schema: { type: 'object' }, strict: true },
        },
      },
    ],
    [{ stream: true }, { stream: true, stream_options: { include_usage: true } }],
    [{ stream: false }, {}],
    [
      { stream: true, stream_options: { include_obfuscation: false } },
      { stream: true, stream_options: { include_usage: true } },
    ],
    [{ include: ['message.output_text.logprobs'] }, { logprobs: true }],
    [{ top_logprobs: 2 }, { logprobs: true, top_logprobs: 2 }],
    [{ top_logprobs: 0 }, {}],
    [{ include: ['reasoning.encrypted_content'] }, {}],
    [{ store: false, background: false, truncation: 'disabled', max_tool_calls: 3, metadata: { a: 'b' } }, {}],
    [
      { seed: 7, stop: ['x'] },
      { seed: 7, stop: ['x'] },
    ],
    [{ brand_new: { a: 1 }, other_new: null }, {}],
    [{ parallel_tool_calls: false }, {}],
    [
      { parallel_tool_calls: false, tools: [{ type: 'function', name: 'f' }] },
      { parallel_tool_calls: false, tools: [{ type: 'function', function: { name: 'f' } }] },
    ],
    [
      { tools: [], tool_choice: 'auto' },
      { tools: [], tool_choice: 'auto' },
    ],
  ])('%j becomes %j', (members, expected) => {
    expect(chatOf(members)).toEqual({ model: 'm', messages: [USER], ...expected });
  });

  it('are never mutated', () => {
    const request = { model: 'm', input: [message('user', { type: 'input_text', text: 'Hi' })], user: 'u' };
    const before = structuredClone(request);
    toChat(request as ResponsesRequest, 'N');
    expect(request).toEqual(before);
  });

  it.each(['text', 'reasoning'])('rejects a setting of `%s` that chat has no word for', (name) => {
    expect(() => chatOf({ [name]: { newer: true } })).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param: `${name}.newer` }),
    );
    expect(chatOf({ [name]: { newer: null } }).messages).toEqual([USER]);
  });
});

describe('members that chat does not define stay behind (docs/contract/responses.md#request)', () => {
  const hints = { prompt_cache_key: 'x', prompt_cache_retention: '24h', safety_identifier: 'x', service_tier: 'flex' };
  const asked = { ...hints, text: { verbosity: 'low' }, client_metadata: { a: 'b' }, custom_metadata: { a: 'b' } };
  const plain = { model: 'm', messages: [USER] };

  it('R1 has the hints of the reference, and nothing else', () => {
    expect(chatOf(asked, 'R1')).toEqual({ ...plain, ...hints, verbosity: 'low' });
  });

  it.each(['R', 'N', 'G', 'C', 'B', 'simulator'] as const)('%s has none', (group) => {
    expect(chatOf(asked, group)).toEqual(plain);
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{ service_tier: 'priority' }, ['service_tier']],
    [{ service_tier: 'auto' }, []],
    [{ service_tier: 'default' }, []],
    [{ text: { verbosity: 'medium' } }, []],
    [{ text: { verbosity: 'default' } }, ['text.verbosity']],
    [{ prompt_cache_key: 'default' }, ['prompt_cache_key']],
    [{ safety_identifier: 'auto' }, ['safety_identifier']],
    [{ client_metadata: 'medium' }, ['client_metadata']],
    [{ brand_new: 1 }, ['brand_new']],
  ])('a hint that asks for something is declared by its name: %j', (members, lost) => {
    const names: string[] = [];
    const request = { model: 'm', input: 'Hi', ...members } as ResponsesRequest;
    toChat(request, 'N', { lose: (name) => void names.push(name) });
    expect(names).toEqual(lost);
  });
});

describe('instructions and input', () => {
  it('instructions are the first system message', () => {
    expect(chatOf({ instructions: 'Be brief.' }).messages).toEqual([{ role: 'system', content: 'Be brief.' }, USER]);
  });

  it.each([
    [{ role: 'user', content: 'Hi' }, USER],
    [message('user', { type: 'input_text', text: 'Hi' }), USER],
    [message('developer', { type: 'input_text', text: 'Hi' }), { role: 'developer', content: 'Hi' }],
    [
      { role: 'system', content: 'Hi' },
      { role: 'system', content: 'Hi' },
    ],
    [
      message('user', { type: 'input_text', text: 'a', prompt_cache_breakpoint: { mode: 'explicit' } }),
      { role: 'user', content: [{ type: 'text', text: 'a', prompt_cache_breakpoint: { mode: 'explicit' } }] },
    ],
    [
      message(
        'user',
        { type: 'input_text', text: 'See.' },
        { type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'low' },
        { type: 'input_image', image_url: 'https://example.com/a.png', detail: null, file_id: null },
        { type: 'input_file', file_data: 'data:application/pdf;base64,AA==', filename: 'a.pdf', detail: 'auto' },
        { type: 'input_file', file_id: 'file-1' },
        { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
      ),
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See.' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==', detail: 'low' } },
          { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
          { type: 'file', file: { file_data: 'data:application/pdf;base64,AA==', filename: 'a.pdf' } },
          { type: 'file', file: { file_id: 'file-1' } },
          { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
        ],
      },
    ],
  ])('%j becomes %j', (item, expected) => {
    expect(messagesOf(item)).toEqual([expected]);
  });

  it.each([
    [{ type: 'input_image', file_id: 'file-1' }, 'unsupported_parameter', 'file_id'],
    [{ type: 'input_image' }, 'invalid_value', 'image_url'],
    [{ type: 'input_file', file_url: 'https://example.com/a.pdf' }, 'unsupported_parameter', 'file_url'],
    [{ type: 'input_file', file_id: 'f', detail: 'high' }, 'unsupported_parameter', 'detail'],
    [{ type: 'input_file', filename: 'a.pdf' }, 'invalid_value', 'file_data'],
  ])('rejects %j', (part, code, member) => {
    expect(() => messagesOf({ role: 'user', content: 'a' }, message('user', part))).toThrow(
      expect.objectContaining({ code, param: `input[1].content[0].${member}` }),
    );
  });
});

describe('items of the assistant that follow each other are one turn', () => {
  it.each<[string, unknown[], unknown[]]>([
    [
      'text',
      [message('assistant', { type: 'output_text', text: 'Yes.', annotations: [] })],
      [{ role: 'assistant', content: 'Yes.' }],
    ],
    ['a string', [{ role: 'assistant', content: 'Yes.' }], [{ role: 'assistant', content: 'Yes.' }]],
    ['nothing', [message('assistant')], [{ role: 'assistant', content: '' }]],
    [
      'a refusal',
      [message('assistant', { type: 'refusal', refusal: 'No.' })],
      [{ role: 'assistant', content: null, refusal: 'No.' }],
    ],
    [
      'two texts',
      [
        message('assistant', { type: 'output_text', text: 'a' }),
        message('assistant', { type: 'output_text', text: 'b' }),
      ],
      [
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
      ],
    ],
    [
      'thinking, text, calls and their outputs',
      [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
        message('assistant', { type: 'output_text', text: 'Looking.' }),
        call('c1', 'f', '{"a":1}'),
        { type: 'custom_tool_call', call_id: 'c2', name: 'patch', input: 'say "x"' },
        outputOf('c2'),
        outputOf('c1'),
        { role: 'user', content: 'And?' },
      ],
      [
        {
          role: 'assistant',
          content: 'Looking.',
          reasoning_content: 'Hm.',
          tool_calls: [chatCall('c1', 'f', '{"a":1}'), chatCall('c2', 'patch', '{"input":"say \\"x\\""}')],
        },
        { role: 'tool', tool_call_id: 'c2', content: 'done' },
        { role: 'tool', tool_call_id: 'c1', content: 'done' },
        { role: 'user', content: 'And?' },
      ],
    ],
    [
      'one call after the other',
      [call('c1'), outputOf('c1'), call('c2'), outputOf('c2')],
      [
        { role: 'assistant', content: null, tool_calls: [chatCall('c1')] },
        { role: 'tool', tool_call_id: 'c1', content: 'done' },
        { role: 'assistant', content: null, tool_calls: [chatCall('c2')] },
        { role: 'tool', tool_call_id: 'c2', content: 'done' },
      ],
    ],
    [
      'an empty text beside a call',
      [message('assistant', { type: 'output_text', text: '' }), call('c1'), outputOf('c1')],
      [
        { role: 'assistant', content: null, tool_calls: [chatCall('c1')] },
        { role: 'tool', tool_call_id: 'c1', content: 'done' },
      ],
    ],
    [
      'text between a call and its output',
      [call('c1'), message('assistant', { type: 'output_text', text: 'Wait.' }), outputOf('c1')],
      [
        { role: 'assistant', content: 'Wait.', tool_calls: [chatCall('c1')] },
        { role: 'tool', tool_call_id: 'c1', content: 'done' },
      ],
    ],
    [
      'a message of another role between a call and its output, which moves behind',
      [call('c1'), { role: 'developer', content: 'Quick.' }, outputOf('c1')],
      [
        { role: 'assistant', content: null, tool_calls: [chatCall('c1')] },
        { role: 'tool', tool_call_id: 'c1', content: 'done' },
        { role: 'developer', content: 'Quick.' },
      ],
    ],
    [
      'an output with an image',
      [
        call('c1'),
        outputOf('c1', [
          { type: 'input_text', text: 'see' },
          { type: 'input_image', image_url: 'https://example.com/a.png' },
        ]),
      ],
      [
        { role: 'assistant', content: null, tool_calls: [chatCall('c1')] },
        { role: 'tool', tool_call_id: 'c1', content: 'see' },
        {
          role: 'user',
          content: [
            { type: 'text', text: '[From the result of the tool call c1:]' },
            { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
          ],
        },
      ],
    ],
    [
      'outputs that are images alone, of calls in one turn',
      [
        call('c1'),
        call('c2'),
        outputOf('c1', [{ type: 'input_image', image_url: 'https://example.com/a.png' }]),
        outputOf('c2'),
      ],
      [
        { role: 'assistant', content: null, tool_calls: [chatCall('c1'), chatCall('c2')] },
        { role: 'tool', tool_call_id: 'c1', content: '[The result is in the user message that follows.]' },
        { role: 'tool', tool_call_id: 'c2', content: 'done' },
        {
          role: 'user',
          content: [
            { type: 'text', text: '[From the result of the tool call c1:]' },
            { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
          ],
        },
      ],
    ],
    [
      'thinking of which nothing can be sent',
      [
        { type: 'reasoning', summary: [] },
        { role: 'user', content: 'Hi' },
      ],
      [USER],
    ],
    [
      'raw thinking rather than its summary',
      [
        {
          type: 'reasoning',
          summary: [{ type: 'summary_text', text: 's' }],
          content: [{ type: 'reasoning_text', text: 'raw' }],
        },
        { role: 'assistant', content: 'a' },
      ],
      [{ role: 'assistant', content: 'a', reasoning_content: 'raw' }],
    ],
  ])('%s', (_, items, expected) => {
    expect(messagesOf(...items)).toEqual(expected);
  });

  it.each(['N', 'G', 'B', 'simulator'] as const)('leaves images in the outputs for group %s', (group) => {
    const input = [call('c1'), outputOf('c1', [{ type: 'input_image', image_url: 'https://example.com/a.png' }])];
    expect(chatOf({ input }, group).messages[1]).toEqual({
      role: 'tool',
      tool_call_id: 'c1',
      content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }],
    });
  });

  it('rejects an output without a call before it', () => {
    expect(() => messagesOf({ role: 'user', content: 'a' }, outputOf('c1'), call('c1'))).toThrow(
      expect.objectContaining({ code: 'invalid_value', param: 'input[1].call_id' }),
    );
  });

  it('rejects an input that says nothing', () => {
    expect(() => messagesOf({ type: 'reasoning', summary: [] })).toThrow(
      expect.objectContaining({ code: 'invalid_value', param: 'input' }),
    );
  });
});

describe('"Responses carry them in reasoning.encrypted_content" (docs/contract/chat.md#signatures)', () => {
  const detail = { type: 'reasoning.text', text: 'Hm.', signature: 's', format: 'anthropic-claude-v1', index: 0 };
  const extra = { google: { thought_signature: 'g' } };

  it('gives the turn the details and its calls their signatures', () => {
    const sealed = sealReasoning({ details: [detail], calls: { c2: extra, gone: extra } });
    expect(messagesOf({ type: 'reasoning', summary: [], encrypted_content: sealed }, call('c1'), call('c2'))).toEqual([
      {
        role: 'assistant',
        content: null,
        reasoning_details: [detail],
        tool_calls: [chatCall('c1'), { ...chatCall('c2'), extra_content: extra }],
      },
    ]);
  });

  it.each(['ml1.', 'ml1.!!!', `ml1.${Buffer.from('[]').toString('base64url')}`])(
    'answers 400 naming the item for what it wrote and was changed: %s',
    (text) => {
      expect(() =>
        messagesOf({ role: 'user', content: 'a' }, { type: 'reasoning', summary: [], encrypted_content: text }),
      ).toThrow(expect.objectContaining({ code: 'invalid_value', param: 'input[1].encrypted_content' }));
    },
  );

  it.each(['gAAAAABpe8H1NACf00lB', 'ml9.e30'])(
    'leaves out what another service encrypted, and says so: %s (docs/contract/chat.md#reasoning)',
    (text) => {
      const lost: string[] = [];
      const reasoning = {
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'I think.' }],
        encrypted_content: text,
      };
      const input = [{ role: 'user', content: 'a' }, reasoning, { type: 'message', role: 'assistant', content: 'b' }];
      const chat = toChat({ model: 'm', input } as unknown as ResponsesRequest, 'R', {
        lose: (name) => void lost.push(name),
      });
      expect(chat.messages).toEqual([
        { role: 'user', content: 'a' },
        { role: 'assistant', content: 'b', reasoning_content: 'I think.' },
      ]);
      expect(lost).toEqual(['input']);
    },
  );
});
