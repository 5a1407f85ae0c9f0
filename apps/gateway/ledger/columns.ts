import { PROVIDER_KINDS, type ProviderGroup, type ProviderKind } from '@multilane/contracts';
import { findModelFacts, getAdapter, MANIFESTS, type ProviderTarget } from '@multilane/providers';

/** The client formats whose translation the ledger tells. */
export const SOURCES = ['chat', 'responses', 'messages', 'completions', 'embeddings', 'rerank'] as const;

export type Source = (typeof SOURCES)[number];

/** The formats that providers speak. */
export type Wire = 'reference' | 'responses' | 'messages' | 'generateContent' | 'cohere' | 'converse';

/** A provider as the ledger sees it: a kind, or a kind with a setting that changes what can be said. */
export interface Column {
  /** The kind's name, with the setting behind a colon. */
  readonly id: string;
  readonly kind: ProviderKind;
  readonly wire: Wire;
  /** The column that this one is compared with: it is listed only where it differs. */
  readonly like?: string;
  readonly settings?: Partial<ProviderTarget>;
  /** The embedding model, where its family decides what can be said. */
  readonly embeddingModel?: string;
}

/** Groups that speak the reference format. */
const REFERENCE_GROUPS: ReadonlySet<ProviderGroup> = new Set(['R1', 'R', 'simulator']);

/** The formats of the others. A kind without one is not in the ledger until its answers are. */
const NATIVE_WIRES: Readonly<Partial<Record<ProviderKind, Wire>>> = {
  anthropic: 'messages',
  gemini: 'generateContent',
  vertex: 'generateContent',
  cohere: 'cohere',
  bedrock: 'converse',
};

/** Kind that the other wire-compatible kinds are compared with. */
const COMPATIBLE: ProviderKind = 'openai-compatible';

/** Settings that change what can be said to a kind. */
const VARIANTS: readonly Column[] = [
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
];

/** The kind whose Responses API the others' are compared with. */
const REFERENCE_KIND: ProviderKind = 'openai';

/** Any name: the kind decides what can be said. */
const SOME_MODEL = 'upstream-model';

/** Every kind that has an adapter for what a client can say, in the order of the tables. */
export const COLUMNS: readonly Column[] = (Object.keys(PROVIDER_KINDS) as ProviderKind[])
  .toSorted((one, other) => rankOf(one) - rankOf(other))
  .flatMap((kind) => [
    ...columnOf(kind),
    ...responsesColumnOf(kind),
    ...VARIANTS.filter((variant) => variant.kind === kind),
  ]);

/** Rank of a kind: those that others are compared with come first; the rest keeps its order. */
function rankOf(kind: ProviderKind): number {
  if (kind === COMPATIBLE) return 1;
  return PROVIDER_KINDS[kind] === 'R1' ? 0 : 2;
}

function columnOf(kind: ProviderKind): Column[] {
  const wire = REFERENCE_GROUPS.has(PROVIDER_KINDS[kind]) ? 'reference' : NATIVE_WIRES[kind];
  if (wire === undefined) return [];
  const isCompatible = MANIFESTS[kind].wire !== undefined && kind !== COMPATIBLE;
  return [{ id: kind, kind, wire, ...(isCompatible ? { like: COMPATIBLE } : {}) }];
}

/** A model that its provider serves by the Responses API alone. */
function responsesColumnOf(kind: ProviderKind): Column[] {
  if (getAdapter(kind, SOME_MODEL)?.endpoints.responses === undefined) return [];
  const column: Column = {
    id: `${kind}:responses`,
    kind,
    wire: 'responses',
    settings: { facts: { ...findModelFacts(kind, SOME_MODEL), api: 'responses' } },
  };
  return [kind === REFERENCE_KIND ? column : { ...column, like: `${REFERENCE_KIND}:responses` }];
}

/** The column as a source meets it: vectors and rankings have no other format. */
export function columnFor(column: Column, source: Source): Column {
  const isText = source !== 'embeddings' && source !== 'rerank';
  return isText || column.wire !== 'responses' ? column : { ...column, wire: 'reference' };
}

/** A model of each kind whose name decides what the kind's adapter does; any name serves elsewhere. */
const MODELS: Partial<Record<ProviderKind, Partial<Record<Source, string>> & { readonly chat: string }>> = {
  gemini: { chat: 'gemini-3-pro', embeddings: 'gemini-embedding-001' },
  vertex: { chat: 'gemini-3-pro', embeddings: 'text-embedding-005' },
  bedrock: {
    chat: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    embeddings: 'amazon.titan-embed-text-v2:0',
  },
};

/** Target that the probes of a source would be sent to. */
export function targetOf({ kind, settings, embeddingModel }: Column, source: Source): ProviderTarget {
  const models = embeddingModel === undefined ? MODELS[kind] : { ...MODELS[kind], embeddings: embeddingModel };
  const upstreamModel = models?.[source] ?? MODELS[kind]?.chat ?? SOME_MODEL;
  const facts = findModelFacts(kind, upstreamModel);
  return { kind, upstreamModel, facts, baseUrl: 'https://provider.example', headers: {}, ...settings };
}
