import type { ProviderKind } from '@multilane/contracts';
import { ALIBABA_MANIFEST } from './alibaba/manifest.js';
import { ANTHROPIC_MANIFEST } from './anthropic/manifest.js';
import { ASSEMBLYAI_MANIFEST } from './assemblyai/manifest.js';
import { AZURE_OPENAI_MANIFEST } from './azure-openai/manifest.js';
import { BASETEN_MANIFEST } from './baseten/manifest.js';
import { BEDROCK_MANIFEST } from './bedrock/manifest.js';
import { CARTESIA_MANIFEST } from './cartesia/manifest.js';
import { CEREBRAS_MANIFEST } from './cerebras/manifest.js';
import { CHUTES_MANIFEST } from './chutes/manifest.js';
import { CLOUDFLARE_MANIFEST } from './cloudflare/manifest.js';
import { COHERE_MANIFEST } from './cohere/manifest.js';
import { CRUSOE_MANIFEST } from './crusoe/manifest.js';
import { DEEPGRAM_MANIFEST } from './deepgram/manifest.js';
import { DEEPINFRA_MANIFEST } from './deepinfra/manifest.js';
import { DEEPSEEK_MANIFEST } from './deepseek/manifest.js';
import { DIGITALOCEAN_MANIFEST } from './digitalocean/manifest.js';
import { ELEVENLABS_MANIFEST } from './elevenlabs/manifest.js';
import { FEATHERLESS_MANIFEST } from './featherless/manifest.js';
import { FIREWORKS_MANIFEST } from './fireworks/manifest.js';
import { FRIENDLI_MANIFEST } from './friendli/manifest.js';
import { GEMINI_MANIFEST } from './gemini/manifest.js';
import { GROQ_MANIFEST } from './groq/manifest.js';
import { HUGGINGFACE_MANIFEST } from './huggingface/manifest.js';
import { INCEPTION_MANIFEST } from './inception/manifest.js';
import { LLAMA_CPP_MANIFEST } from './llama-cpp/manifest.js';
import { LM_STUDIO_MANIFEST } from './lm-studio/manifest.js';
import type { ProviderManifest } from './manifest.js';
import { MINIMAX_MANIFEST } from './minimax/manifest.js';
import { MISTRAL_MANIFEST } from './mistral/manifest.js';
import { MOONSHOT_MANIFEST } from './moonshot/manifest.js';
import { NEBIUS_MANIFEST } from './nebius/manifest.js';
import { NOVITA_MANIFEST } from './novita/manifest.js';
import { NVIDIA_MANIFEST } from './nvidia/manifest.js';
import { OLLAMA_MANIFEST } from './ollama/manifest.js';
import { OPENAI_MANIFEST } from './openai/manifest.js';
import { OPENAI_COMPATIBLE_MANIFEST } from './openai-compatible/manifest.js';
import { OPENROUTER_MANIFEST } from './openrouter/manifest.js';
import { OVHCLOUD_MANIFEST } from './ovhcloud/manifest.js';
import { PERPLEXITY_MANIFEST } from './perplexity/manifest.js';
import { SAMBANOVA_MANIFEST } from './sambanova/manifest.js';
import { SCALEWAY_MANIFEST } from './scaleway/manifest.js';
import { SGLANG_MANIFEST } from './sglang/manifest.js';
import { SILICONFLOW_MANIFEST } from './siliconflow/manifest.js';
import { SIMULATOR_MANIFEST } from './simulator/manifest.js';
import { STEPFUN_MANIFEST } from './stepfun/manifest.js';
import { SYSTEM_ONE_MANIFEST } from './system-one/manifest.js';
import { TOGETHER_MANIFEST } from './together/manifest.js';
import { TYPESAFE_MANIFEST } from './typesafe/manifest.js';
import { UPSTAGE_MANIFEST } from './upstage/manifest.js';
import { VENICE_MANIFEST } from './venice/manifest.js';
import { VERCEL_AI_GATEWAY_MANIFEST } from './vercel-ai-gateway/manifest.js';
import { VERTEX_MANIFEST } from './vertex/manifest.js';
import { VLLM_MANIFEST } from './vllm/manifest.js';
import { WANDB_MANIFEST } from './wandb/manifest.js';
import { XAI_MANIFEST } from './xai/manifest.js';
import { ZAI_MANIFEST } from './zai/manifest.js';

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
  moonshot: MOONSHOT_MANIFEST,
  zai: ZAI_MANIFEST,
  minimax: MINIMAX_MANIFEST,
  alibaba: ALIBABA_MANIFEST,
  deepinfra: DEEPINFRA_MANIFEST,
  nebius: NEBIUS_MANIFEST,
  novita: NOVITA_MANIFEST,
  sambanova: SAMBANOVA_MANIFEST,
  huggingface: HUGGINGFACE_MANIFEST,
  'vercel-ai-gateway': VERCEL_AI_GATEWAY_MANIFEST,
  cloudflare: CLOUDFLARE_MANIFEST,
  digitalocean: DIGITALOCEAN_MANIFEST,
  scaleway: SCALEWAY_MANIFEST,
  ovhcloud: OVHCLOUD_MANIFEST,
  baseten: BASETEN_MANIFEST,
  friendli: FRIENDLI_MANIFEST,
  featherless: FEATHERLESS_MANIFEST,
  siliconflow: SILICONFLOW_MANIFEST,
  crusoe: CRUSOE_MANIFEST,
  wandb: WANDB_MANIFEST,
  venice: VENICE_MANIFEST,
  upstage: UPSTAGE_MANIFEST,
  inception: INCEPTION_MANIFEST,
  stepfun: STEPFUN_MANIFEST,
  chutes: CHUTES_MANIFEST,
  'openai-compatible': OPENAI_COMPATIBLE_MANIFEST,
  ollama: OLLAMA_MANIFEST,
  vllm: VLLM_MANIFEST,
  sglang: SGLANG_MANIFEST,
  'llama-cpp': LLAMA_CPP_MANIFEST,
  'lm-studio': LM_STUDIO_MANIFEST,
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
