import { openAiResponsesWire } from '../strict/openai-responses/openai-responses-wire.js';
import { anthropicWire } from './anthropic/anthropic-wire.js';
import { bedrockWire } from './bedrock/bedrock-wire.js';
import { cohereWire } from './cohere/cohere-wire.js';
import { generateContentWire } from './generate-content/generate-content-wire.js';
import { openAiChatWire } from './openai-chat/openai-chat-wire.js';
import { openAiCompletionsWire } from './openai-completions/openai-completions-wire.js';
import { openAiEmbeddingsWire } from './openai-embeddings/openai-embeddings-wire.js';
import { openAiModerationsWire } from './openai-moderations/openai-moderations-wire.js';
import { systemOneWire } from './systemone/systemone-wire.js';
import type { Wire } from './wire.js';

/** Addresses of each wire; the first that fits. The rest is the reference format's. */
const WIRES: readonly (readonly [RegExp, Wire])[] = [
  [/^\/v1\/messages(\/|$)/, anthropicWire],
  [/^\/v1(beta1?)?\/(models|tunedModels|projects)\/.*:\w+$/, generateContentWire],
  [/^\/v2\/(chat|embed|rerank)$/, cohereWire],
  [/^\/model\//, bedrockWire],
  [/^\/(v1|openai\/deployments\/[^/]+)\/(embeddings|rerank)$/, openAiEmbeddingsWire],
  [/^\/(v1|openai\/deployments\/[^/]+)\/completions$/, openAiCompletionsWire],
  [/^\/v1\/moderations$/, openAiModerationsWire],
  [/^\/(openai\/)?v1\/responses$/, openAiResponsesWire],
  [/^\/v1\/systemone$/, systemOneWire],
];

/** The wire format whose address this path is. */
export function wireFor(path: string): Wire {
  return WIRES.find(([pattern]) => pattern.test(path))?.[1] ?? openAiChatWire;
}
