import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  completionEvents,
  jsonReply,
  serverError,
  slowly,
  stallAfter,
  streamReply,
  TEST_KEYS,
  TEST_PROVIDER_KEYS,
  waitUntil,
} from '@multilane/testing';
import { findAuditRecord } from '../endpoints/inference-routes.js';
import { readRefusal } from '../read-refusal.js';
import { HELLO, HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

/** 0.0045 USD by the prices below. */
const USAGE = { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 };
const ANSWER = jsonReply(completion({ content: 'Hi' }, USAGE));

/** 0.0005 USD. */
const CHEAP = answerOf({ prompt_tokens: 100, completion_tokens: 25, total_tokens: 125 });

function answerOf(usage: typeof USAGE) {
  return jsonReply(completion({ content: 'Hi' }, usage));
}

const KEYS = {
  cents: 'ml-test-key-of-two-cents-0001',
  dollar: 'ml-test-key-of-a-dollar-0001',
  abandoned: 'ml-test-key-abandoned-000001',
  tokens: 'ml-test-key-of-tokens-000001',
  both: 'ml-test-key-of-both-00000001',
  small: 'ml-test-key-of-small-0000001',
  team: 'ml-test-key-of-team-00000001',
  burst: 'ml-test-key-of-burst-0000001',
  slow: 'ml-test-key-of-slow-00000001',
  cached: 'ml-test-key-cached-000000001',
  left: 'ml-test-key-left-00000000001',
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
      {
        logical_name: 'dated',
        provider: 'o',
        upstream_model: 'gpt-4o',
        prices: {
          input_per_million: 2.5,
          changes: [
            { from: '2026-01-01', input_per_million: 20 },
            { from: '2999-01-01', input_per_million: 900 },
          ],
        },
      },
      {
        logical_name: 'remembered',
        provider: 'o',
        upstream_model: 'gpt-4o',
        prices: { input_per_million: 2.5, output_per_million: 10 },
      },
      { logical_name: 'unpriced', provider: 'o', upstream_model: 'a-model-of-my-own' },
    ],
    cache: { policies: [{ name: 'remembered', models: ['remembered'], ttl_seconds: 60 }] },
    teams: [
      {
        name: 'research',
        api_keys: [
          { name: 'cents', key: KEYS.cents, budget_usd_monthly: 0.02 },
          { name: 'dollar', key: KEYS.dollar, budget_usd_monthly: 1, budget_reset_period: 'daily' },
          { name: 'abandoned', key: KEYS.abandoned, budget_usd_monthly: 1 },
          { name: 'none', key: TEST_KEYS.research },
          { name: 'small', key: KEYS.small, budget_usd_monthly: 0.05 },
          { name: 'burst', key: KEYS.burst, budget_usd_monthly: 0.05 },
          { name: 'slow', key: KEYS.slow, budget_usd_monthly: 0.005 },
          { name: 'cached', key: KEYS.cached, budget_usd_monthly: 0.005 },
          { name: 'left', key: KEYS.left, budget_usd_monthly: 0.005 },
        ],
      },
      { name: 'counted', token_budget_monthly: 1_000, api_keys: [{ name: 'ci', key: KEYS.team }] },
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
    // The fifth goes beyond it, since something was left; then it is spent.
    expect(statuses).toEqual([200, 200, 200, 200, 200, 402]);
    const { answer, id } = await ask(KEYS.cents);
    expect(readRefusal(answer)).toEqual({ status: 402, code: 'key_budget_exceeded', type: 'insufficient_quota' });
    expect(answer.headers['x-should-retry']).toBe('false');
    expect(pair.upstream.requests).toHaveLength(5);
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

  it('is charged at the price that has begun, of a list of prices with dates', async () => {
    const { id } = await ask(KEYS.dollar, { model: 'dated' });
    expect(await findAuditRecord(pair, id)).toMatchObject({ cost_usd: 0.02 });
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

describe('a budget rejects only what is spent', () => {
  /** Requests with a usual reservation: nothing says how long the answer may be. */
  const send = async (key: string, body: object = {}) => (await pair.chat(body, { key })).status;

  it('and lets a caller spend all of it, whatever is reserved: 1,000 tokens are 67 answers of 15', async () => {
    pair.upstream.setDefault(answerOf({ prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }));
    const statuses: number[] = [];
    for (let turn = 0; turn < 100; turn++) statuses.push(await send(KEYS.team));
    expect(statuses).toEqual([...Array(67).fill(200), ...Array(33).fill(429)]);
  });

  it('and lets a caller spend all of it, in dollars: $0.05 are 100 answers of $0.0005', async () => {
    pair.upstream.setDefault(CHEAP);
    const statuses: number[] = [];
    for (let turn = 0; turn < 110; turn++) statuses.push(await send(KEYS.small));
    expect(statuses).toEqual([...Array(100).fill(200), ...Array(10).fill(402)]);
  });

  it('from many at once, too: none is rejected before, and at most one goes beyond', async () => {
    pair.upstream.setDefault(slowly(CHEAP, 20));
    const statuses = await Promise.all(Array.from({ length: 150 }, () => send(KEYS.burst)));
    const count = (status: number) => statuses.filter((each) => each === status).length;
    expect(count(200)).toBe(100);
    expect(count(402)).toBe(50);
  });

  it('and says 503 with Retry-After, not 402, while running requests may use the rest; a wait ends with them', async () => {
    pair.upstream.setDefault(slowly(CHEAP, 6_000));
    const first = pair.chat({}, { key: KEYS.slow });
    await pair.upstream.waitForRequest(1);
    const late = await ask(KEYS.slow);
    expect(readRefusal(late.answer)).toMatchObject({ status: 503, code: 'overloaded' });
    expect(late.answer.headers['retry-after']).toBe('1');
    expect(late.answer.headers).not.toHaveProperty('x-should-retry');
    const waiting = ask(KEYS.slow);
    expect((await first).status).toBe(200);
    pair.upstream.setDefault(CHEAP);
    expect((await waiting).answer.status).toBe(200);
  }, 30_000);

  it('and forgets one that waits when its client leaves', async () => {
    pair.upstream.setDefault(slowly(CHEAP, 3_000));
    const running = pair.chat({}, { key: KEYS.left });
    await pair.upstream.waitForRequest(1);
    const headers = {
      authorization: `Bearer ${KEYS.left}`,
      'content-type': 'application/json',
      'x-request-id': 'left;',
    };
    const leaving = request(`${pair.gateway.baseUrl}/v1/chat/completions`, { method: 'POST', headers });
    leaving.on('error', () => undefined);
    leaving.end(JSON.stringify(HELLO));
    const waiting = async (count: number) =>
      (await pair.gateway.metrics()).includes(`\nservice_budget_requests_waiting ${count}\n`) || undefined;
    await waitUntil('a request to wait', () => waiting(1));
    leaving.destroy();
    await waitUntil('nobody to wait', () => waiting(0));
    const record = await findAuditRecord(pair, 'left;');
    expect(record).toMatchObject({ outcome: 'cancelled', attempts: 0, charges: [] });
    expect((await running).status).toBe(200);
    expect(pair.upstream.requests).toHaveLength(1);
  });

  it('so that the cache answers while running requests may use the rest', async () => {
    pair.upstream.setDefault(CHEAP);
    const question = { model: 'remembered' };
    expect(await send(KEYS.cached, question)).toBe(200);
    pair.upstream.setDefault(slowly(CHEAP, 3_000));
    // Nothing is known yet of what this model costs.
    const running = pair.chat({ model: 'gpt-4o' }, { key: KEYS.cached });
    await pair.upstream.waitForRequest(2);
    let isOver = false;
    const end = running.finally(() => {
      isOver = true;
    });
    const hit = await pair.chat(question, { key: KEYS.cached });
    expect([hit.status, hit.headers['x-service-cache']]).toEqual([200, 'hit']);
    // It waited for nobody.
    expect(isOver).toBe(false);
    expect((await end).status).toBe(200);
  });
});

describe('the monthly token budget of a team', () => {
  it('exhausted gives 429 budget_exhausted, and nobody should try again', async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 5; turn++) statuses.push((await ask(KEYS.tokens)).answer.status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
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
