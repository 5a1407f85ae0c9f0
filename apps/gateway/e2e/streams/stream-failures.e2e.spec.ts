import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  completionEvents,
  cutAfter,
  endAfter,
  errorEventAfter,
  jsonReply,
  malformedEventAfter,
  neverAnswers,
  type Reply,
  stallAfter,
  streamReply,
  TEST_KEYS,
  TEST_PROVIDER_KEYS,
  takeTurns,
  textReply,
  waitUntil,
} from '@multilane/testing';
import { findAuditRecord } from '../endpoints/inference-routes.js';
import { readRefusal } from '../read-refusal.js';
import { HELLO, HOOK_LIMIT_MS, type Pair, SLOW_TEST_LIMIT_MS, startPair } from '../start-pair.js';

const itInTurn = takeTurns(it);

/** Time limits of the provider `brief`, short enough to be waited for. */
const BRIEF = { first_byte_ms: 900, idle_ms: 900, total_ms: 900 };

let pair: Pair;
let flood: Flood;

beforeAll(async () => {
  flood = await startFlood();
  pair = await startPair((upstreamUrl) => ({
    providers: [
      { name: 'patient', kind: 'openai', api_key: TEST_PROVIDER_KEYS.openai, base_url: `${upstreamUrl}/v1` },
      {
        name: 'brief',
        kind: 'openai',
        api_key: TEST_PROVIDER_KEYS.openai,
        base_url: `${upstreamUrl}/v1`,
        timeouts: BRIEF,
      },
      {
        // Only a reader is given little time: a busy machine may need more than that for a large answer.
        name: 'brief-reader',
        kind: 'openai',
        api_key: TEST_PROVIDER_KEYS.openai,
        base_url: `${upstreamUrl}/v1`,
        timeouts: { idle_ms: BRIEF.idle_ms },
      },
      { name: 'flood', kind: 'openai', api_key: TEST_PROVIDER_KEYS.openai, base_url: flood.url },
      { name: 'brief-flood', kind: 'openai', api_key: TEST_PROVIDER_KEYS.openai, base_url: flood.url, timeouts: BRIEF },
    ],
    models: ['patient', 'brief', 'brief-reader', 'flood', 'brief-flood'].map((name) => ({
      logical_name: name,
      provider: name,
      upstream_model: 'gpt-4o-2024-11-20',
    })),
    teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] }],
  }));
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

afterAll(async () => {
  await pair.stop();
  await flood.close();
}, HOOK_LIMIT_MS);

const hello = streamReply(completionEvents(['Hel', 'lo', ' there.']));

/** An error inside the stream that is nobody's limit or key. */
const ERROR_TYPE = { type: 'server_error' };

describe('docs/contract/streaming.md#stream-errors: an error after a stream has begun', () => {
  const failures: [what: string, model: string, reply: Reply, code: string][] = [
    ['the connection breaks', 'patient', cutAfter(hello, 2), 'provider_error'],
    ['the body ends without [DONE]', 'patient', endAfter(hello, 2), 'provider_error'],
    ['an event is not JSON', 'patient', malformedEventAfter(hello, 2), 'provider_error'],
    ['an event is an error', 'patient', errorEventAfter(hello, 2), 'provider_error'],
    ['the provider falls silent for idle_ms', 'brief', stallAfter(hello, 2), 'provider_timeout'],
  ];

  it.each(failures)('%s: one data: line with the error envelope and no [DONE]', async (_what, model, reply, code) => {
    pair.upstream.enqueue(reply);
    const stream = await pair.stream({ model });
    expect(stream.status).toBe(200);
    const data = await stream.collect();
    expect(await stream.ended).toBe('complete');
    const { error } = JSON.parse(data.at(-1) ?? '');
    expect(error).toEqual({ ...ERROR_TYPE, code, message: expect.any(String) });
    expect(data.filter((text) => text === '[DONE]' || text.startsWith('{"error"'))).toHaveLength(1);
    expect(data.length).toBeGreaterThanOrEqual(3);
    expect(pair.upstream.refusals).toEqual([]);
  });

  it('a body that ends without [DONE] after the finish reason is whole (docs/contract/streaming.md#completeness)', async () => {
    pair.upstream.enqueue(endAfter(hello, 5));
    const stream = await pair.stream({ model: 'patient' });
    const data = await stream.collect();
    expect(data.at(-1)).toBe('[DONE]');
    expect(data.join('')).toContain('"finish_reason":"stop"');
  });

  it("the provider's own words about the error are not relayed", async () => {
    const words = 'org-8fh2 has run out of flux at https://internal.provider.example';
    const event = JSON.stringify({ error: { message: words, type: 'server_error', code: null } });
    const [role = '', ...rest] = completionEvents(['a']);
    pair.upstream.enqueue(streamReply([role, event, ...rest]));
    const stream = await pair.stream({ model: 'patient' });
    await stream.ended;
    expect(stream.text()).not.toMatch(/flux|org-8fh2|provider\.example/);
  });

  it('the upstream request is cancelled where the provider would continue', async () => {
    pair.upstream.enqueue({ ...malformedEventAfter(hello, 2), end: 'stall' });
    await (await pair.stream({ model: 'patient' })).collect();
    expect((await pair.upstream.waitForAbort()).aborted).toBe(true);
  });
});

