import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ArrivedEvent,
  cutAfter,
  inTurn,
  repliesOf,
  type StreamReply,
  stallAfter,
  streamReply,
} from '@multilane/testing';
import { findAuditRecord } from '../endpoints/inference-routes.js';
import { type BehindGateway, PLAYED, startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { CITY_SCHEMA, SIGNED_CALLS, TOOL_NAMES } from '../tool-conversation.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startEveryProvider();
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

afterEach(() => {
  const refusals = [...pair.upstream.refusals];
  pair.upstream.reset();
  expect(refusals).toEqual([]);
});

interface Streaming {
  endpoint: string;
  path: string;
  body: object;
  /** Expects the end of a stream that broke (docs/contract/streaming.md#stream-errors). */
  expectFailed(events: readonly ArrivedEvent[], requestId: string): void;
}

const parse = (event: ArrivedEvent | undefined) => JSON.parse(event?.data ?? 'null') as Record<string, unknown>;
const parseAll = (events: readonly ArrivedEvent[]) => events.filter(({ data }) => data !== undefined).map(parse);
const failure = expect.objectContaining({ code: expect.stringMatching(/^provider_/), message: expect.any(String) });

const STREAMING: Streaming[] = [
  {
    endpoint: 'responses',
    path: '/v1/responses',
    body: { input: 'Hello' },
    expectFailed(events) {
      const numbers = events.map((event) => parse(event).sequence_number);
      expect(numbers).toEqual(numbers.map((_, index) => index));
      expect(parse(events.at(-1))).toMatchObject({
        type: 'response.failed',
        response: { status: 'failed', error: expect.objectContaining({ message: expect.any(String) }) },
      });
    },
  },
  {
    endpoint: 'messages',
    path: '/v1/messages',
    body: { max_tokens: 50, messages: [{ role: 'user', content: 'Hello' }] },
    expectFailed(events, requestId) {
      expect(events.at(-1)?.event).toBe('error');
      expect(parse(events.at(-1))).toEqual({ type: 'error', error: failure, request_id: requestId });
    },
  },
  {
    endpoint: 'completions',
    path: '/v1/completions',
    body: { prompt: 'Hello' },
    expectFailed(events) {
      expect(parse(events.at(-1))).toEqual({ error: failure });
    },
  },
];

/** Group R has text completions of its own, in another format than chat. */
const CASES = STREAMING.flatMap((streaming) =>
  PLAYED.filter(({ group }) => streaming.endpoint !== 'completions' || group !== 'R').map((behind) => ({
    ...streaming,
    ...behind,
  })),
);

/** The number of events up to the one that says the word. */
function eventsTo(reply: StreamReply, word: string): number {
  return reply.chunks.findIndex((chunk) => chunk.toString('latin1').includes(word)) + 1;
}

describe.each(inTurn('surface streams', CASES))(
  '$path before $kind',
  ({ endpoint, path, body, expectFailed, kind, model }: Streaming & BehindGateway) => {
    const replies = repliesOf(kind);
    const reply = replies.stream({ text: ['Fog ', 'over ', 'Oslo.'] });
    const soFar = eventsTo(reply, 'over ');
    const open = (id: string) =>
      pair.open(path, { body: { ...body, model, stream: true }, headers: { 'x-request-id': id } });

    it.each<[string, StreamReply]>([
      ['the provider says an error', replies.errorAfter(reply, soFar)],
      ['the provider says what cannot be read', replies.malformedAfter(reply, soFar)],
      ['the connection to the provider breaks', cutAfter(reply, soFar)],
    ])('docs/contract/streaming.md#stream-errors: an error after the stream has begun, %s', async (what, broken) => {
      pair.upstream.enqueue(broken);
      const id = `${endpoint}-${kind}-${what.replaceAll(' ', '-')};`;
      const stream = await open(id);
      expect(await stream.ended).toBe('complete');
      expect(stream.status).toBe(200);
      expect(stream.text()).toContain('over ');
      expect(stream.text()).not.toMatch(/\[DONE\]|response\.completed|message_stop/);
      // The provider's own words are for the log alone.
      expect(stream.text()).not.toMatch(/Overloaded|Too many tokens|The test asked/);
      expectFailed(
        stream.events.filter(({ data }) => data !== undefined),
        id,
      );
      expect(await findAuditRecord(pair, id)).toMatchObject({
        endpoint,
        status: 200,
        outcome: 'failed',
        streamed: true,
      });
    });

    it('docs/contract/streaming.md#relay: words arrive while the provider is silent, and closing the connection cancels upstream', async () => {
      pair.upstream.enqueue(stallAfter(reply, soFar));
      const id = `${endpoint}-${kind}-left;`;
      const stream = await open(id);
      while (!stream.text().includes('over ')) expect(await stream.next()).toBeDefined();
      stream.abort();
      expect((await pair.upstream.waitForAbort()).aborted).toBe(true);
      const record = await findAuditRecord(pair, id);
      expect(record).toMatchObject({ endpoint, outcome: 'cancelled', error_code: null });
      // Counts that some providers report at the start of a stream are not those of its text.
      expect(record.completion_tokens).toBeGreaterThanOrEqual(2);
    });

    it('an error before the first byte is a status', async () => {
      pair.upstream.enqueue(replies.error(429, { retryAfterSeconds: 7 }));
      const stream = await open('early;');
      await stream.ended;
      expect([stream.status, stream.headers['retry-after'], stream.headers['x-should-retry']]).toEqual([
        400,
        '7',
        'true',
      ]);
      expect(JSON.parse(stream.text())).toMatchObject({ error: { code: 'provider_rate_limited' } });
    });
  },
);

describe('docs/contract/messages.md#native-provider: when the provider is N nothing is lost', () => {
  it('its stream is relayed byte for byte, events that nobody knows included', async () => {
    const reply = repliesOf('anthropic').stream({
      text: ['Fog.'],
      calls: SIGNED_CALLS,
      thinking: { text: 'Hm.', signature: 'c2ln' },
    });
    const unknown = Buffer.from('event: newer_event\ndata: {"type":"newer_event","member": 1.0}\n\n');
    const chunks = [...reply.chunks.slice(0, 4), unknown, ...reply.chunks.slice(4)];
    pair.upstream.enqueue({ ...reply, chunks, chunkBytes: 7 });
    const tools = TOOL_NAMES.map((name) => ({ name, input_schema: CITY_SCHEMA }));
    const thinking = { type: 'enabled', budget_tokens: 1024 };
    const messages = [{ role: 'user', content: 'Hello' }];
    const body = { model: 'anthropic-chat', max_tokens: 2000, messages, tools, thinking, stream: true };
    const stream = await pair.open('/v1/messages', { body });
    await stream.ended;
    expect(stream.text()).toBe(Buffer.concat(chunks).toString());
  });
});

describe('docs/contract/streaming.md#stream-usage: a stream in the words of a provider that reports no usage', () => {
  const writeEvents = (...events: { type: string; [member: string]: unknown }[]): StreamReply => ({
    ...streamReply([]),
    chunks: events.map((event) => Buffer.from(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)),
  });
  const opening = [
    { type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [] } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: 'Fog over Oslo, and rain over Bergen.' },
    },
    { type: 'content_block_stop', index: 0 },
  ];
  const ending = { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null } };
  const stop = { type: 'message_stop' };
  const body = {
    model: 'anthropic-chat',
    max_tokens: 50,
    messages: [{ role: 'user', content: 'Hello' }],
    stream: true,
  };

  it('states an estimate in its last message_delta, which the record has too', async () => {
    pair.upstream.enqueue(writeEvents(...opening, ending, stop));
    const stream = await pair.open('/v1/messages', { body });
    await stream.ended;
    const events = parseAll(stream.events);
    expect(events.map(({ type }) => type)).toEqual([...opening, ending, stop].map(({ type }) => type));
    const { usage } = events.at(-2) as { usage: { input_tokens: number; output_tokens: number } };
    expect(Math.min(usage.input_tokens, usage.output_tokens)).toBeGreaterThan(0);
    const record = await findAuditRecord(pair, String(stream.headers['x-request-id']));
    expect(record).toMatchObject({
      usage_source: 'estimated',
      prompt_tokens: usage.input_tokens,
      completion_tokens: usage.output_tokens,
    });
  });

  it('keeps counts that come behind the stop reason, byte for byte', async () => {
    const counts = {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { input_tokens: 7, output_tokens: 3 },
    };
    pair.upstream.enqueue(writeEvents(...opening, ending, counts, stop));
    const stream = await pair.open('/v1/messages', { body });
    await stream.ended;
    const events = parseAll(stream.events);
    expect(events.map(({ type }) => type)).toEqual([...opening, ending, counts, stop].map(({ type }) => type));
    expect(events.at(-2)).toEqual(counts);
  });

  it('is whole with its last event, though the provider keeps the connection open', async () => {
    pair.upstream.enqueue({ ...writeEvents(...opening, ending, stop), end: 'stall' });
    const stream = await pair.open('/v1/messages', { body });
    const events: Record<string, unknown>[] = [];
    while (events.at(-1)?.type !== 'message_stop') events.push(parse(await stream.next()));
    expect(events.at(-2)).toMatchObject({ usage: { output_tokens: expect.any(Number) } });
    stream.abort();
    await pair.upstream.waitForAbort();
  });

  it('goes on with an estimate where the provider says nothing a thousand times', async () => {
    const pings = Array.from({ length: 1_500 }, () => ({ type: 'ping' }));
    pair.upstream.enqueue({ ...writeEvents(...opening, ending, ...pings), end: 'stall' });
    const stream = await pair.open('/v1/messages', { body });
    let event = parse(await stream.next());
    while (event.type !== 'message_delta') event = parse(await stream.next());
    expect(event).toMatchObject({ usage: { output_tokens: expect.any(Number) } });
    stream.abort();
    await pair.upstream.waitForAbort();
  });

  it('states none where it was cut off', async () => {
    pair.upstream.enqueue(writeEvents(...opening));
    const stream = await pair.open('/v1/messages', { body });
    await stream.ended;
    expect(parseAll(stream.events).map(({ type }) => type)).toEqual([...opening.map(({ type }) => type), 'error']);
  });

  it('is whole without message_stop, which the gateway adds', async () => {
    pair.upstream.enqueue(writeEvents(...opening, ending));
    const stream = await pair.open('/v1/messages', { body });
    await stream.ended;
    const types = parseAll(stream.events).map(({ type }) => type);
    expect(types).toEqual([...opening, ending, stop].map(({ type }) => type));
  });

  it.each([true, false])(
    'has a chunk of its own in text completions, if it was asked for: %s',
    async (include_usage) => {
      const chunk = { id: 'cmpl-1', object: 'text_completion', created: 1, model: 'm' };
      const choice = { text: 'Fog over Oslo.', index: 0, logprobs: null };
      const events = [
        { ...chunk, choices: [{ ...choice, finish_reason: null }] },
        { ...chunk, choices: [{ ...choice, text: '', finish_reason: 'stop' }] },
      ];
      pair.upstream.enqueue(streamReply(events.map((event) => JSON.stringify(event))));
      const asked = { model: 'openai-completion', prompt: 'Once', stream: true, stream_options: { include_usage } };
      const data = await (await pair.open('/v1/completions', { body: asked })).collect();
      expect(data.at(-1)).toBe('[DONE]');
      const chunks = data.slice(0, -1).map((text) => JSON.parse(text));
      expect(chunks.slice(2)).toEqual(
        include_usage
          ? [{ ...chunk, choices: [], usage: expect.objectContaining({ total_tokens: expect.any(Number) }) }]
          : [],
      );
    },
  );
});
