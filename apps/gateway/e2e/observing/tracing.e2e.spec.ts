import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  completion,
  completionEvents,
  cutAfter,
  jsonReply,
  serverError,
  stallAfter,
  streamReply,
  TEST_KEYS,
  TEST_PROVIDER_KEYS,
  TEST_USAGE,
  takeTurns,
  waitUntil,
} from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair, SLOW_TEST_LIMIT_MS, startPair } from '../start-pair.js';
import { type CollectedSpan, type Collector, startCollector } from './start-collector.js';

const itInTurn = takeTurns(it);

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const UNSAMPLED = '0af7651916cd43dd8448eb211c80319c';
const PARENT = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;

// Spans are sent two seconds after they ended.
jest.setTimeout(SLOW_TEST_LIMIT_MS);

let collector: Collector;
let pair: Pair;

beforeAll(async () => {
  collector = await startCollector();
  pair = await startPair(() => ({ telemetry: { otlp_endpoint: collector.url } }));
}, HOOK_LIMIT_MS);

beforeEach(() => {
  pair.upstream.reset();
  collector.spans.length = 0;
  collector.bodies.length = 0;
  collector.respond = undefined;
});

afterAll(async () => {
  await pair.stop();
  await collector.close();
}, HOOK_LIMIT_MS);

/** The spans of one request, once they have come: the request's own first. */
async function spansOf(requestId: string): Promise<CollectedSpan[]> {
  const find = () => collector.spans.find(({ attributes }) => attributes['multilane.request.id'] === requestId);
  const server = await waitUntil('the spans of a request', find, 10_000);
  return [server, ...collector.spans.filter(({ parentSpanId }) => parentSpanId === server.spanId)];
}

const withId = (id: string, more = {}) => ({ headers: { 'x-request-id': id, ...more } });

