import { describe, expect, it } from '@jest/globals';
import { PROVIDER_KINDS, type ProviderKind } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { ALL_MANIFESTS, findModelFacts, getAdapter, type ProviderTarget } from '@multilane/providers';
import { STRICT_PROVIDERS } from '@multilane/testing';
import type { Source } from './columns.js';
import type { Json } from './json-path.js';
import { planProbe } from './plan-probe.js';

const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const DATA = `data:image/png;base64,${PIXEL}`;
const LONG_ID = 'chatcmpl-tool-0123456789abcdef0123456789abcdef';

/** Requests to a default model, in each format. */
const ASKED: Readonly<Record<string, Partial<Record<'chat' | 'responses' | 'messages', Json>>>> = {
  plain: { chat: {}, responses: {}, messages: {} },
  stream: { chat: { stream: true }, responses: { stream: true }, messages: { stream: true } },
  'limits and sampling': {
    chat: { max_tokens: 100, temperature: 0.2, top_p: 0.9, stop: ['END'], user: 'ann' },
    responses: { max_output_tokens: 100, temperature: 0.2, top_p: 0.9, user: 'ann' },
    messages: { temperature: 0.2, top_p: 0.9, stop_sequences: ['END'], metadata: { user_id: 'ann' } },
  },
  'both limits': { chat: { max_tokens: 100, max_completion_tokens: 200 } },
  'a great limit': { chat: { max_completion_tokens: 60_000 }, responses: { max_output_tokens: 60_000 } },
  'penalties of a chat front end': { chat: { presence_penalty: 0, frequency_penalty: 0, logit_bias: {}, n: 1 } },
  tools: {
    chat: { tools: [{ type: 'function', function: { name: 'f', parameters: SCHEMA } }] },
    responses: { tools: [{ type: 'function', name: 'f', parameters: SCHEMA }] },
    messages: { tools: [{ name: 'f', input_schema: SCHEMA }] },
  },
  'no tools in words': { chat: { tools: [] } },
  'a forced tool': {
    chat: { tools: [{ type: 'function', function: { name: 'f', parameters: SCHEMA } }], tool_choice: 'required' },
    messages: { tools: [{ name: 'f', input_schema: SCHEMA }], tool_choice: { type: 'any' } },
  },
  'tools with an effort': {
    chat: { tools: [{ type: 'function', function: { name: 'f', parameters: SCHEMA } }], reasoning_effort: 'low' },
    responses: { tools: [{ type: 'function', name: 'f', parameters: SCHEMA }], reasoning: { effort: 'low' } },
    messages: { tools: [{ name: 'f', input_schema: SCHEMA }], thinking: { type: 'enabled', budget_tokens: 2048 } },
  },
  'parallel calls in a history': {
    chat: {
      tools: [{ type: 'function', function: { name: 'f', parameters: SCHEMA } }],
      messages: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: 'x', tool_calls: [] },
        { role: 'user', content: 'w' },
        {
          role: 'assistant',
          content: null,
          reasoning_content: 'hm',
          tool_calls: [LONG_ID, 'call_2'].map((id) => ({
            id,
            type: 'function',
            function: { name: 'f', arguments: '{}' },
          })),
        },
        {
          role: 'tool',
          tool_call_id: LONG_ID,
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
        { role: 'tool', tool_call_id: 'call_2', content: 'r' },
      ],
    },
  },
  image: {
    chat: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'q' },
            { type: 'image_url', image_url: { url: DATA } },
          ],
        },
      ],
    },
    messages: {
      messages: [
        {
          role: 'user',
          content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } }],
        },
      ],
    },
  },
  'structured output': {
    chat: { response_format: { type: 'json_schema', json_schema: { name: 'r', strict: true, schema: SCHEMA } } },
    responses: { text: { format: { type: 'json_schema', name: 'r', strict: true, schema: SCHEMA } } },
    messages: { output_config: { format: { type: 'json_schema', schema: SCHEMA } } },
  },
  ...Object.fromEntries(
    ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'].map((effort) => [
      `the effort ${effort}`,
      {
        ...(effort === 'none' || effort === 'xhigh' ? {} : { chat: { reasoning_effort: effort } }),
        responses: { reasoning: { effort } },
        ...(effort === 'none' || effort === 'minimal' ? {} : { messages: { output_config: { effort } } }),
      },
    ]),
  ),
  'no thinking': { messages: { thinking: { type: 'disabled' } } },
  'a thinking budget': { messages: { thinking: { type: 'enabled', budget_tokens: 4096 }, max_tokens: 8000 } },
  'the hints of an agent': {
    responses: {
      store: false,
      prompt_cache_key: 'k',
      client_metadata: { originator: 'cli' },
      custom_metadata: { a: 'b' },
      safety_identifier: 's',
      service_tier: 'auto',
      text: { verbosity: 'low' },
      include: ['reasoning.encrypted_content'],
    },
    messages: { top_k: 5 },
  },
};

