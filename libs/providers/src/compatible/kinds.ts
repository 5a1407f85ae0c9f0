import { PROVIDER_KINDS, type ProviderKind } from '@multilane/contracts';
import { type EmbeddingsQuirks, REFERENCE_EMBEDDINGS } from '../openai/embeddings-codec.js';
import type { RerankQuirks } from '../openai/rerank-codec.js';
import type { WireQuirks } from '../openai/wire-quirks.js';

/** The kinds of group R that are compatible with the reference wire format without being its owner. */
export type CompatibleKind = {
  [Kind in ProviderKind]: (typeof PROVIDER_KINDS)[Kind] extends 'R' ? Kind : never;
}[ProviderKind];

export interface CompatibleKindRow extends WireQuirks {
  /** Undefined where the configuration must name the address. */
  readonly baseUrl: string | undefined;
  /** Whether legacy text completions are served at `/completions`; elsewhere the prompt goes over chat. */
  readonly servesCompletions: boolean;
  /** Undefined where the provider has no embeddings, or none in the reference format. */
  readonly embeddings?: EmbeddingsQuirks;
  /** Undefined where the provider has no rerank, or none in the shared format. */
  readonly rerank?: RerankQuirks;
}

const COMPATIBLE: Omit<CompatibleKindRow, 'baseUrl'> = {
  normalisesAnswers: true,
  streamUsage: 'option',
  keepsUsageOnChoices: false,
  knowsDeveloperRole: false,
  renames: {},
  omits: [],
  omitsDefaults: [],
  sentReasoning: 'reasoning_content',
  knowsSignatures: false,
  endsWithoutDone: false,
  servesCompletions: false,
};

const ONLY_MAX_TOKENS = { max_completion_tokens: 'max_tokens' };
const RERANK: RerankQuirks = { takesTextsOnly: false };
const RERANK_OF_TEXTS: RerankQuirks = { takesTextsOnly: true };

