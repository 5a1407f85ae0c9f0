import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { readDefinition } from './read-definition.js';

const ID = '01930000-0000-7000-8000-000000000001';
const HTTP = {
  type: 'http',
  name: 'get_order',
  description: 'Finds an order.',
  url: 'https://shop.example/orders/{order_id}',
  parameters: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
};
const AGENT = { type: 'agent', name: 'helper', description: 'Helps.', agent_id: ID };
const MCP = { type: 'mcp', name: 'tickets', server: 'tickets' };

function paramOf(value: unknown): unknown {
  try {
    readDefinition(value);
  } catch (error) {
    return error instanceof GatewayError ? error.param : error;
  }
  return 'accepted';
}

const withTool = (changes: object) => ({ model: 'm', tools: [{ ...HTTP, ...changes }] });
const nested = (levels: number): object => (levels === 0 ? {} : { items: nested(levels - 1) });

describe('readDefinition', () => {
  it('fills in what is left out', () => {
    expect(readDefinition({ model: 'm' })).toEqual({
      model: 'm',
      instructions: '',
      tools: [],
      kb_ids: [],
      docset_ids: [],
      max_steps: 10,
      caps: { cost_usd: null, tokens: null, seconds: 600, tool_calls: 100 },
      temperature: null,
      max_output_tokens: null,
    });
    const secret = { authorization: 'Bearer {{secrets.SHOP_KEY}}', 'X-Tenant': 'a' };
    expect(readDefinition(withTool({ headers: secret })).tools).toEqual([
      {
        ...HTTP,
        method: 'GET',
        requires_approval: false,
        timeout_seconds: 30,
        headers: { authorization: secret.authorization, 'x-tenant': 'a' },
      },
    ]);
  });

  it('reads as what an agent is published, and leaves out what it is not', () => {
    expect(readDefinition({ model: 'm', chat_model: true, mcp_tool: true, a2a: true })).toMatchObject({
      chat_model: true,
      mcp_tool: true,
      a2a: true,
    });
    expect(Object.keys(readDefinition({ model: 'm', chat_model: false, mcp_tool: false, a2a: false }))).not.toEqual(
      expect.arrayContaining(['chat_model', 'mcp_tool', 'a2a']),
    );
  });

  it('reads the tools of an MCP server: all of them, or those that it names', () => {
    const { tools } = readDefinition({ model: 'm', tools: [MCP, { ...MCP, name: 'some', tools: ['a', 'a'] }] });
    expect(tools).toMatchObject([
      { ...MCP, tools: null, requires_approval: false },
      { name: 'some', tools: ['a'] },
    ]);
  });

  it.each<[string, unknown]>([
    ['model', {}],
    ['max_step', { model: 'm', max_step: 4 }],
    ['max_steps', { model: 'm', max_steps: '5' }],
    ['max_steps', { model: 'm', max_steps: 51 }],
    ['instructions', { model: 'm', instructions: 'a\0b' }],
    ['caps.cost_usd', { model: 'm', caps: { cost_usd: 0 } }],
    ['caps.cost_usd', { model: 'm', caps: { cost_usd: Number.NaN } }],
    ['caps.minutes', { model: 'm', caps: { minutes: 1 } }],
    ['caps.seconds', { model: 'm', caps: { seconds: 3_601 } }],
    ['temperature', { model: 'm', temperature: 3 }],
    ['chat_model', { model: 'm', chat_model: 'yes' }],
    ['mcp_tool', { model: 'm', mcp_tool: 1 }],
    ['a2a', { model: 'm', a2a: 'yes' }],
    ['kb_ids[0]', { model: 'm', kb_ids: ['x'] }],
    ['tools', { model: 'm', tools: Array.from({ length: 33 }, () => HTTP) }],
    ['tools[0].type', { model: 'm', tools: [{ ...HTTP, type: 'shell' }] }],
    ['tools[0].name', { model: 'm', tools: [{ type: 'mcp', server: 's' }] }],
    ['tools[0].server', { model: 'm', tools: [{ type: 'mcp', name: 's' }] }],
    ['tools[0].tools', { model: 'm', tools: [{ ...MCP, tools: [] }] }],
    ['tools[0].tools[1]', { model: 'm', tools: [{ ...MCP, tools: ['a', 7] }] }],
    ['tools[0].url', { model: 'm', tools: [{ ...MCP, url: 'https://x.example' }] }],
    ['tools[0].type', { model: 'm', tools: [null] }],
    ['tools[1].name', { model: 'm', tools: [HTTP, { ...AGENT, name: HTTP.name }] }],
    ['tools[0].name', withTool({ name: 'search_knowledge' })],
    ['tools[0].name', withTool({ name: 'a b' })],
    ['tools[0].name', withTool({ name: 'a'.repeat(65) })],
    ['tools[0].description', withTool({ description: ' ' })],
    ['tools[0].requires_approval', withTool({ requires_approval: 'no' })],
    ['tools[0].timeout_seconds', withTool({ timeout_seconds: 121 })],
    ['tools[0].method', withTool({ method: 'TRACE' })],
    ['tools[0].body', withTool({ body: {} })],
    ['tools[0].parameters', withTool({ parameters: [] })],
    ['tools[0].parameters.type', withTool({ parameters: { type: 'array' } })],
    ['tools[0].parameters', withTool({ parameters: { type: 'object', x: nested(30) } })],
    ['tools[0].parameters', withTool({ parameters: { type: 'object', x: 'y'.repeat(9_000) } })],
    ['tools[0].headers.Host', withTool({ headers: { Host: 'a' } })],
    ['tools[0].headers.A', withTool({ headers: { a: '1', A: '2' } })],
    ['tools[0].headers.a', withTool({ headers: { a: 'x\r\ny: z' } })],
    ['tools[0].headers.a', withTool({ headers: { a: '{{secrets.no name}}' } })],
    ['tools[0].headers.a', withTool({ headers: { a: '{{env.HOME}}' } })],
    ['tools[0].headers.a', withTool({ headers: { a: { secret: 'S' } } })],
    ['tools[0].agent_id', { model: 'm', tools: [{ ...AGENT, agent_id: 'a' }] }],
  ])('rejects %s of %j', (param, value) => {
    expect(paramOf(value)).toBe(param);
  });

  it.each([
    'ftp://shop.example/{order_id}',
    'https://{order_id}.example/',
    'https://{order_id}/',
    'https://shop.example:{order_id}/',
    'https://a:b@shop.example/{order_id}',
    'https://shop.example/?id={order_id}',
    'https://shop.example/{order_id',
    'https://shop.example/{other}',
    'https://shop.example/{order_id}#{order_id}',
    'https:\\\\{order_id}/',
    '/orders/{order_id}',
  ])('rejects the address %s', (url) => {
    expect(paramOf(withTool({ url }))).toBe('tools[0].url');
  });
});
