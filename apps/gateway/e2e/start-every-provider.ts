import type { ProviderKind } from '@multilane/contracts';
import {
  type AnswerParts,
  type GatewaySections,
  modelEntries,
  providerEntry,
  type RecordedRequest,
  type Reply,
  repliesOf,
  TEST_KEYS,
} from '@multilane/testing';
import { type Pair, startPair } from './start-pair.js';

/** One chat provider behind the gateway: a kind for each group that translates differently, and the built-in one. */
export interface BehindGateway {
  kind: ProviderKind;
  group: 'R' | 'N' | 'G' | 'C' | 'B' | 'simulator';
  /** The logical name of its chat model. */
  model: string;
}

export const OPENAI: BehindGateway = { kind: 'openai', group: 'R', model: 'gpt-4o' };

/** The providers that the fake upstream plays. */
export const PLAYED: readonly BehindGateway[] = [
  OPENAI,
  { kind: 'anthropic', group: 'N', model: 'anthropic-chat' },
  { kind: 'gemini', group: 'G', model: 'gemini-chat' },
  { kind: 'cohere', group: 'C', model: 'cohere-chat' },
  { kind: 'bedrock', group: 'B', model: 'bedrock-chat' },
];

/** These providers, and the simulator, which answers by itself. */
export const BEHIND: readonly BehindGateway[] = [
  ...PLAYED,
  { kind: 'simulator', group: 'simulator', model: 'simulator-chat' },
];

/** A bearer key, so that bedrock is asked without a signature. */
const BEDROCK_KEY = 'test-bedrock-bearer-key-0010';

const PRICES = { input_per_million: 2.5, output_per_million: 10 };

/**
 * A gateway in front of one fake upstream that plays every group, with the catalog that the tests of clients share.
 *
 * @param sections Sections of gateway.yaml to replace.
 */
export function startEveryProvider(sections: GatewaySections = {}): Promise<Pair> {
  return startPair((upstreamUrl) => {
    const kinds: ProviderKind[] = ['anthropic', 'gemini', 'vertex', 'cohere', 'simulator', 'typesafe'];
    const bedrock = { access_key_id: undefined, secret_access_key: undefined, api_key: BEDROCK_KEY };
    return {
      providers: [
        ...(['openai', 'azure-openai', 'openai-compatible'] as const).map((kind) => providerEntry(kind, upstreamUrl)),
        ...kinds.map((kind) => providerEntry(kind, upstreamUrl)),
        providerEntry('bedrock', upstreamUrl, bedrock),
      ],
      models: [
        { logical_name: 'gpt-4o', provider: 'openai', upstream_model: 'gpt-4o-2024-11-20', prices: PRICES },
        { logical_name: 'azure-chat', provider: 'azure-openai', upstream_model: 'chat-deployment' },
        { logical_name: 'compatible-chat', provider: 'openai-compatible', upstream_model: 'local-model' },
        ...[...kinds, 'bedrock' as const].flatMap((kind) => modelEntries(kind)),
        ...TASK_MODELS,
      ],
      teams: [
        { name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] },
        // May use one model that no test of the endpoints asks for.
        { name: 'support', allowed_models: ['azure-chat'], api_keys: [{ name: 'desk', key: TEST_KEYS.support }] },
      ],
      ...sections,
    };
  });
}

const TASK_MODELS = [
  {
    logical_name: 'openai-completion',
    provider: 'openai',
    upstream_model: 'gpt-3.5-turbo-instruct',
    type: 'completion',
  },
  {
    logical_name: 'openai-embedding',
    provider: 'openai',
    upstream_model: 'text-embedding-3-small',
    type: 'embedding',
    prices: { input_per_million: 0.02 },
  },
  { logical_name: 'azure-embedding', provider: 'azure-openai', upstream_model: 'embed-deployment', type: 'embedding' },
  { logical_name: 'anthropic-embedding', provider: 'anthropic', upstream_model: 'none', type: 'embedding' },
  { logical_name: 'openai-rerank', provider: 'openai', upstream_model: 'reranker', type: 'rerank' },
  { logical_name: 'compatible-rerank', provider: 'openai-compatible', upstream_model: 'reranker', type: 'rerank' },
  { logical_name: 'simulator-rerank', provider: 'simulator', upstream_model: 'reranker', type: 'rerank' },
  { logical_name: 'anthropic-rerank', provider: 'anthropic', upstream_model: 'none', type: 'rerank' },
  {
    logical_name: 'openai-moderation',
    provider: 'openai',
    upstream_model: 'omni-moderation-latest',
    aliases: ['text-moderation-007'],
    type: 'moderation',
  },
  { logical_name: 'cohere-moderation', provider: 'cohere', upstream_model: 'none', type: 'moderation' },
  { logical_name: 'simulator-decision', provider: 'simulator', upstream_model: 'decider', type: 'decision' },
  { logical_name: 'openai-decision', provider: 'openai', upstream_model: 'none', type: 'decision' },
];

/** The answer of a provider, whole or streamed as the request asks, in the provider's own words. */
export function replyAs(
  kind: ProviderKind,
  request: Pick<RecordedRequest, 'path' | 'body'>,
  parts: AnswerParts,
): Reply {
  const streams =
    (request.body as { stream?: boolean }).stream === true ||
    /converse-stream$|:streamGenerateContent$/.test(request.path);
  return streams ? repliesOf(kind).stream(parts) : repliesOf(kind).answer(parts);
}

/** Scripts the fake upstream to answer every request of a played provider with the same parts; others are left alone. */
export function answerWith(pair: Pair, { kind }: BehindGateway, ...turns: AnswerParts[]): void {
  if (kind === 'simulator') return;
  const left = [...turns];
  pair.upstream.onRequest((request) => replyAs(kind, request, left.shift() ?? {}));
}
