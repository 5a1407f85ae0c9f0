import { describe, expect, test } from '@jest/globals';
import type { ProviderTarget } from '../adapter.js';
import { ProviderFailure } from '../provider-failure.js';
import { getAdapter, listAdapterKinds } from '../registry.js';

const FACTS = { kind: 'openai' as const, idSeed: 's', created: 0, includeUsage: false };
const ANSWER = {
  id: 'modr-1',
  model: 'omni-moderation-latest',
  results: [
    {
      flagged: true,
      categories: { violence: true },
      category_scores: { violence: 0.9 },
      category_applied_input_types: { violence: ['image'] },
    },
  ],
};

describe('moderations', () => {
  test('are passed through for the kinds of group R1 alone (docs/contract/moderations.md#moderations)', () => {
    const kinds = listAdapterKinds().filter((kind) => getAdapter(kind)?.endpoints.moderations !== undefined);
    expect(kinds).toEqual(['openai', 'azure-openai']);
  });

  test.each([
    ['openai', '/v1/moderations'],
    ['azure-openai', '/v1/openai/deployments/up/moderations?api-version=2024-10-21'],
  ] as const)('%s gets the request as it came with the model swapped, and answers word for word', (kind, path) => {
    const adapter = getAdapter(kind);
    const target: ProviderTarget = { kind, upstreamModel: 'up', baseUrl: 'https://h/v1', headers: {} };
    const request = { model: 'm', input: ['a'], newer: 1 };
    expect(adapter?.address(target, 'moderations', false)).toEqual({ origin: 'https://h', path });
    const sent = adapter?.endpoints.moderations?.encode(Object.freeze(request), target) ?? [];
    expect(sent.map((body) => JSON.parse(body))).toEqual([{ ...request, model: 'up' }]);
    const decoded = adapter?.endpoints.moderations?.decode([ANSWER], FACTS);
    expect(decoded).toEqual({ response: ANSWER, usage: undefined, verbatim: true });
  });

  test.each([[null], [{}], [{ results: {} }], [{ results: [{}] }], [{ error: { message: 'no' } }]])(
    'fail for the answer %j',
    (answer) => {
      expect(() => getAdapter('openai')?.endpoints.moderations?.decode([answer], FACTS)).toThrow(ProviderFailure);
    },
  );
});
