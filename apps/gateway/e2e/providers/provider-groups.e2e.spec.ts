import { PROVIDER_KINDS } from '@multilane/contracts';
import { completion, jsonReply } from '@multilane/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

/** The kinds of group R (docs/contract/providers.md#kinds). */
const GROUP_R = Object.entries(PROVIDER_KINDS).flatMap(([kind, group]) =>
  group === 'R1' || group === 'R' ? [kind] : [],
);

let pair: Pair;

beforeAll(async () => {
  pair = await startPair((upstreamUrl) => ({
    providers: GROUP_R.map((kind) => ({
      name: `my-${kind}`,
      kind,
      api_key: 'test-credential-0001',
      base_url: kind === 'azure-openai' ? upstreamUrl : `${upstreamUrl}/v1`,
      ...(kind === 'azure-openai' && { api_version: '2024-10-21' }),
    })),
    models: GROUP_R.map((kind) => ({ logical_name: kind, provider: `my-${kind}`, upstream_model: `${kind}-model` })),
    teams: [{ name: 'research', api_keys: [{ name: 'ci', key: 'ml-test-research-member-0001' }] }],
  }));
}, HOOK_LIMIT_MS);

beforeEach(() => {
  pair.upstream.reset();
  pair.upstream.setDefault(jsonReply(completion()));
});

afterAll(() => pair.stop(), HOOK_LIMIT_MS);

const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }];

/** Column R of the matrix: everything is yes. */
const MATRIX: [row: string, parameters: Record<string, unknown>][] = [
  ['tools', { tools }],
  ['tool_choice', { tools, tool_choice: { type: 'function', function: { name: 'f' } } }],
  ['parallel_tool_calls: false', { tools, parallel_tool_calls: false }],
  ['response_format: json_object', { response_format: { type: 'json_object' } }],
  [
    'response_format: json_schema',
    { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } } },
  ],
  ['n greater than 1', { n: 2 }],
  ['seed', { seed: 7 }],
  ['presence_penalty, frequency_penalty', { presence_penalty: 1, frequency_penalty: -1 }],
  ['logprobs', { logprobs: true, top_logprobs: 3 }],
  ['logit_bias', { logit_bias: { 11: -5 } }],
  ['reasoning_effort', { reasoning_effort: 'low' }],
];

/** Parameters that work on every provider. */
const EVERYWHERE: [row: string, parameters: Record<string, unknown>][] = [
  ['temperature', { temperature: 0.5 }],
  ['top_p', { top_p: 0.5 }],
  ['max_tokens', { max_tokens: 10 }],
  ['max_completion_tokens', { max_completion_tokens: 10 }],
  ['stop', { stop: ['a', 'b'] }],
  ['response_format: text', { response_format: { type: 'text' } }],
];

/** Where a provider knows a parameter by another name. */
const OTHER_NAMES: Readonly<Record<string, string>> = { seed: 'random_seed', max_completion_tokens: 'max_tokens' };

async function expectForwarded(kind: string, parameters: Record<string, unknown>): Promise<void> {
  const answer = await pair.chat({ model: kind, ...parameters });
  expect([kind, answer.status]).toEqual([kind, 200]);
  const sent = pair.upstream.requests.at(-1)?.body as Record<string, unknown>;
  for (const [name, value] of Object.entries(parameters)) {
    expect([kind, name, sent[name] ?? sent[OTHER_NAMES[name] ?? name]]).toEqual([kind, name, value]);
  }
}

describe('docs/contract/chat.md#parameter-support: column R', () => {
  it.each([...MATRIX, ...EVERYWHERE])('%s: yes', async (_row, parameters) => {
    for (const kind of GROUP_R) await expectForwarded(kind, parameters);
    expect(pair.upstream.refusals).toEqual([]);
  });

  it.each([
    ['n = 1', { n: 1 }],
    ['presence_penalty = 0', { presence_penalty: 0 }],
    ['parallel_tool_calls = true', { parallel_tool_calls: true }],
    ['tool_choice = auto', { tool_choice: 'auto' }],
    ['logprobs = false', { logprobs: false }],
    ['empty tools array', { tools: [] }],
    ['user', { user: 'u-1' }],
  ])('a parameter set to its default is never refused on any provider: %s', async (_default, parameters) => {
    for (const kind of GROUP_R) {
      const answer = await pair.chat({ model: kind, ...parameters });
      expect([kind, answer.status]).toEqual([kind, 200]);
    }
    expect(pair.upstream.refusals).toEqual([]);
  });

  it('each kind is asked for its own model, with its own credential', async () => {
    for (const kind of GROUP_R) {
      const answer = await pair.chat({ model: kind });
      expect(answer.headers).toMatchObject({ 'x-service-provider': kind, 'x-service-model': kind });
      const request = pair.upstream.requests.at(-1);
      expect(`${request?.path} ${request?.rawBody}`).toContain(`${kind}-model`);
    }
    expect(pair.upstream.refusals).toEqual([]);
  });
});
