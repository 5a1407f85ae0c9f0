import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChatChunk } from '@multilane/contracts';
import {
  completionEvents,
  type OpenStream,
  replayStream,
  type StreamReply,
  splitEvents,
  streamReply,
  TEST_USAGE,
  waitUntil,
} from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startPair();
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

afterAll(() => pair.stop(), HOOK_LIMIT_MS);

const HELLO_PIECES = ['Hel', 'lo', ' the', 're.'];

/** Counts of the gateway's own, as whole numbers that add up. */
const ESTIMATED = {
  prompt_tokens: expect.any(Number),
  completion_tokens: expect.any(Number),
  total_tokens: expect.any(Number),
};

/** Stream of a provider to a gateway that asked for usage. */
const helloStream = (options: Partial<StreamReply> = {}) => streamReply(completionEvents(HELLO_PIECES), options);

/** The lines of a replayed stream, as the provider wrote them. */
const dataOf = (reply: StreamReply) =>
  splitEvents(Buffer.concat(reply.chunks).toString()).events.map(({ data }) => data);

/** The chunks of a stream that must have ended in good order. */
async function collectChunks(stream: OpenStream): Promise<ChatChunk[]> {
  const data = await stream.collect();
  expect([await stream.ended, data.at(-1)]).toEqual(['complete', '[DONE]']);
  return data.slice(0, -1).map((text) => JSON.parse(text) as ChatChunk);
}

const choicesOf = (chunks: ChatChunk[]) => chunks.flatMap(({ choices }) => choices);

describe('docs/contract/streaming.md#framing: standard data: framing', () => {
  it('Content-Type text/event-stream', async () => {
    pair.upstream.enqueue(helloStream());
    const stream = await pair.stream();
    expect(stream.status).toBe(200);
    expect(stream.headers['content-type']).toMatch(/^text\/event-stream\b/);
    expect(stream.headers).not.toHaveProperty('content-length');
    await collectChunks(stream);
  });

  it('Cache-Control: no-cache, X-Accel-Buffering: no, and the X-Service-* headers known before the first byte', async () => {
    pair.upstream.enqueue(helloStream());
    const stream = await pair.stream({ model: 'default' });
    expect(stream.headers).toMatchObject({
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      'x-service-provider': 'openai',
      'x-service-model': 'gpt-4o',
      'x-service-attempts': '1',
    });
    expect(stream.headers['x-request-id']).toBeDefined();
    await collectChunks(stream);
  });

  it('each event is one data: line and a blank line', async () => {
    pair.upstream.enqueue(helloStream());
    const stream = await pair.stream({ stream_options: { include_usage: true } });
    await stream.ended;
    expect(stream.text()).toMatch(/^(data: [^\n]+\n\n)+$/);
  });

  it('first a role chunk, then content deltas, a finish_reason chunk, and data: [DONE]', async () => {
    pair.upstream.enqueue(helloStream());
    const choices = choicesOf(await collectChunks(await pair.stream()));
    expect(choices.map(({ delta }) => delta)).toEqual([
      { role: 'assistant', content: '' },
      ...HELLO_PIECES.map((content) => ({ content })),
      {},
    ]);
    expect(choices.map(({ finish_reason: reason }) => reason)).toEqual([null, null, null, null, null, 'stop']);
  });

  it('tool-call deltas are correlated by index, and their arguments concatenate into valid JSON', async () => {
    const reply = replayStream('openai-chat/stream-tool-calls-parallel');
    pair.upstream.enqueue({ ...reply, chunkBytes: 11 });
    const choices = choicesOf(await collectChunks(await pair.stream({ stream_options: { include_usage: true } })));
    const calls = new Map<number, { id: string; name: string; arguments: string }>();
    for (const call of choices.flatMap(({ delta }) => delta?.tool_calls ?? [])) {
      const before = calls.get(call.index) ?? { id: '', name: '', arguments: '' };
      calls.set(call.index, {
        id: call.id ?? before.id,
        name: call.function?.name ?? before.name,
        arguments: before.arguments + (call.function?.arguments ?? ''),
      });
    }
    expect([...calls.values()].map(({ id, name }) => [id, name])).toEqual([
      ['call_test_time_0001', 'get_time'],
      ['call_test_weather_0002', 'get_weather'],
    ]);
    for (const call of calls.values()) expect(JSON.parse(call.arguments)).toEqual({ city: 'São Paulo' });
    expect(choices.at(-1)?.finish_reason).toBe('tool_calls');
  });

  it('the provider is asked for a stream of its own model', async () => {
    pair.upstream.enqueue(helloStream());
    await collectChunks(await pair.stream());
    const [request] = pair.upstream.requests;
    expect(request?.body).toMatchObject({ model: 'gpt-4o-2024-11-20', stream: true });
    expect(request?.headers.accept).toBe('text/event-stream');
    expect(pair.upstream.refusals).toEqual([]);
  });
});

