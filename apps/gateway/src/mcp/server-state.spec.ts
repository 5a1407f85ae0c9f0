import { describe, expect, it } from '@jest/globals';
import type { McpServer } from '../snapshot/mcp-servers.js';
import { ServerState, type ToolPins } from './server-state.js';
import type { McpUpstream, ServerLists } from './upstreams/upstream.js';

const inputSchema = { type: 'object' } as const;
const LISTS: ServerLists = {
  tools: [{ name: 'search', inputSchema }],
  prompts: [{ name: 'greet' }],
  resources: [],
  templates: [],
  instructions: 'Be kind.',
};
const logger = { warn: () => undefined, info: () => undefined };
const STORED = { id: 'id', organizationId: 'organization' };

const serverOf = (approval: McpServer['approval'], values: Partial<McpServer> = {}): McpServer =>
  ({ name: 'seen', key: 'seen', approval, ...values }) as McpServer;

/** A server that offers one thing of most kinds. */
function open(server: McpServer, pins?: ToolPins): ServerState {
  const upstream = { list: () => Promise.resolve(LISTS) } as unknown as McpUpstream;
  return new ServerState(server, upstream, pins, logger);
}

const offeredOf = ({ offered }: ServerState) => ({
  tools: offered?.tools.length,
  prompts: offered?.prompts.length,
  instructions: offered?.instructions,
});
const EVERYTHING = { tools: 1, prompts: 1, instructions: 'Be kind.' };
const NOTHING = { tools: 0, prompts: 0, instructions: undefined };
const ALL_BUT_TOOLS = { ...EVERYTHING, tools: 0 };

// docs/contract/mcp.md#approval
describe('approvals of a server', () => {
  it.each([
    ['none', EVERYTHING],
    ['changes', EVERYTHING],
    ['tools', ALL_BUT_TOOLS],
    ['all', NOTHING],
  ] as const)('are needed for what is new as the rule %s says', async (approval, expected) => {
    const state = open(serverOf(approval));
    await state.read(60_000, undefined);
    expect(offeredOf(state)).toEqual(expected);
  });

  it('follow a rule that changes while the lists are known', async () => {
    const state = open(serverOf('all'));
    await state.read(60_000, undefined);
    for (const [approval, expected] of [
      ['tools', ALL_BUT_TOOLS],
      ['none', EVERYTHING],
      ['all', NOTHING],
      ['changes', EVERYTHING],
    ] as const) {
      state.follow(serverOf(approval));
      expect([approval, state.isStale(undefined)]).toEqual([approval, true]);
      await state.renewApprovals(undefined);
      expect([approval, state.isStale(undefined), offeredOf(state)]).toEqual([approval, false, expected]);
    }
  });

  it('are asked of the database for what needs one alone', async () => {
    const asked: (readonly [boolean, readonly string[]])[] = [];
    const pins: ToolPins = {
      record: ({ approvesNew, tools }) => {
        asked.push([approvesNew, tools.map(({ name }) => name)]);
        return Promise.resolve(new Map());
      },
    };
    for (const approval of ['none', 'changes', 'tools', 'all'] as const) {
      await open(serverOf(approval, { stored: STORED }), pins).read(60_000, 1);
    }
    const everything = ['search', 'prompt greet', 'instructions server'];
    expect(asked).toEqual([
      [true, everything],
      [false, ['search']],
      [false, everything],
    ]);
  });
});
