import { describe, expect, test } from '@jest/globals';
import { writeForeignSignature } from '@multilane/providers';
import { shortenName } from '../tool-names.js';
import { BRIDGE, build, CACHED, CALL, findRefusal, image, result, text, toChat, USER } from './encode.tools.spec.js';

const CALLED = { id: 't1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };

const converse = (...turns: [string, unknown][]) =>
  toChat({ messages: turns.map(([role, content]) => ({ role, content })) }).messages;

describe('the mark of a cached stretch', () => {
  const body = build({
    system: [{ ...text('Be brief.'), ...CACHED }],
    tools: [{ name: 'f', input_schema: {}, ...CACHED }],
    messages: [
      { role: 'user', content: [text('a'), { ...text('b'), ...CACHED }] },
      { role: 'assistant', content: [{ ...CALL, ...CACHED }] },
      { role: 'user', content: [result('ok', CACHED)] },
    ],
  });
  const translate = (group: 'B' | 'R') => {
    const lost = new Set<string>();
    return { chat: BRIDGE.toChat(body, group, { lose: (name) => void lost.add(name) }), lost: [...lost] };
  };

  test('goes along to the group whose chat codec has a word for it', () => {
    const { chat, lost } = translate('B');
    expect(lost).toEqual([]);
    expect(chat.tools).toEqual([{ type: 'function', ...CACHED, function: { name: 'f', parameters: {} } }]);
    expect(chat.messages).toEqual([
      { role: 'system', content: [{ ...text('Be brief.'), ...CACHED }] },
      { role: 'user', content: [text('a'), { ...text('b'), ...CACHED }] },
      { role: 'assistant', content: null, tool_calls: [{ ...CALLED, ...CACHED }] },
      { role: 'tool', tool_call_id: 't1', content: [{ ...text('ok'), ...CACHED }] },
    ]);
  });

  test('is left out for every other, and said to be lost', () => {
    const { chat, lost } = translate('R');
    expect(JSON.stringify(chat)).not.toContain('cache_control');
    expect(lost.sort()).toEqual(['messages', 'system', 'tools']);
  });
});

describe('tools', () => {
  test('that are to be found later are declared at once, and it is said (docs/contract/requests.md#adjusted-requests)', () => {
    const lost: string[] = [];
    const tools = [{ name: 'f', input_schema: {}, defer_loading: true }];
    const chat = BRIDGE.toChat(build({ tools }), 'R', { lose: (name) => void lost.push(name) });
    expect(chat.tools).toEqual([{ type: 'function', function: { name: 'f', parameters: {} } }]);
    expect(lost).toEqual(['tools']);
  });

  test('that a result says were found are named in its text, for all are declared (docs/contract/messages.md#other-providers)', () => {
    const lost = new Set<string>();
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [CALL] },
      { role: 'user', content: [result([{ type: 'tool_reference', tool_name: 'mcp__files__read' }, text('1 of 9')])] },
    ];
    const chat = BRIDGE.toChat(build({ messages }), 'R', { lose: (name) => void lost.add(name) });
    expect(chat.messages[2]).toEqual({
      role: 'tool',
      tool_call_id: 't1',
      content: [text('Tool found: mcp__files__read'), text('1 of 9')],
    });
    expect([...lost]).toEqual(['messages']);
  });

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

  test('two tools of one name are rejected, as the native provider does', () => {
    const tools = ['f', 'g', 'f'].map((name) => ({ name, input_schema: {} }));
    const refusal = findRefusal({ tools });
    expect(refusal).toMatchObject({ code: 'invalid_value', param: 'tools[2].name' });
  });

  test.each<[string, string, object]>([
    ['unsupported_parameter', 'tools[0].type', { tools: [{ type: 'bash_20250124', name: 'bash' }] }],
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
          { role: 'user', content: [result([{ type: 'search_result', source: 's', title: 't', content: [] }])] },
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

  test('thoughts for other providers come out of the gateway’s own signature', () => {
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
