import { describe, expect, test } from '@jest/globals';
import type { ChatRequest, ProviderKind } from '@multilane/contracts';
import { ALL_MANIFESTS } from '../manifests.js';
import { getAdapter } from '../registry.js';

const REQUEST: ChatRequest = {
  model: 'm',
  messages: [
    { role: 'developer', content: 'Be brief.' },
    { role: 'assistant', content: 'x', reasoning_content: 'r' },
  ],
  stream: true,
  stream_options: { include_usage: false },
  max_completion_tokens: 5,
  user: 'u',
  seed: 1,
  n: 1,
  presence_penalty: 0,
  logprobs: false,
  logit_bias: {},
  unknown: true,
};

type Sent = Record<string, unknown>;
const ASKED = { stream_options: { include_usage: true } };
const SEED = { seed: 1 };
const USER = { user: 'u' };
const RENAMED = { max_tokens: 5 };
const LIMIT = { max_completion_tokens: 5 };
const DEFAULTS = { n: 1, presence_penalty: 0, logprobs: false, logit_bias: {} };
const thinking = [
  { type: 'thinking', thinking: [{ type: 'text', text: 'r' }] },
  { type: 'text', text: 'x' },
];
const REASONING = { reasoning: 'r' };
const CONTENT = { reasoning_content: 'r' };

