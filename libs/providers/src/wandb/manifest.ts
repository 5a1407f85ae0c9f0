import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST } from '../shared/manifest-parts.js';

export const WANDB_MANIFEST: ProviderManifest<'wandb'> = {
  kind: 'wandb',
  group: 'R',
  name: 'W&B Inference',
  documentation: 'https://docs.wandb.ai/inference',
  defaultBaseUrl: 'https://api.inference.wandb.ai/v1',
  credential: 'key',
  settings: [],
  // WANDB_API_KEY is set on many machines that only track experiments, so `npm start` does not look for it.
  trace: { provider: 'wandb' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['openai/gpt-oss-120b', 'meta-llama/Llama-3.3-70B-Instruct'],
  // docs.wandb.ai/inference/api-reference/chat-completions.
  wire: {},
  foreignNames: { litellm: { wandb: { keyVariable: 'WANDB_API_KEY' } } },
};
