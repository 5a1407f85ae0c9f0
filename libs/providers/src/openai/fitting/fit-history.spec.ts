import { describe, expect, it } from '@jest/globals';
import type { ChatMessage, ChatRequest, ProviderKind } from '@multilane/contracts';
import { deepFreeze } from '@multilane/testing';
import { findModelFacts } from '../../find-model-facts.js';
import { getAdapter } from '../../registry.js';
import { BRIDGE } from '../../shared/history/fit-roles.js';

const USER = { role: 'user', content: 'q' };
const TOOLS = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }];
const CALL = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'abcdefgh1', type: 'function', function: { name: 'f', arguments: '{}' } }],
};
const RESULT = { role: 'tool', tool_call_id: 'abcdefgh1', content: 'r' };

function encode(kind: ProviderKind, upstreamModel: string, messages: readonly object[], members: object = {}) {
  const lost = new Set<string>();
  const request = deepFreeze({ model: 'm', messages, tools: TOOLS, ...members }) as unknown as ChatRequest;
  const target = { kind, upstreamModel, baseUrl: 'https://a', headers: {}, facts: findModelFacts(kind, upstreamModel) };
  const losses = { lose: (name: string) => lost.add(name) };
  const [body = ''] = getAdapter(kind)?.endpoints.chat?.encode(request, target, losses) ?? [];
  const sent = JSON.parse(body) as { messages: ChatMessage[] };
  return { messages: sent.messages, lost: [...lost] };
}

describe('answers in a conversation with deepseek', () => {
  const answered = { role: 'assistant', content: 'a' };

  it('get a blank thought where a client dropped theirs, and keep their own', () => {
    const thought = { ...answered, reasoning_content: 'hm' };
    const empty = { ...CALL, reasoning_content: '' };
    const { messages, lost } = encode('deepseek', 'deepseek-v4-pro', [USER, thought, empty, RESULT, answered, USER]);
    expect(messages.map(({ reasoning_content: text }) => text)).toEqual([
      undefined,
      'hm',
      ' ',
      undefined,
      ' ',
      undefined,
    ]);
    expect(lost).toEqual([]);
  });

  it('stay as they are where the model does not think, or there are no tools', () => {
    const turns = [USER, answered, USER];
    const unthought = { thinking: { type: 'disabled' } };
    expect(encode('deepseek', 'deepseek-v4-pro', turns, unthought).messages).toEqual(turns);
    expect(encode('deepseek', 'deepseek-v4-pro', turns, { reasoning_effort: 'none' }).messages).toEqual(turns);
    expect(encode('deepseek', 'deepseek-v4-pro', turns, { tools: undefined }).messages).toEqual(turns);
    expect(encode('vllm', 'm', [USER, CALL, RESULT]).messages).toEqual([USER, CALL, RESULT]);
  });
});

describe('a turn that only calls tools', () => {
  it.each(['xai', 'ollama'] as const)('has an empty text for %s', (kind) => {
    const { content, ...without } = CALL;
    const filled = [USER, { ...CALL, content: '' }, RESULT];
    expect(encode(kind, 'm', [USER, CALL, RESULT])).toEqual({ messages: filled, lost: [] });
    expect(encode(kind, 'm', [USER, without, RESULT]).messages).toEqual(filled);
    expect(encode(kind, 'm', [USER, { ...CALL, content: [] }, RESULT]).messages).toEqual(filled);
  });
});

describe('reasoning that comes back to groq', () => {
  const thought = { ...CALL, reasoning_content: 'hm' };

  it('is left out, declared, for a model that takes no effort, and kept for others', () => {
    expect(encode('groq', 'llama-3.3-70b-versatile', [USER, thought, RESULT])).toEqual({
      messages: [USER, CALL, RESULT],
      lost: ['messages'],
    });
    const kept = { messages: [USER, { ...CALL, reasoning: 'hm' }, RESULT], lost: [] };
    expect(encode('groq', 'openai/gpt-oss-120b', [USER, thought, RESULT])).toEqual(kept);
    expect(encode('groq', 'a-new-model', [USER, thought, RESULT])).toEqual(kept);
  });
});

describe('additions of the official SDK to the message of a stream', () => {
  it.each(['mistral', 'groq', 'cerebras'] as const)('does not reach %s', (kind) => {
    const answer = { role: 'assistant', content: '{"a":1}' };
    const turns = (parsed: unknown) => [USER, { ...answer, parsed }, USER];
    for (const parsed of [null, { a: 1 }]) {
      expect(encode(kind, 'm', turns(parsed))).toEqual({ messages: [USER, answer, USER], lost: [] });
    }
  });
});

describe('the order of roles', () => {
  const SYSTEM = { role: 'system', content: 's' };

  it.each(['vllm', 'ollama', 'nvidia', 'perplexity', 'openai-compatible'] as const)(
    'has one system message and alternating turns for %s, whose models have chat templates',
    (kind) => {
      const turns = [SYSTEM, { role: 'developer', content: 't' }, USER, { role: 'user', content: 'w' }];
      expect(encode(kind, 'm', turns)).toEqual({
        messages: [
          { role: 'system', content: 's\n\nt' },
          { role: 'user', content: 'q\n\nw' },
        ],
        lost: [],
      });
    },
  );

  it.each([
    ['mistral', 'mistral-medium-latest'],
    ['vllm', 'mistralai/Devstral-Small-2-24B'],
    ['nvidia', 'mistralai/mistral-small-4-119b-2603'],
    ['ollama', 'ministral-3:8b'],
    ['openrouter', 'mistralai/mistral-medium-3.5'],
    ['openai-compatible', 'codestral'],
  ] as const)('has the assistant between results and a user for %s %s', (kind, model) => {
    const { messages, lost } = encode(kind, model, [USER, { ...CALL, content: 'x' }, RESULT, USER]);
    expect(messages.slice(2)).toEqual([RESULT, { role: 'assistant', content: BRIDGE }, USER]);
    expect(lost).toEqual(['messages']);
  });

  it.each([
    ['openai', 'gpt-4.1'],
    ['groq', 'openai/gpt-oss-120b'],
    ['together', 'm'],
  ] as const)('is left alone for %s %s', (kind, model) => {
    const turns = [SYSTEM, USER, USER, { ...CALL, content: 'x' }, RESULT, USER, SYSTEM, USER];
    expect(encode(kind, model, turns)).toEqual({ messages: turns, lost: [] });
  });
});
