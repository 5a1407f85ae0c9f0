import { describe, expect, test } from '@jest/globals';
import type { ProviderTarget } from '../adapter.js';
import { AZURE_OPENAI } from './adapter.js';

describe('azure-openai', () => {
  test.each([
    [undefined, true],
    ['2024-10-21', true],
    ['2024-09-01-preview', true],
    ['2025-04-01-preview', true],
    ['preview', true],
    ['2024-06-01', false],
    ['2023-05-15', false],
  ])('asks for streamed usage with api-version %s: %s', (apiVersion, asks) => {
    const target: ProviderTarget = {
      kind: 'azure-openai',
      upstreamModel: 'my-deployment',
      baseUrl: 'https://r.openai.azure.com',
      headers: {},
      apiVersion,
    };
    const request = { model: 'm', messages: [], stream: true };
    const [body = ''] = AZURE_OPENAI.endpoints.chat?.encode(request, target) ?? [];
    const sent = { ...request, model: 'my-deployment' };
    expect(JSON.parse(body)).toEqual(asks ? { ...sent, stream_options: { include_usage: true } } : sent);
  });
});
