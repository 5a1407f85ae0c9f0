import { describe, expect, it, test } from '@jest/globals';
import type { ResponsesRequest } from '@multilane/contracts';
import fc from 'fast-check';
import { flattenName } from './flatten-name.js';
import { toChat } from './to-chat.js';

const chatOf = (members: Record<string, unknown>) =>
  toChat({ model: 'm', input: 'Hi', ...members } as ResponsesRequest, 'R');
const nameTools = (members: Record<string, unknown>) => chatOf(members).tools?.map((tool) => tool.function.name);
const fn = (name: string, members = {}) => ({ type: 'function', name, ...members });
const namespace = (name: string, ...tools: unknown[]) => ({
  type: 'namespace',
  name,
  description: `All of ${name}.`,
  tools,
});

describe('tools', () => {
  test.each<[string, object, object]>([
    [
      'a function keeps all that chat knows, and what the gateway does not',
      fn('f', { description: 'd', parameters: { type: 'object' }, strict: true, cache_control: { type: 'ephemeral' } }),
      {
        type: 'function',
        cache_control: { type: 'ephemeral' },
        function: { name: 'f', description: 'd', parameters: { type: 'object' }, strict: true },
      },
    ],
    [
      'nulls are absent members',
      fn('f', { description: null, parameters: null, strict: null, defer_loading: true, output_schema: {} }),
      { type: 'function', function: { name: 'f' } },
    ],
    [
      '"custom tools become functions with one input string" (docs/contract/responses.md#tools)',
      { type: 'custom', name: 'exec', description: 'Runs.' },
      {
        type: 'function',
        function: {
          name: 'exec',
          description: 'Runs.',
          parameters: {
            type: 'object',
            properties: { input: { type: 'string', description: 'The input of the tool, as plain text.' } },
            required: ['input'],
          },
        },
      },
    ],
  ])('%s', (_, tool, expected) => {
    expect(chatOf({ tools: [tool] }).tools).toEqual([expected]);
  });

  it('describes the grammar of a custom tool to the model', () => {
    const format = { type: 'grammar', syntax: 'lark', definition: 'start: "a"' };
    const [tool] = chatOf({ tools: [{ type: 'custom', name: 'patch', format }] }).tools ?? [];
    expect(JSON.stringify(tool?.function.parameters)).toContain('(lark):\\nstart: \\"a\\"');
  });

  it('"namespace tools are flattened" (docs/contract/responses.md#tools), the description standing at the first', () => {
    const [first, second] =
      chatOf({ tools: [namespace('crm', fn('find', { description: 'Finds.' }), fn('add'))] }).tools ?? [];
    expect(first?.function).toEqual({ name: 'crm__find', description: 'All of crm.\n\nFinds.' });
    expect(second?.function).toEqual({ name: 'crm__add' });
  });

  it('members of the default namespace keep their names', () => {
    expect(nameTools({ tools: [namespace('functions', fn('a'), { type: 'custom', name: 'exec' })] })).toEqual([
      'a',
      'exec',
    ]);
  });

  it('takes tools that items add, the later declaration instead of the earlier', () => {
    const input = [
      { role: 'user', content: 'Hi' },
      { type: 'additional_tools', role: 'developer', tools: [fn('late'), fn('a', { description: 'newer' })] },
    ];
    expect(chatOf({ input, tools: [fn('a'), fn('b')] }).tools?.map((tool) => tool.function)).toEqual([
      { name: 'a', description: 'newer' },
      { name: 'b' },
      { name: 'late' },
    ]);
  });

  it.each([
    [[fn('a'), fn('a')], 'tools[1].name'],
    [[fn('crm__find'), namespace('crm', fn('find'))], 'tools[1].tools[0].name'],
    [[namespace('functions', fn('a')), fn('a')], 'tools[1].name'],
  ])('rejects %j: names that meet', (tools, param) => {
    expect(() => chatOf({ tools })).toThrow(expect.objectContaining({ code: 'invalid_value', param }));
  });

  it('gives every name a flat one that chat takes, the same each time, and another for another', () => {
    const part = fc.string({ minLength: 1, maxLength: 90 });
    fc.assert(
      fc.property(part, part, (name, other) => {
        const flat = flattenName(name, 'a.b');
        expect(flat).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(flattenName(name, 'a.b')).toBe(flat);
        if (other !== name) expect(flattenName(other, 'a.b')).not.toBe(flat);
      }),
    );
  });
});

describe('tool_choice', () => {
  const tools = [fn('a'), { type: 'custom', name: 'exec' }, namespace('crm', fn('find'), fn('add'))];
  const all = ['a', 'exec', 'crm__find', 'crm__add'];

  test.each<[unknown, unknown, string[]]>([
    ['auto', 'auto', all],
    ['none', 'none', all],
    ['required', 'required', all],
    [fn('a'), { type: 'function', function: { name: 'a' } }, all],
    [{ type: 'custom', name: 'exec' }, { type: 'function', function: { name: 'exec' } }, all],
    [fn('find', { namespace: 'crm' }), { type: 'function', function: { name: 'crm__find' } }, all],
    [
      { type: 'allowed_tools', mode: 'required', tools: [fn('add', { namespace: 'crm' }), fn('a')] },
      'required',
      ['a', 'crm__add'],
    ],
    [
      { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'namespace', name: 'crm' }] },
      'auto',
      ['crm__find', 'crm__add'],
    ],
  ])('%j becomes %j', (tool_choice, choice, offered) => {
    const members = { tools, tool_choice };
    expect(chatOf(members).tool_choice).toEqual(choice);
    expect(nameTools(members)).toEqual(offered);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ tool_choice: 'required' }, 'tool_choice'],
    [{ tools, tool_choice: fn('b') }, 'tool_choice.name'],
    [{ tools, tool_choice: fn('exec') }, 'tool_choice.name'],
    [{ tools, tool_choice: fn('find') }, 'tool_choice.name'],
    [
      { tools, tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [fn('a'), fn('b')] } },
      'tool_choice.tools[1].name',
    ],
    [
      { tools, tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'namespace', name: 'x' }] } },
      'tool_choice.tools[0].name',
    ],
  ])('rejects %j, which no declared tool fits', (members, param) => {
    expect(() => chatOf(members)).toThrow(expect.objectContaining({ code: 'invalid_value', param }));
  });
});
