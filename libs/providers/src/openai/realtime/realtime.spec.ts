import { describe, expect, it } from '@jest/globals';
import { AZURE_REALTIME_CODEC } from '../../azure-openai/realtime.js';
import type { SocketRequest } from '../../socket.js';
import type { ProviderTarget } from '../../target.js';
import { REALTIME_CODEC } from './realtime.js';

describe('the address of a socket', () => {
  const query = {
    intent: 'transcription',
    deployment: 'dear',
    'Api-Version': '2020-01-01',
    MODEL: 'dear',
    language: 'en',
  };
  const request = { query, protocols: [] } as unknown as SocketRequest;
  const target = { upstreamModel: 'allowed', apiVersion: '2025-04-01-preview' } as ProviderTarget;

  it('names no model and no version of the client’s', () => {
    expect(REALTIME_CODEC.open(request, target).path).toBe('/realtime?intent=transcription&language=en');
    expect(AZURE_REALTIME_CODEC.open(request, target).path).toBe(
      '/openai/realtime?intent=transcription&language=en&api-version=2025-04-01-preview',
    );
  });
});
