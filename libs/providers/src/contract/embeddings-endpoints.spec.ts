import { describe, expect, test } from '@jest/globals';
import type { ProviderKind } from '@multilane/contracts';
import type { ProviderTarget } from '../adapter.js';
import { COHERE } from '../cohere/adapter.js';
import { GEMINI } from '../gemini/adapter.js';
import { OPENAI } from '../openai/adapter.js';
import { getAdapter } from '../registry.js';
import { VERTEX } from '../vertex/adapter.js';

const targetOf = (kind: ProviderKind, upstreamModel: string): ProviderTarget => ({
  kind,
  upstreamModel,
  baseUrl: 'https://example.com',
  headers: {},
});

describe('the kinds with the endpoints, and their paths', () => {
  const R1 = 'openai azure-openai';
  const EMBEDS = `${R1} groq mistral together fireworks xai openrouter nvidia vllm ollama openai-compatible simulator`;
  const RERANKS = `${R1} together fireworks openrouter vllm openai-compatible simulator`;

  test.each([
    'openai',
    'azure-openai',
    'groq',
    'mistral',
    'together',
    'fireworks',
    'deepseek',
    'xai',
    'openrouter',
    'perplexity',
    'cerebras',
    'nvidia',
    'vllm',
    'ollama',
    'openai-compatible',
    'simulator',
  ] as const)('%s has what its documents name, and no other codec: 400 unsupported_provider', (kind) => {
    const endpoints = getAdapter(kind)?.endpoints ?? {};
    expect([kind, endpoints.embeddings !== undefined]).toEqual([kind, EMBEDS.split(' ').includes(kind)]);
    expect([kind, endpoints.rerank !== undefined]).toEqual([kind, RERANKS.split(' ').includes(kind)]);
  });

  const DEPLOYMENT = '/openai/deployments/m/embeddings?api-version=2024-10-21';
  const MODELS = '/v1/projects/p/locations/global/publishers/google/models';
  test.each([
    ['embeddings', 'm', '/embeddings', OPENAI],
    ['rerank', 'm', '/rerank', OPENAI],
    ['embeddings', 'm', DEPLOYMENT, getAdapter('azure-openai')],
    ['rerank', 'm', '/v1/rerank', getAdapter('simulator')],
    ['embeddings', 'm', '/v2/embed', COHERE],
    ['rerank', 'm', '/v2/rerank', COHERE],
    ['embeddings', 'models/m', '/v1beta/models/m:batchEmbedContents', GEMINI],
    ['embeddings', 'text-embedding-005', `${MODELS}/text-embedding-005:predict`, VERTEX],
    ['embeddings', 'gemini-embedding-001', `${MODELS}/gemini-embedding-001:predict`, VERTEX],
    ['embeddings', 'gemini-embedding-2', `${MODELS}/gemini-embedding-2:embedContent`, VERTEX],
  ] as const)('%s of the model %s are at %s', (endpoint, model, path, adapter) => {
    if (adapter === undefined) throw new Error('no adapter');
    const target = { ...targetOf(adapter.kind, model), project: 'p' };
    expect(adapter.address(target, endpoint, false).path).toBe(path);
  });
});