const BASE: Readonly<Record<'chat' | 'responses' | 'messages', Json>> = {
  chat: { messages: [{ role: 'user', content: 'hi' }] },
  responses: { input: 'hi' },
  messages: { messages: [{ role: 'user', content: 'hi' }], max_tokens: 4000 },
};

/** Refusals of the gateway's own: the contract's matrix, or the provider, has no way to do it. Each names the field. */
const UNSERVED: readonly (readonly [kinds: RegExp, asked: RegExp])[] = [
  [/^deepseek$/, /^(?:structured output|image)$/],
  [/^zai$/, /^structured output$/],
  [/^(?:gemini|vertex|cohere|bedrock)$/, /^(?:the effort|tools with an effort|the hints)/],
  [/^(?:vertex|bedrock)$/, /^structured output$/],
  [/^cohere$/, /^(?:structured output|a forced tool|image|limits)/],
  [/^anthropic$/, /^the hints/],
];

const isUnserved = (kind: string, asked: string): boolean =>
  UNSERVED.some(([kinds, features]) => kinds.test(kind) && features.test(asked));

/** Models of kinds whose models are the operator's choice. */
const USUAL_MODELS: Partial<Record<ProviderKind, readonly string[]>> = {
  vertex: ['gemini-3-pro-preview', 'gemini-2.5-flash', 'claude-sonnet-4-5@20250929', 'claude-opus-5'],
  bedrock: ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'us.anthropic.claude-opus-5-v1:0', 'amazon.nova-pro-v1:0'],
  vllm: ['Qwen/Qwen3-32B'],
};

const CASES = ALL_MANIFESTS.filter(({ kind }) => PROVIDER_KINDS[kind] !== 'simulator').flatMap(
  ({ kind, defaultModels }) =>
    [...defaultModels, ...(USUAL_MODELS[kind] ?? [])].flatMap((model) =>
      Object.entries(ASKED).flatMap(([asked, formats]) =>
        (Object.keys(formats) as (keyof typeof BASE)[]).map((source) => [kind, model, source, asked] as const),
      ),
    ),
);

function targetOf(kind: ProviderKind, upstreamModel: string): ProviderTarget {
  const facts = findModelFacts(kind, upstreamModel);
  return {
    kind,
    upstreamModel,
    facts,
    thinking: facts.thinking === 'adaptive' ? 'adaptive' : 'budget',
    structuredOutput: kind === 'anthropic' && facts.structuredOutput === 'schema',
    baseUrl: 'https://provider.example',
    headers: {},
    group: getAdapter(kind, upstreamModel)?.group,
    project: 'p',
    region: 'us-east-1',
  };
}

describe('the default models of each kind take what clients ask of them', () => {
  it.each(CASES)('%s %s: %s with %s', (kind, model, source, asked) => {
    const body = { model: 'm', ...BASE[source], ...ASKED[asked]?.[source] } as Json;
    const target = targetOf(kind, model);
    const sent = plan(source, body, target);
    if (sent instanceof GatewayError) {
      expect({ asked, param: sent.param, isExpected: isUnserved(kind, asked) }).toEqual({
        asked,
        param: expect.any(String),
        isExpected: true,
      });
      return;
    }
    const path = getAdapter(kind, model)?.address(target, sent.endpoint, false).path ?? '';
    for (const each of sent.bodies) {
      expect(STRICT_PROVIDERS[kind]?.(each as Record<string, unknown>, path)).toBeUndefined();
    }
  });
});

function plan(source: Source, body: Json, target: ProviderTarget) {
  try {
    const { bodies, plan: planned } = planProbe(source, body, target);
    return { bodies, endpoint: planned.endpoint as 'chat' };
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}
