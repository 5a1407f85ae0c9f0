import { describe, expect, it } from '@jest/globals';
import { type Agent, EMPTY_AGENT, findAgentProblems, newTool, toAgent, valuesOfAgent } from './agent-values.js';

const PARAMETERS = { type: 'object', properties: { order_id: { type: 'string' } } };

const STORED: Agent = {
  object: 'agent',
  id: 'a',
  workspace_id: 'w',
  name: 'order-desk',
  description: 'Orders',
  model: 'm',
  instructions: 'Answer.\n',
  tools: [
    {
      type: 'http',
      name: 'get_order',
      description: 'Finds an order.',
      requires_approval: true,
      method: 'POST',
      url: 'https://shop.example/orders',
      parameters: PARAMETERS,
      headers: { authorization: 'Bearer {{secrets.SHOP_KEY}}' },
      timeout_seconds: 5,
    },
    { type: 'agent', name: 'ask_legal', description: 'Contracts.', requires_approval: false, agent_id: 'b' },
    { type: 'mcp', name: 'tickets', requires_approval: true, server: 'tickets', tools: ['find', 'close'] },
    { type: 'mcp', name: 'wiki', requires_approval: false, server: 'wiki' },
  ],
  kb_ids: ['k'],
  docset_ids: [],
  max_steps: 3,
  caps: { cost_usd: 0.5, tokens: null, seconds: 60, tool_calls: 7 },
  temperature: 0,
  max_output_tokens: null,
  chat_model: true,
  mcp_tool: false,
  a2a: true,
  version: 4,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

describe('values of an agent', () => {
  it('a form that was not touched sends what is stored', () => {
    const {
      created_at: _,
      id: __,
      object: ___,
      updated_at: ____,
      version: _____,
      workspace_id: ______,
      ...rest
    } = STORED;
    expect(toAgent(valuesOfAgent(STORED))).toEqual(rest);
  });

  it('empty caps are no caps, and an empty temperature is that of the model', () => {
    const agent = toAgent({ ...EMPTY_AGENT, name: 'a', model: 'm' });
    expect(agent).toMatchObject({ temperature: null, caps: { cost_usd: null, tokens: null, seconds: 600 } });
  });

  it.each([
    [{}, { name: 'required.name', model: 'required.model' }],
    [{ name: 'a', model: 'm' }, {}],
    [{ name: 'a b', model: 'm' }, { name: 'required.name' }],
  ])('%j has the problems %j', (values, problems) => {
    expect(findAgentProblems({ ...EMPTY_AGENT, ...values })).toEqual(problems);
  });

  it.each([
    [{ name: 'has space' }, 'required.toolName'],
    [{ description: ' ' }, 'required.toolDescription'],
    [{ url: 'ftp://shop.example' }, 'required.url'],
    [{ headers: 'no colon' }, 'required.headers'],
    [{ parameters: '[]' }, 'required.parameters'],
    [{ parameters: '{' }, 'required.parameters'],
    [{ type: 'agent' as const }, 'required.agent'],
    [{ type: 'mcp' as const }, 'required.server'],
    [{ type: 'mcp' as const, server: 'tickets', description: '' }, undefined],
    [{}, undefined],
  ])('a tool with %j has the problem %s', (change, problem) => {
    const tool = { ...newTool('http', 'k'), name: 'get', description: 'Gets.', url: 'https://shop.example', ...change };
    expect(findAgentProblems({ ...EMPTY_AGENT, name: 'a', model: 'm', tools: [tool] }).tools).toBe(problem);
  });
});
