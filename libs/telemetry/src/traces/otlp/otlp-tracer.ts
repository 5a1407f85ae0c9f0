import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer as Spans,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { describeCall } from '../describe-call.js';
import { describeRequest } from '../describe-request.js';
import type { SpanText } from '../span-text.js';
import type { TracedCall, TracedRequest, Tracer, TracerOptions } from '../tracer.js';
import { BoundedProcessor } from './bounded-processor.js';

/** One try of one batch, repeats included. */
const SEND_LIMIT_MS = 5_000;
/** Milliseconds that a service that stops waits for its collector. */
const CLOSE_LIMIT_MS = 2_000;

const PROPAGATION = new W3CTraceContextPropagator();

/**
 * Writes spans by OpenTelemetry's SDK and sends them by OTLP over HTTP. Spans are made when a request has ended, with the
 * times that were noted on the way, so that nothing but a note is left to do while it runs.
 */
export class OtlpTracer implements Tracer {
  private readonly provider: TracerProvider;
  private readonly spans: Spans;

  constructor(
    options: TracerOptions,
    exporter: SpanExporter = new OTLPTraceExporter({ url: tracesUrl(options.endpoint), timeoutMillis: SEND_LIMIT_MS }),
  ) {
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': options.service, 'service.version': options.version }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.sampleRatio) }),
      spanProcessors: [new BoundedProcessor(exporter, options.onLost)],
    });
    this.spans = this.provider.getTracer('multilane', options.version);
  }

  record(request: TracedRequest): string | undefined {
    const { calls, record, startedAt } = request;
    const parent = PROPAGATION.extract(ROOT_CONTEXT, request, defaultTextMapGetter);
    const { attributes, failed, name } = describeRequest(request);
    const span = this.spans.startSpan(name, { kind: SpanKind.SERVER, startTime: startedAt, attributes }, parent);
    if (!span.isRecording()) return undefined;
    const within = trace.setSpan(parent, span);
    for (const call of calls) this.recordCall(describeCall(call), call, startedAt, within);
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(startedAt + record.duration_ms);
    return span.spanContext().traceId;
  }

  async close(): Promise<void> {
    const waited = new AbortController();
    await Promise.race([
      // Spans that are lost at the end were counted by their exporter.
      this.provider.shutdown().catch(() => undefined),
      sleep(CLOSE_LIMIT_MS, undefined, { signal: waited.signal }).catch(() => undefined),
    ]);
    waited.abort();
  }

  private recordCall(
    { attributes, failed, name }: SpanText,
    call: TracedCall,
    startedAt: number,
    parent: Context,
  ): void {
    const startTime = startedAt + call.startedMs;
    const span = this.spans.startSpan(name, { kind: SpanKind.CLIENT, startTime, attributes }, parent);
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(startTime + call.durationMs);
  }
}

function tracesUrl(endpoint: string): string {
  const address = endpoint.replace(/\/+$/, '');
  return address.endsWith('/v1/traces') ? address : `${address}/v1/traces`;
}
