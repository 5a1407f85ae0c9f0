import { describe, expect, test } from '@jest/globals';
import type { ProviderTarget, UpstreamDraft } from '../adapter.js';
import { VERTEX } from './adapter.js';

const TARGET: ProviderTarget = {
  kind: 'vertex',
  upstreamModel: 'gemini-2.5-pro',
  baseUrl: '',
  headers: {},
  project: 'my-project',
  location: 'europe-west4',
};
const MODEL = '/publishers/google/models/gemini-2.5-pro';

describe('vertex', () => {
  test.each([
    [{}, 'https://europe-west4-aiplatform.googleapis.com', '/v1/projects/my-project/locations/europe-west4'],
    [{ location: 'global' }, 'https://aiplatform.googleapis.com', '/v1/projects/my-project/locations/global'],
    [{ location: undefined }, 'https://aiplatform.googleapis.com', '/v1/projects/my-project/locations/global'],
    [{ location: 'eu' }, 'https://aiplatform.eu.rep.googleapis.com', '/v1/projects/my-project/locations/eu'],
    [
      { baseUrl: 'https://h.example/p', upstreamModel: 'publishers/google/models/gemini-2.5-pro' },
      'https://h.example',
      '/p/v1/projects/my-project/locations/europe-west4',
    ],
  ])('addresses %j', (target, origin, path) => {
    const address = (streaming: boolean) => VERTEX.address({ ...TARGET, ...target }, 'chat', streaming);
    expect(address(false)).toEqual({ origin, path: `${path}${MODEL}:generateContent` });
    expect(address(true)).toEqual({ origin, path: `${path}${MODEL}:streamGenerateContent?alt=sse` });
  });

  test('sends the access token as a bearer token', () => {
    const draft: UpstreamDraft = { address: { origin: 'https://h', path: '/' }, headers: {}, body: '{}' };
    expect(VERTEX.authorize(draft, 'token').headers).toEqual({ authorization: 'Bearer token' });
    expect(VERTEX.authorize(draft, undefined)).toEqual(draft);
  });

  test('says missing permissions as a failure of ours, not of the caller', () => {
    const error = { code: 403, status: 'PERMISSION_DENIED', details: [{ reason: 'IAM_PERMISSION_DENIED' }] };
    expect(VERTEX.mapError(403, JSON.stringify({ error }), {})).toMatchObject({
      code: 'provider_error',
      retryable: false,
    });
  });
});
