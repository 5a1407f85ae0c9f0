import type { ProviderKind } from '@multilane/contracts';
import type { ProviderTarget } from '@multilane/providers';

/** The client formats whose translation the ledger tells. */
export const SOURCES = ['chat', 'responses', 'messages', 'completions', 'embeddings', 'rerank'] as const;

export type Source = (typeof SOURCES)[number];

/** The formats that providers speak. */
export type Wire = 'reference' | 'messages' | 'generateContent' | 'cohere' | 'converse';

/** A provider as the ledger sees it: a kind, or a kind with a setting that changes what can be said. */
export interface Column {
  /** The kind's name, with the setting behind a colon. */
  readonly id: string;
  readonly kind: ProviderKind;
  readonly wire: Wire;
  /** The column that this one is compared with: it is told of only where it differs. */
  readonly like?: string;
  readonly settings?: Partial<ProviderTarget>;
  /** The embedding model, where its family decides what can be said. */
  readonly embeddingModel?: string;
}

const likeCompatible = (kind: ProviderKind): Column => ({
  id: kind,
  kind,
  wire: 'reference',
  like: 'openai-compatible',
});

/** Every kind that has an adapter for what a client can say, in the order of the tables. */
export const COLUMNS: readonly Column[] = [
  { id: 'openai', kind: 'openai', wire: 'reference' },
  { id: 'azure-openai', kind: 'azure-openai', wire: 'reference' },
  { id: 'openai-compatible', kind: 'openai-compatible', wire: 'reference' },
  likeCompatible('groq'),
  likeCompatible('mistral'),
  likeCompatible('together'),
  likeCompatible('fireworks'),
  likeCompatible('deepseek'),
  likeCompatible('xai'),
  likeCompatible('openrouter'),
  likeCompatible('perplexity'),
  likeCompatible('cerebras'),
  likeCompatible('nvidia'),
  likeCompatible('vllm'),
  likeCompatible('ollama'),
  { id: 'anthropic', kind: 'anthropic', wire: 'messages' },
  {
    id: 'anthropic:adaptive',
    kind: 'anthropic',
    wire: 'messages',
    like: 'anthropic',
    settings: { thinking: 'adaptive' },
  },
  {
    id: 'anthropic:structured',
    kind: 'anthropic',
    wire: 'messages',
    like: 'anthropic',
    settings: { structuredOutput: true },
  },
  { id: 'gemini', kind: 'gemini', wire: 'generateContent' },
  { id: 'vertex', kind: 'vertex', wire: 'generateContent' },
  { id: 'cohere', kind: 'cohere', wire: 'cohere' },
  { id: 'bedrock', kind: 'bedrock', wire: 'converse' },
  {
    id: 'bedrock:cohere',
    kind: 'bedrock',
    wire: 'converse',
    like: 'bedrock',
    embeddingModel: 'cohere.embed-v4:0',
  },
  {
    id: 'bedrock:structured',
    kind: 'bedrock',
    wire: 'converse',
    like: 'bedrock',
    settings: { structuredOutput: true },
  },
  { id: 'simulator', kind: 'simulator', wire: 'reference' },
];

/** A model of each kind whose name decides what the kind's adapter does; any name serves elsewhere. */
const MODELS: Partial<Record<ProviderKind, Partial<Record<Source, string>> & { readonly chat: string }>> = {
  gemini: { chat: 'gemini-3-pro', embeddings: 'gemini-embedding-001' },
  vertex: { chat: 'gemini-3-pro', embeddings: 'text-embedding-005' },
  bedrock: {
    chat: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    embeddings: 'amazon.titan-embed-text-v2:0',
  },
};

/** Where the probes of a source would be sent. */
export function targetOf({ kind, settings, embeddingModel }: Column, source: Source): ProviderTarget {
  const models = embeddingModel === undefined ? MODELS[kind] : { ...MODELS[kind], embeddings: embeddingModel };
  const upstreamModel = models?.[source] ?? MODELS[kind]?.chat ?? 'upstream-model';
  return { kind, upstreamModel, baseUrl: 'https://provider.example', headers: {}, ...settings };
}
