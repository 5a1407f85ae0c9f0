import type { ProviderKind } from '@multilane/contracts';
import type { ProviderAdapter } from './adapter.js';
import { ANTHROPIC } from './anthropic/adapter.js';
import { ASSEMBLYAI } from './assemblyai/adapter.js';
import { AZURE_OPENAI } from './azure-openai/adapter.js';
import { BEDROCK } from './bedrock/adapter.js';
import { CARTESIA } from './cartesia/adapter.js';
import { COHERE } from './cohere/adapter.js';
import { DEEPGRAM } from './deepgram/adapter.js';
import { ELEVENLABS } from './elevenlabs/adapter.js';
import type { ExchangeCodecs } from './exchange.js';
import { GEMINI } from './gemini/adapter.js';
import { AZURE_CLAUDE } from './hosted/azure-claude.js';
import { VERTEX_CLAUDE } from './hosted/vertex-claude.js';
import { ALL_MANIFESTS } from './manifests.js';
import { MISTRAL_EXCHANGES } from './mistral/exchanges.js';
import { OPENAI } from './openai/adapter.js';
import { createCompatibleAdapter } from './openai/create-compatible-adapter.js';
import { OPENROUTER_IMAGES } from './openrouter/images.js';
import { SIMULATOR } from './simulator/adapter.js';
import { SYSTEM_ONE } from './system-one/adapter.js';
import { TYPESAFE } from './typesafe/adapter.js';
import { VERTEX } from './vertex/adapter.js';
import { XAI_EXCHANGES } from './xai/exchanges.js';

/** Exchanges that wire-compatible kinds serve in words of their own, beside those of their manifests. */
const OWN_EXCHANGES: Partial<Record<ProviderKind, ExchangeCodecs>> = {
  mistral: MISTRAL_EXCHANGES,
  openrouter: OPENROUTER_IMAGES,
  xai: XAI_EXCHANGES,
};

/**
 * Every provider kind that is served: one line a folder that has an adapter of its own, none for the kinds whose manifest
 * says how they differ from the reference format.
 */
const ADAPTERS: ReadonlyMap<ProviderKind, ProviderAdapter> = new Map(
  [
    OPENAI,
    AZURE_OPENAI,
    ...ALL_MANIFESTS.flatMap((manifest) => {
      if (!manifest.wire) return [];
      const adapter = createCompatibleAdapter(manifest, manifest.wire);
      return { ...adapter, exchanges: { ...adapter.exchanges, ...OWN_EXCHANGES[manifest.kind] } };
    }),
    ANTHROPIC,
    GEMINI,
    VERTEX,
    COHERE,
    BEDROCK,
    ELEVENLABS,
    DEEPGRAM,
    ASSEMBLYAI,
    CARTESIA,
    TYPESAFE,
    SYSTEM_ONE,
    SIMULATOR,
  ].map((adapter) => [adapter.kind, adapter]),
);

/** Kinds that serve the models of another maker in that maker's format. */
const HOSTED: Partial<Record<ProviderKind, ProviderAdapter>> = {
  vertex: VERTEX_CLAUDE,
  'azure-openai': AZURE_CLAUDE,
};

/** A Claude by its own name, with or without its publisher's path. */
const CLAUDE = /(?:^|\/)claude-/i;

/** The adapter of a kind, or of a model of it; undefined for a kind that has none. */
export function getAdapter(kind: ProviderKind, upstreamModel = ''): ProviderAdapter | undefined {
  return (CLAUDE.test(upstreamModel) ? HOSTED[kind] : undefined) ?? ADAPTERS.get(kind);
}

/** The kinds that have an adapter. */
export function listAdapterKinds(): ProviderKind[] {
  return [...ADAPTERS.keys()];
}

export { SIMULATOR_BASE_URL, SIMULATOR_KIND, SIMULATOR_MODEL } from './simulator/manifest.js';
export { type SessionEvent, SimulatedSession } from './simulator/realtime/simulated-session.js';
export { simulate } from './simulator/simulate.js';
export { simulateChat } from './simulator/simulate-chat.js';
export type { SimulatedAnswer } from './simulator/simulated-answer.js';
export type { SimulationFacts } from './simulator/simulation-facts.js';