describe('docs/contract/streaming.md#stream-errors: an error before the first byte is a status', () => {
  it.each<[string, string, Reply, object]>([
    ['the first event is an error', 'patient', errorEventAfter(hello, 0), { status: 502, code: 'provider_error' }],
    ['the stream is empty', 'patient', endAfter(hello, 0), { status: 502, code: 'provider_error' }],
    ['the connection breaks at once', 'patient', cutAfter(hello, 0), { status: 502, code: 'provider_error' }],
    ['the first event is not JSON', 'patient', malformedEventAfter(hello, 0), { status: 502, code: 'provider_error' }],
    [
      'a 200 that is HTML',
      'patient',
      textReply('<html><body>Hello</body></html>', { headers: { 'content-type': 'text/html' } }),
      { status: 502, code: 'provider_error' },
    ],
    ['no answer within first_byte_ms', 'brief', neverAnswers(), { status: 504, code: 'provider_timeout' }],
    [
      'headers but no event within first_byte_ms',
      'brief',
      stallAfter(hello, 0),
      { status: 504, code: 'provider_timeout' },
    ],
  ])('%s', async (_what, model, reply, refusal) => {
    pair.upstream.enqueue(reply);
    const stream = await pair.stream({ model });
    await stream.ended;
    expect(readRefusal({ status: stream.status, headers: stream.headers, text: stream.text() })).toEqual({
      ...ERROR_TYPE,
      ...refusal,
    });
    expect(stream.headers['x-request-id']).toBeDefined();
  });

  it('a stream may last longer than every limit, as long as it is not silent', async () => {
    pair.upstream.enqueue({ ...hello, delayMs: 250 });
    const data = await (await pair.stream({ model: 'brief' })).collect();
    expect(data.at(-1)).toBe('[DONE]');
  });
});

describe('docs/contract/streaming.md#silence: a stream that is silent', () => {
  itInTurn(
    'gets a : comment every 15 s; a provider that thinks as long before its first event counts as begun',
    async () => {
      pair.upstream.enqueue(stallAfter(hello, 2), stallAfter(hello, 0));
      const silent = await pair.stream({ model: 'patient' }, { timeoutMs: SLOW_TEST_LIMIT_MS });
      const thinking = pair.stream({ model: 'patient' }, { timeoutMs: SLOW_TEST_LIMIT_MS });
      await waitUntil('a comment', () => silent.events.find(({ raw }) => raw.startsWith(':')), 20_000);
      const comments = silent.events.filter(({ raw }) => raw.startsWith(':'));
      expect(comments).toEqual([expect.objectContaining({ data: undefined })]);
      expect((comments[0]?.at ?? 0) - (silent.events[1]?.at ?? 0)).toBeGreaterThan(14_000);
      const begun = await thinking;
      expect([begun.status, begun.headers['content-type']]).toEqual([200, silent.headers['content-type']]);
      // The first comment of a stream that began with nothing to say comes with its headers.
      const greeting = await begun.next();
      expect(greeting?.raw).toMatch(/^:/);
      expect((greeting?.at ?? Number.NaN) - (comments[0]?.at ?? 0)).toBeLessThan(10_000);
      silent.abort();
      begun.abort();
      await pair.upstream.waitForAbort(2);
    },
    SLOW_TEST_LIMIT_MS,
  );
});

