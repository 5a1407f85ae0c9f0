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
  nvidia: [...OPEN_MODELS, mistralFamily()],
  cerebras: CEREBRAS_MODELS,
  openrouter: OPENROUTER_MODELS,
  ollama: OLLAMA_MODELS,
  deepinfra: [...OPEN_MODELS, mistralFamily()],
  nebius: [...OPEN_MODELS, mistralFamily()],
  novita: [...OPEN_MODELS, mistralFamily()],
  sambanova: [...OPEN_MODELS, mistralFamily()],
  huggingface: [...OPEN_MODELS, mistralFamily()],
  'vercel-ai-gateway': [...OPEN_MODELS, mistralFamily()],
  digitalocean: [...OPEN_MODELS, mistralFamily()],
  scaleway: [...OPEN_MODELS, mistralFamily()],
  ovhcloud: [...OPEN_MODELS, mistralFamily()],
  baseten: [...OPEN_MODELS, mistralFamily()],
  friendli: [...OPEN_MODELS, mistralFamily()],
  featherless: [...OPEN_MODELS, mistralFamily()],
  siliconflow: [...OPEN_MODELS, mistralFamily()],
  crusoe: [...OPEN_MODELS, mistralFamily()],
  wandb: [...OPEN_MODELS, mistralFamily()],
  sglang: [mistralFamily()],
  'llama-cpp': [mistralFamily()],
  'lm-studio': [mistralFamily()],
  moonshot: MOONSHOT_MODELS,
  zai: ZAI_MODELS,
  vllm: [mistralFamily()],
  'openai-compatible': [mistralFamily()],
};
