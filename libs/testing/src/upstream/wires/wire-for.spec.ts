import { describe, expect, it } from '@jest/globals';
import { anthropicWire } from './anthropic/anthropic-wire.js';
import { bedrockWire } from './bedrock/bedrock-wire.js';
import { cohereWire } from './cohere/cohere-wire.js';
import { generateContentWire } from './generate-content/generate-content-wire.js';
import { openAiChatWire } from './openai-chat/openai-chat-wire.js';
import { openAiCompletionsWire } from './openai-completions/openai-completions-wire.js';
import { openAiEmbeddingsWire } from './openai-embeddings/openai-embeddings-wire.js';
import { openAiModerationsWire } from './openai-moderations/openai-moderations-wire.js';
import { systemOneWire } from './systemone/systemone-wire.js';
import { wireFor } from './wire-for.js';

const PROJECT = '/v1/projects/p/locations/eu/publishers/google/models';

describe('wireFor', () => {
  it.each([
    ['/v1/messages', anthropicWire],
    ['/v1/messages/count_tokens', anthropicWire],
    ['/v1beta/models/gemini-2.5-flash:generateContent', generateContentWire],
    ['/v1beta/models/gemini-embedding-001:batchEmbedContents', generateContentWire],
    [`${PROJECT}/gemini-2.5-pro:streamGenerateContent`, generateContentWire],
    [`${PROJECT}/text-embedding-005:predict`, generateContentWire],
    ['/v2/chat', cohereWire],
    ['/v2/embed', cohereWire],
    ['/v2/rerank', cohereWire],
    ['/model/amazon.nova-micro-v1%3A0/converse', bedrockWire],
    ['/model/amazon.titan-embed-text-v2%3A0/invoke', bedrockWire],
    ['/v1/chat/completions', openAiChatWire],
    ['/openai/deployments/d/chat/completions', openAiChatWire],
    ['/v1/embeddings', openAiEmbeddingsWire],
    ['/openai/deployments/d/embeddings', openAiEmbeddingsWire],
    ['/v1/rerank', openAiEmbeddingsWire],
    ['/v1/completions', openAiCompletionsWire],
    ['/openai/deployments/d/completions', openAiCompletionsWire],
    ['/v1/moderations', openAiModerationsWire],
    ['/v1/systemone', systemOneWire],
    ['/anything', openAiChatWire],
  ])('%s', (path, wire) => {
    expect(wireFor(path)).toBe(wire);
  });
});