describe('docs/contract/streaming.md#relay: each provider SSE line is relayed as it arrives', () => {
  it('in the words of the provider, members unknown to the gateway included', async () => {
    const events = completionEvents(['a']);
    const newer = JSON.stringify({ ...JSON.parse(events[1] ?? ''), newer: { 'é \u2028': [null, 1.5e3] } });
    pair.upstream.enqueue(streamReply([events[0] ?? '', newer, ...events.slice(2)]));
    const data = await (await pair.stream({ stream_options: { include_usage: true } })).collect();
    expect(data).toEqual([events[0], newer, ...events.slice(2)]);
  });

  it.each(['openai-chat/stream-text', 'openai-chat/stream-usage', 'openai-chat/stream-tool-calls-parallel'])(
    'wherever the network has cut it: %s',
    async (name) => {
      const reply = replayStream(name);
      const recorded = dataOf(reply);
      const reportsUsage = recorded.some((data) => data?.includes('"usage":{'));
      for (const chunkBytes of [1, 7, 1000]) {
        pair.upstream.enqueue({ ...reply, chunkBytes });
        const stream = await pair.stream({ stream_options: { include_usage: true } });
        const data = await stream.collect();
        // An estimate of the usage stands before [DONE] if the recording has none.
        expect(reportsUsage ? data : data.toSpliced(-2, 1)).toEqual(recorded);
      }
    },
  );

  it('a line is with the client while the provider is still silent about the next', async () => {
    pair.upstream.enqueue({ ...helloStream(), chunks: helloStream().chunks.slice(0, 3), end: 'stall' });
    const stream = await pair.stream();
    const contents = [];
    for (let event = 0; event < 3; event++) contents.push((await stream.next())?.data ?? '');
    expect(contents.map((text) => JSON.parse(text).choices[0].delta.content)).toEqual(['', 'Hel', 'lo']);
    stream.abort();
    await pair.upstream.waitForAbort();
  });

  it('lines arrive in the rhythm in which the provider sends them', async () => {
    pair.upstream.enqueue(helloStream({ delayMs: 150 }));
    const stream = await pair.stream();
    await collectChunks(stream);
    const times = stream.events.slice(0, 6).map(({ at }) => at);
    // Six chunks 150 ms apart: a gateway that collects them would hand them over together.
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(500);
  });

  it("a provider's comment lines keep the connection alive for the client too", async () => {
    const [first = '', ...rest] = completionEvents(['a']);
    pair.upstream.enqueue(streamReply([first, Buffer.from(': keep-alive\n\n'), ...rest]));
    const stream = await pair.stream();
    await collectChunks(stream);
    expect(stream.events.map(({ raw }) => raw)).toContain(': keep-alive');
  });

  it('line ends of CRLF and data: without a space are understood', async () => {
    const events = completionEvents(['a']);
    pair.upstream.enqueue(streamReply(events.map((event) => Buffer.from(`data:${event}\r\n\r\n`))));
    const data = await (await pair.stream({ stream_options: { include_usage: true } })).collect();
    expect(data).toEqual(events);
  });

  it('many streams at once do not mix', async () => {
    pair.upstream.onRequest(({ body }) => {
      const { user } = body as { user: string };
      return streamReply(completionEvents(Array(20).fill(user)), { delayMs: 2 });
    });
    const users = Array.from({ length: 20 }, (_, index) => `user-${index};`);
    const streams = await Promise.all(users.map((user) => pair.stream({ user })));
    const texts = await Promise.all(
      streams.map(async (stream) =>
        choicesOf(await collectChunks(stream))
          .map(({ delta }) => delta?.content)
          .join(''),
      ),
    );
    expect(texts).toEqual(users.map((user) => user.repeat(20)));
  });
});

