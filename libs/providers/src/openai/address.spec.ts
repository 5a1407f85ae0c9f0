import { describe, expect, test } from '@jest/globals';
import type { ProviderTarget, UpstreamDraft } from '../adapter.js';
import { getAdapter } from '../registry.js';

const targetOf = (target: Partial<ProviderTarget>): ProviderTarget => ({
  kind: 'openai',
  upstreamModel: 'm',
  baseUrl: 'https://api.openai.com/v1',
  headers: {},
  ...target,
});

describe('addresses of group R', () => {
  test.each([
    ['openai', {}, 'https://api.openai.com', '/v1/chat/completions'],
    ['ollama', { baseUrl: 'http://localhost:11434/v1' }, 'http://localhost:11434', '/v1/chat/completions'],
    ['perplexity', { baseUrl: 'https://api.perplexity.ai' }, 'https://api.perplexity.ai', '/chat/completions'],
    ['openai-compatible', { baseUrl: 'https://h.example/a/b/?k=v' }, 'https://h.example', '/a/b/chat/completions?k=v'],
    [
      'azure-openai',
      { baseUrl: 'https://r.openai.azure.com', upstreamModel: 'my gpt/4o' },
      'https://r.openai.azure.com',
      '/openai/deployments/my%20gpt%2F4o/chat/completions?api-version=2024-10-21',
    ],
    [
      'azure-openai',
      { baseUrl: 'https://gw.example/azure?x=1', apiVersion: '2025-04-01-preview' },
      'https://gw.example',
      '/azure/openai/deployments/m/chat/completions?x=1&api-version=2025-04-01-preview',
    ],
    ['simulator', { baseUrl: 'simulator:' }, 'simulator:', '/v1/chat/completions'],
  ] as const)('%s with %j', (kind, target, origin, path) => {
    expect(getAdapter(kind)?.address(targetOf({ kind, ...target }), 'chat', true)).toEqual({ origin, path });
  });
});

describe('credentials of group R', () => {
  const draft: UpstreamDraft = { address: { origin: 'https://h', path: '/' }, headers: { 'x-a': '1' }, body: '{}' };

  test.each([
    ['openai', { authorization: 'Bearer key', 'x-a': '1' }],
    ['groq', { authorization: 'Bearer key', 'x-a': '1' }],
    ['azure-openai', { 'api-key': 'key', 'x-a': '1' }],
    ['simulator', { 'x-a': '1' }],
  ] as const)('%s sends the key as %j, and the draft is not mutated', (kind, headers) => {
    const frozen = { ...draft, headers: Object.freeze({ ...draft.headers }) };
    expect(getAdapter(kind)?.authorize(frozen, 'key')).toEqual({ ...draft, headers });
  });

  test.each(['ollama', 'vllm', 'azure-openai'] as const)('%s works without a key', (kind) => {
    expect(getAdapter(kind)?.authorize(draft, undefined)).toEqual(draft);
  });
});
