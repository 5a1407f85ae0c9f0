// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/streams/stream-failures.e2e.spec.ts.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  cutAfter,
  endAfter,
  neverAnswers,
  type OpenStream,
  type StreamReply,
  slowly,
  stallAfter,
} from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair, SLOW_TEST_LIMIT_MS } from '../start-pair.js';
import { type Clients, createClients, ENDPOINTS } from './clients.js';
import { LANES, type Lane, openingOf, repliesOfLane, startLanes } from './lanes.js';
import { STREAM_ENDPOINTS, type StreamEndpoint } from './stream-endpoints.js';
import { firstAnswer } from './task.js';

/** Milliseconds of silence that a provider is granted here. */
const PATIENCE_MS = 500;

let pair: Pair;
let brief: Pair;
let clients: Clients;

beforeAll(async () => {
  pair = await startLanes();
  brief = await startLanes({ timeouts: { idle_ms: PATIENCE_MS, first_byte_ms: PATIENCE_MS } });
  clients = createClients(pair.gateway);
}, HOOK_LIMIT_MS);

beforeEach(() => {
  pair.upstream.reset();
  brief.upstream.reset();
});

afterAll(async () => {
  await pair?.stop();
  await brief?.stop();
}, HOOK_LIMIT_MS);

const CELLS = LANES.flatMap((lane) =>
  ENDPOINTS.map((endpoint) => [lane.name, endpoint, lane, STREAM_ENDPOINTS[endpoint]] as const),
);

const ROWS = LANES.map((lane) => [lane.name, lane] as const);

/** Returns the status of a stream that breaks behind so many events: an error as long as none of them said anything. */
const statusAfter = (lane: Lane, endpoint: string, events: number): number =>
  events > openingOf(lane, endpoint) ? 200 : 502;

const firstOf = (lane: Lane): StreamReply => repliesOfLane(lane).stream(firstAnswer(lane));

async function read(asked: Pair, { path, body }: StreamEndpoint, lane: Lane): Promise<OpenStream> {
  const stream = await asked.open(path, { body: body(lane) });
  await stream.ended;
  return stream;
}

/** The error as the client got it: as a status before the first byte, in the form of its format after it. */
function readFailure(stream: OpenStream, endpoint: StreamEndpoint): { status: number; code: string } {
  expect(endpoint.isWhole(stream)).toBe(false);
  const { status } = stream;
  const { code, message } = status === 200 ? endpoint.readError(stream) : JSON.parse(stream.text()).error;
  expect(message).toMatch(/./);
  return { status, code };
}

