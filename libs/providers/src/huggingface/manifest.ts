import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING } from '../shared/manifest-parts.js';

export const HUGGINGFACE_MANIFEST: ProviderManifest<'huggingface'> = {
  kind: 'huggingface',
  group: 'R',
  name: 'Hugging Face',
  documentation: 'https://huggingface.co/docs/inference-providers',
  defaultBaseUrl: 'https://router.huggingface.co/v1',
  credential: 'key',
  settings: [],
  // HF_TOKEN is set on many machines that only download models, so `npm start` does not look for it.
  trace: { provider: 'huggingface' },
  keyPatterns: ['hf_'],
  models: REFERENCE_LISTING,
  connectionTest: 'model',
  defaultModels: ['openai/gpt-oss-120b', 'meta-llama/Llama-3.3-70B-Instruct'],
  // huggingface.co/docs/inference-providers/tasks/chat-completion: the router passes a request on to the provider that serves the
  // model, and adds `:<provider>` to its name to choose one. Embeddings have a format of their own.
  wire: {},
  foreignNames: { litellm: { huggingface: { keyVariable: 'HF_TOKEN' } }, portkey: ['huggingface'] },
};
