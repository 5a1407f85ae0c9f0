import type { ProviderManifest } from '../manifest.js';
import {
  coldStart,
  REFERENCE_LISTING,
  REFERENCE_TEST,
  RUNTIME_WIRE,
  requiredBaseUrl,
} from '../shared/manifest-parts.js';

export const LLAMA_CPP_MANIFEST: ProviderManifest<'llama-cpp'> = {
  kind: 'llama-cpp',
  group: 'R',
  name: 'llama.cpp',
  documentation: 'https://github.com/ggml-org/llama.cpp/tree/master/tools/server',
  credential: 'optional_key',
  settings: [requiredBaseUrl('http://localhost:8080/v1', 'Address of `llama-server`, with `/v1`.'), coldStart(true)],
  trace: { provider: 'llama_cpp' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: [],
  // github.com/ggml-org/llama.cpp, tools/server/README.md: chat, completions, embeddings and rerank below `/v1`; models come with
  // templates of their own, and load when they are asked for in router mode.
  wire: RUNTIME_WIRE,
  foreignNames: { litellm: { llamafile: {} } },
};
