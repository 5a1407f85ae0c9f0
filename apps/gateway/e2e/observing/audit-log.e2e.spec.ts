import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  completionEvents,
  hangsUp,
  jsonReply,
  serverError,
  streamReply,
  TEST_KEYS,
  waitUntil,
} from '@multilane/testing';
import { type GatewayCall, HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startPair();
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

afterAll(() => pair.stop(), HOOK_LIMIT_MS);

/** The tokenizer is loaded when it is first needed. */
const ESTIMATE_LIMIT_MS = 20_000;

let requests = 0;

/** Sends a chat request and gives its record, of which there is exactly one. */
async function recordOf(body: object, call: GatewayCall = {}): Promise<Record<string, unknown>> {
  requests += 1;
  const id = `audited-${requests};`;
  const stream = await pair.open('/v1/chat/completions', {
    body: { model: 'gpt-4o', messages: [{ role: 'user', content: PROMPT }], ...body },
    ...call,
    headers: { 'x-request-id': id },
  });
  await stream.ended;
  const records = () =>
    pair.gateway
      .stdout()
      .split('\n')
      .filter((line) => line.includes(id) && line.includes('"outcome"'));
  await waitUntil('the audit record', () => records()[0], ESTIMATE_LIMIT_MS);
  expect(records()).toHaveLength(1);
  return JSON.parse(records()[0] ?? '') as Record<string, unknown>;
}

const PROMPT = 'What the record must not hold';

const unasked = completionEvents(['Hello', ' there.'], null);

describe('docs/contract/audit.md#records: the audit log records requests and the key that made them', () => {
  it('a success, with what served it and what it used', async () => {
    pair.upstream.enqueue(jsonReply(completion()));
    expect(await recordOf({ model: 'default' })).toMatchObject({
      endpoint: 'chat.completions',
      method: 'POST',
      status: 200,
      outcome: 'success',
      error_code: null,
      organization: 'default',
      team: 'research',
      api_key_name: 'ci',
      key_role: 'member',
      model: 'default',
      logical_name: 'gpt-4o',
      provider: 'openai',
      upstream_model: 'gpt-4o-2024-11-20',
      streamed: false,
      prompt_tokens: 9,
      completion_tokens: 4,
      total_tokens: 13,
      usage_source: 'reported',
      attempts: 1,
      cost_usd: 0.0000625,
    });
  });

  it('the address of its caller, which nobody but a trusted proxy may state', async () => {
    pair.upstream.enqueue(jsonReply(completion()));
    const record = await recordOf({}, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(record.client_address).toBe('127.0.0.1');
  });

  it('a stream, whose usage the client did not ask for', async () => {
    pair.upstream.enqueue(streamReply(completionEvents(['Hello'])));
    const record = await recordOf({ stream: true });
    expect(record).toMatchObject({ outcome: 'success', streamed: true, total_tokens: 13, usage_source: 'reported' });
    // The record is as complete as for an answer that is not streamed.
    expect(record.cost_usd).toBe(0.0000625);
    expect(record.time_to_first_byte_ms).toBeGreaterThan(0);
    expect(record.duration_ms).toBeGreaterThanOrEqual(Number(record.time_to_first_byte_ms));
  });

  it('a refusal', async () => {
    const record = await recordOf({ model: 'gpt-4o' }, { key: TEST_KEYS.support });
    expect(record).toMatchObject({
      status: 403,
      outcome: 'refused',
      error_code: 'model_not_allowed',
      team: 'support',
      api_key_name: 'desk',
      usage_source: 'none',
    });
  });

  it('a failure of the provider', async () => {
    pair.upstream.enqueue(serverError());
    const record = await recordOf({});
    expect(record).toMatchObject({ status: 502, outcome: 'failed', error_code: 'provider_error', provider: 'openai' });
  });

  it.each([
    ['an answer', false],
    ['a stream', true],
  ])('no tokens for what the provider rejected or never took: %s', async (_what, stream) => {
    pair.upstream.enqueue(serverError(), hangsUp());
    for (const _failure of ['refused', 'never taken']) {
      const record = await recordOf({ stream });
      expect(record).toMatchObject({ outcome: 'failed', usage_source: 'none', prompt_tokens: null });
    }
  });

  it('a stream that broke after its beginning', async () => {
    pair.upstream.enqueue({ ...streamReply(unasked), chunks: streamReply(unasked).chunks.slice(0, 2), end: 'cut' });
    const record = await recordOf({ stream: true });
    expect(record).toMatchObject({
      status: 200,
      outcome: 'failed',
      error_code: 'provider_error',
      usage_source: 'estimated',
    });
  });

  it('never a prompt, an answer or a credential', async () => {
    pair.upstream.enqueue(jsonReply(completion({ content: 'An answer of the model' })));
    const record = JSON.stringify(await recordOf({}));
    expect(record).not.toContain(PROMPT);
    expect(record).not.toContain('An answer of the model');
    for (const key of Object.values(TEST_KEYS)) expect(record).not.toContain(key);
  });
});

describe('docs/contract/usage.md#estimates: when a provider reports no usage', () => {
  it.each([
    ['an answer', false],
    ['a stream', true],
  ])(
    'it is estimated and recorded with usage_source = estimated: %s',
    async (_what, stream) => {
      pair.upstream.enqueue(stream ? streamReply(unasked) : jsonReply(completion({ content: 'Hello there.' }, null)));
      const record = await recordOf({ stream });
      expect(record).toMatchObject({ outcome: 'success', usage_source: 'estimated' });
      expect(record.prompt_tokens).toBeGreaterThan(5);
      expect(record.completion_tokens).toBeGreaterThanOrEqual(2);
      expect(record.completion_tokens).toBeLessThan(10);
      expect(record.total_tokens).toBe(Number(record.prompt_tokens) + Number(record.completion_tokens));
      expect(record.cost_usd).toBeGreaterThan(0);
    },
    HOOK_LIMIT_MS,
  );

  it('the response body still carries whatever the provider sent', async () => {
    pair.upstream.enqueue(jsonReply(completion({}, null)));
    expect((await pair.chat()).json()).not.toHaveProperty('usage');
  });
});
