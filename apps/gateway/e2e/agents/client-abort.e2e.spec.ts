import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { neverAnswers, stallAfter, TEST_KEYS } from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { CHAT_MESSAGES } from './chat-agent.js';
import { type Clients, createClients, ENDPOINTS } from './clients.js';
import { LANES, modelOf, openingOf, repliesOfLane, startLanes } from './lanes.js';
import { STREAM_ENDPOINTS } from './stream-endpoints.js';
import { firstAnswer, QUESTION } from './task.js';

let pair: Pair;
let clients: Clients;

beforeAll(async () => {
  pair = await startLanes();
  clients = createClients(pair.gateway);
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

const CELLS = LANES.flatMap((lane) =>
  ENDPOINTS.map((endpoint) => [lane.name, endpoint, lane, STREAM_ENDPOINTS[endpoint]] as const),
);

describe('docs/contract/streaming.md#cancellation: closing the connection cancels the request end to end, including the upstream HTTP request', () => {
  it.each(CELLS)('%s over %s: in the middle of a stream', async (_name, _endpoint, lane, { path, body }) => {
    pair.upstream.enqueue(stallAfter(repliesOfLane(lane).stream(firstAnswer(lane)), openingOf(lane) + 4));
    const stream = await pair.open(path, { body: body(lane) });
    expect((await stream.next())?.data).toBeDefined();
    expect(pair.upstream.requests[0]?.aborted).toBe(false);
    stream.abort();
    await pair.upstream.waitForAbort();
    expect(pair.upstream.refusals).toEqual([]);
  });

  it.each(CELLS)(
    '%s over %s: before the provider has said anything',
    async (_name, _endpoint, lane, { path, body }) => {
      pair.upstream.enqueue(neverAnswers());
      const controller = new AbortController();
      const asking = fetch(`${pair.gateway.baseUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_KEYS.research}`, 'content-type': 'application/json' },
        body: JSON.stringify(body(lane)),
        signal: controller.signal,
      });
      await pair.upstream.waitForRequest();
      controller.abort();
      await expect(asking).rejects.toThrow();
      await pair.upstream.waitForAbort();
    },
  );

  it.each(LANES.map((lane) => [lane.name, lane] as const))("%s: by the SDKs' own ways", async (_name, lane) => {
    const model = modelOf(lane);
    const stalled = () => stallAfter(repliesOfLane(lane).stream(firstAnswer(lane)), openingOf(lane) + 4);
    pair.upstream.enqueue(stalled());
    const messages = [...CHAT_MESSAGES];
    for await (const _chunk of await clients.openai.chat.completions.create({ model, messages, stream: true })) break;
    await pair.upstream.waitForAbort(1);

    pair.upstream.enqueue(stalled());
    const controller = new AbortController();
    const response = clients.openai.responses.stream({ model, input: QUESTION }, { signal: controller.signal });
    response.on('event', () => controller.abort());
    await expect(response.finalResponse()).rejects.toThrow();
    await pair.upstream.waitForAbort(2);

    pair.upstream.enqueue(stalled());
    const question = { role: 'user' as const, content: QUESTION };
    const message = clients.anthropic.messages.stream({ model, messages: [question], max_tokens: 1000 });
    message.on('streamEvent', () => message.abort());
    await expect(message.finalMessage()).rejects.toThrow();
    await pair.upstream.waitForAbort(3);
  });
});
