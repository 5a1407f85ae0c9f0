import { describe, expect, it } from '@jest/globals';
import type { ChatRequest, ProviderKind } from '@multilane/contracts';
import { deepFreeze } from '@multilane/testing';
import { findModelFacts } from '../../find-model-facts.js';
import { getAdapter } from '../../registry.js';

const TOOLS = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }];
const HI = [{ role: 'user', content: 'hi' }];

function encode(kind: ProviderKind, upstreamModel: string, members: object) {
  const lost = new Set<string>();
  const request = deepFreeze({ model: 'm', messages: HI, ...members }) as ChatRequest;
  const target = { kind, upstreamModel, baseUrl: 'https://a', headers: {}, facts: findModelFacts(kind, upstreamModel) };
  const losses = { lose: (name: string) => lost.add(name) };
  const [body = ''] = getAdapter(kind)?.endpoints.chat?.encode(request, target, losses) ?? [];
  const { model, messages, ...sent } = JSON.parse(body) as Record<string, unknown> & Pick<ChatRequest, 'messages'>;
  return { sent, messages, lost: [...lost] };
}

/** Members that are sent beside the model and the messages, and those that are declared. */
const ROWS: readonly (readonly [ProviderKind, string, object, object, string[]])[] = [
  // The limit of tokens.
  ['openai', 'gpt-5-mini', { max_tokens: 10 }, { max_completion_tokens: 10 }, []],
  ['openai', 'gpt-4o', { max_tokens: 10 }, { max_completion_tokens: 10 }, []],
  ['azure-openai', 'deployment', { max_tokens: 10 }, { max_completion_tokens: 10 }, []],
  ['openai', 'x', { max_tokens: 10, max_completion_tokens: 20 }, { max_completion_tokens: 20 }, ['max_tokens']],
  ['openai', 'x', { max_tokens: 20, max_completion_tokens: 20 }, { max_completion_tokens: 20 }, []],
  ['openai', 'x', { max_tokens: null, max_completion_tokens: 20 }, { max_completion_tokens: 20 }, []],
  ['openai', 'x', { max_tokens: 5, max_completion_tokens: null }, { max_completion_tokens: 5 }, []],
  ['openai', 'gpt-4.1', { max_tokens: 99_999 }, { max_completion_tokens: 32_768 }, ['max_tokens']],
  ['deepseek', 'deepseek-flash', { max_completion_tokens: 10 }, { max_tokens: 10 }, []],
  ['ollama', 'x', { max_tokens: 3, max_completion_tokens: 10 }, { max_tokens: 10 }, ['max_tokens']],
  ['vllm', 'x', { max_tokens: 10 }, { max_tokens: 10 }, []],
  // Sampling.
  ['openai', 'gpt-5', { temperature: 0.2 }, {}, ['temperature']],
  ['openai', 'gpt-5', { temperature: 1, top_p: 1 }, {}, []],
  ['openai', 'gpt-5.4', { temperature: 0.2, top_p: 0.5 }, { temperature: 0.2, top_p: 0.5 }, []],
  ['openai', 'gpt-5.4', { temperature: 0.2, reasoning_effort: 'low' }, { reasoning_effort: 'low' }, ['temperature']],
  ['openai', 'gpt-5.5', { temperature: 0 }, {}, ['temperature']],
  [
    'openai',
    'gpt-5.6-terra',
    { temperature: 0, reasoning_effort: 'none' },
    { temperature: 0, reasoning_effort: 'none' },
    [],
  ],
  ['openai', 'gpt-4o', { temperature: 0 }, { temperature: 0 }, []],
  ['openai', 'o3', { top_p: 0.1, stop: ['x'] }, {}, ['top_p', 'stop']],
  ['openai', 'o3', { stop: [] }, {}, []],
  // Values that ask for nothing.
  ['xai', 'grok-4.5', { presence_penalty: 0, frequency_penalty: 0, logit_bias: {} }, {}, []],
  ['xai', 'grok-4.3', { stop: 'x' }, {}, ['stop']],
  ['xai', 'grok-4-fast-non-reasoning', { stop: 'x' }, { stop: 'x' }, []],
  ['cerebras', 'gpt-oss-120b', { presence_penalty: 0, parallel_tool_calls: true }, {}, []],
  // Efforts.
  ['openai', 'gpt-5', { reasoning_effort: 'minimal' }, { reasoning_effort: 'minimal' }, []],
  ['openai', 'gpt-5', { reasoning_effort: 'none' }, { reasoning_effort: 'minimal' }, ['reasoning_effort']],
  ['openai', 'gpt-5.4', { reasoning_effort: 'minimal' }, { reasoning_effort: 'low' }, ['reasoning_effort']],
  ['openai', 'gpt-5.5', { reasoning_effort: 'xhigh' }, { reasoning_effort: 'xhigh' }, []],
  ['openai', 'gpt-4.1', { reasoning_effort: 'low' }, {}, ['reasoning_effort']],
  ['xai', 'grok-4.5', { reasoning_effort: 'none' }, { reasoning_effort: 'low' }, ['reasoning_effort']],
  ['xai', 'grok-4-0709', { reasoning_effort: 'high' }, {}, ['reasoning_effort']],
  ['groq', 'openai/gpt-oss-20b', { reasoning_effort: 'minimal' }, { reasoning_effort: 'low' }, ['reasoning_effort']],
  ['groq', 'qwen/qwen3-32b', { reasoning_effort: 'high' }, { reasoning_effort: 'default' }, ['reasoning_effort']],
  ['mistral', 'mistral-small-latest', { reasoning_effort: 'low' }, { reasoning_effort: 'high' }, ['reasoning_effort']],
  ['mistral', 'mistral-large-latest', { reasoning_effort: 'low' }, {}, ['reasoning_effort']],
  ['deepseek', 'deepseek-flash', { reasoning_effort: 'none' }, { thinking: { type: 'disabled' } }, []],
  ['deepseek', 'deepseek-flash', { reasoning_effort: 'medium' }, { reasoning_effort: 'high' }, ['reasoning_effort']],
  ['vllm', 'x', { reasoning_effort: 'none' }, { reasoning_effort: 'none' }, []],
  // Hints of agents.
  ['mistral', 'x', { store: false, prompt_cache_key: 'k' }, { prompt_cache_key: 'k' }, []],
  ['mistral', 'x', { store: true, verbosity: 'low' }, {}, ['store', 'verbosity']],
  ['groq', 'x', { store: false, prompt_cache_key: 'k' }, { store: false }, ['prompt_cache_key']],
  ['cerebras', 'gpt-oss-120b', { store: false, safety_identifier: 's' }, {}, ['safety_identifier']],
  ['fireworks', 'x', { store: false, prompt_cache_retention: '24h' }, {}, ['prompt_cache_retention']],
  ['vllm', 'x', { store: false, prompt_cache_key: 'k' }, { store: false, prompt_cache_key: 'k' }, []],
  // Tools.
  ['openai', 'gpt-5.6', { tools: TOOLS }, { tools: TOOLS, reasoning_effort: 'none' }, ['reasoning_effort']],
  ['openai', 'gpt-5.4', { tools: TOOLS }, { tools: TOOLS, reasoning_effort: 'none' }, []],
  ['openai', 'gpt-5', { tools: TOOLS, reasoning_effort: 'low' }, { tools: TOOLS, reasoning_effort: 'low' }, []],
  ['openai', 'o3', { tools: TOOLS, parallel_tool_calls: false }, { tools: TOOLS }, []],
];

