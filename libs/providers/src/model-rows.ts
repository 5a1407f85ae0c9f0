import type { ProviderKind } from '@multilane/contracts';
import { CEREBRAS_MODELS } from './cerebras/models.js';
import { COHERE_MODELS } from './cohere/models.js';
import { DEEPSEEK_MODELS } from './deepseek/models.js';
import { GEMINI_MODELS } from './gemini/models.js';
import { GROQ_MODELS } from './groq/models.js';
import { MISTRAL_MODELS } from './mistral/models.js';
import type { ModelRow } from './model-facts.js';
import { MOONSHOT_MODELS } from './moonshot/models.js';
import { OLLAMA_MODELS } from './ollama/models.js';
import { OPENAI_MODELS } from './openai/models.js';
import { OPENROUTER_MODELS } from './openrouter/models.js';
import { CLAUDE_MODELS, HOSTED_CLAUDE_MODELS } from './shared/models/claude-models.js';
import { mistralFamily, OPEN_MODELS } from './shared/models/open-models.js';
import { XAI_MODELS } from './xai/models.js';
import { ZAI_MODELS } from './zai/models.js';

/** Mistral's open models, where nothing else is known of the others. */
const MISTRAL_FAMILY: readonly ModelRow[] = [mistralFamily()];

/** Hosts of open models. */
const HOSTED_OPEN_MODELS: readonly ModelRow[] = [...OPEN_MODELS, ...MISTRAL_FAMILY];

/** The rows of every kind that has some. Azure's deployments are often named as the models that they serve. */
export const MODEL_ROWS: Partial<Record<ProviderKind, readonly ModelRow[]>> = {
  openai: OPENAI_MODELS,
  'azure-openai': [...OPENAI_MODELS, ...HOSTED_CLAUDE_MODELS],
  anthropic: CLAUDE_MODELS,
  bedrock: HOSTED_CLAUDE_MODELS,
  vertex: [...GEMINI_MODELS, ...HOSTED_CLAUDE_MODELS],
  gemini: GEMINI_MODELS,
  cohere: COHERE_MODELS,
  groq: GROQ_MODELS,
  mistral: MISTRAL_MODELS,
  xai: XAI_MODELS,
  deepseek: DEEPSEEK_MODELS,
  together: OPEN_MODELS,
  fireworks: OPEN_MODELS,
  nvidia: HOSTED_OPEN_MODELS,
  cerebras: CEREBRAS_MODELS,
  openrouter: OPENROUTER_MODELS,
  ollama: OLLAMA_MODELS,
  deepinfra: HOSTED_OPEN_MODELS,
  nebius: HOSTED_OPEN_MODELS,
  novita: HOSTED_OPEN_MODELS,
  sambanova: HOSTED_OPEN_MODELS,
  huggingface: HOSTED_OPEN_MODELS,
  'vercel-ai-gateway': HOSTED_OPEN_MODELS,
  digitalocean: HOSTED_OPEN_MODELS,
  scaleway: HOSTED_OPEN_MODELS,
  ovhcloud: HOSTED_OPEN_MODELS,
  baseten: HOSTED_OPEN_MODELS,
  friendli: HOSTED_OPEN_MODELS,
  featherless: HOSTED_OPEN_MODELS,
  siliconflow: HOSTED_OPEN_MODELS,
  crusoe: HOSTED_OPEN_MODELS,
  wandb: HOSTED_OPEN_MODELS,
  sglang: MISTRAL_FAMILY,
  'llama-cpp': MISTRAL_FAMILY,
  'lm-studio': MISTRAL_FAMILY,
  moonshot: MOONSHOT_MODELS,
  zai: ZAI_MODELS,
  vllm: MISTRAL_FAMILY,
  'openai-compatible': MISTRAL_FAMILY,
};