/** One row a kind: only what differs from the reference, as each provider's documents had it in November 2026. */
export const COMPATIBLE_KINDS: Readonly<Record<CompatibleKind, CompatibleKindRow>> = {
  // console.groq.com/docs/openai: these members are answered with 400 whatever their value. Sent back,
  // `reasoning_content` is refused; answers and requests have `reasoning` (docs/reasoning). Embeddings stand in its
  // OpenAPI document.
  groq: {
    ...COMPATIBLE,
    baseUrl: 'https://api.groq.com/openai/v1',
    omitsDefaults: ['logprobs', 'top_logprobs', 'logit_bias'],
    sentReasoning: 'reasoning',
    embeddings: REFERENCE_EMBEDDINGS,
  },
  // docs.mistral.ai/api, chat completion: unknown members are answered with 422 ("Extra inputs are not permitted"),
  // among them `stream_options`, `max_completion_tokens` and `user`; the seed is `random_seed`; usage always comes
  // with the last chunk; reasoning is a `thinking` part of the content. Embeddings (api/endpoint/embeddings) have
  // `output_dimension`, and texts only as input.
  mistral: {
    ...COMPATIBLE,
    baseUrl: 'https://api.mistral.ai/v1',
    streamUsage: 'always',
    renames: { ...ONLY_MAX_TOKENS, seed: 'random_seed' },
    omits: ['user'],
    omitsDefaults: ['logprobs', 'top_logprobs', 'logit_bias'],
    sentReasoning: 'thinking-parts',
    embeddings: { renames: { dimensions: 'output_dimension' }, omits: ['user'] },
  },
  // docs.together.ai/docs/inference/openai-compatibility, and its OpenAPI document: `max_tokens` only, `reasoning`.
  together: {
    ...COMPATIBLE,
    baseUrl: 'https://api.together.ai/v1',
    servesCompletions: true,
    renames: ONLY_MAX_TOKENS,
    sentReasoning: 'reasoning',
    embeddings: REFERENCE_EMBEDDINGS,
    rerank: RERANK,
  },
  // docs.fireworks.ai/tools-sdks/openai-compatibility; newer models report usage only when asked to.
  // Rerank (api-reference/rerank-documents) takes documents as strings.
  fireworks: {
    ...COMPATIBLE,
    baseUrl: 'https://api.fireworks.ai/inference/v1',
    servesCompletions: true,
    embeddings: REFERENCE_EMBEDDINGS,
    rerank: RERANK_OF_TEXTS,
  },
  // api-docs.deepseek.com/api/create-chat-completion: `max_completion_tokens` is ignored without a word. Its
  // completions are a beta under another base URL (guides/fim_completion), which the kind `openai-compatible` can name.
  // No embeddings.
  deepseek: { ...COMPATIBLE, baseUrl: 'https://api.deepseek.com/v1', renames: ONLY_MAX_TOKENS },
  // docs.x.ai, REST API reference, chat completions and embeddings; "Legacy & Deprecated":
  // `/completions` refuses reasoning models.
  xai: { ...COMPATIBLE, baseUrl: 'https://api.x.ai/v1', embeddings: REFERENCE_EMBEDDINGS },
  // openrouter.ai/docs, "Usage Accounting": usage always comes, and `stream_options.include_usage` is deprecated.
  // Embeddings and rerank: docs/api/api-reference. "Reasoning Tokens": `reasoning_details` come back as they were.
  openrouter: {
    ...COMPATIBLE,
    baseUrl: 'https://openrouter.ai/api/v1',
    servesCompletions: true,
    streamUsage: 'always',
    sentReasoning: 'reasoning',
    knowsSignatures: true,
    embeddings: REFERENCE_EMBEDDINGS,
    rerank: RERANK,
  },
  // docs.perplexity.ai/docs/sonar/openai-compatibility: usage is on every chunk, and most models send no `[DONE]`.
  // Perplexity stopped serving Sonar chat completions on 27 September 2026 in favour of its Agent API, which is not
  // wire-compatible: the row is for addresses that still speak it. Its embeddings are 8-bit integers or bits
  // (docs/embeddings/best-practices), which the reference format has no word for.
  perplexity: {
    ...COMPATIBLE,
    baseUrl: 'https://api.perplexity.ai',
    streamUsage: 'always',
    renames: ONLY_MAX_TOKENS,
    endsWithoutDone: true,
  },
  // inference-docs.cerebras.ai/resources/openai: these members are refused, and so is `reasoning_content` sent back.
  // No embeddings.
  cerebras: {
    ...COMPATIBLE,
    baseUrl: 'https://api.cerebras.ai/v1',
    servesCompletions: true,
    omitsDefaults: ['frequency_penalty', 'presence_penalty', 'logit_bias', 'parallel_tool_calls'],
    sentReasoning: 'reasoning',
  },
  // docs.nvidia.com/nim/large-language-models/latest/api-reference.html: built on vLLM; some models refuse members
  // that they do not use, defaults included. Its embeddings want `input_type` ("query", "passage"), which is passed on;
  // its ranking API has a path and a format of its own.
  nvidia: {
    ...COMPATIBLE,
    baseUrl: 'https://integrate.api.nvidia.com/v1',
    servesCompletions: true,
    keepsUsageOnChoices: true,
    renames: ONLY_MAX_TOKENS,
    omitsDefaults: ['n', 'frequency_penalty', 'presence_penalty'],
    embeddings: REFERENCE_EMBEDDINGS,
  },
  // docs.vllm.ai, "OpenAI-Compatible Server": usage on chunks with choices is what a client asked for with
  // `stream_options.continuous_usage_stats`; "Reasoning Outputs": `reasoning`; rerank takes documents as strings.
  vllm: {
    ...COMPATIBLE,
    baseUrl: 'http://localhost:8000/v1',
    servesCompletions: true,
    keepsUsageOnChoices: true,
    sentReasoning: 'reasoning',
    embeddings: REFERENCE_EMBEDDINGS,
    rerank: RERANK_OF_TEXTS,
  },
  // docs.ollama.com/api/openai-compatibility: `max_tokens` only, `reasoning`, no rerank.
  ollama: {
    ...COMPATIBLE,
    baseUrl: 'http://localhost:11434/v1',
    servesCompletions: true,
    renames: ONLY_MAX_TOKENS,
    sentReasoning: 'reasoning',
    embeddings: REFERENCE_EMBEDDINGS,
  },
  'openai-compatible': {
    ...COMPATIBLE,
    // It may be another gateway, or group G's own compatible address.
    knowsSignatures: true,
    baseUrl: undefined,
    servesCompletions: true,
    embeddings: REFERENCE_EMBEDDINGS,
    rerank: RERANK,
  },
};
