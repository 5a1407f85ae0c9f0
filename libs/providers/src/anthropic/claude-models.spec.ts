import { describe, expect, it } from '@jest/globals';
import type { ChatRequest, MessagesRequest } from '@multilane/contracts';
import { deepFreeze } from '@multilane/testing';
import { findModelFacts } from '../find-model-facts.js';
import type { ProviderTarget } from '../target.js';
import { composeNativeRequest } from './encode/encode-native-request.js';
import { encodeRequest } from './encode/encode-request.js';

const HI = [{ role: 'user' as const, content: 'hi' }];
const TOOLS = [{ type: 'function', function: { name: 'f' } }];

function targetOf(upstreamModel: string): ProviderTarget {
  const facts = findModelFacts('anthropic', upstreamModel);
  const thinking = facts.thinking === 'adaptive' ? 'adaptive' : 'budget';
  return { kind: 'anthropic', upstreamModel, facts, thinking, baseUrl: 'https://a', headers: {} };
}

function takeLosses() {
  const lost = new Set<string>();
  return { lost, lose: (name: string) => lost.add(name) };
}

describe('a chat request to a Claude model', () => {
  const SHOWN = { thinking: { type: 'adaptive', display: 'summarized' } };
  it.each([
    ['claude-opus-5', { temperature: 0.2 }, {}, ['temperature']],
    ['claude-opus-4-7', { temperature: 0, top_p: 0.1 }, {}, ['temperature', 'top_p']],
    ['claude-sonnet-5', { temperature: 1, top_p: 1 }, {}, []],
    ['claude-sonnet-4-5-20250929', { temperature: 0.2, top_p: 0.3 }, { temperature: 0.2 }, ['top_p']],
    ['claude-haiku-4-5', { temperature: 1, top_p: 0.3 }, { top_p: 0.3 }, []],
    ['claude-opus-5', { reasoning_effort: 'high' }, { ...SHOWN, output_config: { effort: 'high' } }, []],
    [
      'claude-opus-5',
      { reasoning_effort: 'minimal' },
      { ...SHOWN, output_config: { effort: 'low' } },
      ['reasoning_effort'],
    ],
    [
      'claude-opus-4-6',
      { reasoning_effort: 'xhigh' },
      { ...SHOWN, output_config: { effort: 'max' } },
      ['reasoning_effort'],
    ],
    ['claude-opus-5', { reasoning_effort: 'none' }, { thinking: { type: 'disabled' } }, []],
    ['claude-sonnet-5-5', { reasoning_effort: 'none' }, { thinking: { type: 'between_tools' } }, []],
    [
      'claude-opus-5-5',
      { reasoning_effort: 'none' },
      { ...SHOWN, output_config: { effort: 'low' } },
      ['reasoning_effort'],
    ],
    ['claude-3-5-haiku-latest', { reasoning_effort: 'high' }, {}, ['reasoning_effort']],
    ['claude-haiku-4-5-20251001', { reasoning_effort: 'none' }, {}, []],
    ['claude-opus-5-5', { tool_choice: 'required', tools: TOOLS }, { tool_choice: { type: 'auto' } }, ['tool_choice']],
    ['claude-opus-5', { tool_choice: 'required', tools: TOOLS }, { tool_choice: { type: 'any' } }, []],
    ['claude-opus-5', { max_tokens: 500_000 }, { max_tokens: 128_000 }, ['max_tokens']],
  ] as const)('%s with %j is sent as %j and declares %j', (model, members, expected, lost) => {
    const losses = takeLosses();
    const request = deepFreeze({ model: 'm', messages: HI, max_tokens: 100, ...members }) as unknown as ChatRequest;
    const { model: _, messages, tools, ...sent } = JSON.parse(encodeRequest(request, targetOf(model), losses));
    expect(sent).toEqual({ max_tokens: 100, ...expected });
    expect([...losses.lost]).toEqual(lost);
  });

  it('keeps top_k beside a temperature, and refuses it where the model refuses sampling', () => {
    const ask = (model: string, members: object) =>
      JSON.parse(encodeRequest({ model: 'm', messages: HI, ...members } as ChatRequest, targetOf(model)));
    expect(ask('claude-sonnet-4-5', { temperature: 0.2, top_k: 3 })).toMatchObject({ temperature: 0.2, top_k: 3 });
    expect(ask('claude-opus-5', { top_k: 0 })).not.toHaveProperty('top_k');
    expect(() => ask('claude-opus-5', { top_k: 3 })).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param: 'top_k' }),
    );
  });

  it('with a budget gets one, and an effort without', () => {
    const request = { model: 'm', messages: HI, reasoning_effort: 'low' } as ChatRequest;
    const thinkingOf = (model: string) =>
      JSON.parse(encodeRequest(request, targetOf(model), takeLosses())).thinking.type;
    expect([thinkingOf('claude-sonnet-4-5'), thinkingOf('claude-opus-4-8')]).toEqual(['enabled', 'adaptive']);
  });
});

