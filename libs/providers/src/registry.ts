import type { ProviderKind } from '@multilane/contracts';
import type { ProviderAdapter } from './adapter.js';
import { ANTHROPIC } from './anthropic/adapter.js';
import { AZURE_OPENAI } from './azure-openai/adapter.js';
import { COHERE } from './cohere/adapter.js';
import { COMPATIBLE_ADAPTERS } from './compatible/adapters.js';
import { GEMINI } from './gemini/adapter.js';
import { OPENAI } from './openai/adapter.js';
import { SIMULATOR } from './simulator/adapter.js';
import { VERTEX } from './vertex/adapter.js';

/** Every provider kind that is served, one line a folder. Nothing else imports the providers' folders. */
const ADAPTERS: ReadonlyMap<ProviderKind, ProviderAdapter> = new Map(
  [OPENAI, AZURE_OPENAI, ...COMPATIBLE_ADAPTERS, ANTHROPIC, GEMINI, VERTEX, COHERE, SIMULATOR].map((adapter) => [
    adapter.kind,
    adapter,
  ]),
);

/** The adapter of a kind; undefined for a kind that has none. */
export function getAdapter(kind: ProviderKind): ProviderAdapter | undefined {
  return ADAPTERS.get(kind);
}

/** The kinds that have an adapter. */
export function listAdapterKinds(): ProviderKind[] {
  return [...ADAPTERS.keys()];
}

export { SIMULATOR_BASE_URL, SIMULATOR_MODEL } from './simulator/adapter.js';
export { type SimulatedAnswer, simulateChat } from './simulator/simulate-chat.js';
export type { SimulationFacts } from './simulator/simulation-facts.js';
