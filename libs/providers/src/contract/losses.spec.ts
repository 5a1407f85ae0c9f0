import { describe, expect, test } from '@jest/globals';
import type { ChatRequest, ProviderKind } from '@multilane/contracts';
import type { Endpoint, ProviderTarget } from '../adapter.js';
import { getAdapter } from '../registry.js';

const UPSTREAM: Partial<Record<ProviderKind, string>> = {
  bedrock: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  gemini: 'gemini-3-pro',
  vertex: 'gemini-3-pro',
};

/** Encodes a request. Returns the body for the provider, and the members that it is said to lose. */
function encode(
  kind: ProviderKind,
  members: object,
  settings: Partial<ProviderTarget> = {},
  endpoint: Endpoint = 'chat',
) {
  const request = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...members };
  const upstreamModel = UPSTREAM[kind] ?? 'm';
  const target: ProviderTarget = { kind, upstreamModel, baseUrl: 'https://p.example', headers: {}, ...settings };
  const lost = new Set<string>();
  const codec = getAdapter(kind)?.endpoints[endpoint];
  const [body = '{}'] = codec?.encode(request as never, target, { lose: (name) => void lost.add(name) }) ?? [];
  return { body: JSON.parse(body) as Record<string, unknown>, lost: [...lost] };
}

const NATIVE = ['anthropic', 'gemini', 'vertex', 'cohere', 'bedrock'] as const;

describe('a temperature above the range of a provider (docs/contract/translation.md#temperature)', () => {
  const sentBy: Readonly<Record<string, (body: Record<string, unknown>) => unknown>> = {
    anthropic: (body) => body.temperature,
    cohere: (body) => body.temperature,
    bedrock: (body) => Object(body.inferenceConfig).temperature,
  };

  test.each(['anthropic', 'cohere', 'bedrock'] as const)('%s is sent its greatest, and it is said', (kind) => {
    for (const temperature of [1.0001, 1.5, 2]) {
      const { body, lost } = encode(kind, { temperature });
      expect([sentBy[kind]?.(body), lost]).toEqual([1, ['temperature']]);
    }
    for (const temperature of [0, 0.7, 1]) {
      const { body, lost } = encode(kind, { temperature });
      expect([sentBy[kind]?.(body), lost]).toEqual([temperature, []]);
    }
  });

  test.each(['openai', 'mistral', 'gemini', 'vertex'] as const)('%s takes it as it is', (kind) => {
    expect(encode(kind, { temperature: 1.7 }).lost).toEqual([]);
  });
});

describe('nothing is said to be lost', () => {
  const PLAIN: Partial<ChatRequest> & Record<string, unknown> = {
    temperature: 0.5,
    max_tokens: 10,
    stop: ['a'],
    stream: true,
    stream_options: { include_usage: true },
    n: 1,
    store: false,
    service_tier: 'auto',
    tools: [
      {
        type: 'function',
        function: {
          name: 'f',
          description: 'd',
          parameters: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        },
      },
    ],
    tool_choice: 'auto',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      // SDKs send an answer back so.
      {
        role: 'assistant',
        content: null,
        refusal: null,
        annotations: [],
        audio: null,
        function_call: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":"b"}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'c' },
    ],
  };

  test.each(NATIVE)('by an ordinary loop of tools at %s', (kind) => {
    expect(encode(kind, PLAIN).lost).toEqual([]);
  });
});

