import { describe, expect, test } from '@jest/globals';
import {
  BRIDGE,
  build,
  CACHED,
  CALL,
  effort,
  findRefusal,
  image,
  result,
  text,
  toChat,
  USER,
} from './encode.tools.spec.js';
import { MESSAGES_HINTS } from './encode-effort.js';

const ask = (...content: object[]) => toChat({ messages: [{ role: 'user', content }] }).messages;

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

  test('thinking is a hint: the pipeline may leave its effort out where the matrix rejects it', () => {
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
  ])('rejects %s, which the chat format cannot say (nothing is dropped silently)', (param, members) => {
    expect(findRefusal(members)).toMatchObject({ code: 'unsupported_parameter', param });
  });
});

function thinks(budget_tokens: number): object {
  return { thinking: { type: 'enabled', budget_tokens } };
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
  ])('rejects %s: %j', (param, block) => {
    expect(findRefusal({ messages: [{ role: 'user', content: [block] }] })).toMatchObject({
      code: 'unsupported_parameter',
      param,
    });
  });
});

function toChatUnchecked(members: object) {
  return BRIDGE.toChat(build(members), 'N').messages;
}

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

describe('a hint of a messages request', () => {
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
