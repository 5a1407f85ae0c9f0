import type { ProviderManifest } from '../manifest.js';
import {
  coldStart,
  REFERENCE_LISTING,
  REFERENCE_TEST,
  requiredBaseUrl,
  TEMPLATE_ROLES,
} from '../shared/manifest-parts.js';

export const VLLM_MANIFEST: ProviderManifest<'vllm'> = {
  kind: 'vllm',
  group: 'R',
  name: 'vLLM',
  documentation: 'https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html',
  credential: 'optional_key',
  settings: [requiredBaseUrl('http://localhost:8000/v1', 'Address of the server, with `/v1`.'), coldStart(true)],
  trace: { provider: 'vllm' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: [],
  // docs.vllm.ai, "OpenAI-Compatible Server": usage on chunks with choices is what a client asked for with
  // `stream_options.continuous_usage_stats`; "Reasoning Outputs": `reasoning`; rerank takes documents as strings.
  wire: {
    servesCompletions: true,
    members: ['top_k'],
    keepsUsageOnChoices: true,
    sentReasoning: 'reasoning',
    roles: TEMPLATE_ROLES,
    embeddings: {},
    // docs.vllm.ai, "OpenAI-Compatible Server"
    media: ['transcriptions', 'translations'],
    rerank: { takesTextsOnly: true },
    // docs.vllm.ai, "OpenAI-Compatible Server": the Responses API.
    responses: {},
  },
  foreignNames: {
    litellm: { hosted_vllm: {}, vllm: { note: 'Called over the HTTP API of vLLM, not in the process.' } },
  },
};