describe('a loss is said', () => {
  test.each<[string, ProviderKind, object, string[]]>([
    [
      'sampling beside thinking',
      'anthropic',
      { temperature: 0.5, top_p: 0.9, reasoning_effort: 'low' },
      ['temperature', 'top_p'],
    ],
    [
      'a named tool that becomes any',
      'cohere',
      {
        tools: [{ type: 'function', function: { name: 'f' } }],
        tool_choice: { type: 'function', function: { name: 'f' } },
      },
      ['tool_choice'],
    ],
    [
      'keywords of a schema',
      'gemini',
      {
        tools: [
          {
            type: 'function',
            function: {
              name: 'f',
              parameters: { type: 'object', properties: { a: { type: 'string', format: 'email' } } },
            },
          },
        ],
      },
      ['tools'],
    ],
    [
      'keywords deep in the schema of an answer',
      'vertex',
      {
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'n',
            schema: {
              type: 'object',
              properties: {
                a: {
                  type: 'array',
                  items: { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: false },
                },
              },
            },
          },
        },
      },
      ['response_format'],
    ],
    [
      'tools that are withheld',
      'bedrock',
      { tools: [{ type: 'function', function: { name: 'f' } }], tool_choice: 'none' },
      ['tools'],
    ],
    [
      'tools that are withheld',
      'ollama',
      { tools: [{ type: 'function', function: { name: 'f' } }], tool_choice: 'none' },
      ['tools'],
    ],
    ['the end user', 'bedrock', { user: 'u' }, ['user']],
    ['the end user', 'mistral', { user: 'u' }, ['user']],
    [
      'what the provider ignores',
      'ollama',
      {
        tools: [{ type: 'function', function: { name: 'f' } }],
        tool_choice: 'required',
        parallel_tool_calls: false,
        n: 2,
        logit_bias: { 1: 1 },
      },
      ['logit_bias', 'n', 'parallel_tool_calls', 'tool_choice'],
    ],
    [
      'hints',
      'anthropic',
      { metadata: { a: 'b' }, service_tier: 'flex', verbosity: 'low', prompt_cache_key: 'k' },
      ['metadata', 'prompt_cache_key', 'service_tier', 'verbosity'],
    ],
    [
      'the name of a participant',
      'anthropic',
      { messages: [{ role: 'user', name: 'Ann', content: 'Hi' }] },
      ['messages'],
    ],
    [
      'reasoning of another service',
      'openai',
      {
        messages: [
          { role: 'user', content: 'Hi' },
          {
            role: 'assistant',
            content: 'a',
            reasoning_details: [{ type: 'reasoning.encrypted', data: 'x', format: 'anthropic-claude-v1' }],
          },
        ],
      },
      ['messages'],
    ],
    [
      'a mark of a cached stretch',
      'gemini',
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }] }] },
      ['messages'],
    ],
  ])('%s at %s', (_name, kind, members, names) => {
    expect(encode(kind, members).lost.sort()).toEqual(names);
  });

  test('an effort that an adaptive model has no word for', () => {
    expect(encode('anthropic', { reasoning_effort: 'minimal' }, { thinking: 'adaptive' }).lost).toEqual([
      'reasoning_effort',
    ]);
    expect(encode('anthropic', { reasoning_effort: 'high' }, { thinking: 'adaptive' }).lost).toEqual([]);
  });

  test.each(['gemini', 'vertex', 'cohere'] as const)('the end user of what %s embeds', (kind) => {
    expect(
      encode(
        kind,
        { messages: undefined, input: 'Hi', user: 'u' },
        { upstreamModel: 'text-embedding-005' },
        'embeddings',
      ).lost,
    ).toEqual(['user']);
  });

  test('thinking that another provider signed, of a request that goes straight through', () => {
    const messages = [
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 't', signature: 'multilane:1:e30' },
          { type: 'text', text: 'a' },
        ],
      },
    ];
    expect(encode('anthropic', { max_tokens: 1, messages }, {}, 'messages').lost).toEqual(['messages']);
  });
});

describe('images among the texts of a tool result', () => {
  const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } };
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } };
  const text = { type: 'text', text: 'see' };
  const lostOf = (kind: ProviderKind, ...content: object[]) =>
    encode(kind, {
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content },
      ],
    }).lost;

  test.each(['gemini', 'vertex'] as const)('%s gets them behind the texts, and it is said', (kind) => {
    expect(lostOf(kind, text, image, text)).toEqual(['messages']);
    expect(lostOf(kind, image, image, text)).toEqual(['messages']);
    for (const content of [[text, text, image, image], [image], [text]]) expect(lostOf(kind, ...content)).toEqual([]);
  });

  test.each(['anthropic', 'bedrock'] as const)('%s gets them where they are', (kind) => {
    expect(lostOf(kind, text, image, text, image)).toEqual([]);
  });
});
