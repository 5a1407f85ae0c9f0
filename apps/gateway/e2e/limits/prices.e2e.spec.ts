import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TEST_KEYS, waitUntil } from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startPair(() => ({
    providers: [],
    models: [
      { logical_name: 'known', provider: 'openai', upstream_model: 'gpt-4o' },
      { logical_name: 'unknown', provider: 'openai', upstream_model: 'a-model-of-my-own' },
      { logical_name: 'declared', provider: 'openai', upstream_model: 'b', prices: { input_per_million: 1 } },
    ],
    teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] }],
  }));
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

it(
  'models without declared prices are looked up in the price package after the start, and those without any are named',
  async () => {
    const line = await waitUntil(
      'the models without a price',
      () =>
        pair.gateway
          .stdout()
          .split('\n')
          .find((each) => each.includes('these models have no price')),
      20_000,
    );
    expect(JSON.parse(line)).toMatchObject({ level: 'info', models: ['openai/a-model-of-my-own'], count: 1 });
  },
  HOOK_LIMIT_MS,
);
