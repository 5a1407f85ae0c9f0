import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ChatOpenAI } from '@langchain/openai';
import { completion, completionEvents, jsonReply, streamReply, TEST_KEYS, waitUntil } from '@multilane/testing';
import { generateText } from 'ai';
import OpenAI from 'openai';
import { CLAUDE_CODE_HEADERS, METADATA } from '../clients/claude-code-turns.js';
import { CODEX_HEADERS } from '../clients/codex-turns.js';
import { type GatewayCall, HELLO, HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startPair();
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

const records = (): Record<string, unknown>[] =>
  pair.gateway
    .stdout()
    .split('\n')
    .filter((line) => line.includes('"outcome"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** The record of the one request that `ask` makes. */
async function recordOf(ask: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const before = records().length;
  await ask();
  await waitUntil('the audit record', () => records()[before]);
  expect(records()).toHaveLength(before + 1);
  return records()[before] ?? {};
}

const chat = (body: object, headers: GatewayCall['headers'] = {}) =>
  recordOf(() => {
    pair.upstream.enqueue(jsonReply(completion()));
    return pair.chat(body, { headers });
  });

// docs/contract/audit.md#attribution
describe('the attribution of a request', () => {
  it('has the tags of the header and of metadata, and the customer', async () => {
    const record = await chat(
      { metadata: { env: 'prod', feature: 'overwritten' }, user: 'somebody' },
      { 'x-service-tags': 'feature=search', 'x-service-customer': 'acme' },
    );
    expect(record).toMatchObject({ tags: { feature: 'search', env: 'prod' }, customer: 'acme' });
  });

  it('goes to no provider', async () => {
    await chat({}, { 'x-service-tags': 'feature=secret-launch', 'x-service-customer': 'secret-customer' });
    expect(JSON.stringify(pair.upstream.requests)).not.toMatch(/secret-launch|secret-customer|x-service/i);
  });

  it('is no label of a metric', async () => {
    await chat({}, { 'x-service-tags': 'feature=only-in-records', 'x-service-customer': 'only-in-records' });
    const { text } = await pair.send('/metrics', { key: null, method: 'GET' });
    expect(text).toContain('service_requests_total');
    expect(text).not.toContain('only-in-records');
  });

  it.each([
    ['x-service-tags', 'feature', 'X-Service-Tags'],
    ['x-service-tags', `feature=${'x'.repeat(65)}`, 'X-Service-Tags'],
    ['x-service-customer', 'c'.repeat(257), 'X-Service-Customer'],
  ])('of a faulty %s is 400, before any provider', async (name, value, param) => {
    const record = await recordOf(async () => {
      const answer = await pair.chat({}, { headers: { [name]: value } });
      expect([answer.status, answer.json()]).toMatchObject([400, { error: { code: 'invalid_value', param } }]);
    });
    expect(record).toMatchObject({ outcome: 'refused', error_code: 'invalid_value' });
    expect(pair.upstream.requests).toEqual([]);
  });

  it('is nothing for a request that says nothing', async () => {
    const record = await chat({});
    expect(record).toMatchObject({ client: null, client_version: null });
    expect(Object.keys(record)).not.toEqual(expect.arrayContaining(['tags']));
    expect([record.tags, record.customer, record.session]).toEqual([undefined, undefined, undefined]);
  });
});

describe('the client of a request is', () => {
  const baseURL = () => `${pair.gateway.baseUrl}/v1`;
  const apiKey = TEST_KEYS.research;
  const version = expect.stringMatching(/^\d+\.\d+/);

  it.each<[name: string, ask: () => Promise<unknown>]>([
    ['openai-node', () => new OpenAI({ baseURL: baseURL(), apiKey }).chat.completions.create(HELLO as never)],
    [
      'langchain-js',
      () => new ChatOpenAI({ model: 'gpt-4o', apiKey, configuration: { baseURL: baseURL() } }).invoke('Hello'),
    ],
    [
      'vercel-ai-sdk',
      () => generateText({ model: createOpenAI({ baseURL: baseURL(), apiKey }).chat('gpt-4o'), prompt: 'Hi' }),
    ],
    [
      'vercel-ai-sdk',
      () => generateText({ model: createAnthropic({ baseURL: baseURL(), authToken: apiKey })('gpt-4o'), prompt: 'Hi' }),
    ],
    [
      'anthropic-node',
      () =>
        new Anthropic({ baseURL: pair.gateway.baseUrl, authToken: apiKey, apiKey: null }).messages.create({
          ...(HELLO as { model: string; messages: [] }),
          max_tokens: 10,
        }),
    ],
  ])('%s, by its own headers', async (client, ask) => {
    pair.upstream.enqueue(jsonReply(completion()));
    expect(await recordOf(ask)).toMatchObject({ outcome: 'success', client, client_version: version });
  });

  it('claude-code, with its session and no customer', async () => {
    pair.upstream.enqueue(jsonReply(completion()));
    const program = new Anthropic({
      baseURL: pair.gateway.baseUrl,
      authToken: apiKey,
      apiKey: null,
      defaultHeaders: CLAUDE_CODE_HEADERS,
    });
    const question = { ...(HELLO as { model: string; messages: [] }), max_tokens: 10, metadata: METADATA };
    const record = await recordOf(() => program.messages.create(question));
    expect(record).toMatchObject({
      client: 'claude-code',
      client_version: '2.1.185',
      session: CLAUDE_CODE_HEADERS['x-claude-code-session-id'],
    });
    expect(record.customer).toBeUndefined();
  });

  it('codex, with its session', async () => {
    pair.upstream.enqueue(streamReply(completionEvents(['Hello'])));
    const record = await recordOf(async () => {
      const body = { model: 'gpt-4o', input: 'Hello', stream: true };
      const stream = await pair.open('/v1/responses', { body, headers: CODEX_HEADERS });
      await stream.ended;
    });
    expect(record).toMatchObject({ client: 'codex', client_version: '0.150.0', session: CODEX_HEADERS.session_id });
  });
});
