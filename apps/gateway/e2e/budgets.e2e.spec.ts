import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  completionEvents,
  jsonReply,
  serverError,
  stallAfter,
  streamReply,
  TEST_KEYS,
  TEST_PROVIDER_KEYS,
} from '@multilane/testing';
import { findAuditRecord } from './inference-routes.js';
import { readRefusal } from './read-refusal.js';
import { HOOK_LIMIT_MS, type Pair, startPair } from './start-pair.js';

/** 0.0045 USD by the prices below. */
const USAGE = { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 };
const ANSWER = jsonReply(completion({ content: 'Hi' }, USAGE));

const KEYS = {
  cents: 'ml-test-key-of-two-cents-0001',
  dollar: 'ml-test-key-of-a-dollar-0001',
  abandoned: 'ml-test-key-abandoned-000001',
  tokens: 'ml-test-key-of-tokens-000001',
  both: 'ml-test-key-of-both-00000001',
};

let pair: Pair;
let count = 0;

beforeAll(async () => {
  pair = await startPair((upstreamUrl) => ({
    providers: [{ name: 'o', kind: 'openai', api_key: TEST_PROVIDER_KEYS.openai, base_url: `${upstreamUrl}/v1` }],
    models: [
      {
        logical_name: 'gpt-4o',
        provider: 'o',
        upstream_model: 'gpt-4o-2024-11-20',
        prices: { input_per_million: 2.5, output_per_million: 10 },
      },
      { logical_name: 'unpriced', provider: 'o', upstream_model: 'a-model-of-my-own' },
    ],
    teams: [
      {
        name: 'research',
        api_keys: [
          { name: 'cents', key: KEYS.cents, budget_usd_monthly: 0.02 },
          { name: 'dollar', key: KEYS.dollar, budget_usd_monthly: 1, budget_reset_period: 'daily' },
          { name: 'abandoned', key: KEYS.abandoned, budget_usd_monthly: 1 },
          { name: 'none', key: TEST_KEYS.research },
        ],
      },
      { name: 'tokens', token_budget_monthly: 3_000, api_keys: [{ name: 'ci', key: KEYS.tokens }] },
      {
        name: 'both',
        token_budget_monthly: 1_000,
        api_keys: [{ name: 'ci', key: KEYS.both, budget_usd_monthly: 1 }],
      },
    ],
  }));
}, HOOK_LIMIT_MS);

beforeEach(() => {
  pair.upstream.reset();
  pair.upstream.setDefault(ANSWER);
});

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

/** A request that expects few tokens, so that what it reserves is small. */
async function ask(key: string, body: object = {}) {
  count += 1;
  const id = `budget-${count};`;
  const answer = await pair.chat({ max_tokens: 100, ...body }, { key, headers: { 'x-request-id': id } });
  return { answer, id };
}

describe('the budget of a key', () => {
  it('exceeded gives 402 key_budget_exceeded, and nobody should try again', async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn++) statuses.push((await ask(KEYS.cents)).answer.status);
    // The fifth would exceed it, if it cost 0.0045 USD like the others.
    expect(statuses).toEqual([200, 200, 200, 200, 402, 402]);
    const { answer, id } = await ask(KEYS.cents);
    expect(readRefusal(answer)).toEqual({ status: 402, code: 'key_budget_exceeded', type: 'insufficient_quota' });
    expect(answer.headers['x-should-retry']).toBe('false');
    expect(pair.upstream.requests).toHaveLength(4);
    expect(await findAuditRecord(pair, id)).toMatchObject({ outcome: 'refused', cost_usd: null, charges: [] });
    const streamed = await ask(KEYS.cents, { stream: true });
    expect(streamed.answer.status).toBe(402);
  });

  it('is charged what an answer cost, with the version of its prices, in its period', async () => {
    const { id } = await ask(KEYS.dollar);
    const day = new Date().toISOString().slice(0, 10);
    const record = await findAuditRecord(pair, id);
    expect(record).toMatchObject({ cost_usd: 0.0045, price_version: expect.stringMatching(/^config:[0-9a-f]{12}$/) });
    expect(record.charges).toEqual([
      {
        account: 'declared-key:default/research/dollar:daily',
        period_start: `${day}T00:00:00.000Z`,
        amount: 0.0045,
        lease: null,
      },
    ]);
  });

  it('is not charged for a failure, nor for a model without prices', async () => {
    pair.upstream.enqueue(serverError());
    const failed = await ask(KEYS.dollar);
    expect(failed.answer.status).toBe(502);
    expect((await findAuditRecord(pair, failed.id)).charges).toEqual([]);
    const unpriced = await ask(KEYS.dollar, { model: 'unpriced' });
    expect(unpriced.answer.headers).not.toHaveProperty('x-service-cost');
    const record = await findAuditRecord(pair, unpriced.id);
    expect(record).toMatchObject({ cost_usd: null, price_version: null, charges: [] });
  });

  it('is charged what was seen of a stream that the client abandons, with usage_source: estimated', async () => {
    pair.upstream.enqueue(stallAfter(streamReply(completionEvents(['Hello', ' there', ' friend'])), 3));
    const id = 'budget-abandoned;';
    const stream = await pair.stream({ max_tokens: 100 }, { key: KEYS.abandoned, headers: { 'x-request-id': id } });
    await stream.next();
    stream.abort();
    await pair.upstream.waitForAbort();
    const record = await findAuditRecord(pair, id);
    expect(record).toMatchObject({ outcome: 'cancelled', usage_source: 'estimated' });
    expect(record.charges).toEqual([
      expect.objectContaining({ account: 'declared-key:default/research/abandoned:monthly', amount: record.cost_usd }),
    ]);
    expect(record.cost_usd).toBeGreaterThan(0);
  });
});

describe('the monthly token budget of a team', () => {
  it('exhausted gives 429 budget_exhausted, and nobody should try again', async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 5; turn++) statuses.push((await ask(KEYS.tokens)).answer.status);
    expect(statuses).toEqual([200, 200, 429, 429, 429]);
    const { answer } = await ask(KEYS.tokens);
    expect(readRefusal(answer)).toEqual({ status: 429, code: 'budget_exhausted', type: 'insufficient_quota' });
    expect(answer.headers['x-should-retry']).toBe('false');
    expect(answer.headers).not.toHaveProperty('retry-after');
  });

  it("holds beside its keys': both must allow a request, and a refusal takes nothing", async () => {
    expect((await ask(KEYS.both)).answer.status).toBe(200);
    const { answer, id } = await ask(KEYS.both);
    expect(readRefusal(answer)).toMatchObject({ status: 429, code: 'budget_exhausted' });
    expect((await findAuditRecord(pair, id)).charges).toEqual([]);
  });

  it('does not hold for what uses no tokens', async () => {
    const counted = await pair.send('/v1/messages/count_tokens', {
      key: KEYS.both,
      body: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] },
    });
    expect(counted.status).toBe(200);
  });
});

it('every decision is counted', async () => {
  const metrics = await pair.gateway.metrics();
  for (const [outcome, code] of [
    ['allowed', ''],
    ['refused', 'key_budget_exceeded'],
    ['refused', 'budget_exhausted'],
  ]) {
    expect(metrics).toMatch(
      new RegExp(`service_policy_decisions_total\\{outcome="${outcome}",policy_type="budget",code="${code}"\\} [1-9]`),
    );
  }
});
