import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PROVIDER_KINDS } from '@multilane/contracts';
import { completion, jsonReply } from '@multilane/testing';
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

type Parameters = Readonly<Record<string, unknown>>;

/** By kind, the parameter that `error.param` names in the refusal. */
type Refusals = Readonly<Record<string, string>>;

/** Column R of the matrix, and the kinds whose documents say that they reject it (docs/model-facts.md). */
const MATRIX: [row: string, parameters: Parameters, refusedBy?: Refusals][] = [
  ['tools', { tools }],
  ['tool_choice', { tools, tool_choice: { type: 'function', function: { name: 'f' } } }],
  ['parallel_tool_calls: false', { tools, parallel_tool_calls: false }],
  ['response_format: json_object', { response_format: { type: 'json_object' } }],
  [
    'response_format: json_schema',
    { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } } },
    { deepseek: 'response_format', zai: 'response_format' },
  ],
  ['n greater than 1', { n: 2 }, { groq: 'n' }],
  ['seed', { seed: 7 }],
  [
    'presence_penalty, frequency_penalty',
    { presence_penalty: 1, frequency_penalty: -1 },
    { xai: 'presence_penalty', cerebras: 'frequency_penalty' },
  ],
  ['logprobs', { logprobs: true, top_logprobs: 3 }, { groq: 'logprobs', mistral: 'logprobs' }],
  ['logit_bias', { logit_bias: { 11: -5 } }, { groq: 'logit_bias', mistral: 'logit_bias', cerebras: 'logit_bias' }],
  ['reasoning_effort', { reasoning_effort: 'low' }],
];

/** Parameters that work on every provider. */
const EVERYWHERE: [row: string, parameters: Parameters][] = [
  ['temperature', { temperature: 0.5 }],
  ['top_p', { top_p: 0.5 }],
  ['max_tokens', { max_tokens: 10 }],
  ['max_completion_tokens', { max_completion_tokens: 10 }],
  ['stop', { stop: ['a', 'b'] }],
  ['response_format: text', { response_format: { type: 'text' } }],
];

const NEWER_LIMIT = { max_tokens: 'max_completion_tokens' };
const OLDER_LIMIT = { max_completion_tokens: 'max_tokens' };

/** Other names of parameters, by kind. */
const OTHER_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  openai: NEWER_LIMIT,
  'azure-openai': NEWER_LIMIT,
  mistral: { ...OLDER_LIMIT, seed: 'random_seed' },
  together: OLDER_LIMIT,
  deepseek: OLDER_LIMIT,
  perplexity: OLDER_LIMIT,
  nvidia: OLDER_LIMIT,
  ollama: OLDER_LIMIT,
  moonshot: NEWER_LIMIT,
  minimax: NEWER_LIMIT,
  zai: OLDER_LIMIT,
  alibaba: OLDER_LIMIT,
  cloudflare: OLDER_LIMIT,
  featherless: OLDER_LIMIT,
  siliconflow: OLDER_LIMIT,
  crusoe: OLDER_LIMIT,
  upstage: OLDER_LIMIT,
  inception: OLDER_LIMIT,
  stepfun: OLDER_LIMIT,
  'lm-studio': OLDER_LIMIT,
  chutes: OLDER_LIMIT,
};

/** Values that a kind does not take, and that become what it takes: they are declared. */
const CHANGED: Readonly<Record<string, Parameters>> = { zai: { tool_choice: 'auto' } };

/** Parameters that a kind rejects and that work on every provider: they are left out and declared. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = { xai: ['stop'] };

/** Parameters that a kind takes and ignores: they are sent and declared. */
const IGNORED: Readonly<Record<string, readonly string[]>> = {
  ollama: ['n', 'logit_bias', 'parallel_tool_calls', 'tool_choice'],
  zai: ['presence_penalty', 'frequency_penalty', 'logit_bias', 'n', 'seed'],
};

async function expectForwarded(kind: string, parameters: Parameters): Promise<void> {
  const answer = await pair.chat({ model: kind, ...parameters });
  expect([kind, answer.status]).toEqual([kind, 200]);
  const names = Object.keys(parameters);
  const leftOut = names.filter((name) => LEFT_OUT[kind]?.includes(name));
  const { model, messages, ...sent } = (pair.upstream.requests.at(-1)?.body ?? {}) as Parameters;
  const expected = Object.entries(parameters).flatMap(([name, value]) =>
    leftOut.includes(name) ? [] : [[OTHER_NAMES[kind]?.[name] ?? name, CHANGED[kind]?.[name] ?? value]],
  );
  expect([kind, sent]).toEqual([kind, Object.fromEntries(expected)]);
  const declared = [
    ...leftOut,
    ...names.filter((name) => IGNORED[kind]?.includes(name) || CHANGED[kind]?.[name] !== undefined),
  ];
  const adjusted = String(answer.headers['x-service-adjusted'] ?? '').split(/, ?/);
  expect([kind, adjusted.filter((entry) => entry !== '')]).toEqual([kind, declared.toSorted()]);
}

async function expectRefused(kind: string, parameters: Parameters, param: string): Promise<void> {
  const before = pair.upstream.requests.length;
  const answer = await pair.chat({ model: kind, ...parameters });
  expect([kind, answer.status, answer.json()]).toEqual([
    kind,
    400,
    { error: expect.objectContaining({ code: 'unsupported_parameter', param }) },
  ]);
  expect([kind, pair.upstream.requests.length]).toEqual([kind, before]);
}

describe('docs/contract/chat.md#parameter-support: column R', () => {
  it.each([...MATRIX, ...EVERYWHERE])(
    '%s: sent, or rejected by the kinds that lack it',
    async (_row, parameters, refusedBy: Refusals = {}) => {
      for (const kind of GROUP_R) {
        const param = refusedBy[kind];
        if (param === undefined) await expectForwarded(kind, parameters);
        else await expectRefused(kind, parameters, param);
      }
      expect(pair.upstream.refusals).toEqual([]);
    },
  );

  it.each([
    ['n = 1', { n: 1 }],
    ['presence_penalty = 0', { presence_penalty: 0 }],
    ['parallel_tool_calls = true', { parallel_tool_calls: true }],
    ['tool_choice = auto', { tool_choice: 'auto' }],
    ['logprobs = false', { logprobs: false }],
    ['empty tools array', { tools: [] }],
    ['user', { user: 'u-1' }],
  ])('a parameter set to its default is never rejected on any provider: %s', async (_default, parameters) => {
    for (const kind of GROUP_R) {
      const answer = await pair.chat({ model: kind, ...parameters });
      expect([kind, answer.status]).toEqual([kind, 200]);
    }
    expect(pair.upstream.refusals).toEqual([]);
  });

  it('each kind is asked for its own model, with its own credential', async () => {
    for (const kind of GROUP_R) {
      const answer = await pair.chat({ model: kind });
      expect(answer.headers).toMatchObject({ 'x-service-provider': `my-${kind}`, 'x-service-model': kind });
      const request = pair.upstream.requests.at(-1);
      expect(`${request?.path} ${request?.rawBody}`).toContain(`${kind}-model`);
    }
    expect(pair.upstream.refusals).toEqual([]);
  });
});
