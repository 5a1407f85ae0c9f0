import { describe, expect, test } from '@jest/globals';
import type { ChatRequest, MessagesRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { writeForeignSignature } from '@multilane/providers';
import { validateChatRequest } from '@multilane/validation';
import { MESSAGES_HINTS } from './encode-effort.js';
import { MESSAGES } from './messages.surface.js';
import { shortenName } from './tool-names.js';

const BRIDGE = MESSAGES.bridge as NonNullable<typeof MESSAGES.bridge>;
const USER = { role: 'user', content: 'Hi' } as const;
const CACHED = { cache_control: { type: 'ephemeral' } };

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  }
  return value;
}

const build = (members: object = {}): MessagesRequest =>
  freeze({ model: 'm', max_tokens: 100, messages: [USER], ...members }) as MessagesRequest;

/** The chat request, which is a valid one whatever it was made of. */
function toChat(members: object = {}): ChatRequest {
  const chat = BRIDGE.toChat(MESSAGES.validate(structuredClone(build(members))), 'N');
  const { top_k: _, ...checked } = chat;
  validateChatRequest(structuredClone(checked));
  BRIDGE.toChat(build(members), 'N');
  return chat;
}

const ask = (...content: object[]) => toChat({ messages: [{ role: 'user', content }] }).messages;

function findRefusal(members: object): GatewayError | undefined {
  try {
    BRIDGE.toChat(build(members), 'N');
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  return undefined;
}

describe('the settings of a messages request in the chat format', () => {
  test.each<[string, object, object]>([
    ['max_tokens', {}, { max_completion_tokens: 100 }],
    ['temperature and top_p', { temperature: 0.5, top_p: 0.9 }, { temperature: 0.5, top_p: 0.9 }],
    ['top_k, which goes along', { top_k: 40 }, { top_k: 40 }],
    ['stop_sequences', { stop_sequences: ['a', 'b'] }, { stop: ['a', 'b'] }],
    ['no stop_sequences', { stop_sequences: [] }, { stop: undefined }],
    ['metadata.user_id', { metadata: { user_id: 'u' } }, { user: 'u' }],
    ['stream, always with usage', { stream: true }, { stream: true, stream_options: { include_usage: true } }],
    ['no stream', { stream: false }, { stream: undefined, stream_options: undefined }],
    ['a budget of 1k', thinks(1024), { reasoning_effort: 'minimal' }],
    ['a budget below 2k', thinks(2047), { reasoning_effort: 'minimal' }],
    ['a budget of 2k', thinks(2048), { reasoning_effort: 'low' }],
    ['a budget of 8k', thinks(8192), { reasoning_effort: 'medium' }],
    ['a budget of 16k', thinks(16_384), { reasoning_effort: 'high' }],
    ['a budget of 31999', thinks(31_999), { reasoning_effort: 'high' }],
    ['adaptive thinking', { thinking: { type: 'adaptive', display: 'summarized' } }, { reasoning_effort: undefined }],
    [
      'adaptive thinking with an effort',
      { thinking: { type: 'adaptive' }, ...effort('low') },
      { reasoning_effort: 'low' },
    ],
    ['thinking that is off', { thinking: { type: 'disabled' }, ...effort('low') }, { reasoning_effort: undefined }],
    ['an effort', effort('medium'), { reasoning_effort: 'medium' }],
    ['an effort above high', effort('max'), { reasoning_effort: 'high' }],
    ['a system prompt', { system: 'Be kind.' }, { messages: [{ role: 'system', content: 'Be kind.' }, USER] }],
    [
      'a system prompt of blocks',
      {
        system: [
          { type: 'text', text: 'a', ...CACHED },
          { type: 'text', text: 'b' },
        ],
      },
      {
        messages: [
          {
            role: 'system',
            content: [
              { type: 'text', text: 'a' },
              { type: 'text', text: 'b' },
            ],
          },
          USER,
        ],
      },
    ],
    [
      'a structured output',
      { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } },
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'response', schema: { type: 'object' }, strict: true },
        },
      },
    ],
    [
      'what changes nothing of the answer',
      {
        ...CACHED,
        context_management: { edits: [] },
        service_tier: 'auto',
        diagnostics: {},
        speed: 'standard',
        mcp_servers: [],
        newer: null,
      },
      { model: 'm', max_completion_tokens: 100, messages: [USER] },
    ],
  ])('%s', (_name, members, chat) => {
    expect(toChat(members)).toEqual(expect.objectContaining(withoutUndefined(chat)));
    for (const [name, value] of Object.entries(chat))
      if (value === undefined) expect(toChat(members)).not.toHaveProperty(name);
  });

  test('a user_id longer than the reference provider takes becomes a digest, always the same', () => {
    const user = (id: string) => toChat({ metadata: { user_id: id } }).user;
    expect(user('u'.repeat(64))).toBe('u'.repeat(64));
    expect(user('u'.repeat(65))).toMatch(/^[0-9a-f]{64}$/);
    expect(user('u'.repeat(65))).toBe(user('u'.repeat(65)));
    expect(user('u'.repeat(65))).not.toBe(user('v'.repeat(65)));
  });

  test('thinking is a hint: the pipeline may leave its effort out where the matrix refuses it', () => {
    expect(MESSAGES_HINTS).toEqual(['reasoning_effort']);
  });

  test.each<[string, object]>([
    ['max_tokens', { max_tokens: 0 }],
    ['stop_sequences', { stop_sequences: ['a', 'b', 'c', 'd', 'e'] }],
    ['metadata.newer', { metadata: { newer: 1 } }],
    ['thinking.type', { thinking: { type: 'newer' } }],
    ['output_config.effort', effort('newer')],
    ['output_config.task_budget', { output_config: { task_budget: {} } }],
    ['speed', { speed: 'fast' }],
    ['inference_geo', { inference_geo: 'eu' }],
    ['compaction', { compaction: {} }],
    ['newer', { newer: 1 }],
    ['*', { 'not a name': 1 }],
  ])('refuses %s, which the chat format cannot say (nothing is dropped silently)', (param, members) => {
    expect(findRefusal(members)).toMatchObject({ code: 'unsupported_parameter', param });
  });
});