describe('traces by OTLP over HTTP', () => {
  it("a request is one server span within the caller's trace, and each call to a provider one client span within it", async () => {
    pair.upstream.setDefault(jsonReply(completion()));
    await pair.chat({}, withId('trace-whole', { traceparent: TRACEPARENT }));
    const [server, client, ...others] = await spansOf('trace-whole');
    expect(others).toEqual([]);
    expect(server).toMatchObject({
      traceId: TRACE,
      parentSpanId: PARENT,
      name: 'POST /v1/chat/completions',
      kind: 'server',
      failed: false,
      attributes: {
        'http.response.status_code': 200,
        'http.route': '/v1/chat/completions',
        'multilane.model': 'gpt-4o',
        'multilane.outcome': 'success',
        'multilane.usage.source': 'reported',
      },
    });
    expect(client).toMatchObject({
      traceId: TRACE,
      name: 'chat gpt-4o-2024-11-20',
      kind: 'client',
      failed: false,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-4o-2024-11-20',
        'gen_ai.response.model': completion().model,
        'gen_ai.usage.input_tokens': TEST_USAGE.prompt_tokens,
        'gen_ai.usage.output_tokens': TEST_USAGE.completion_tokens,
        'server.address': '127.0.0.1',
        'server.port': Number(new URL(pair.upstream.url).port),
      },
    });
  });

  it('the trace goes no further: a provider does not get it', async () => {
    pair.upstream.setDefault(jsonReply(completion()));
    await pair.chat({}, withId('trace-secret', { traceparent: TRACEPARENT, tracestate: 'vendor=1' }));
    const [request] = pair.upstream.requests;
    expect(request?.headers).not.toHaveProperty('traceparent');
    expect(request?.headers).not.toHaveProperty('tracestate');
  });

  it('the sampled flag of the caller is honoured', async () => {
    pair.upstream.setDefault(jsonReply(completion()));
    await pair.chat({}, withId('trace-unsampled', { traceparent: `00-${UNSAMPLED}-${PARENT}-00` }));
    await pair.chat({}, withId('trace-after'));
    const [server] = await spansOf('trace-after');
    expect(server).toMatchObject({ parentSpanId: '' });
    expect(collector.spans.some(({ traceId }) => traceId === UNSAMPLED)).toBe(false);
  });

  it('the span of a streamed call lasts until the stream ends, and says when its first piece came', async () => {
    pair.upstream.setDefault(streamReply(completionEvents(['Hel', 'lo']), { delayMs: 100 }));
    const stream = await pair.stream({}, withId('trace-stream'));
    await stream.ended;
    const [server, client] = (await spansOf('trace-stream')) as [CollectedSpan, CollectedSpan];
    const firstChunkMs = Number(client.attributes['gen_ai.response.time_to_first_chunk']) * 1000;
    expect(firstChunkMs).toBeGreaterThan(0);
    expect(client.durationMs).toBeGreaterThan(firstChunkMs + 50);
    expect(client.durationMs).toBeLessThanOrEqual(server.durationMs);
    expect(client.attributes).toMatchObject({
      'gen_ai.request.stream': true,
      'gen_ai.usage.input_tokens': expect.any(Number),
    });
  });

  it('a failure of the provider is an error of both, by its code', async () => {
    pair.upstream.setDefault(serverError());
    await pair.chat({}, withId('trace-failed'));
    const [server, ...clients] = await spansOf('trace-failed');
    expect(server).toMatchObject({ failed: true, attributes: { 'error.type': 'provider_error' } });
    expect(clients.length).toBeGreaterThan(0);
    for (const client of clients) {
      expect(client).toMatchObject({
        failed: true,
        attributes: { 'error.type': 'provider_error', 'http.response.status_code': 500 },
      });
    }
  });

  it('a stream that breaks is an error of both, and a client that leaves ends the call as cancelled', async () => {
    pair.upstream.setDefault(cutAfter(streamReply(completionEvents(['Hel', 'lo'])), 2));
    await (await pair.stream({}, withId('trace-broken'))).ended;
    const [broken, brokenCall] = await spansOf('trace-broken');
    expect(broken).toMatchObject({ failed: true });
    expect(brokenCall).toMatchObject({ failed: true, attributes: { 'error.type': 'provider_error' } });

    pair.upstream.setDefault(stallAfter(streamReply(completionEvents(['Hel', 'lo'])), 2));
    const left = await pair.stream({}, withId('trace-left'));
    await left.next();
    left.abort();
    const [server, call] = await spansOf('trace-left');
    expect(server).toMatchObject({ failed: false, attributes: { 'multilane.outcome': 'cancelled' } });
    expect(call).toMatchObject({ attributes: { 'error.type': 'cancelled' } });
  });

  it('a refusal has a span without a call, and is no error', async () => {
    await pair.chat({ model: 'no-such-model' }, withId('trace-refused'));
    const [server, ...calls] = await spansOf('trace-refused');
    expect(calls).toEqual([]);
    expect(server).toMatchObject({
      failed: false,
      attributes: { 'http.response.status_code': 404, 'multilane.error.code': 'model_not_found' },
    });
  });

  it('holds no prompt, no answer, no credential, no header and no name of the caller', async () => {
    pair.upstream.setDefault(jsonReply(completion({ content: 'the-answer-itself' })));
    await pair.chat(
      { messages: [{ role: 'user', content: 'the-prompt-itself' }], user: 'the-user-field' },
      withId('trace-clean', { 'x-planted': 'the-header-itself', 'user-agent': 'the-agent-itself' }),
    );
    await spansOf('trace-clean');
    const sent = Buffer.concat(collector.bodies).toString('latin1');
    const words = ['the-prompt', 'the-answer', 'the-user', 'the-header', 'the-agent', 'research', 'Bearer'];
    for (const word of [...words, TEST_KEYS.research, TEST_PROVIDER_KEYS.openai]) expect(sent).not.toContain(word);
  });

  itInTurn('a collector that fails or hangs delays no request and ends nothing; what is lost is counted', async () => {
    pair.upstream.setDefault(jsonReply(completion()));
    collector.respond = (response) => response.writeHead(400).end();
    const startedAt = performance.now();
    for (let index = 0; index < 20; index++) expect((await pair.chat()).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    const areCounted = async () => {
      const lost = /service_trace_spans_lost_total\{reason="failed"\} (\d+)/.exec(await pair.gateway.metrics())?.[1];
      return Number(lost) >= 40 || undefined;
    };
    await waitUntil('the count of lost spans', areCounted, 10_000);

    collector.respond = () => undefined;
    for (let index = 0; index < 20; index++) expect((await pair.chat()).status).toBe(200);
  });
});

describe('at the end of a gateway', () => {
  itInTurn(
    'waiting spans are sent, and a collector that hangs holds the stop up by two seconds at most',
    async () => {
      const { pair: ending, collector: last } = await startTraced();
      try {
        await ending.chat({}, withId('trace-last'));
        await ending.gateway.stop();
        expect(last.spans.map(({ kind }) => kind)).toEqual(['client', 'server']);
      } finally {
        await ending.stop();
        await last.close();
      }

      const { pair: hanging, collector: deaf } = await startTraced();
      try {
        deaf.respond = () => undefined;
        await hanging.chat();
        const startedAt = performance.now();
        expect(await hanging.gateway.stop()).toMatchObject({ code: 0 });
        expect(performance.now() - startedAt).toBeLessThan(5_000);
      } finally {
        await hanging.stop();
        await deaf.close();
      }
    },
    HOOK_LIMIT_MS,
  );
});

async function startTraced(): Promise<{ pair: Pair; collector: Collector }> {
  const collected = await startCollector();
  const traced = await startPair(() => ({ telemetry: { otlp_endpoint: collected.url } }));
  traced.upstream.setDefault(jsonReply(completion()));
  return { pair: traced, collector: collected };
}
