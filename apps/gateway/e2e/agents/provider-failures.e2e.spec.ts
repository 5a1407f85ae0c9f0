// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/providers/provider-errors.e2e.spec.ts.

import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  hangsUp,
  htmlBadGateway,
  type JsonReply,
  notJson,
  type Reply,
  repliesOf,
  slowly,
  TEST_KEYS,
} from '@multilane/testing';
import OpenAI from 'openai';
import { readRefusal } from '../read-refusal.js';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { LANES, type Lane, modelOf, repliesOfLane, startLanes } from './lanes.js';

/** Milliseconds in which an answer must be there. */
const PATIENCE_MS = 500;

let pair: Pair;
let brief: Pair;

beforeAll(async () => {
  pair = await startLanes();
  brief = await startLanes({ timeouts: { total_ms: PATIENCE_MS, first_byte_ms: PATIENCE_MS } });
}, HOOK_LIMIT_MS);

beforeEach(() => {
  pair.upstream.reset();
  brief.upstream.reset();
});

afterAll(async () => {
  await pair?.stop();
  await brief?.stop();
}, HOOK_LIMIT_MS);

const ROWS = LANES.map((lane) => [lane.name, lane] as const);
const WORDS = 'words of the provider';
const QUESTION = [{ role: 'user' as const, content: 'Hello' }];

/** Every provider says it in its own form; docs/contract/errors.md#provider-errors says what becomes of it. */
const FAILURES: readonly (readonly [status: number, refusal: { status: number; code: string; type: string }])[] = [
  [400, { status: 400, code: 'provider_rejected_request', type: 'invalid_request_error' }],
  [401, { status: 502, code: 'provider_error', type: 'server_error' }],
  [403, { status: 502, code: 'provider_error', type: 'server_error' }],
  [404, { status: 502, code: 'provider_error', type: 'server_error' }],
  [429, { status: 400, code: 'provider_rate_limited', type: 'invalid_request_error' }],
  [500, { status: 502, code: 'provider_error', type: 'server_error' }],
  [503, { status: 502, code: 'provider_error', type: 'server_error' }],
];

describe('docs/contract/errors.md#provider-errors: provider errors are translated, never relayed, whatever the provider', () => {
  const cells = ROWS.flatMap(([name, lane]) =>
    FAILURES.map(([status, refusal]) => [name, status, lane, refusal] as const),
  );

  it.each(cells)('%s: %d', async (_name, status, lane, refusal) => {
    for (const stream of [false, true]) {
      pair.upstream.enqueue(repliesOfLane(lane).error(status, { message: WORDS }));
      const answer = await pair.chat({ model: modelOf(lane), stream });
      expect([stream, readRefusal(answer)]).toEqual([stream, refusal]);
      expect(answer.text).not.toContain(WORDS);
    }
    expect(pair.upstream.refusals).toEqual([]);
  });

  const unreadable: [what: string, reply: Reply][] = [
    ['a load balancer says 502 in HTML', htmlBadGateway()],
    ['200 and broken JSON', notJson()],
    ['no answer at all', hangsUp()],
  ];

  it.each(ROWS)('%s: an answer that cannot be read is 502', async (_name, lane) => {
    for (const [what, reply] of unreadable) {
      pair.upstream.enqueue(reply);
      const answer = await pair.chat({ model: modelOf(lane) });
      expect([what, readRefusal(answer)]).toEqual([
        what,
        { status: 502, code: 'provider_error', type: 'server_error' },
      ]);
    }
  });

  it.each(ROWS)('%s: an answer that does not come in time is 504, a slow one is an answer', async (_name, lane) => {
    const { answer } = repliesOfLane(lane);
    brief.upstream.enqueue(slowly(answer(), 4 * PATIENCE_MS), slowly(answer(), PATIENCE_MS / 4));
    const late = await brief.chat({ model: modelOf(lane) });
    expect(readRefusal(late)).toEqual({ status: 504, code: 'provider_timeout', type: 'server_error' });
    expect((await brief.chat({ model: modelOf(lane) })).status).toBe(200);
  });
});

describe("docs/contract/errors.md#provider-rate-limits: a provider's own 429 comes with Retry-After, on which the official SDKs retry by themselves", () => {
  /** A rate limit in the provider's format, with the time to wait where the format has a field for it. */
  const limited = ({ kind }: Lane, retryAfterSeconds: number): JsonReply =>
    repliesOf(kind).error(429, { retryAfterSeconds });

  it.each(ROWS)('%s: the header says how long', async (_name, lane) => {
    for (const stream of [false, true]) {
      pair.upstream.enqueue(limited(lane, 7));
      const { headers } = await pair.chat({ model: modelOf(lane), stream });
      expect([headers['retry-after'], headers['x-should-retry']]).toEqual(['7', 'true']);
    }
  });

  it.each(ROWS)('%s: both SDKs get their answer at the second try, over every format', async (_name, lane) => {
    const { baseUrl } = pair.gateway;
    const openai = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: TEST_KEYS.research, maxRetries: 1 });
    const anthropic = new Anthropic({ baseURL: baseUrl, authToken: TEST_KEYS.research, apiKey: null, maxRetries: 1 });
    const model = modelOf(lane);
    const { stream } = repliesOfLane(lane);
    pair.upstream.onRequest(() => (pair.upstream.requests.length % 2 === 1 ? limited(lane, 0) : stream()));
    const chat = await openai.chat.completions.stream({ model, messages: QUESTION }).finalContent();
    const response = await openai.responses.stream({ model, input: 'Hello' }).finalResponse();
    const message = anthropic.messages.stream({ model, messages: QUESTION, max_tokens: 100 });
    expect([chat, response.output_text, await message.finalText()]).toEqual(Array(3).fill('Hello there.'));
    expect(pair.upstream.requests).toHaveLength(6);
    expect(pair.upstream.refusals).toEqual([]);
  });
});
