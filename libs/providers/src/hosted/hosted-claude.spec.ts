import { describe, expect, test } from '@jest/globals';
import type { ChatRequest, MessagesRequest } from '@multilane/contracts';
import type { ProviderTarget } from '../adapter.js';
import { findModelFacts } from '../find-model-facts.js';
import { groupOf } from '../group-of.js';
import { getAdapter } from '../registry.js';

const MODEL = 'claude-sonnet-4-5@20250929';
const TARGET: ProviderTarget = {
  kind: 'vertex',
  upstreamModel: MODEL,
  facts: findModelFacts('vertex', MODEL),
  baseUrl: 'https://h.example',
  headers: {},
  project: 'p',
  location: 'global',
};
const ROOT = '/v1/projects/p/locations/global/publishers/anthropic/models';
const HI = [{ role: 'user' as const, content: 'Hi' }];
const adapter = getAdapter('vertex', MODEL);

describe('Claude on Vertex', () => {
  test.each([
    [MODEL, 'N'],
    [`publishers/anthropic/models/${MODEL}`, 'N'],
    ['gemini-3-pro-preview', 'G'],
    ['', 'G'],
  ])('a model called %j is of group %s', (model, group) => {
    const served = getAdapter('vertex', model);
    expect(served && groupOf(served)).toBe(group);
    expect(served?.kind).toBe('vertex');
  });

  test.each([
    ['chat', false, `${ROOT}/${MODEL}:rawPredict`],
    ['messages', false, `${ROOT}/${MODEL}:rawPredict`],
    ['messages', true, `${ROOT}/${MODEL}:streamRawPredict`],
    ['countTokens', false, `${ROOT}/count-tokens:rawPredict`],
  ] as const)('is asked %s, streaming %s, at the publisher', (endpoint, streaming, path) => {
    for (const upstreamModel of [MODEL, `publishers/anthropic/models/${MODEL}`]) {
      const address = adapter?.address({ ...TARGET, upstreamModel }, endpoint, streaming);
      expect(address).toEqual({ origin: 'https://h.example', path });
    }
  });

  test('has the version in the body, and the model in the address alone', () => {
    const request: ChatRequest = { model: 'x', messages: HI, reasoning_effort: 'low', stream: true };
    const [body = ''] = adapter?.endpoints.chat?.encode(request, TARGET) ?? [];
    expect(JSON.parse(body)).toEqual({
      anthropic_version: 'vertex-2023-10-16',
      max_tokens: expect.any(Number),
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      stream: true,
      thinking: { type: 'enabled', budget_tokens: expect.any(Number) },
    });
  });

  test('takes messages as the client wrote them, by the platform’s version', () => {
    const request = { model: 'x', max_tokens: 5, messages: HI, anthropic_version: 'mine' } as MessagesRequest;
    const codec = adapter?.endpoints.messages;
    expect(JSON.parse(codec?.encode(request, TARGET)[0] ?? '')).toEqual({
      anthropic_version: 'vertex-2023-10-16',
      max_tokens: 5,
      messages: HI,
    });
    expect(codec?.forwardedHeaders).toEqual(['anthropic-beta']);
  });

  test('names the model in the body where tokens are counted', () => {
    const codec = adapter?.endpoints.countTokens;
    expect(JSON.parse(codec?.encode({ model: 'x', messages: HI }, TARGET)[0] ?? '')).toEqual({
      anthropic_version: 'vertex-2023-10-16',
      model: MODEL,
      messages: HI,
    });
  });

  test('is authorized as the platform is', () => {
    const draft = { address: { origin: 'https://h', path: '/' }, headers: {}, body: '{}' };
    expect(adapter?.authorize(draft, 'token').headers).toEqual({ authorization: 'Bearer token' });
  });
});

describe('Claude in Azure', () => {
  const azure = getAdapter('azure-openai', 'claude-opus-5');
  const target: ProviderTarget = { ...TARGET, kind: 'azure-openai', upstreamModel: 'claude-opus-5' };

  test.each([
    'https://r.example',
    'https://r.example/openai',
    'https://r.example/openai/v1',
    'https://r.example/anthropic',
  ])('is asked for messages beside the other models of the resource at %s', (baseUrl) => {
    const address = azure?.address({ ...target, baseUrl }, 'messages', false);
    expect(address).toEqual({ origin: 'https://r.example', path: '/anthropic/v1/messages' });
  });

  test('is of group N, with the key and the version in headers', () => {
    const draft = { address: { origin: 'https://h', path: '/' }, headers: {}, body: '{}' };
    expect(azure && groupOf(azure)).toBe('N');
    expect(azure?.authorize(draft, 'k').headers).toEqual({ 'x-api-key': 'k', 'anthropic-version': '2023-06-01' });
    expect(groupOf(getAdapter('azure-openai', 'gpt-5.5') ?? { kind: 'anthropic' })).toBe('R1');
  });
});
