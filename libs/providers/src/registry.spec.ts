import { describe, expect, test } from '@jest/globals';
import { PROVIDER_KINDS, type ProviderKind } from '@multilane/contracts';
import { GROUP_CAPABILITIES } from './capabilities.js';
import { getAdapter, listAdapterKinds } from './registry.js';

const WIRE_COMPATIBLE = Object.entries(PROVIDER_KINDS)
  .filter(([, group]) => group === 'R1' || group === 'R' || group === 'simulator')
  .map(([kind]) => kind as ProviderKind);

describe('registry', () => {
  test.each(WIRE_COMPATIBLE)('%s has a chat adapter that rejects no parameter', (kind) => {
    const adapter = getAdapter(kind);
    expect(adapter).toMatchObject({ kind, capabilities: GROUP_CAPABILITIES.R });
    expect(adapter?.endpoints.chat).toBeDefined();
    expect(listAdapterKinds()).toContain(kind);
  });

  test.each([
    ['anthropic', 'N', 'https://api.anthropic.com'],
    ['gemini', 'G', 'https://generativelanguage.googleapis.com'],
    ['cohere', 'C', 'https://api.cohere.com'],
    // Follows from the location.
    ['vertex', 'G', undefined],
  ] as const)('%s has a chat adapter with the capabilities of group %s, at %p', (kind, group, defaultBaseUrl) => {
    const adapter = getAdapter(kind);
    expect(adapter).toMatchObject({ kind, capabilities: GROUP_CAPABILITIES[group] });
    expect(adapter?.defaultBaseUrl).toBe(defaultBaseUrl);
    expect(adapter?.endpoints.chat).toBeDefined();
  });

  test('bedrock has an adapter for chat and embeddings, with the capabilities of group B', () => {
    const adapter = getAdapter('bedrock');
    expect(adapter).toMatchObject({ kind: 'bedrock', capabilities: GROUP_CAPABILITIES.B });
    expect(Object.keys(adapter?.endpoints ?? {}).sort()).toEqual(['chat', 'embeddings']);
  });

  test('every default base URL has no trailing slash, as targets demand', () => {
    for (const kind of listAdapterKinds()) expect(getAdapter(kind)?.defaultBaseUrl ?? '').not.toMatch(/\/$/);
  });
});
