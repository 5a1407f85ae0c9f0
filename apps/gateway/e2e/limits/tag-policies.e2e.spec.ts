import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { completion, jsonReply, TEST_KEYS, TEST_PROVIDER_KEYS } from '@multilane/testing';
import { findAuditRecord } from '../endpoints/inference-routes.js';
import { readRefusal } from '../read-refusal.js';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

let pair: Pair;
let count = 0;

beforeAll(async () => {
  pair = await startPair((upstreamUrl) => ({
    providers: [{ name: 'o', kind: 'openai', api_key: TEST_PROVIDER_KEYS.openai, base_url: `${upstreamUrl}/v1` }],
    models: [{ logical_name: 'gpt-4o', provider: 'o', upstream_model: 'gpt-4o' }],
    teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] }],
    tag_policies: [
      {
        name: 'cost centres',
        required: ['feature'],
        allowed: [{ name: 'env', values: ['prod', 'test'] }],
        assign: [
          { scope: 'team', value: 'research', tags: { centre: '4711' }, fixed: true },
          { tags: { env: 'prod' } },
        ],
        headers: [{ header: 'x-feature', tag: 'feature' }],
        baggage: ['region'],
      },
    ],
  }));
  pair.upstream.setDefault(jsonReply(completion({ content: 'Hi' })));
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

/** Sends a request with these headers. Returns its answer and the tags of its record. */
async function ask(headers: Record<string, string>) {
  count += 1;
  const id = `tags-${count};`;
  const answer = await pair.chat({}, { key: TEST_KEYS.research, headers: { 'x-request-id': id, ...headers } });
  return { answer, tags: (await findAuditRecord(pair, id)).tags };
}

it('fixed and default tags, headers and baggage become tags of the record', async () => {
  const { answer, tags } = await ask({
    'x-service-tags': 'centre=1, extra=yes',
    'x-feature': 'search',
    baggage: 'region=eu,other=1',
  });
  expect([answer.status, tags]).toEqual([
    200,
    { centre: '4711', extra: 'yes', feature: 'search', region: 'eu', env: 'prod' },
  ]);
});

it.each([
  ['without a required tag', 'env=test', 'missing_tag', 'feature'],
  ['with a value that is not allowed', 'feature=search, env=staging', 'invalid_value', 'env'],
])('a call %s is rejected with 400, which names the tag', async (_which, list, code, param) => {
  const { answer } = await ask({ 'x-service-tags': list });
  expect(readRefusal(answer)).toMatchObject({ status: 400, code, param });
});

it('lists of models need no tags', async () => {
  expect((await pair.send('/v1/models')).status).toBe(200);
});