/** Members that each kind is sent for the same request, beside those that all of them get. */
const SENT: Readonly<Partial<Record<ProviderKind, [baseUrl: string | undefined, members: Sent, assistant: Sent]>>> = {
  groq: [
    'https://api.groq.com/openai/v1',
    { ...ASKED, ...SEED, ...USER, ...LIMIT, n: 1, presence_penalty: 0 },
    REASONING,
  ],
  mistral: [
    'https://api.mistral.ai/v1',
    { ...RENAMED, random_seed: 1, n: 1, presence_penalty: 0 },
    { content: thinking },
  ],
  together: ['https://api.together.ai/v1', { ...ASKED, ...SEED, ...USER, ...RENAMED, ...DEFAULTS }, REASONING],
  fireworks: ['https://api.fireworks.ai/inference/v1', { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, CONTENT],
  deepseek: ['https://api.deepseek.com/v1', { ...ASKED, ...SEED, ...USER, ...RENAMED, ...DEFAULTS }, CONTENT],
  xai: ['https://api.x.ai/v1', { ...ASKED, ...SEED, ...USER, ...LIMIT, n: 1, logprobs: false }, CONTENT],
  openrouter: ['https://openrouter.ai/api/v1', { ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, REASONING],
  perplexity: ['https://api.perplexity.ai', { ...SEED, ...USER, ...RENAMED, ...DEFAULTS }, CONTENT],
  cerebras: ['https://api.cerebras.ai/v1', { ...ASKED, ...SEED, ...USER, ...LIMIT, n: 1, logprobs: false }, REASONING],
  nvidia: [
    'https://integrate.api.nvidia.com/v1',
    { ...ASKED, ...SEED, ...USER, ...RENAMED, logprobs: false, logit_bias: {} },
    CONTENT,
  ],
  moonshot: ['https://api.moonshot.ai/v1', { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, CONTENT],
  zai: ['https://api.z.ai/api/paas/v4', { ...SEED, ...USER, ...RENAMED, ...DEFAULTS }, CONTENT],
  minimax: ['https://api.minimax.io/v1', { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, CONTENT],
  alibaba: [
    'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    { ...ASKED, ...SEED, ...USER, ...RENAMED, ...DEFAULTS },
    CONTENT,
  ],
  deepinfra: ['https://api.deepinfra.com/v1/openai', { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, CONTENT],
  nebius: ['https://api.tokenfactory.nebius.com/v1', { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, CONTENT],
  novita: ['https://api.novita.ai/openai/v1', { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, CONTENT],
  sambanova: ['https://api.sambanova.ai/v1', { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, CONTENT],
  huggingface: ['https://router.huggingface.co/v1', { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, CONTENT],
  'vercel-ai-gateway': [
    'https://ai-gateway.vercel.sh/v1',
    { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS },
    REASONING,
  ],
  cloudflare: [undefined, { ...ASKED, ...SEED, ...USER, ...RENAMED, ...DEFAULTS }, CONTENT],
  digitalocean: ['https://inference.do-ai.run/v1', { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, CONTENT],
  scaleway: ['https://api.scaleway.ai/v1', { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, CONTENT],
  ovhcloud: [
    'https://oai.endpoints.kepler.ai.cloud.ovh.net/v1',
    { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS },
    CONTENT,
  ],
  baseten: ['https://inference.baseten.co/v1', { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, CONTENT],
  friendli: ['https://api.friendli.ai/serverless/v1', { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, CONTENT],
  featherless: ['https://api.featherless.ai/v1', { ...ASKED, ...SEED, ...USER, ...RENAMED, ...DEFAULTS }, CONTENT],
  siliconflow: ['https://api.siliconflow.com/v1', { ...ASKED, ...SEED, ...USER, ...RENAMED, ...DEFAULTS }, CONTENT],
  crusoe: [
    'https://api.inference.crusoecloud.com/v1',
    { ...ASKED, ...SEED, ...USER, ...RENAMED, ...DEFAULTS },
    CONTENT,
  ],
  wandb: ['https://api.inference.wandb.ai/v1', { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, CONTENT],
  venice: ['https://api.venice.ai/api/v1', { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, CONTENT],
  upstage: ['https://api.upstage.ai/v1', { ...ASKED, ...SEED, ...USER, ...RENAMED, ...DEFAULTS }, CONTENT],
  inception: ['https://api.inceptionlabs.ai/v1', { ...ASKED, ...SEED, ...USER, ...RENAMED, ...DEFAULTS }, CONTENT],
  chutes: ['https://llm.chutes.ai/v1', { ...ASKED, ...SEED, ...USER, ...RENAMED, ...DEFAULTS }, CONTENT],
  stepfun: ['https://api.stepfun.ai/v1', { ...ASKED, ...SEED, ...USER, ...RENAMED, ...DEFAULTS }, REASONING],
  sglang: [undefined, { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, CONTENT],
  'llama-cpp': [undefined, { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, CONTENT],
  'lm-studio': [undefined, { ...ASKED, ...SEED, ...USER, ...RENAMED, ...DEFAULTS }, CONTENT],
  vllm: [undefined, { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, REASONING],
  ollama: ['http://localhost:11434/v1', { ...ASKED, ...SEED, ...USER, ...RENAMED, ...DEFAULTS }, REASONING],
  'openai-compatible': [undefined, { ...ASKED, ...SEED, ...USER, ...LIMIT, ...DEFAULTS }, CONTENT],
};

const COMPATIBLE = ALL_MANIFESTS.filter(({ wire }) => wire !== undefined);

describe('compatible kinds', () => {
  test.each(Object.entries(SENT))('%s is sent what its documents allow', (name, [baseUrl, members, assistant]) => {
    const kind = name as ProviderKind;
    const adapter = getAdapter(kind);
    expect(adapter?.defaultBaseUrl).toBe(baseUrl);
    const target = { kind, upstreamModel: 'up', baseUrl: baseUrl ?? 'https://h/v1', headers: {} };
    const [body = ''] = adapter?.endpoints.chat?.encode(REQUEST, target) ?? [];
    expect(JSON.parse(body)).toEqual({
      model: 'up',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'assistant', content: 'x', ...assistant },
      ],
      stream: true,
      unknown: true,
      ...members,
    });
  });

  const tools = [{ type: 'function', function: { name: 'f' } }];
  test.each<[string, Partial<ChatRequest>, Sent]>([
    ['none, which withholds them', { tools, tool_choice: 'none' }, {}],
    ['auto', { tools, tool_choice: 'auto' }, { tools, tool_choice: 'auto' }],
    ['none without tools', { tool_choice: 'none' }, {}],
  ])('ollama is sent tools beside the choice %s', (_name, request, sent) => {
    const messages = [{ role: 'user' as const, content: 'Hi' }];
    const target = { kind: 'ollama' as const, upstreamModel: 'up', baseUrl: 'http://h/v1', headers: {} };
    const [body = ''] =
      getAdapter('ollama')?.endpoints.chat?.encode({ model: 'm', messages, ...request }, target) ?? [];
    expect(JSON.parse(body)).toEqual({ model: 'up', messages, ...sent });
  });

  test('every kind of the group R has a wire, and no other kind has one', () => {
    expect(COMPATIBLE.map(({ kind }) => kind).sort()).toEqual(Object.keys(SENT).sort());
  });

  test('get signatures of other providers only if they pass them on', () => {
    const kinds = COMPATIBLE.filter(({ wire }) => wire?.knowsSignatures);
    expect(kinds.map(({ kind }) => kind)).toEqual(['openrouter', 'openai-compatible']);
  });
});
