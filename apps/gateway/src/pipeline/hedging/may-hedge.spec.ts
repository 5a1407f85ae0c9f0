import { describe, expect, it } from '@jest/globals';
import type { RouteRun } from '../../model-calls/route-run.js';
import type { RequestContext } from '../request-context.js';
import { mayHedge } from './may-hedge.js';

interface Node {
  readonly sticky: boolean;
  readonly strategy: string;
  readonly branches: readonly { readonly to: object }[];
}

const model = { to: {} };
const kept: Node = { sticky: true, strategy: 'weighted', branches: [model, model] };
const RULE = { after: 1, maxPercent: 5, sessions: false, allowance: {} } as never;

function ask(
  request: object,
  more: { isOfClient?: boolean; job?: object; plan?: object; session?: boolean; root?: Node } = {},
): boolean {
  const { isOfClient = true, job, plan = { format: { billing: 'tokens' } }, root = kept, session = false } = more;
  const context = { asked: { incoming: { isOfClient }, job, request }, planned: { plan } } as unknown as RequestContext;
  const run = { isOfSession: session, route: { root } } as unknown as RouteRun;
  return mayHedge(context, run, RULE);
}

const look = { name: 'look', input_schema: {} };

describe('a second call is possible', () => {
  it.each<[string, object]>([
    ['a plain request', { messages: [] }],
    ['functions', { tools: [{ type: 'function', function: { name: 'look' } }, { type: 'custom' }] }],
    ['tools of Anthropic without a type', { tools: [look] }],
    ['members that ask for nothing', { store: false, background: null, mcp_servers: [], plugins: [] }],
  ])('for %s', (_what, request) => {
    expect(ask(request)).toBe(true);
  });

  it.each<[string, object]>([
    ['an answer that is stored', { store: true }],
    ['an answer in the background', { background: true }],
    ['a conversation that the provider keeps', { conversation: 'conv_1' }],
    ['an earlier response', { previous_response_id: 'resp_1' }],
    ['a container', { container: 'c' }],
    ['a search', { web_search_options: {} }],
    ['servers of MCP that the provider calls', { mcp_servers: [{ url: 'https://mcp.example' }] }],
    ['plugins', { plugins: [{ id: 'web' }] }],
    ['plugins of an unknown form', { plugins: 'web' }],
    ['a hosted tool', { tools: [look, { type: 'code_execution_20250825', name: 'code' }] }],
    ['a hosted tool of responses', { tools: [{ type: 'mcp', server_url: 'https://mcp.example' }] }],
  ])('not for %s', (_what, request) => {
    expect(ask(request)).toBe(false);
  });

  it.each([
    ['requests of the gateway itself', { isOfClient: false }],
    ['jobs', { job: {} }],
    ['media', { plan: { format: { billing: 'images' } } }],
    ['token counts', { plan: { format: { billing: 'nothing' } } }],
    ['exchanges', { plan: { format: { billing: 'tokens' }, exchange: {} } }],
    ['sessions that are kept on one target', { session: true }],
    [
      'sessions that are kept on one target of several in a virtual model within',
      { session: true, root: { sticky: true, strategy: 'failover', branches: [model, { to: kept }] } },
    ],
  ])('not for %s', (_what, more) => {
    expect(ask({}, more)).toBe(false);
  });

  it.each([
    ['of a strategy that keeps none', { sticky: true, strategy: 'failover', branches: [model, model] }],
    ['where the route keeps none', { ...kept, sticky: false }],
  ])('for sessions %s', (_what, root) => {
    expect(ask({}, { session: true, root })).toBe(true);
  });
});
