import { describe, expect, it } from '@jest/globals';
import { type AwsCredential, getAdapter, type ProviderAdapter, type UpstreamDraft } from '@multilane/providers';
import { applyCredential } from './credential-source.js';

const DRAFT: UpstreamDraft = { address: { origin: 'https://h', path: '/' }, headers: {}, body: '{}' };
const ACCESS_KEY: AwsCredential = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret', region: 'eu-central-1' };

function adapterOf(kind: 'openai' | 'vertex'): ProviderAdapter {
  const adapter = getAdapter(kind);
  if (adapter === undefined) throw new Error(`no adapter for ${kind}`);
  return adapter;
}

describe('putting a credential on a request', () => {
  it.each([
    ['openai', 'key', { authorization: 'Bearer key' }],
    ['vertex', 'token', { authorization: 'Bearer token' }],
    ['openai', undefined, {}],
  ] as const)('%s is sent %p at once, without a promise', (kind, credential, headers) => {
    expect(applyCredential(adapterOf(kind), DRAFT, credential, 0)).toEqual({ ...DRAFT, headers });
  });

  it('signs with an access key, at the time given', async () => {
    const adapter: ProviderAdapter = {
      ...adapterOf('openai'),
      sign: async (draft, { accessKeyId, region }, now) => ({
        ...draft,
        headers: { signed: `${accessKeyId} ${region} ${now}` },
      }),
    };
    expect(await applyCredential(adapter, DRAFT, ACCESS_KEY, 5)).toMatchObject({
      headers: { signed: 'AKIATEST eu-central-1 5' },
    });
  });

  it('never sends an access key to a kind that cannot sign: 502, with nothing of it in the log', () => {
    const apply = () => applyCredential(adapterOf('openai'), DRAFT, ACCESS_KEY, 0);
    expect(apply).toThrow(
      expect.objectContaining({ code: 'provider_error', detail: 'no credential: kind openai takes no access keys' }),
    );
  });
});
