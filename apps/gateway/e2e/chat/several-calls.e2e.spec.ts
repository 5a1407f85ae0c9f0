import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { jsonReply, neverAnswers, waitUntil } from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startPair(() => ({ kinds: ['bedrock'] }));
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

/** The provider takes one input a call. */
const EMBED = { model: 'bedrock-embedding', input: Array.from({ length: 12 }, (_, index) => `text ${index}`) };

/** Counts the calls to the provider that have ended, by outcome. */
async function countCalls(): Promise<Record<string, number>> {
  const series = (await pair.gateway.metrics()).matchAll(
    /^service_upstream_requests_total\{.*outcome="(\w+)".*\} (\d+)$/gm,
  );
  return Object.fromEntries(Array.from(series, ([, outcome, count]) => [outcome, Number(count)]));
}

describe('one request, several calls to the provider', () => {
  it('one that fails ends them all: one refusal, nothing more is sent, and the gateway lives on', async () => {
    pair.upstream.onRequest(() => jsonReply({ message: 'down' }, { status: 503 }));
    const answer = await pair.send('/v1/embeddings', { body: EMBED });
    expect(answer.status).toBe(502);
    expect(pair.upstream.requests.length).toBeLessThanOrEqual(4);
    const ended = Object.values(await countCalls()).reduce((sum, count) => sum + count, 0);
    expect(ended).toBeLessThanOrEqual(4);
    expect(ended).toBeGreaterThan(0);
  });

  it('a client that leaves ends them all, and the gateway lives on', async () => {
    pair.upstream.setDefault(neverAnswers());
    const answer = pair.send('/v1/embeddings', { body: EMBED, timeoutMs: 300 });
    await expect(answer).rejects.toThrow();
    await pair.upstream.waitForAbort(4);
    const cancelled = await waitUntil('the calls to be counted', async () => (await countCalls()).cancelled);
    expect(cancelled).toBe(4);
    expect(pair.upstream.requests).toHaveLength(4);
  });
});
