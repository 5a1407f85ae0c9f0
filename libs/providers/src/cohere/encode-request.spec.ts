import { describe, expect, test } from '@jest/globals';
import type { ChatRequest } from '@multilane/contracts';
import type { ProviderTarget } from '../adapter.js';
import { encodeChatRequest } from './encode-request.js';

const TARGET: ProviderTarget = { kind: 'cohere', upstreamModel: 'up', baseUrl: 'https://h', headers: {} };
const USER = { role: 'user' as const, content: 'Hi' };
const BARE = { model: 'up', messages: [USER], stream: false };
const TOOLS = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];
const SCHEMA = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };

function encode(request: object): Record<string, unknown> {
  const whole = { model: 'm', messages: [USER], ...request } as ChatRequest;
  const before = structuredClone(whole);
  const body = JSON.parse(encodeChatRequest(whole, TARGET));
  expect(whole).toEqual(before);
  return body;
}

const schemaFormat = (format: object) => ({ response_format: { type: 'json_schema', json_schema: format } });

describe('encodeChatRequest', () => {
  test.each<[object, object]>([
    [{}, {}],
    [{ stream: true, stream_options: { include_usage: true } }, { stream: true }],
    [
      { temperature: 0, top_p: 0.01 },
      { temperature: 0, p: 0.01 },
    ],
    [
      { temperature: 1, top_p: 0.99 },
      { temperature: 1, p: 0.99 },
    ],
    [
      { presence_penalty: 1, frequency_penalty: 0.5 },
      { presence_penalty: 1, frequency_penalty: 0.5 },
    ],
    [{ top_k: 40 }, { k: 40 }],
    [{ top_k: 500 }, { k: 500 }],
    [{ seed: 0 }, { seed: 0 }],
    [{ max_tokens: 9 }, { max_tokens: 9 }],
    [{ max_tokens: 9, max_completion_tokens: 5 }, { max_tokens: 5 }],
    [{ stop: 'a' }, { stop_sequences: ['a'] }],
    [{ stop: ['a', 'b'] }, { stop_sequences: ['a', 'b'] }],
    [{ logprobs: true, top_logprobs: 0 }, { logprobs: true }],
  ])('says in the provider’s words what was asked: %j becomes %j', (request, sent) => {
    expect(encode(request)).toEqual({ ...BARE, ...sent });
  });

  test.each([
    { n: 1, seed: null, presence_penalty: 0, frequency_penalty: 0, logprobs: false, top_logprobs: 0, logit_bias: {} },
    { parallel_tool_calls: true, tools: [], tool_choice: 'auto', response_format: { type: 'text' }, stop: [] },
    { temperature: null, top_p: null, max_tokens: null, max_completion_tokens: null, stop: null, stream: null },
    { top_k: 0 },
    { top_k: -1 },
    { top_p: 1, tool_choice: 'none', response_format: null, tools: null },
  ])('leaves out defaults and nulls, and rejects none of them: %j', (request) => {
    expect(encode(request)).toEqual(BARE);
  });

  test.each([{ user: 'u-1' }, { metadata: { a: 'b' }, store: false, prompt_cache_key: 'k', service_tier: 'flex' }])(
    'drops what is declared to be dropped: %j',
    (request) => {
      expect(encode(request)).toEqual(BARE);
    },
  );

  test('keeps a seed that is too long for a double', () => {
    const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
    const request = { model: 'm', messages: [USER], seed: rawJSON('9223372036854775809') } as unknown as ChatRequest;
    expect(encodeChatRequest(request, TARGET)).toContain('"seed":9223372036854775809');
    const negative = { ...request, seed: rawJSON('-9223372036854775807') } as unknown as ChatRequest;
    expect(() => encodeChatRequest(negative, TARGET)).toThrow(expect.objectContaining({ param: 'seed' }));
  });

  test.each<[string, object]>([
    ['top_p', { top_p: 0 }],
    ['top_p', { top_p: 0.995 }],
    ['presence_penalty', { presence_penalty: -0.1 }],
    ['presence_penalty', { presence_penalty: 1.5 }],
    ['frequency_penalty', { frequency_penalty: -2 }],
    ['seed', { seed: -1 }],
    ['top_logprobs', { logprobs: true, top_logprobs: 2 }],
    ['response_format', { response_format: { type: 'json_object' }, tools: TOOLS }],
    ['response_format', { ...schemaFormat({ name: 's', schema: SCHEMA }), tools: TOOLS }],
    ['tools[1].type', { tools: [...TOOLS, { type: 'custom', custom: { name: 'c' } }] }],
    ['tool_choice', { tools: TOOLS, tool_choice: { type: 'custom', custom: { name: 'c' } } }],
    ['tool_choice', { tools: TOOLS, tool_choice: { type: 'allowed_tools', allowed_tools: {} } }],
    ['documents', { documents: ['d'] }],
    ['top_k', { top_k: 501 }],
  ])('rejects %s by its path where the provider cannot do it: %j', (param, request) => {
    expect(() => encode(request)).toThrow(expect.objectContaining({ code: 'unsupported_parameter', param }));
  });

  test.each<[object, object]>([
    [{ type: 'json_object' }, { type: 'json_object' }],
    [{ type: 'json_schema', json_schema: { name: 's', schema: null } }, { type: 'json_object' }],
    [
      { type: 'json_schema', json_schema: { name: 's', schema: SCHEMA } },
      { type: 'json_object', schema: SCHEMA },
    ],
    [
      { type: 'json_schema', json_schema: { name: 's', strict: false, description: 'D', schema: SCHEMA } },
      { type: 'json_object', schema: { description: 'D', ...SCHEMA } },
    ],
    [
      { type: 'json_schema', json_schema: { name: 's', description: 'D', schema: { ...SCHEMA, description: 'own' } } },
      { type: 'json_object', schema: { ...SCHEMA, description: 'own' } },
    ],
  ])('maps response_format %j to %j', (format, sent) => {
    expect(encode({ response_format: format })).toEqual({ ...BARE, response_format: sent });
  });

  test.each<[unknown, object]>([
    ['auto', {}],
    [undefined, {}],
    ['none', { tool_choice: 'NONE' }],
    ['required', { tool_choice: 'REQUIRED' }],
    [{ type: 'function', function: { name: 'f' } }, { tool_choice: 'REQUIRED' }],
  ])('maps tool_choice %j to %j and keeps every tool', (choice, sent) => {
    expect(encode({ tools: TOOLS, tool_choice: choice })).toEqual({ ...BARE, tools: TOOLS, ...sent });
  });

  test('makes all tools strict when one is, and gives a function without parameters an empty schema', () => {
    const tools = [{ type: 'function', function: { name: 'g', strict: true } }, ...TOOLS];
    const empty = { type: 'function', function: { name: 'g', parameters: { type: 'object', properties: {} } } };
    expect(encode({ tools })).toEqual({ ...BARE, tools: [empty, ...TOOLS], strict_tools: true });
  });
});
