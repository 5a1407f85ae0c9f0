import type { ProviderKind } from '@multilane/contracts';
import { ANTHROPIC_MANIFEST } from './anthropic/manifest.js';
import { ASSEMBLYAI_MANIFEST } from './assemblyai/manifest.js';
import { AZURE_OPENAI_MANIFEST } from './azure-openai/manifest.js';
import { BEDROCK_MANIFEST } from './bedrock/manifest.js';
import { CARTESIA_MANIFEST } from './cartesia/manifest.js';
import { CEREBRAS_MANIFEST } from './cerebras/manifest.js';
import { COHERE_MANIFEST } from './cohere/manifest.js';
import { DEEPGRAM_MANIFEST } from './deepgram/manifest.js';
import { DEEPSEEK_MANIFEST } from './deepseek/manifest.js';
import { ELEVENLABS_MANIFEST } from './elevenlabs/manifest.js';
import { FIREWORKS_MANIFEST } from './fireworks/manifest.js';
import { GEMINI_MANIFEST } from './gemini/manifest.js';
import { GROQ_MANIFEST } from './groq/manifest.js';
import type { ProviderManifest } from './manifest.js';
import { MISTRAL_MANIFEST } from './mistral/manifest.js';
import { NVIDIA_MANIFEST } from './nvidia/manifest.js';
import { OLLAMA_MANIFEST } from './ollama/manifest.js';
import { OPENAI_MANIFEST } from './openai/manifest.js';
import { OPENAI_COMPATIBLE_MANIFEST } from './openai-compatible/manifest.js';
import { OPENROUTER_MANIFEST } from './openrouter/manifest.js';
import { PERPLEXITY_MANIFEST } from './perplexity/manifest.js';
import { SIMULATOR_MANIFEST } from './simulator/manifest.js';
import { SYSTEM_ONE_MANIFEST } from './system-one/manifest.js';
import { TOGETHER_MANIFEST } from './together/manifest.js';
import { TYPESAFE_MANIFEST } from './typesafe/manifest.js';
import { VERTEX_MANIFEST } from './vertex/manifest.js';
import { VLLM_MANIFEST } from './vllm/manifest.js';
import { XAI_MANIFEST } from './xai/manifest.js';

/**
 * Every provider kind, one line a folder, in the order in which people meet them: `npm start` offers the models of the
 * first one that it finds a key for.
 */
export const MANIFESTS: { readonly [Kind in ProviderKind]: ProviderManifest<Kind> } = {
  openai: OPENAI_MANIFEST,
  'azure-openai': AZURE_OPENAI_MANIFEST,
  anthropic: ANTHROPIC_MANIFEST,
  gemini: GEMINI_MANIFEST,
  vertex: VERTEX_MANIFEST,
  bedrock: BEDROCK_MANIFEST,
  groq: GROQ_MANIFEST,
  mistral: MISTRAL_MANIFEST,
  together: TOGETHER_MANIFEST,
  fireworks: FIREWORKS_MANIFEST,
  deepseek: DEEPSEEK_MANIFEST,
  xai: XAI_MANIFEST,
  openrouter: OPENROUTER_MANIFEST,
  perplexity: PERPLEXITY_MANIFEST,
  cerebras: CEREBRAS_MANIFEST,
  nvidia: NVIDIA_MANIFEST,
  cohere: COHERE_MANIFEST,
  'openai-compatible': OPENAI_COMPATIBLE_MANIFEST,
  ollama: OLLAMA_MANIFEST,
  vllm: VLLM_MANIFEST,
  elevenlabs: ELEVENLABS_MANIFEST,
  deepgram: DEEPGRAM_MANIFEST,
  assemblyai: ASSEMBLYAI_MANIFEST,
  cartesia: CARTESIA_MANIFEST,
  typesafe: TYPESAFE_MANIFEST,
  'system-one': SYSTEM_ONE_MANIFEST,
  simulator: SIMULATOR_MANIFEST,
};

/** All of them, in the order of the table. */
export const ALL_MANIFESTS: readonly ProviderManifest[] = Object.values(MANIFESTS);

/** The manifest of a kind; undefined for a kind that only another version knows. */
export function findManifest(kind: string): ProviderManifest | undefined {
  return Object.hasOwn(MANIFESTS, kind) ? MANIFESTS[kind as ProviderKind] : undefined;
}

export { listSettings } from './list-settings.js';
export type * from './manifest.js';
