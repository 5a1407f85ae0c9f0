import { describe, expect, it } from '@jest/globals';
import {
  EMPTY_SERVER,
  findServerProblems,
  type McpServer,
  toChangedServer,
  toNewServer,
  valuesOfServer,
} from './server-values.js';

const STORED: McpServer = {
  object: 'mcp_server',
  id: 's',
  workspace_id: 'w',
  source: 'database',
  name: 'tickets',
  kind: 'mcp',
  description: 'Tickets',
  url: 'https://tickets.example.com/mcp',
  base_url: null,
  header_names: ['authorization'],
  forward_headers: ['x-tenant'],
  oauth: { token_url: 'https://id.example.com/token', client_id: 'c' },
  user_oauth: null,
  has_client_secret: true,
  access: [{ team_id: 't', tools: ['search'] }, { service_account_id: 'a' }],
  tools: ['search', 'read'],
  approval: 'all',
  price_per_call_usd: 0.001,
  tool_prices_usd: { search: 0.01 } as never,
  timeout_ms: 5_000,
  enabled: false,
  state: 'never_seen',
  state_since: null,
  last_error: null,
  gateways: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

describe('values of an MCP server', () => {
  it('a form that was not touched sends what is stored, and no secret', () => {
    expect(toChangedServer(valuesOfServer(STORED))).toEqual({
      description: 'Tickets',
      url: 'https://tickets.example.com/mcp',
      base_url: null,
      forward_headers: ['x-tenant'],
      oauth: { token_url: 'https://id.example.com/token', client_id: 'c', scope: null },
      access: [
        { team_id: 't', tools: ['search'] },
        { service_account_id: 'a', tools: null },
      ],
      tools: ['search', 'read'],
      approval: 'all',
      price_per_call_usd: 0.001,
      tool_prices_usd: { search: 0.01 },
      timeout_ms: 5_000,
      enabled: false,
    });
  });

  it('accounts of people, which are set over the API, stay with their secret', () => {
    const changed = toChangedServer(valuesOfServer({ ...STORED, oauth: null, user_oauth: {} }));
    expect(Object.keys(changed)).not.toEqual(expect.arrayContaining(['oauth']));
    expect(Object.keys(changed)).not.toEqual(expect.arrayContaining(['client_secret']));
  });

  it('without OAuth, its secret is removed with it', () => {
    const changed = toChangedServer({ ...valuesOfServer(STORED), usesOauth: false });
    expect(changed).toMatchObject({ oauth: null, client_secret: null });
  });

  it.each([
    ['', false, undefined],
    ['', true, null],
    ['Authorization: Bearer a:b\n\n X-Team : research ', true, { Authorization: 'Bearer a:b', 'X-Team': 'research' }],
  ])('headers %j, removed: %s', (headers, removeHeaders, sent) => {
    expect(toChangedServer({ ...valuesOfServer(STORED), headers, removeHeaders }).headers).toEqual(sent);
  });

  it('the sample server has no address and no secrets', () => {
    expect(toNewServer({ ...EMPTY_SERVER, name: 'sample', kind: 'sample', url: 'https://left.example' })).toMatchObject(
      {
        name: 'sample',
        kind: 'sample',
        url: null,
        headers: null,
        forward_headers: null,
        oauth: null,
        client_secret: null,
      },
    );
  });

  it.each([
    [{ name: 'Upper Case' }, { name: 'required.name', url: 'required.url' }],
    [{ name: 'a', url: 'https://a.example/mcp' }, {}],
    [{ name: 'a', url: 'https://a.example', headers: 'no colon' }, { headers: 'required.headers' }],
    [
      { name: 'a', url: 'https://a.example', usesOauth: true },
      { token_url: 'required.url', client_id: 'required.clientId' },
    ],
    [{ name: 'a', kind: 'sample' as const }, {}],
    [{ name: 'a', kind: 'sample' as const, tool_prices_usd: 'echo' }, { tool_prices_usd: 'required.toolPrices' }],
  ])('%j has the problems %j', (values, problems) => {
    expect(findServerProblems({ ...EMPTY_SERVER, ...values })).toEqual(problems);
  });
});
