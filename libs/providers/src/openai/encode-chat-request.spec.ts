import { describe, expect, test } from '@jest/globals';
import type { ChatMessage, ChatRequest } from '@multilane/contracts';
import type { ProviderTarget } from '../adapter.js';
import type { WireQuirks } from '../wire-quirks.js';
import { composeChatRequest } from './encode-chat-request.js';
import { REFERENCE_QUIRKS } from './reference-quirks.js';

const TARGET: ProviderTarget = { kind: 'openai', upstreamModel: 'up', baseUrl: 'https://h/v1', headers: {} };
const USER: ChatMessage = { role: 'user', content: 'Hi' };

function encode(request: Partial<ChatRequest>, quirks: Partial<WireQuirks> = {}): unknown {
  const whole = { model: 'm', messages: [USER], ...request };
  const before = structuredClone(whole);
  const body: unknown = JSON.parse(
    JSON.stringify(composeChatRequest(whole, TARGET, { ...REFERENCE_QUIRKS, ...quirks })),
  );
  expect(whole).toEqual(before);
  return body;
}

const BARE = { model: 'up', messages: [USER] };

describe('composeChatRequest', () => {
  test('swaps the model and forwards everything else, unknown members included', () => {
    const request = { temperature: 0, stop: null, new_parameter: { a: [1] } } as unknown as Partial<ChatRequest>;
    expect(encode(request)).toEqual({ ...BARE, temperature: 0, stop: null, new_parameter: { a: [1] } });
  });

  test.each([
    ['option', { stream: true }, { stream: true, stream_options: { include_usage: true } }],
    [
      'option',
      { stream: true, stream_options: { include_usage: false, include_obfuscation: false } },
      { stream: true, stream_options: { include_usage: true, include_obfuscation: false } },
    ],
    ['option', { stream: false }, { stream: false }],
    ['always', { stream: true, stream_options: { include_usage: true } }, { stream: true }],
    ['none', { stream: true }, { stream: true }],
    [
      'none',
      { stream: true, stream_options: { include_usage: true } },
      { stream: true, stream_options: { include_usage: true } },
    ],
  ] as const)('asks for usage where the kind has it as %s: %j becomes %j', (streamUsage, request, sent) => {
    expect(encode(request, { streamUsage })).toEqual({ ...BARE, ...sent });
  });

  test.each([
    [{ top_logprobs: 0 }, {}],
    [{ logprobs: false, top_logprobs: 0 }, { logprobs: false }],
    [
      { logprobs: true, top_logprobs: 0 },
      { logprobs: true, top_logprobs: 0 },
    ],
  ])('a parameter set to its default is never rejected on any provider: %j becomes %j', (request, sent) => {
    expect(encode(request)).toEqual({ ...BARE, ...sent });
  });

  const tools = [{ type: 'function', function: { name: 'f' } }];
  test.each([
    [{ tools: [] }, {}],
    [{ tools: [], tool_choice: 'auto', parallel_tool_calls: true }, {}],
    [{ tool_choice: 'none' }, {}],
    [{ tool_choice: 'required' }, { tool_choice: 'required' }],
    [{ parallel_tool_calls: false }, { parallel_tool_calls: false }],
    [
      { tools, tool_choice: 'auto', parallel_tool_calls: true },
      { tools, tool_choice: 'auto', parallel_tool_calls: true },
    ],
  ] as const)('leaves out tool defaults that are rejected without tools: %j becomes %j', (request, sent) => {
    expect(encode(request as Partial<ChatRequest>)).toEqual({ ...BARE, ...sent });
  });

  test.each([
    [{ max_completion_tokens: 5 }, { max_tokens: 5 }],
    [{ max_completion_tokens: 5, max_tokens: 9 }, { max_tokens: 5 }],
    [{ max_tokens: 9 }, { max_tokens: 9 }],
    [{ max_completion_tokens: null, max_tokens: 9 }, { max_tokens: 9 }],
  ])('renames what goes by another name: %j becomes %j', (request, sent) => {
    const renames = { max_completion_tokens: 'max_tokens' };
    expect(encode(request as Partial<ChatRequest>, { renames })).toEqual({ ...BARE, ...sent });
  });

  test.each([
    [{ logprobs: false, n: 1, logit_bias: {} }, {}],
    [
      { logprobs: true, n: 2, logit_bias: { '1': 1 } },
      { logprobs: true, n: 2, logit_bias: { '1': 1 } },
    ],
  ])('leaves out rejected members at their default only: %j becomes %j', (request, sent) => {
    expect(encode(request, { omitsDefaults: ['logprobs', 'n', 'logit_bias'] })).toEqual({ ...BARE, ...sent });
  });

  test('keeps the role developer for the reference provider and says system to the others', () => {
    const messages: ChatMessage[] = [{ role: 'developer', content: 'Be brief.' }, USER];
    expect(encode({ messages })).toMatchObject({ messages });
    const said = [{ role: 'system', content: 'Be brief.' }, USER];
    expect(encode({ messages }, { knowsDeveloperRole: false })).toMatchObject({ messages: said });
  });

  const assistant = (extra: object) => ({ role: 'assistant', ...extra });
  const thought = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] };
  test.each([
    ['reasoning_content', { content: 'x', reasoning_content: 'Hm' }, { content: 'x', reasoning_content: 'Hm' }],
    ['reasoning', { content: 'x', reasoning_content: 'Hm' }, { content: 'x', reasoning: 'Hm' }],
    ['reasoning', { content: 'x', reasoning_content: 'Hm', reasoning: 'own' }, { content: 'x', reasoning: 'own' }],
    ['reasoning', { content: 'x', reasoning_content: null }, { content: 'x' }],
    ['thinking-parts', { content: 'x', reasoning_content: 'Hm' }, { content: [thought, { type: 'text', text: 'x' }] }],
    ['thinking-parts', { content: null, reasoning_content: 'Hm' }, { content: [thought] }],
    ['thinking-parts', { content: [thought], reasoning_content: 'Hm' }, { content: [thought, thought] }],
    ['thinking-parts', { content: 'x', reasoning_content: '' }, { content: 'x' }],
  ] as const)('sends reasoning back as %s: %j becomes %j', (sentReasoning, given, sent) => {
    const messages = [USER, assistant(given), USER] as ChatMessage[];
    expect(encode({ messages }, { sentReasoning })).toMatchObject({ messages: [USER, assistant(sent), USER] });
  });

  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
  const signed = assistant({
    content: null,
    reasoning_details: [
      { type: 'reasoning.text', text: 'Hm', signature: 's', format: 'anthropic-claude-v1', index: 0 },
    ],
    tool_calls: [{ ...call, extra_content: { google: { thought_signature: 's' } } }, call],
  }) as ChatMessage;
  test.each([
    [true, signed],
    [false, assistant({ content: null, tool_calls: [call, call] })],
  ])('signatures of other providers go along where the kind knows them: %j', (knowsSignatures, sent) => {
    expect(encode({ messages: [USER, signed] }, { knowsSignatures })).toEqual({ model: 'up', messages: [USER, sent] });
  });
});