describe('back-pressure: a client that does not read', () => {
  it(
    'stops the provider instead of filling the memory, and misses nothing',
    async () => {
      const before = await residentBytes();
      const response = await openUnread();
      const stalledAt = await waitUntil(
        'the provider to be stopped',
        async () => {
          const written = flood.written();
          await sleep(400);
          return written > 0 && flood.written() === written ? written : undefined;
        },
        20_000,
      );
      expect(flood.written()).toBe(stalledAt);
      expect(stalledAt).toBeLessThan(FLOOD_BYTES / 2);
      expect((await residentBytes()) - before).toBeLessThan(FLOOD_BYTES / 2);

      let received = 0;
      let tail = '';
      for await (const piece of response) {
        received += (piece as Buffer).length;
        tail = (tail + (piece as Buffer).toString('latin1')).slice(-100);
      }
      expect(received).toBeGreaterThanOrEqual(FLOOD_BYTES);
      expect(tail).toMatch(/data: \[DONE\]\n\n$/);
    },
    SLOW_TEST_LIMIT_MS,
  );

  itInTurn(
    'counts as gone after idle_ms: its connection and the one to the provider are closed, and it is recorded as cancelled',
    async () => {
      const id = 'never-read';
      const response = await openUnread('brief-flood', id);
      const closed = new Promise((resolve) => response.once('close', resolve));
      // Nothing is read until the provider has been left.
      await waitUntil('the provider to be left', () => flood.isLeft() || undefined, 20_000);
      expect(flood.written()).toBeLessThan(FLOOD_BYTES / 2);
      expect(await findAuditRecord(pair, id)).toMatchObject({ outcome: 'cancelled', status: 200, streamed: true });
      response.on('error', () => undefined).resume();
      await closed;
      expect(response.complete).toBe(false);
    },
    SLOW_TEST_LIMIT_MS,
  );

  itInTurn(
    'is left after idle_ms also with an answer that is whole already',
    async () => {
      pair.upstream.enqueue(jsonReply(completion({ content: 'x'.repeat(32 * 1024 * 1024) })));
      const response = await openUnread('brief-reader', 'never-read-whole', false);
      const closed = new Promise((resolve) => response.once('close', resolve));
      await sleep(BRIEF.idle_ms * 4);
      response.on('error', () => undefined).resume();
      await closed;
      expect(response.complete).toBe(false);
    },
    SLOW_TEST_LIMIT_MS,
  );

  async function residentBytes(): Promise<number> {
    const metrics = await pair.gateway.metrics();
    return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]);
  }

  /** The head of a streamed answer whose body nobody reads yet. */
  function openUnread(model = 'flood', id = 'unread', stream = true): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const outgoing = request(`${pair.gateway.baseUrl}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${TEST_KEYS.research}`,
          'content-type': 'application/json',
          'x-request-id': id,
        },
        agent: false,
      });
      outgoing.once('response', resolve).once('error', reject);
      outgoing.end(JSON.stringify({ ...HELLO, model, stream }));
    });
  }
});

const FLOOD_BYTES = 96 * 1024 * 1024;

/** A provider that streams 96 MiB as fast as it is let, and counts what it got rid of. */
interface Flood {
  /** With /v1. */
  url: string;
  written(): number;
  /** True if a connection was closed before the stream was out. */
  isLeft(): boolean;
  close(): Promise<void>;
}

async function startFlood(): Promise<Flood> {
  const [role = '', content = '', ...rest] = completionEvents(['x'.repeat(32 * 1024)], null);
  const event = Buffer.from(`data: ${content}\n\n`);
  let written = 0;
  let isLeft = false;
  const pour = (response: ServerResponse): void => {
    while (written < FLOOD_BYTES) {
      written += event.length;
      if (!response.write(event)) {
        response.once('drain', () => pour(response));
        return;
      }
    }
    response.end(rest.map((text) => `data: ${text}\n\n`).join(''));
  };
  const server: Server = createServer((_request, response) => {
    written = 0;
    isLeft = false;
    response.once('close', () => {
      isLeft = !response.writableFinished;
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${role}\n\n`);
    pour(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    written: () => written,
    isLeft: () => isLeft,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