function thinks(budget_tokens: number): object {
  return { thinking: { type: 'enabled', budget_tokens } };
}

function effort(value: string): object {
  return { output_config: { effort: value } };
}

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}

describe('content', () => {
  test.each<[string, object[], object[] | string]>([
    ['one text is a string', [{ type: 'text', text: 'a', ...CACHED, citations: [] }], 'a'],
    ['several texts are parts', [text('a'), text('b')], [text('a'), text('b')]],
    [
      'an image',
      [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }],
      [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
    ],
    [
      'an image by address',
      [{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }],
      [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }],
    ],
    [
      'a PDF',
      [{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' }, title: 'T' }],
      [{ type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA', filename: 'T' } }],
    ],
    [
      'a PDF without a title',
      [{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' }, context: null }],
      [{ type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA', filename: 'document.pdf' } }],
    ],
    [
      'a plain text document',
      [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a' }, title: 'T' }],
      [text('T'), text('a')],
    ],
    [
      'a document of blocks',
      [{ type: 'document', source: { type: 'content', content: [text('a'), image('https://e.com/i')] } }],
      [text('a'), { type: 'image_url', image_url: { url: 'https://e.com/i' } }],
    ],
    ['nothing', [], ''],
  ])('%s', (_name, content, expected) => {
    const [message] =
      content.length === 0 ? toChatUnchecked({ messages: [{ role: 'user', content }] }) : ask(...content);
    expect(message).toEqual({ role: 'user', content: expected });
  });

  test.each<[string, object]>([
    ['messages[0].content[0].source', { type: 'image', source: { type: 'file', file_id: 'f' } }],
    ['messages[0].content[0].transformations', { ...image('https://e.com'), transformations: {} }],
    ['messages[0].content[0].source', { type: 'document', source: { type: 'url', url: 'https://e.com' } }],
    ['messages[0].content[0].context', { type: 'document', source: { type: 'text', data: 'a' }, context: 'c' }],
    [
      'messages[0].content[0].citations',
      { type: 'document', source: { type: 'text', data: 'a' }, citations: { enabled: true } },
    ],
    ['messages[0].content[0]', { type: 'search_result', source: 's', title: 't', content: [] }],
    ['messages[0].content[0]', { type: 'newer' }],
  ])('refuses %s: %j', (param, block) => {
    expect(findRefusal({ messages: [{ role: 'user', content: [block] }] })).toMatchObject({
      code: 'unsupported_parameter',
      param,
    });
  });
});

function text(words: string) {
  return { type: 'text', text: words };
}

function image(url: string) {
  return { type: 'image', source: { type: 'url', url } };
}

function toChatUnchecked(members: object) {
  return BRIDGE.toChat(build(members), 'N').messages;
}

const CALL = { type: 'tool_use', id: 't1', name: 'f', input: { a: 1 }, caller: { type: 'direct' } };
const CALLED = { id: 't1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };
const result = (content: unknown, members: object = {}) => ({
  type: 'tool_result',
  tool_use_id: 't1',
  content,
  ...members,
});
const converse = (...turns: [string, unknown][]) =>
  toChat({ messages: turns.map(([role, content]) => ({ role, content })) }).messages;

describe('tools', () => {
  test('calls and results, results first whatever stood before them', () => {
    const messages = converse(
      ['user', 'Hi'],
      ['assistant', [text('Look:'), CALL, { ...CALL, id: 't2' }]],
      ['user', [text('Here'), result('ok', { is_error: true, ...CACHED })]],
      ['user', [{ ...result([text('b'), image('https://e.com/i')]), tool_use_id: 't2' }, text('there')]],
    );
    expect(messages.slice(1)).toEqual([
      { role: 'assistant', content: 'Look:', tool_calls: [CALLED, { ...CALLED, id: 't2' }] },
      { role: 'tool', tool_call_id: 't1', content: 'ok' },
      {
        role: 'tool',
        tool_call_id: 't2',
        content: [text('b'), { type: 'image_url', image_url: { url: 'https://e.com/i' } }],
      },
      { role: 'user', content: [text('Here'), text('there')] },
    ]);
  });

  test.each([undefined, null, '', []])('a result of nothing, %j, is an empty text', (content) => {
    const messages = BRIDGE.toChat(
      build({
        messages: [
          { role: 'assistant', content: [CALL] },
          { role: 'user', content: [result(content)] },
        ],
      }),
      'R',
    ).messages;
    expect(messages[1]).toEqual({ role: 'tool', tool_call_id: 't1', content: '' });
  });

  test('neighbouring assistant turns are one, so that a result follows its call', () => {
    const messages = converse(['assistant', [CALL]], ['assistant', 'Wait.'], ['user', [result('ok')]]);
    expect(messages).toEqual([
      { role: 'assistant', content: 'Wait.', tool_calls: [CALLED] },
      { role: 'tool', tool_call_id: 't1', content: 'ok' },
    ]);
  });

  test('a system turn keeps its place', () => {
    expect(converse(['user', 'a'], ['system', 'b'], ['user', 'c'])).toEqual([
      { role: 'user', content: 'a' },
      { role: 'system', content: 'b' },
      { role: 'user', content: 'c' },
    ]);
  });

  test.each([
    ['no call', [{ role: 'user', content: [result('ok')] }], 'messages[0].content[0].tool_use_id'],
    [
      'a call of an earlier turn',
      [
        { role: 'assistant', content: [CALL] },
        { role: 'user', content: 'No.' },
        { role: 'assistant', content: 'OK' },
        { role: 'user', content: [text('x'), result('ok')] },
      ],
      'messages[3].content[1].tool_use_id',
    ],
  ])('a result of %s is invalid', (_name, messages, param) => {
    expect(findRefusal({ messages })).toMatchObject({ code: 'invalid_value', param });
  });

  test('declared tools and every choice among them', () => {
    const tool = { name: 'f', description: 'd', input_schema: { type: 'object' }, strict: true, ...CACHED };
    const plain = { type: 'custom', name: 'g', input_schema: {}, defer_loading: false, allowed_callers: ['direct'] };
    const choose = (tool_choice: object) => toChat({ tools: [tool, plain], tool_choice });
    expect(choose({ type: 'auto' }).tools).toEqual([
      { type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' }, strict: true } },
      { type: 'function', function: { name: 'g', parameters: {} } },
    ]);
    expect(choose({ type: 'auto' })).toMatchObject({ tool_choice: 'auto' });
    expect(choose({ type: 'any', disable_parallel_tool_use: true })).toMatchObject({
      tool_choice: 'required',
      parallel_tool_calls: false,
    });
    expect(choose({ type: 'none' })).toMatchObject({ tool_choice: 'none' });
    expect(choose({ type: 'tool', name: 'g' }).tool_choice).toEqual({ type: 'function', function: { name: 'g' } });
    expect(choose({ type: 'auto', disable_parallel_tool_use: false })).not.toHaveProperty('parallel_tool_calls');
    expect(toChat({ tools: [], tool_choice: { type: 'auto' } })).not.toHaveProperty('tool_choice');
  });

  test('two tools of one name are refused, as the native provider does', () => {
    const tools = ['f', 'g', 'f'].map((name) => ({ name, input_schema: {} }));
    const refusal = findRefusal({ tools });
    expect(refusal).toMatchObject({ code: 'invalid_value', param: 'tools[2].name' });
  });

  test.each<[string, string, object]>([
    ['unsupported_parameter', 'tools[0].type', { tools: [{ type: 'bash_20250124', name: 'bash' }] }],
    [
      'unsupported_parameter',
      'tools[0].defer_loading',
      { tools: [{ name: 'f', input_schema: {}, defer_loading: true }] },
    ],
    [
      'unsupported_parameter',
      'tools[0].allowed_callers',
      { tools: [{ name: 'f', input_schema: {}, allowed_callers: ['code_execution_20260521'] }] },
    ],
    ['unsupported_parameter', 'tools[0].newer', { tools: [{ name: 'f', input_schema: {}, newer: 1 }] }],
    ['invalid_value', 'tool_choice', { tool_choice: { type: 'any' } }],
    [
      'invalid_value',
      'tool_choice.name',
      { tools: [{ name: 'f', input_schema: {} }], tool_choice: { type: 'tool', name: 'g' } },
    ],
    ['invalid_value', 'tool_choice.type', { tools: [{ name: 'f', input_schema: {} }], tool_choice: { type: 'newer' } }],
    [
      'unsupported_parameter',
      'messages[0].content[0].caller',
      { messages: [{ role: 'assistant', content: [{ ...CALL, caller: { type: 'code_execution_20260120' } }] }] },
    ],
    [
      'unsupported_parameter',
      'messages[0].content[0].toolset_name',
      { messages: [{ role: 'assistant', content: [{ ...CALL, toolset_name: 'browser' }] }] },
    ],
    [
      'unsupported_parameter',
      'messages[1].content[0].content[0]',
      {
        messages: [
          { role: 'assistant', content: [CALL] },
          { role: 'user', content: [result([{ type: 'tool_reference', tool_name: 'f' }])] },
        ],
      },
    ],
  ])('%s: %s', (code, param, members) => {
    expect(findRefusal(members)).toMatchObject({ code, param });
  });

  test('a name that the reference format has no room for is cut everywhere, and two never become one', () => {
    const name = `mcp__${'server'.repeat(10)}__tool`;
    const short = shortenName(name);
    expect(short).toMatch(/^[\w-]{64}$/);
    expect(shortenName(`${name}s`)).not.toBe(short);
    const chat = toChat({
      tools: [{ name, input_schema: {} }],
      tool_choice: { type: 'tool', name },
      messages: [
        { role: 'assistant', content: [{ ...CALL, name }] },
        { role: 'user', content: [result('ok')] },
      ],
    });
    expect(chat).toMatchObject({
      tools: [{ function: { name: short } }],
      tool_choice: { function: { name: short } },
      messages: [{ tool_calls: [{ function: { name: short } }] }, {}],
    });
  });
});

describe('thinking of earlier turns', () => {
  const own = (thinking: string) => ({ type: 'thinking', thinking, signature: `signed ${thinking}` });
  const format = 'anthropic-claude-v1';
  const assistant = (...content: object[]) => toChat({ messages: [{ role: 'assistant', content }] }).messages[0];

  test('signed thinking travels with its signature and its place', () => {
    const redacted = { type: 'redacted_thinking', data: 'd' };
    const message = BRIDGE.toChat(
      build({ messages: [{ role: 'assistant', content: [own('a'), text('x'), text('y'), redacted, CALL, own('b')] }] }),
      'R',
    ).messages[0];
    expect(message).toEqual({
      role: 'assistant',
      content: [text('x'), text('y')],
      reasoning_content: 'a\n\nb',
      reasoning_details: [
        { type: 'reasoning.text', text: 'a', signature: 'signed a', format, index: 0 },
        { type: 'reasoning.encrypted', data: 'd', format, index: 2 },
        { type: 'reasoning.text', text: 'b', signature: 'signed b', format, index: 4 },
      ],
      tool_calls: [CALLED],
    });
  });

  test('thinking that nobody signed is text alone', () => {
    const signature = writeForeignSignature({});
    for (const block of [
      { type: 'thinking', thinking: 'a', signature },
      { type: 'thinking', thinking: 'a', signature: '' },
    ]) {
      expect(assistant(block, text('x'))).toEqual({ role: 'assistant', content: 'x', reasoning_content: 'a' });
    }
  });

  test('what other providers want back comes out of the gateway’s own signature', () => {
    const details = [{ type: 'reasoning.encrypted', data: 'd', format: 'openai-responses-v1' }];
    const signature = writeForeignSignature({ calls: { t1: 'thought' }, details });
    expect(assistant({ type: 'thinking', thinking: '', signature }, CALL)).toEqual({
      role: 'assistant',
      content: null,
      reasoning_details: details,
      tool_calls: [{ ...CALLED, extra_content: { google: { thought_signature: 'thought' } } }],
    });
  });

  test('a signature of ours that was changed is invalid', () => {
    const block = { type: 'thinking', thinking: '', signature: 'multilane:1:e' };
    expect(findRefusal({ messages: [USER, { role: 'assistant', content: [text('x'), block] }] })).toMatchObject({
      code: 'invalid_value',
      param: 'messages[1].content[1].signature',
    });
  });
});

describe('nameParam', () => {
  const request = build({
    system: [text('a'), text('b')],
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [own('t'), text('x'), CALL, { ...CALL, id: 't2' }] },
      {
        role: 'user',
        content: [
          result([text('r'), image('https://e.com')]),
          { ...result('s'), tool_use_id: 't2' },
          text('u'),
          image('https://e.com/j'),
        ],
      },
    ],
    thinking: { type: 'enabled', budget_tokens: 1 },
    output_config: { format: { type: 'json_schema', schema: {} } },
  });

  function own(thinking: string) {
    return { type: 'thinking', thinking, signature: 's' };
  }

  test.each([
    ['messages', 'messages'],
    ['messages[0].content', 'system'],
    ['messages[0].content[1]', 'system[1]'],
    ['messages[0].content[1].text', 'system[1].text'],
    ['messages[1].content', 'messages[0].content'],
    ['messages[1].role', 'messages[0]'],
    ['messages[2].content', 'messages[1].content'],
    ['messages[2].content[0]', 'messages[1].content[1]'],
    ['messages[2].tool_calls[1]', 'messages[1].content[3]'],
    ['messages[2].tool_calls[0].function.arguments', 'messages[1].content[2].input'],
    ['messages[2].tool_calls[0].function.name', 'messages[1].content[2].name'],
    ['messages[3].tool_call_id', 'messages[2].content[0].tool_use_id'],
    ['messages[3].content[1]', 'messages[2].content[0].content[1]'],
    ['messages[3].content[1].image_url.url', 'messages[2].content[0].content[1]'],
    ['messages[4].content', 'messages[2].content[1].content'],
    ['messages[5].content[0]', 'messages[2].content[2]'],
    ['messages[5].content[1].image_url.url', 'messages[2].content[3]'],
    ['messages[9].content', 'messages'],
    ['max_completion_tokens', 'max_tokens'],
    ['stop', 'stop_sequences'],
    ['stop[1]', 'stop_sequences[1]'],
    ['user', 'metadata.user_id'],
    ['reasoning_effort', 'thinking'],
    ['response_format', 'output_config.format'],
    ['response_format.json_schema.schema', 'output_config.format'],
    ['parallel_tool_calls', 'tool_choice.disable_parallel_tool_use'],
    ['tool_choice', 'tool_choice'],
    ['tool_choice.function.name', 'tool_choice.name'],
    ['tools[1].function.parameters', 'tools[1].input_schema'],
    ['tools[1].function.parameters.properties', 'tools[1].input_schema'],
    ['tools[1].function.name', 'tools[1].name'],
    ['tools[0]', 'tools[0]'],
    ['temperature', 'temperature'],
    ['top_k', 'top_k'],
    ['model', 'model'],
  ])('%s is %s', (param, name) => {
    expect(BRIDGE.nameParam(param, request, 'N')).toBe(name);
  });

  test.each([
    ['messages[3].content', 'messages[2].content[0].content'],
    ['messages[5]', 'messages[2]'],
    ['messages[5].content[0]', 'messages[2].content[0]'],
    ['messages[5].content[1].image_url.url', 'messages[2].content[0].content[1]'],
    ['messages[6].content[0]', 'messages[2].content[2]'],
  ])('%s is %s where images follow their results', (param, name) => {
    expect(BRIDGE.nameParam(param, request, 'R1')).toBe(name);
  });

  test('an effort that no budget asked for', () => {
    expect(BRIDGE.nameParam('reasoning_effort', build(effort('low')), 'N')).toBe('output_config.effort');
  });
});

describe('images and documents in tool results', () => {
  const seen = image('https://e.com/i');
  const turns = [
    USER,
    { role: 'assistant', content: [CALL, { ...CALL, id: 't2' }] },
    { role: 'user', content: [result([text('r'), seen]), { ...result([seen]), tool_use_id: 't2' }, text('u')] },
  ];
  const part = { type: 'image_url', image_url: { url: 'https://e.com/i' } };
  const from = (id: string) => text(`[From the result of the tool call ${id}:]`);

  test.each(['R1', 'R', 'C'] as const)(
    'follow the results of their turn for group %s, whose results are text',
    (group) => {
      expect(BRIDGE.toChat(build({ messages: turns }), group).messages.slice(2)).toEqual([
        { role: 'tool', tool_call_id: CALL.id, content: 'r' },
        { role: 'tool', tool_call_id: 't2', content: '[The result is in the user message that follows.]' },
        { role: 'user', content: [from(CALL.id), part, from('t2'), part] },
        { role: 'user', content: 'u' },
      ]);
    },
  );

  test.each(['N', 'G', 'B', 'simulator'] as const)('stay where they are for group %s', (group) => {
    expect(BRIDGE.toChat(build({ messages: turns }), group).messages.slice(2)).toEqual([
      { role: 'tool', tool_call_id: CALL.id, content: [text('r'), part] },
      { role: 'tool', tool_call_id: 't2', content: [part] },
      { role: 'user', content: 'u' },
    ]);
  });
});

describe('what a messages request only hints at', () => {
  test.each([
    ['R', 'high'],
    ['R1', 'high'],
    ['N', 'high'],
    ['G', undefined],
    ['C', undefined],
    ['B', undefined],
    ['simulator', 'high'],
  ] as const)('goes to group %s as %s', (group, effort) => {
    const request = build({ thinking: { type: 'enabled', budget_tokens: 20_000 } });
    expect(BRIDGE.toChat(request, group).reasoning_effort).toBe(effort);
  });
});
