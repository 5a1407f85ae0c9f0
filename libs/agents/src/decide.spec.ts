import { describe, expect, it } from '@jest/globals';
import { decide, narrowCaps } from './decide.js';
import { readDefinition } from './read-definition.js';
import type { RunState, ToolCallState, Turn } from './run-state.js';

const UNUSED = { tokens: 0, costUsd: 0, activeMs: 0, toolCalls: 0 };
const call = (status: ToolCallState['status'], result?: string): ToolCallState => ({
  id: status,
  name: 't',
  arguments: '{}',
  status,
  result,
});
const turn = (...calls: ToolCallState[]): Turn => ({ content: null, calls });
const ANSWER: Turn = { content: 'Done.', calls: [] };
const done = turn(call('finished', 'r'));

const state = (changes: Partial<RunState> & { readonly definition?: never; readonly defined?: object }): RunState => {
  const { defined, ...rest } = changes;
  return {
    definition: readDefinition({ model: 'm', ...defined }),
    input: 'Hello',
    turns: [],
    used: UNUSED,
    isCancelled: false,
    ...rest,
  };
};
const short = (given: RunState): string => {
  const decision = decide(given);
  return decision.next === 'stop' ? decision.reason : decision.next;
};

describe('decide', () => {
  it.each<[string, string, RunState]>([
    ['asks the model first', 'ask_model', state({})],
    ['calls what is due', 'call_tools', state({ turns: [turn(call('due'))] })],
    [
      'calls what is due though another call waits',
      'call_tools',
      state({ turns: [turn(call('due'), call('awaiting_approval'))] }),
    ],
    [
      'waits for approvals',
      'awaiting_approval',
      state({ turns: [turn(call('finished', 'r'), call('awaiting_approval'))] }),
    ],
    ['asks again with the results', 'ask_model', state({ turns: [done] })],
    ['is completed with an answer without calls', 'completed', state({ turns: [done, ANSWER] })],
    ['says that no step is left', 'max_steps', state({ turns: [done, turn(call('due'))], defined: { max_steps: 2 } })],
    ['says so though the calls have results', 'max_steps', state({ turns: [done], defined: { max_steps: 1 } })],
    ['takes an answer in the last step', 'completed', state({ turns: [done, ANSWER], defined: { max_steps: 2 } })],
    [
      'stops at the cap on tokens',
      'budget',
      state({ turns: [done], defined: { caps: { tokens: 5 } }, used: { ...UNUSED, tokens: 5 } }),
    ],
    [
      'stops at the cap on cost',
      'budget',
      state({ turns: [turn(call('due'))], defined: { caps: { cost_usd: 0.1 } }, used: { ...UNUSED, costUsd: 0.2 } }),
    ],
    [
      'stops at the cap on calls',
      'budget',
      state({ turns: [done], defined: { caps: { tool_calls: 1 } }, used: { ...UNUSED, toolCalls: 1 } }),
    ],
    [
      'stops at the cap on time',
      'time',
      state({ defined: { caps: { seconds: 1 } }, used: { ...UNUSED, activeMs: 1_000 } }),
    ],
    [
      'is completed though a cap was reached with the answer',
      'completed',
      state({ turns: [ANSWER], defined: { caps: { tokens: 5 } }, used: { ...UNUSED, tokens: 9 } }),
    ],
    ['stops when it is cancelled', 'cancelled', state({ turns: [turn(call('due'))], isCancelled: true })],
    [
      'stops at a transcript that no model reads',
      'budget',
      state({ turns: [turn(call('finished', 'x'.repeat(4_000_001)))] }),
    ],
  ])('%s', (_rule, expected, given) => {
    expect(short(given)).toBe(expected);
  });

  it('names the calls that are due', () => {
    expect(decide(state({ turns: [turn(call('finished', 'r'), call('due'))] }))).toEqual({
      next: 'call_tools',
      calls: [call('due')],
    });
  });
});

describe('narrowCaps', () => {
  const caps = (value: object) => readDefinition({ model: 'm', caps: value }).caps;

  it('leaves an agent no more than its caller has left', () => {
    const used = { tokens: 60, costUsd: 1, activeMs: 30_000, toolCalls: 4 };
    const parent = caps({ tokens: 100, cost_usd: 3, seconds: 90, tool_calls: 10 });
    expect(narrowCaps(caps({ tokens: 80, seconds: 600 }), parent, used)).toEqual({
      tokens: 40,
      cost_usd: 2,
      seconds: 60,
      tool_calls: 6,
    });
    expect(narrowCaps(caps({ tokens: 30, seconds: 20 }), caps({}), used)).toMatchObject({
      tokens: 30,
      cost_usd: null,
      seconds: 20,
    });
  });
});
