import type { ProviderManifest } from '../manifest.js';
import {
  coldStart,
  REFERENCE_LISTING,
  REFERENCE_TEST,
  RUNTIME_WIRE,
  requiredBaseUrl,
} from '../shared/manifest-parts.js';

export const SGLANG_MANIFEST: ProviderManifest<'sglang'> = {
  kind: 'sglang',
  group: 'R',
  name: 'SGLang',
  documentation: 'https://docs.sglang.ai/basic_usage/openai_api.html',
  credential: 'optional_key',
  settings: [requiredBaseUrl('http://localhost:30000/v1', 'Address of the server, with `/v1`.'), coldStart(false)],
  trace: { provider: 'sglang' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: [],
  // docs.sglang.ai/basic_usage/openai_api.html, and sglang.ai/supported_models/rerank_models: the rerank endpoint takes strings.
  wire: RUNTIME_WIRE,
};