describe('docs/contract/streaming.md#stream-usage: group R follows include_usage exactly', () => {
  it.each([
    ['unset', {}],
    ['false', { stream_options: { include_usage: false } }],
    ['null', { stream_options: { include_usage: null } }],
    ['without options', { stream_options: null }],
  ])('%s: no usage chunk and no usage member, though the provider was asked for usage', async (_case, options) => {
    pair.upstream.enqueue(helloStream());
    const chunks = await collectChunks(await pair.stream(options));
    expect(chunks.filter((chunk) => 'usage' in chunk || chunk.choices.length === 0)).toEqual([]);
    expect(chunks).toHaveLength(6);
    expect(pair.upstream.requests[0]?.body).toMatchObject({ stream_options: { include_usage: true } });
  });

  it('true: a final usage chunk with an empty choices array, and usage null before it', async () => {
    pair.upstream.enqueue(helloStream());
    const chunks = await collectChunks(await pair.stream({ stream_options: { include_usage: true } }));
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: TEST_USAGE });
    expect(chunks.slice(0, -1).map(({ usage }) => usage)).toEqual(Array(6).fill(null));
  });

  it('true: a provider that reports none gets one estimated chunk before [DONE]', async () => {
    pair.upstream.enqueue(streamReply(completionEvents(HELLO_PIECES, null)));
    const chunks = await collectChunks(await pair.stream({ stream_options: { include_usage: true } }));
    expect(chunks.filter(({ usage }) => usage)).toEqual([chunks.at(-1)]);
    const { id, model, object } = chunks[0] as ChatChunk;
    expect(chunks.at(-1)).toMatchObject({ id, model, object, choices: [], usage: ESTIMATED });
    const usage = chunks.at(-1)?.usage;
    const counts = [usage?.prompt_tokens, usage?.completion_tokens];
    expect(counts.filter((count) => !Number.isInteger(count) || Number(count) <= 0)).toEqual([]);
  });

  it('unset: a provider that reports none gets no estimated chunk', async () => {
    pair.upstream.enqueue(streamReply(completionEvents(HELLO_PIECES, null)));
    const chunks = await collectChunks(await pair.stream());
    expect(chunks.filter((chunk) => chunk.usage || chunk.choices.length === 0)).toEqual([]);
  });

  it('true: a stream that was cut off has no estimated chunk', async () => {
    const whole = streamReply(completionEvents(HELLO_PIECES, null));
    pair.upstream.enqueue({ ...whole, chunks: whole.chunks.slice(0, 3) });
    const stream = await pair.stream({ stream_options: { include_usage: true } });
    const data = await stream.collect();
    expect(data.filter((text) => text === '[DONE]' || JSON.parse(text).usage)).toEqual([]);
    expect(JSON.parse(data.at(-1) ?? '{}')).toMatchObject({ error: { code: 'provider_error' } });
  });

  it('other stream options are forwarded beside it', async () => {
    pair.upstream.enqueue(helloStream());
    await collectChunks(await pair.stream({ stream_options: { newer: 1 } }));
    expect(pair.upstream.requests[0]?.body).toMatchObject({ stream_options: { newer: 1, include_usage: true } });
  });
});

describe('docs/contract/streaming.md#cancellation: closing the connection cancels the request end to end', () => {
  const silence = { kind: 'silent', end: 'stall' } as const;

  it('a stream that has begun', async () => {
    pair.upstream.enqueue({ ...helloStream(), chunks: helloStream().chunks.slice(0, 2), end: 'stall' });
    const stream = await pair.stream();
    await stream.next();
    stream.abort();
    expect((await pair.upstream.waitForAbort()).aborted).toBe(true);
  });

  it('a stream whose first byte is still awaited', async () => {
    pair.upstream.enqueue(silence);
    const gone = expect(pair.stream({}, { timeoutMs: 1_500 })).rejects.toThrow();
    await pair.upstream.waitForRequest();
    await gone;
    expect((await pair.upstream.waitForAbort()).aborted).toBe(true);
  });

  it('an answer that is not streamed', async () => {
    pair.upstream.enqueue(silence);
    const gone = expect(pair.chat({}, { timeoutMs: 1_500 })).rejects.toThrow();
    await pair.upstream.waitForRequest();
    await gone;
    expect((await pair.upstream.waitForAbort()).aborted).toBe(true);
  });

  it('a client that leaves is no failure: it is recorded as cancelled, and the gateway continues', async () => {
    pair.upstream.enqueue({ ...helloStream(), chunks: helloStream().chunks.slice(0, 2), end: 'stall' });
    const requestId = 'cancelled-stream-0001';
    const stream = await pair.stream({}, { headers: { 'x-request-id': requestId } });
    await stream.next();
    stream.abort();
    await pair.upstream.waitForAbort();
    pair.upstream.enqueue(helloStream());
    await collectChunks(await pair.stream());
    // The record waits for the estimate of a usage that nobody reported.
    const lines = () => pair.gateway.stdout().split('\n');
    const record = await waitUntil('the audit record', () => lines().find((line) => line.includes(requestId)), 20_000);
    expect(JSON.parse(record)).toMatchObject({
      request_id: requestId,
      outcome: 'cancelled',
      streamed: true,
      usage_source: 'estimated',
    });
  });
});