describe('a messages request to a Claude model', () => {
  it.each([
    ['claude-opus-4-7', 'user', ['messages']],
    ['claude-sonnet-5', 'user', ['messages']],
    ['claude-haiku-4-5', 'user', ['messages']],
    ['claude-opus-4-8', 'system', []],
    ['claude-opus-5', 'system', []],
    ['up-anthropic', 'system', []],
  ] as const)(
    '%s gets a system turn amid the conversation as one of the %s, and %j is declared',
    (model, role, lost) => {
      const losses = takeLosses();
      const turns = [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: 'a' },
        { role: 'system', content: 's' },
      ];
      const request = deepFreeze({ model: 'm', messages: turns, max_tokens: 100 }) as unknown as MessagesRequest;
      const { messages } = composeNativeRequest(request, targetOf(model), losses);
      expect(messages.at(-1)).toEqual({ role, content: 's' });
      expect([...losses.lost]).toEqual(lost);
    },
  );

  const budget = { thinking: { type: 'enabled', budget_tokens: 10_000 } };
  it.each([
    ['claude-opus-5', budget, { thinking: { type: 'adaptive' }, output_config: { effort: 'medium' } }, ['thinking']],
    ['claude-opus-4-6', budget, budget, []],
    ['claude-sonnet-4-5', budget, budget, []],
    [
      'claude-haiku-4-5',
      { thinking: { type: 'adaptive' }, output_config: { effort: 'low' }, max_tokens: 32_000 },
      { thinking: { type: 'enabled', budget_tokens: 2048 }, max_tokens: 32_000 },
      ['thinking'],
    ],
    // One of the models with budgets takes an effort.
    ['claude-haiku-4-5', { output_config: { effort: 'low' } }, {}, ['output_config']],
    [
      'claude-sonnet-4-5',
      { output_config: { effort: 'low', format: { type: 'json_schema', schema: {} } } },
      { output_config: { format: { type: 'json_schema', schema: {} } } },
      ['output_config'],
    ],
    ['claude-opus-4-5', { output_config: { effort: 'low' } }, { output_config: { effort: 'low' } }, []],
    // A budget is part of `max_tokens`, and 1024 at least.
    [
      'claude-sonnet-4-5',
      { thinking: { type: 'adaptive' }, max_tokens: 4096 },
      { thinking: { type: 'enabled', budget_tokens: 2048 }, max_tokens: 4096 },
      ['thinking'],
    ],
    [
      'claude-sonnet-4-5',
      { thinking: { type: 'adaptive' }, max_tokens: 1100 },
      { thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 1100 },
      ['thinking'],
    ],
    ['claude-sonnet-4-5', { thinking: { type: 'adaptive' } }, {}, ['thinking']],
    ['claude-opus-5', { thinking: { type: 'disabled' } }, { thinking: { type: 'disabled' } }, []],
    ['claude-sonnet-5-5', { thinking: { type: 'disabled' } }, { thinking: { type: 'between_tools' } }, ['thinking']],
    ['claude-opus-5-5', { thinking: { type: 'disabled' } }, { output_config: { effort: 'low' } }, ['thinking']],
    [
      'claude-opus-4-6',
      { output_config: { effort: 'xhigh' } },
      { output_config: { effort: 'max' } },
      ['output_config'],
    ],
    ['claude-opus-5', { temperature: 0.5, top_k: 3 }, {}, ['temperature', 'top_k']],
    ['claude-opus-5', { temperature: 1 }, {}, []],
    ['claude-sonnet-4-5', { temperature: 0.5, top_p: 0.5 }, { temperature: 0.5 }, ['top_p']],
    [
      'claude-fable-5-1',
      { tool_choice: { type: 'tool', name: 'f' } },
      { tool_choice: { type: 'auto' } },
      ['tool_choice'],
    ],
    ['claude-opus-5', { max_tokens: 200_000 }, { max_tokens: 128_000 }, ['max_tokens']],
    ['up-anthropic', { temperature: 0.5, ...budget }, { temperature: 0.5, ...budget }, []],
  ] as const)('%s with %j is sent with %j and declares %j', (model, members, expected, lost) => {
    const losses = takeLosses();
    const request = deepFreeze({ model: 'm', messages: HI, max_tokens: 100, ...members }) as unknown as MessagesRequest;
    const {
      model: _,
      messages,
      ...sent
    } = JSON.parse(JSON.stringify(composeNativeRequest(request, targetOf(model), losses)));
    expect(sent).toEqual({ max_tokens: 100, ...expected });
    expect([...losses.lost]).toEqual(lost);
  });
});

describe('the names of Claude models', () => {
  it.each([
    ['claude-opus-5', 'adaptive', 'none'],
    ['us.anthropic.claude-opus-5-v1:0', 'adaptive', 'none'],
    ['claude-opus-4-7@20260416', 'adaptive', 'none'],
    ['claude-opus-4-5-20251101', 'budget', 'one'],
    ['claude-opus-4-20250514', 'budget', undefined],
    ['arn:aws:bedrock:us-east-1::foundation-model/anthropic.claude-sonnet-4-5-20250929-v1:0', 'budget', 'one'],
    ['claude-3-7-sonnet-latest', 'budget', undefined],
    ['my-claude-opus-5', undefined, undefined],
  ] as const)('%s thinks %s and takes sampling %s', (model, thinking, sampling) => {
    const facts = findModelFacts('anthropic', model);
    expect([facts.thinking, facts.sampling]).toEqual([thinking, sampling]);
  });
});
