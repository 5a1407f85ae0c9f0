import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { completion, type GatewaySections, jsonReply, TEST_KEYS, TEST_PROVIDER_KEYS } from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

/** 0.0045 USD by the prices below. */
const USAGE = { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 };
const PRICES = { input_per_million: 2.5, output_per_million: 10 };

/** Of each rule: two requests, of which the second goes beyond it. */
const TWO_REQUESTS = 0.005;

let pair: Pair;

beforeAll(async () => {
  const sections = (upstreamUrl: string): GatewaySections => ({
    providers: [{ name: 'o', kind: 'openai', api_key: TEST_PROVIDER_KEYS.openai, base_url: `${upstreamUrl}/v1` }],
    models: [
      ...['gpt-4o', 'limited', 'cheap'].map((name) => ({
        logical_name: name,
        provider: 'o',
        upstream_model: name,
        prices: PRICES,
      })),
      { logical_name: 'draw', provider: 'o', upstream_model: 'dall-e-2', type: 'image', media_prices: { image: 0.02 } },
    ],
    teams: [
      { name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] },
      { name: 'sales', api_keys: [{ name: 'ci', key: 'ml-test-key-of-sales-0000001' }] },
      { name: 'support', allowed_models: ['gpt-4o'], api_keys: [{ name: 'ci', key: TEST_KEYS.support }] },
    ],
    budgets: {
      rules: [
        { name: 'each customer', scope: 'customer', amount: TWO_REQUESTS },
        { name: 'search', scope: 'tag', value: 'feature=search', amount: TWO_REQUESTS, window: 'day' },
        { name: 'a model', scope: 'model', value: 'limited', amount: 2_000, unit: 'tokens', window: 'total' },
        { name: 'sales', scope: 'team', value: 'sales', amount: 3, unit: 'requests', time_zone: 'Asia/Tokyo' },
        {
          name: 'dear',
          scope: 'tag',
          value: 'level',
          amount: TWO_REQUESTS,
          action: 'downgrade',
          downgrade_to: 'cheap',
        },
        {
          name: 'pictures',
          scope: 'tag',
          value: 'pictures',
          amount: 0.03,
          include_media: true,
          action: 'downgrade',
          downgrade_to: 'cheap',
        },
        { name: 'told only', scope: 'tag', value: 'told', amount: 0.001, action: 'alert' },
      ],
    },
  });
  // The provider's own checks know requests for texts only.
  pair = await startPair(sections, {}, { strict: false });
  pair.upstream.setDefault(jsonReply(completion({ content: 'Hi' }, USAGE)));
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

/** Sends requests one after the other until one is rejected, ten at most. */
async function spend(headers: Record<string, string>, { key = TEST_KEYS.research, model = 'gpt-4o' } = {}) {
  for (let served = 0; served < 10; served++) {
    const answer = await pair.chat({ model, max_tokens: 100 }, { key, headers });
    if (answer.status !== 200) return { served, answer };
  }
  return { served: 10, answer: undefined };
}

describe('a budget rule that is spent', () => {
  it.each<[string, Record<string, string>, object, number]>([
    ['customer', { 'x-service-customer': 'acme' }, {}, 2],
    ['tag', { 'x-service-tags': 'feature=search' }, {}, 2],
    ['model', {}, { model: 'limited' }, 2],
    ['team', {}, { key: 'ml-test-key-of-sales-0000001' }, 3],
  ])('of the scope %s answers 402 budget_exceeded, and nobody should try again', async (scope, headers, by, most) => {
    const { answer, served } = await spend(headers, by);
    expect(served).toBe(most);
    expect([answer?.status, answer?.headers['x-should-retry']]).toEqual([402, 'false']);
    expect(answer?.json()).toMatchObject({ error: { code: 'budget_exceeded', scope } });
  });

  it('of one customer leaves others theirs', async () => {
    await spend({ 'x-service-customer': 'first' });
    const other = await pair.chat({}, { key: TEST_KEYS.research, headers: { 'x-service-customer': 'second' } });
    expect(other.status).toBe(200);
  });

  it('of two that match names the outermost', async () => {
    const headers = { 'x-service-customer': 'both', 'x-service-tags': 'feature=search' };
    await spend({ 'x-service-customer': 'both' });
    await spend({ 'x-service-tags': 'feature=search' });
    const { answer } = await spend(headers);
    expect(answer?.json()).toMatchObject({ error: { code: 'budget_exceeded', scope: 'tag' } });
  });

  it('for a downgrade sends requests to the other model, and declares it', async () => {
    const headers = { 'x-service-tags': 'level=high' };
    const served = [];
    for (let turn = 0; turn < 4; turn++) {
      const answer = await pair.chat({ max_tokens: 100 }, { key: TEST_KEYS.research, headers });
      const { 'x-service-adjusted': adjusted, 'x-service-model': model } = answer.headers;
      served.push([answer.status, model, adjusted]);
    }
    expect(served).toEqual([
      [200, 'gpt-4o', undefined],
      [200, 'gpt-4o', undefined],
      [200, 'cheap', 'model'],
      [200, 'cheap', 'model'],
    ]);
  });

  it('for a downgrade rejects who may not use the other model', async () => {
    const headers = { 'x-service-tags': 'level=low' };
    for (let turn = 0; turn < 2; turn++) await pair.chat({ max_tokens: 100 }, { key: TEST_KEYS.research, headers });
    const refused = await pair.chat({ max_tokens: 100 }, { key: TEST_KEYS.support, headers });
    expect(refused.status).toBe(402);
    expect(refused.json()).toMatchObject({ error: { code: 'budget_exceeded', scope: 'tag' } });
  });

  it('for a downgrade rejects media, which the other model does not make, for good', async () => {
    const statuses = [];
    const headers = { 'x-service-tags': 'pictures=yes' };
    const body = { model: 'draw', prompt: 'A lane' };
    pair.upstream.setDefault(jsonReply({ created: 1, data: [{ url: 'https://images.example/1.png' }] }));
    for (let turn = 0; turn < 3; turn++) {
      const answer = await pair.send('/v1/images/generations', { headers, body });
      statuses.push([answer.status, answer.headers['x-should-retry']]);
    }
    pair.upstream.setDefault(jsonReply(completion({ content: 'Hi' }, USAGE)));
    expect(statuses).toEqual([
      [200, undefined],
      [200, undefined],
      [402, 'false'],
    ]);
  });

  it('that is only for alerts rejects nothing', async () => {
    expect((await spend({ 'x-service-tags': 'told=yes' })).served).toBe(10);
  });

  it('that no request matches costs nobody anything', async () => {
    expect((await spend({ 'x-service-tags': 'feature=chat' })).served).toBe(10);
  });
});