describe('a chat request of group R', () => {
  it.each(ROWS)('to %s %s with %j is sent as %j and declares %j', (kind, model, members, sent, lost) => {
    const encoded = encode(kind, model, members);
    expect(encoded.sent).toEqual(sent);
    expect(encoded.lost).toEqual(lost);
  });

  const turn = (members: object) => ({ messages: [...HI, { role: 'assistant', content: 'x', ...members }, ...HI] });

  it.each(['openai', 'vllm', 'mistral', 'deepseek', 'azure-openai'] as const)(
    'to %s has no empty list of calls in its history',
    (kind) => {
      const { messages, lost } = encode(kind, 'm', turn({ tool_calls: [] }));
      expect(messages).toEqual([...HI, { role: 'assistant', content: 'x' }, ...HI]);
      expect(lost).toEqual([]);
    },
  );

  it('joins texts where the provider takes strings, and nowhere else', () => {
    const texts = {
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    }; // prettier-ignore
    expect(encode('deepseek', 'm', turn(texts)).messages).toContainEqual({ role: 'assistant', content: 'ab' });
    expect(encode('openai', 'm', turn(texts)).messages).toContainEqual({ role: 'assistant', ...texts });
  });

  it.each(['mistral', 'groq', 'cerebras'] as const)(
    'leaves out what other providers’ answers have and %s rejects; its words stay, and what is lost is declared',
    (kind) => {
      const empty = { refusal: null, annotations: [], audio: null, function_call: null };
      expect(encode(kind, 'm', turn(empty))).toMatchObject({
        messages: [...HI, { role: 'assistant', content: 'x' }, ...HI],
        lost: [],
      });
      const refused = { content: null, refusal: 'No.', annotations: [{ type: 'url_citation' }] };
      expect(encode(kind, 'm', turn(refused))).toMatchObject({
        messages: [...HI, { role: 'assistant', content: 'No.' }, ...HI],
        lost: ['messages'],
      });
      expect(encode('vllm', 'm', turn(empty)).messages[1]).toEqual({ role: 'assistant', content: 'x', ...empty });
    },
  );

  it('gives a call whose id was there before another, in 9 characters, and joins two results of one, for mistral', () => {
    const calls = (id: string) => ({
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
    });
    const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });
    const turns = [...HI, calls('f:0'), result('f:0', 'a'), calls('f:0'), result('f:0', 'b'), result('f:0', 'c')];
    const { messages, lost } = encode('mistral', 'm', { messages: turns });
    const ids = messages.flatMap(({ tool_calls: made }) => made?.map(({ id }) => id) ?? []);
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id) => /^[A-Za-z0-9]{9}$/.test(id))).toBe(true);
    expect(messages.slice(-1)).toEqual([result(ids[1] ?? '', 'b\nc')]);
    expect(lost).toEqual(['messages']);
  });

  it('leaves out the names of authors that a provider rejects, and declares it', () => {
    const named = { messages: [{ role: 'user', name: 'ann', content: 'hi' }] };
    expect(encode('groq', 'm', named)).toEqual({ sent: {}, messages: HI, lost: ['messages'] });
    expect(encode('openai', 'm', named).messages).toEqual(named.messages);
  });

  const LONG = 'chatcmpl-tool-0123456789abcdef0123456789abcdef';
  const called = (id: string) => ({
    messages: [
      ...HI,
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: id, content: 'r' },
    ],
  });
  const idsOf = (kind: ProviderKind, id: string) => {
    const [, call, result] = encode(kind, 'm', called(id)).messages as {
      tool_calls: { id: string }[];
      tool_call_id: string;
    }[];
    return [call?.tool_calls[0]?.id ?? '', result?.tool_call_id ?? ''] as const;
  };

  it.each(['openai', 'azure-openai'] as const)(
    'to %s has ids of at most 40 characters in calls and results',
    (kind) => {
      const [call, result] = idsOf(kind, LONG);
      expect(call).toBe(result);
      expect(call.length).toBeLessThanOrEqual(40);
      expect(idsOf(kind, `${LONG.slice(0, -1)}0`)[0]).not.toBe(call);
      expect(idsOf(kind, LONG.slice(0, 40))[0]).toBe(LONG.slice(0, 40));
    },
  );

  it('leaves long ids alone where they are taken', () => {
    expect(idsOf('vllm', LONG)).toEqual([LONG, LONG]);
  });
});
