import { type ArrivedEvent, cutAfter, repliesOf, type StreamReply, stallAfter } from '@multilane/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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
  /** What ends a stream that broke (docs/contract/streaming.md#stream-errors). */
  expectFailed(events: readonly ArrivedEvent[], requestId: string): void;
}

const parse = (event: ArrivedEvent | undefined) => JSON.parse(event?.data ?? 'null') as Record<string, unknown>;
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

describe.each(CASES)(
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
      // Whatever the provider said of itself is for the log.
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
      // What some providers report at the start of a stream is not what they wrote in it.
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
