import Anthropic from '@anthropic-ai/sdk';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  completionEvents,
  cutAfter,
  type HttpAnswer,
  jsonReply,
  repliesOf,
  serverError,
  stallAfter,
  streamReply,
  TEST_KEYS,
  waitUntil,
} from '@multilane/testing';
import OpenAI from 'openai';
import { findAuditRecord } from '../endpoints/inference-routes.js';
import { PLAYED, replyAs, startEveryProvider } from '../start-every-provider.js';
import { HELLO, HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { taskReply } from '../task-replies.js';

let pair: Pair;
let asked = 0;

/** A question that no test before has asked. */
function fresh(): string {
  asked += 1;
  return `question ${asked}`;
}

const messagesOf = (text: string) => [{ role: 'user' as const, content: text }];
/** A comment keeps a stream open while nothing else is said. */
const withoutComments = (text: string): string => text.replace(/^:\n\n/gm, '');

const cacheOf = ({ headers }: Pick<HttpAnswer, 'headers'>): unknown => headers['x-service-cache'];

beforeAll(async () => {
  pair = await startEveryProvider({
    teams: [
      { name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] },
      { name: 'support', api_keys: [{ name: 'desk', key: TEST_KEYS.support }] },
    ],
    cache: {
      policies: [
        { name: 'everybody', ttl_seconds: 60 },
        { name: 'short', models: ['azure-chat'], ttl_seconds: 1 },
      ],
    },
  });
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.onRequest(taskReply));

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

afterEach(() => {
  const refusals = [...pair.upstream.refusals];
  pair.upstream.reset();
  expect(refusals).toEqual([]);
});

describe('docs/contract/cache.md#opt-in: a second call makes no upstream request', () => {
  it('of the OpenAI SDK', async () => {
    const client = new OpenAI({ baseURL: `${pair.gateway.baseUrl}/v1`, apiKey: TEST_KEYS.research, maxRetries: 0 });
    const request = { model: 'gpt-4o', messages: messagesOf(fresh()), temperature: 0.7 };
    const first = await client.chat.completions.create(request).withResponse();
    const second = await client.chat.completions.create({ ...request, user: 'another' }).withResponse();
    expect(second.data).toEqual(first.data);
    expect(second.data.usage?.total_tokens).toBeGreaterThan(0);
    expect([first, second].map(({ response }) => response.headers.get('x-service-cache'))).toEqual(['miss', 'hit']);
    expect(second.response.headers.get('x-service-attempts')).toBe('0');
    expect(second.response.headers.get('x-service-cost')).toBe('0');
    expect(second.response.headers.get('x-service-provider')).toBe('openai');
    expect(second.response.headers.get('x-service-model')).toBe('gpt-4o');
    expect(pair.upstream.requests).toHaveLength(1);
  });

  it('of the OpenAI SDK, streamed', async () => {
    const client = new OpenAI({ baseURL: `${pair.gateway.baseUrl}/v1`, apiKey: TEST_KEYS.research, maxRetries: 0 });
    const request = { model: 'gpt-4o', messages: messagesOf(fresh()), stream: true as const };
    pair.upstream.enqueue(repliesOf('openai').stream({ text: ['Fog ', 'over ', 'Oslo.'] }));
    const read = async (): Promise<unknown[]> => {
      const chunks: unknown[] = [];
      for await (const chunk of await client.chat.completions.create(request)) chunks.push(chunk);
      return chunks;
    };
    const first = await read();
    expect(first.length).toBeGreaterThan(3);
    expect(await read()).toEqual(first);
    expect(pair.upstream.requests).toHaveLength(1);
  });

  it.each(['anthropic-chat', 'gpt-4o'])('of the Anthropic SDK before %s', async (model) => {
    pair.upstream.onRequest((request) =>
      replyAs(model === 'gpt-4o' ? 'openai' : 'anthropic', request, { text: ['Fog ', 'over Oslo.'] }),
    );
    const client = new Anthropic({
      baseURL: pair.gateway.baseUrl,
      apiKey: null,
      authToken: TEST_KEYS.research,
      maxRetries: 0,
    });
    const request = { model, max_tokens: 50, messages: messagesOf(fresh()) };
    const first = await client.messages.create(request);
    expect(await client.messages.create(request)).toEqual(first);
    const streamed = await client.messages.stream(request).finalMessage();
    expect(await client.messages.stream(request).finalMessage()).toEqual(streamed);
    expect(streamed.content).toMatchObject([{ type: 'text', text: 'Fog over Oslo.' }]);
    expect(pair.upstream.requests).toHaveLength(2);
  });
});

describe('streams are replayed as streams, byte for byte', () => {
  const formats = [
    { path: '/v1/chat/completions', body: (text: string) => ({ messages: messagesOf(text) }) },
    { path: '/v1/responses', body: (text: string) => ({ input: text }) },
    { path: '/v1/messages', body: (text: string) => ({ max_tokens: 50, messages: messagesOf(text) }) },
    { path: '/v1/completions', body: (text: string) => ({ prompt: text }) },
  ];
  const cases = formats.flatMap((format) =>
    PLAYED.filter(({ group }) => format.path !== '/v1/completions' || group !== 'R').map((behind) => ({
      ...format,
      ...behind,
    })),
  );

  it.each(cases)('$path before $kind', async ({ path, body, kind, model }) => {
    const call = { body: { ...body(fresh()), model, stream: true } };
    const parts = { text: ['Fog ', 'over ', 'Oslo — ☔.'] };
    pair.upstream.enqueue(repliesOf(kind).stream(parts));
    const first = await pair.open(path, call);
    await first.ended;
    const second = await pair.open(path, call);
    await second.ended;
    expect([cacheOf(first), cacheOf(second)]).toEqual(['miss', 'hit']);
    expect(second.text()).toBe(withoutComments(first.text()));
    expect(first.text()).toContain('Oslo — ☔.');
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(pair.upstream.requests).toHaveLength(1);
  });

  it('an estimated usage is replayed with its stream, once', async () => {
    const stream_options = { include_usage: true };
    const call = { body: { model: 'gpt-4o', messages: messagesOf(fresh()), stream: true, stream_options } };
    pair.upstream.enqueue(streamReply(completionEvents(['Fog.'], null)));
    const texts: string[] = [];
    for (let n = 0; n < 2; n++) {
      const stream = await pair.open('/v1/chat/completions', call);
      await stream.ended;
      texts.push(withoutComments(stream.text()));
    }
    expect(texts[1]).toBe(texts[0]);
    expect(texts[0]?.match(/"completion_tokens":[1-9]/g)).toHaveLength(1);
    expect(pair.upstream.requests).toHaveLength(1);
  });

  it('tool calls and thinking too', async () => {
    const call = {
      body: { model: 'anthropic-chat', max_tokens: 50, messages: messagesOf(fresh()), stream: true },
    };
    const thinking = { text: 'Let me look.', signature: 'c2lnbmVkLTE=' };
    const calls = [{ id: 'toolu_1', name: 'weather', arguments: '{"city":"Oslo"}' }];
    pair.upstream.enqueue(repliesOf('anthropic').stream({ thinking, calls }));
    const texts: string[] = [];
    for (let n = 0; n < 2; n++) {
      const stream = await pair.open('/v1/messages', call);
      await stream.ended;
      texts.push(withoutComments(stream.text()));
    }
    expect(texts[1]).toBe(texts[0]);
    expect(texts[0]).toContain('signature_delta');
  });
});

describe('a cached answer', () => {
  it.each([
    ['/v1/embeddings', { model: 'openai-embedding', input: ['fog', 'rain'] }],
    ['/v1/embeddings', { model: 'openai-embedding', input: 'fog', encoding_format: 'base64' }],
    ['/v1/rerank', { model: 'cohere-rerank', query: 'rain', documents: ['sun', 'rain'], return_documents: true }],
    ['/v1/completions', { model: 'openai-completion', prompt: 'Once' }],
    ['/v1/responses', { model: 'gpt-4o', input: 'Hello' }],
    ['/v1/messages', { model: 'gpt-4o', max_tokens: 9, messages: messagesOf('Hello') }],
    ['/v1/chat/completions', { model: 'gpt-4o', messages: messagesOf('Hello, whole') }],
  ])('%s: the same answer in the same bytes', async (path, body) => {
    const first = await pair.send(path, { body });
    const second = await pair.send(path, { body });
    expect([first.status, cacheOf(first), cacheOf(second)]).toEqual([200, 'miss', 'hit']);
    expect(second.text).toBe(first.text);
    expect(pair.upstream.requests).toHaveLength(1);
  });

  it.each([
    ['/v1/moderations', { model: 'openai-moderation', input: 'fog' }],
    ['/v1/messages/count_tokens', { model: 'gpt-4o', messages: messagesOf('Hello') }],
    [
      '/v1/decision',
      {
        model: 'simulator-decision',
        state: 'fog',
        questions: { wet: { type: 'noul', instructions: 'Is it wet?' } },
      },
    ],
  ])('not %s, which says nothing of a cache', async (path, body) => {
    for (let n = 0; n < 2; n++) {
      const answer = await pair.send(path, { body });
      expect([answer.status, cacheOf(answer)]).toEqual([200, undefined]);
    }
  });

  it('the facts about the client’s own request are its own, in a hit too', async () => {
    const body = { model: 'gpt-4o', input: fresh() };
    const first = await pair.send('/v1/responses', { body: { ...body, metadata: { ticket: '1' } } });
    const second = await pair.send('/v1/responses', { body: { ...body, metadata: { ticket: '2' } } });
    expect([cacheOf(first), cacheOf(second)]).toEqual(['miss', 'hit']);
    expect(second.json()).toEqual({ ...(first.json() as object), metadata: { ticket: '2' } });
  });

  it('no longer than the policy says', async () => {
    pair.upstream.setDefault(jsonReply(completion()));
    const body = { model: 'azure-chat', messages: messagesOf(fresh()) };
    expect(cacheOf(await pair.chat(body))).toBe('miss');
    expect(cacheOf(await pair.chat(body))).toBe('hit');
    await waitUntil('the answer to be too old', async () => cacheOf(await pair.chat(body)) === 'miss' || undefined);
  });
});

describe('answers are never shared between teams', () => {
  it('the same question of another team is asked again', async () => {
    const body = { messages: messagesOf(fresh()) };
    const outcomes: unknown[] = [];
    for (const key of [TEST_KEYS.research, TEST_KEYS.support, TEST_KEYS.research, TEST_KEYS.support]) {
      outcomes.push(cacheOf(await pair.chat(body, { key })));
    }
    expect(outcomes).toEqual(['miss', 'miss', 'hit', 'hit']);
    expect(pair.upstream.requests).toHaveLength(2);
  });
});

describe('Cache-Control of the request', () => {
  it('no-store bypasses the cache: nothing is read and nothing is stored', async () => {
    const body = { messages: messagesOf(fresh()) };
    const headers = { 'cache-control': 'no-store' };
    expect(cacheOf(await pair.chat(body, { headers }))).toBeUndefined();
    expect(cacheOf(await pair.chat(body))).toBe('miss');
    expect(cacheOf(await pair.chat(body, { headers }))).toBeUndefined();
    expect(pair.upstream.requests).toHaveLength(3);
  });

  it('no-cache asks the provider and keeps the new answer', async () => {
    const body = { messages: messagesOf(fresh()) };
    for (const id of ['old', 'new']) pair.upstream.enqueue(jsonReply({ ...completion(), id }));
    await pair.chat(body);
    const renewed = await pair.chat(body, { headers: { 'cache-control': 'no-cache' } });
    const again = await pair.chat(body);
    expect([cacheOf(renewed), cacheOf(again)]).toEqual(['miss', 'hit']);
    expect(again.json()).toMatchObject({ id: 'new' });
  });
});

describe('only complete answers are cached', () => {
  it.each([
    ['an error of the provider', () => serverError(), () => jsonReply(completion())],
    [
      'an answer that was stopped for safety',
      () => jsonReply({ ...completion(), choices: [{ ...choiceOf(completion()), finish_reason: 'content_filter' }] }),
      () => jsonReply(completion()),
    ],
  ])('not %s', async (_what, first, second) => {
    const body = { messages: messagesOf(fresh()) };
    pair.upstream.enqueue(first(), second());
    await pair.chat(body);
    expect(cacheOf(await pair.chat(body))).toBe('miss');
    expect(cacheOf(await pair.chat(body))).toBe('hit');
  });

  it('not a stream that broke, nor one that its client left', async () => {
    const body = { messages: messagesOf(fresh()) };
    const reply = repliesOf('openai').stream({ text: ['Fog ', 'over ', 'Oslo.'] });
    pair.upstream.enqueue(cutAfter(reply, 2), stallAfter(reply, 2), reply);
    const broken = await pair.stream(body);
    await broken.ended;
    const left = await pair.stream(body);
    expect(cacheOf(left)).toBe('miss');
    while (!left.text().includes('Fog')) expect(await left.next()).toBeDefined();
    left.abort();
    await pair.upstream.waitForAbort();
    const whole = await pair.stream(body);
    await whole.ended;
    expect(cacheOf(whole)).toBe('miss');
    const again = await pair.stream(body);
    await again.ended;
    expect(cacheOf(again)).toBe('hit');
    expect(again.text()).toBe(withoutComments(whole.text()));
  });

  it('not one of more than 1 MiB', async () => {
    const body = { messages: messagesOf(fresh()) };
    const { choices } = completion() as { choices: { message: object }[] };
    const huge = { ...choices[0], message: { ...choices[0]?.message, content: 'x'.repeat(1024 * 1024) } };
    pair.upstream.setDefault(jsonReply({ ...completion(), choices: [huge] }));
    pair.upstream.onRequest(() => undefined);
    expect(cacheOf(await pair.chat(body))).toBe('miss');
    expect(cacheOf(await pair.chat(body))).toBe('miss');
  });
});

describe('a hit is reported', () => {
  it('in the audit log: as a hit that used nothing and cost nothing', async () => {
    const body = { messages: messagesOf(fresh()) };
    await pair.chat(body, { headers: { 'x-request-id': 'cache-miss;' } });
    await pair.chat(body, { headers: { 'x-request-id': 'cache-hit;' } });
    await pair.chat(body, { headers: { 'x-request-id': 'cache-bypass;', 'cache-control': 'no-store' } });
    expect(await findAuditRecord(pair, 'cache-miss;')).toMatchObject({
      cache: 'miss',
      attempts: 1,
      usage_source: 'reported',
      cost_usd: expect.any(Number),
    });
    expect(await findAuditRecord(pair, 'cache-hit;')).toMatchObject({
      cache: 'hit',
      status: 200,
      outcome: 'success',
      provider: 'openai',
      logical_name: 'gpt-4o',
      upstream_model: null,
      attempts: 0,
      usage_source: 'none',
      total_tokens: null,
      cost_usd: 0,
    });
    expect(await findAuditRecord(pair, 'cache-bypass;')).toMatchObject({ cache: null, attempts: 1 });
  });

  it('in the metrics, and its tokens are not counted', async () => {
    const read = async (pattern: RegExp): Promise<number> =>
      Number(pattern.exec(await pair.gateway.metrics())?.[1] ?? 0);
    const counters = () =>
      Promise.all([
        read(/^service_cache_answers_total\{result="hit"\} (\d+)/m),
        read(/^service_cache_answers_total\{result="miss"\} (\d+)/m),
        read(/^service_cache_answers_total\{result="stored"\} (\d+)/m),
        read(/^service_tokens_total\{model="gpt-4o",kind="prompt",usage_source="reported"\} (\d+)/m),
      ]);
    const body = { messages: messagesOf(fresh()) };
    const before = await counters();
    for (let n = 0; n < 3; n++) await pair.chat(body);
    const grown = (await counters()).map((value, index) => value - (before[index] ?? 0));
    expect(grown).toEqual([2, 1, 1, 9]);
  });
});

function choiceOf(answer: object): object {
  return (answer as { choices: object[] }).choices[0] ?? {};
}

it('nothing is cached where no policy wants it', async () => {
  await pair.gateway.rewriteConfig(pair.config({ cache: { policies: [] } }));
  const body = { ...HELLO, messages: messagesOf(fresh()) };
  await waitUntil('the policy to be gone', async () => cacheOf(await pair.chat(body)) === undefined || undefined);
  expect(cacheOf(await pair.chat(body))).toBeUndefined();
});
