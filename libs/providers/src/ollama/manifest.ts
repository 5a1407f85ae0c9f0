import type { ProviderManifest } from '../manifest.js';
import { coldStart, REFERENCE_LISTING, REFERENCE_TEST, TEMPLATE_ROLES } from '../shared/manifest-parts.js';

export const OLLAMA_MANIFEST: ProviderManifest<'ollama'> = {
  kind: 'ollama',
  group: 'R',
  name: 'Ollama',
  documentation: 'https://docs.ollama.com/api/openai-compatibility',
  defaultBaseUrl: 'http://localhost:11434/v1',
  credential: 'optional_key',
  settings: [coldStart(true)],
  environment: { name: 'OLLAMA_HOST', holds: 'address', example: 'http://127.0.0.1:11434' },
  trace: { provider: 'ollama' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: [],
  // docs.ollama.com/api/openai-compatibility: `max_tokens` only, `reasoning`, no rerank. `tool_choice`, `n`, `logit_bias`,
  // `parallel_tool_calls` and `user` are not read (github.com/ollama/ollama: `ChatCompletionRequest` in openai/openai.go,
  // and `CompletionRequest` and `EmbedRequest` beside it).
  wire: {
    servesCompletions: true,
    tokenLimit: 'max_tokens',
    ignores: ['n', 'logit_bias', 'parallel_tool_calls', 'tool_choice'],
    withholdsTools: true,
    sentReasoning: 'reasoning',
    roles: TEMPLATE_ROLES,
    // "invalid message content type: <nil>" (openai/openai.go).
    fillsContent: true,
    embeddings: {},
    // docs.ollama.com/api/openai-compatibility: POST /v1/responses, without state. The thinking goes as plain text in
    // `encrypted_content` (github.com/ollama/ollama: `ResponsesReasoningInput` in openai/responses.go).
    responses: { sentThinking: 'encrypted_content' },
  },
  // docs.ollama.com/faq, docs.ollama.com/api/tags
  localRuntime: {
    address: 'http://127.0.0.1:11434',
    basePath: '/v1',
    models: { path: '/api/tags', list: 'models', id: 'name' },
    embeddingFamilies: /bert/i,
    addModel: 'ollama pull <model>',
  },
  foreignNames: {
    litellm: { ollama: { note: 'Called with the chat API, not with the generate API.' }, ollama_chat: {} },
    portkey: ['ollama'],
  },
};