describe('docs/contract/streaming.md#stream-errors: an error after a stream has begun', () => {
  it.each(CELLS)(
    '%s over %s: cut at any event, the stream ends in the error of the format and never cleanly, and the SDK throws',
    async (_name, name, lane, endpoint) => {
      const whole = firstOf(lane);
      for (let events = 0; events < whole.chunks.length; events++) {
        pair.upstream.enqueue(cutAfter(whole, events), cutAfter(whole, events));
        const stream = await read(pair, endpoint, lane);
        expect([events, await stream.ended, readFailure(stream, endpoint)]).toEqual([
          events,
          'complete',
          { status: statusAfter(lane, name, events), code: 'provider_error' },
        ]);
        await expect(endpoint.readWithSdk(clients, lane)).rejects.toThrow();
      }
      expect(pair.upstream.refusals).toEqual([]);
    },
    SLOW_TEST_LIMIT_MS,
  );

  it.each(CELLS)(
    '%s over %s: a body that ends early is an error at any event, though HTTP calls it complete',
    async (_name, name, lane, endpoint) => {
      const whole = firstOf(lane);
      for (let events = 0; events < whole.chunks.length - lane.spareEvents; events++) {
        pair.upstream.enqueue(endAfter(whole, events), endAfter(whole, events));
        const failure = readFailure(await read(pair, endpoint, lane), endpoint);
        expect([events, failure]).toEqual([
          events,
          { status: statusAfter(lane, name, events), code: 'provider_error' },
        ]);
        await expect(endpoint.readWithSdk(clients, lane)).rejects.toThrow();
      }
      expect(pair.upstream.refusals).toEqual([]);
    },
    SLOW_TEST_LIMIT_MS,
  );

  it.each(CELLS.filter(([, , { spareEvents }]) => spareEvents > 0))(
    '%s over %s: what follows the event that ends the answer may be missing',
    async (_name, _endpoint, lane, endpoint) => {
      const whole = firstOf(lane);
      pair.upstream.enqueue(endAfter(whole, whole.chunks.length - lane.spareEvents));
      expect(endpoint.isWhole(await read(pair, endpoint, lane))).toBe(true);
    },
  );

  it.each(CELLS)(
    "%s over %s: an error in the provider's own framing, and an event that cannot be read, at any event",
    async (_name, name, lane, endpoint) => {
      const whole = firstOf(lane);
      const { errorAfter, malformedAfter } = repliesOfLane(lane);
      for (let events = 0; events < whole.chunks.length - lane.spareEvents; events++) {
        const failures = [
          { broken: errorAfter(whole, events), code: errorCodeOf(lane) },
          { broken: malformedAfter(whole, events), code: 'provider_error' },
        ];
        for (const { broken, code } of failures) {
          pair.upstream.enqueue(broken, broken);
          const failure = readFailure(await read(pair, endpoint, lane), endpoint);
          expect([events, failure.code, failure.status === 200]).toEqual([
            ...[events, code, statusAfter(lane, name, events) === 200],
          ]);
          await expect(endpoint.readWithSdk(clients, lane)).rejects.toThrow();
        }
      }
      expect(pair.upstream.refusals).toEqual([]);
    },
    SLOW_TEST_LIMIT_MS,
  );

  it.each(ROWS)(
    '%s: silence for idle_ms is a time-out over every format, and the provider is let go',
    async (_n, lane) => {
      brief.upstream.setDefault(stallAfter(firstOf(lane), openingOf(lane) + 3));
      expect(await failuresOf(lane)).toEqual(ENDPOINTS.map(() => ({ status: 200, code: 'provider_timeout' })));
      await brief.upstream.waitForAbort(ENDPOINTS.length);
      expect(brief.upstream.refusals).toEqual([]);
    },
  );
});

describe('docs/contract/time-limits.md#defaults: the first byte of a stream', () => {
  it.each(ROWS)('%s: none within first_byte_ms is 504 over every format', async (_name, lane) => {
    for (const silence of [neverAnswers(), stallAfter(firstOf(lane), 0)]) {
      brief.upstream.setDefault(silence);
      expect(await failuresOf(lane)).toEqual(ENDPOINTS.map(() => ({ status: 504, code: 'provider_timeout' })));
    }
    await brief.upstream.waitForAbort(2 * ENDPOINTS.length);
  });

  it.each(ROWS)('%s: a slow one within it spoils nothing', async (_name, lane) => {
    brief.upstream.setDefault(slowly(firstOf(lane), PATIENCE_MS / 5));
    const streams = await Promise.all(ENDPOINTS.map((endpoint) => read(brief, STREAM_ENDPOINTS[endpoint], lane)));
    expect(streams.map((stream, index) => STREAM_ENDPOINTS[ENDPOINTS[index] ?? 'chat'].isWhole(stream))).toEqual([
      true,
      true,
      true,
    ]);
  });
});

/** Returns the code of the error that the upstream puts into a stream: group B's is a throttling, the others' a failure. */
function errorCodeOf({ kind }: Lane): string {
  return kind === 'bedrock' ? 'provider_rate_limited' : 'provider_error';
}

/** Sends the lane's first request over each of the formats at once, and returns the failures. */
function failuresOf(lane: Lane): Promise<object[]> {
  return Promise.all(
    ENDPOINTS.map(async (endpoint) => {
      const format = STREAM_ENDPOINTS[endpoint];
      return readFailure(await read(brief, format, lane), format);
    }),
  );
}
