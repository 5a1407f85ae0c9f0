import { describe, expect, test } from '@jest/globals';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { ExportResultCode } from '@opentelemetry/core';
import { InMemorySpanExporter, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace';
import type { AuditRecord } from '../../audit/audit-record.js';
import type { TracedCall, TracedRequest } from '../tracer.js';
import { MAX_SPANS } from './bounded-processor.js';
import { OtlpTracer } from './otlp-tracer.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const STARTED = Date.UTC(2026, 10, 21);

const record = {
  request_id: 'request-1',
  method: 'POST',
  endpoint: 'chat.completions',
  status: 200,
  outcome: 'success',
  error_code: null,
  logical_name: 'gpt-4o',
  streamed: false,
  duration_ms: 250,
  time_to_first_byte_ms: 240,
  usage_source: 'reported',
  attempts: 1,
  cost_usd: 0.0125,
} as AuditRecord;

const call: TracedCall = {
  provider: 'openai',
  providerName: 'eu',
  endpoint: 'chat',
  model: 'gpt-4o-2024-11-20',
  origin: 'https://api.openai.com',
  streamed: false,
  startedMs: 5,
  durationMs: 200,
  firstChunkMs: undefined,
  failure: undefined,
  status: undefined,
  usage: undefined,
  answerModel: undefined,
};

const request = (changes: Partial<TracedRequest> = {}): TracedRequest => ({
  record,
  startedAt: STARTED,
  route: '/v1/chat/completions',
  traceparent: undefined,
  tracestate: undefined,
  calls: [call],
  ...changes,
});

const OPTIONS = { endpoint: 'http://127.0.0.1:1', sampleRatio: 1, service: 'gateway', version: '1.2.3', onLost() {} };

async function spansOf(requests: readonly TracedRequest[], options = OPTIONS): Promise<ReadableSpan[]> {
  const exporter = new InMemorySpanExporter();
  const kept: ReadableSpan[] = [];
  const keeping: SpanExporter = {
    export: (spans, done) => {
      kept.push(...spans);
      exporter.export(spans, done);
    },
    shutdown: () => exporter.shutdown(),
  };
  const tracer = new OtlpTracer(options, keeping);
  for (const each of requests) tracer.record(each);
  await tracer.close();
  return kept;
}

const milliseconds = ([seconds, nanoseconds]: readonly [number, number]) => seconds * 1000 + nanoseconds / 1e6;

describe('OtlpTracer', () => {
  test('one server span per request, and within it one client span per call, at the times they had', async () => {
    const calls = [
      { ...call, durationMs: 50, failure: 'provider_error', status: 500 },
      { ...call, startedMs: 60 },
    ];
    const spans = await spansOf([request({ calls })]);
    expect(spans.map(({ kind, name }) => [kind, name])).toEqual([
      [SpanKind.CLIENT, 'chat gpt-4o-2024-11-20'],
      [SpanKind.CLIENT, 'chat gpt-4o-2024-11-20'],
      [SpanKind.SERVER, 'POST /v1/chat/completions'],
    ]);
    const [failed, succeeded, server] = spans as [ReadableSpan, ReadableSpan, ReadableSpan];
    expect(failed.parentSpanContext?.spanId).toBe(server.spanContext().spanId);
    expect(succeeded.parentSpanContext?.spanId).toBe(server.spanContext().spanId);
    expect(server.parentSpanContext).toBeUndefined();
    expect(milliseconds(server.startTime)).toBe(STARTED);
    expect(milliseconds(server.endTime)).toBe(STARTED + 250);
    expect(milliseconds(failed.startTime)).toBe(STARTED + 5);
    expect(milliseconds(failed.endTime)).toBe(STARTED + 55);
    expect(failed.status.code).toBe(SpanStatusCode.ERROR);
    expect(failed.attributes).toMatchObject({ 'error.type': 'provider_error', 'http.response.status_code': 500 });
    expect(succeeded.status.code).toBe(SpanStatusCode.UNSET);
    expect(server.resource.attributes).toEqual({ 'service.name': 'gateway', 'service.version': '1.2.3' });
  });

  test("inherits the caller's trace, with its state", async () => {
    const spans = await spansOf([request({ traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'vendor=1' })]);
    expect(spans).toHaveLength(2);
    for (const span of spans) expect(span.spanContext().traceId).toBe(TRACE);
    expect(spans[1]?.parentSpanContext).toMatchObject({ spanId: PARENT, isRemote: true });
    expect(spans[1]?.spanContext().traceState?.serialize()).toBe('vendor=1');
  });

  test('says which trace a request belongs to, if it is traced', async () => {
    const tracer = new OtlpTracer(OPTIONS, new InMemorySpanExporter());
    expect(tracer.record(request({ traceparent: `00-${TRACE}-${PARENT}-01` }))).toBe(TRACE);
    expect(tracer.record(request())).toMatch(/^[0-9a-f]{32}$/);
    expect(tracer.record(request({ traceparent: `00-${TRACE}-${PARENT}-00` }))).toBeUndefined();
    await tracer.close();
  });

  test('honours the sampled flag: what the caller does not trace is not traced', async () => {
    expect(await spansOf([request({ traceparent: `00-${TRACE}-${PARENT}-00` })])).toEqual([]);
  });

  test.each([
    'no trace',
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`,
  ])('begins a trace of its own for the traceparent %j', async (traceparent) => {
    const spans = await spansOf([request({ traceparent, tracestate: '=,=' })]);
    expect(spans).toHaveLength(2);
    expect(spans[1]?.parentSpanContext).toBeUndefined();
    expect(spans[1]?.spanContext().traceId).not.toBe(TRACE);
  });

  test('traces the configured part of the requests that bring no trace, and all that bring one', async () => {
    const sampled = request({ traceparent: `00-${TRACE}-${PARENT}-01`, calls: [] });
    const requests = [sampled, ...Array.from({ length: 400 }, () => request({ calls: [] }))];
    const spans = await spansOf(requests, { ...OPTIONS, sampleRatio: 0.25 });
    expect(spans.some((span) => span.spanContext().traceId === TRACE)).toBe(true);
    expect(spans.length).toBeGreaterThan(50);
    expect(spans.length).toBeLessThan(200);
  });

  test('a collector that hangs costs bounded memory: what is too much is dropped and counted', async () => {
    const lost = { dropped: 0, failed: 0 };
    let held = 0;
    const waiting: (() => void)[] = [];
    const hanging: SpanExporter = {
      export: (spans, done) => {
        held += spans.length;
        waiting.push(() => done({ code: ExportResultCode.SUCCESS }));
      },
      shutdown: () => Promise.resolve(),
    };
    const onLost = (spans: number, reason: 'dropped' | 'failed') => {
      lost[reason] += spans;
    };
    const tracer = new OtlpTracer({ ...OPTIONS, onLost }, hanging);
    for (let index = 0; index < MAX_SPANS + 10; index++) tracer.record(request({ calls: [] }));
    expect(lost).toEqual({ dropped: 10, failed: 0 });
    await tracer.close();
    expect(held).toBe(MAX_SPANS);
    for (const done of waiting) done();
  });

  test('spans that the collector rejects are counted as failed, and make room for others', async () => {
    let failed = 0;
    const refusing: SpanExporter = {
      export: (_spans, done) => done({ code: ExportResultCode.FAILED, error: new Error('503') }),
      shutdown: () => Promise.resolve(),
    };
    const onLost = (spans: number, reason: 'dropped' | 'failed') => {
      expect(reason).toBe('failed');
      failed += spans;
    };
    const tracer = new OtlpTracer({ ...OPTIONS, onLost }, refusing);
    for (let index = 0; index < 2 * MAX_SPANS; index++) {
      tracer.record(request({ calls: [] }));
      if (index % 100 === 0) await new Promise(setImmediate);
    }
    await tracer.close();
    expect(failed).toBe(2 * MAX_SPANS);
  });
});
