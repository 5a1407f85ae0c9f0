import { describe, expect, test } from '@jest/globals';
import type { ProviderTarget, UpstreamDraft } from '../adapter.js';
import { COHERE } from './adapter.js';

const targetOf = (baseUrl: string): ProviderTarget => ({ kind: 'cohere', upstreamModel: 'm', baseUrl, headers: {} });

describe('the cohere adapter', () => {
  test.each([
    [COHERE.defaultBaseUrl ?? '', 'https://api.cohere.com', '/v2/chat'],
    ['https://h.example/cohere/', 'https://h.example', '/cohere/v2/chat'],
  ])('calls the v2 chat API under %s, streaming or not', (baseUrl, origin, path) => {
    for (const streaming of [true, false]) {
      expect(COHERE.address(targetOf(baseUrl), 'chat', streaming)).toEqual({ origin, path });
    }
  });

  test('sends the key as a bearer token and leaves the draft untouched', () => {
    const headers = Object.freeze({ 'x-a': '1' });
    const draft: UpstreamDraft = { address: { origin: 'https://h', path: '/' }, headers, body: '{}' };
    expect(COHERE.authorize(draft, 'key').headers).toEqual({ 'x-a': '1', authorization: 'Bearer key' });
    expect(COHERE.authorize(draft, undefined)).toBe(draft);
  });

  test('rejects what column C of the parameter matrix rejects', () => {
    expect([...COHERE.capabilities.refuses]).toEqual(['parallel_tool_calls', 'n', 'logit_bias', 'reasoning_effort']);
  });
});
