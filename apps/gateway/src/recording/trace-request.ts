import type { Usage } from '@multilane/contracts';
import type { AuditRecord, Metrics, TracedCall, Tracer } from '@multilane/telemetry';
import { ENDPOINTS } from '../endpoints/endpoints.js';
import type { CallPlan } from '../model-calls/model-call.js';
import type { RecordedRequest } from './request-parts.js';

/** Names of operations by the formats of adapters. */
const OPERATIONS: ReadonlyMap<string, string> = new Map<string, string>([
  ['chatOverResponses', 'chat'],
  ...ENDPOINTS.flatMap(({ exchange, format = exchange }) =>
    format === undefined ? [] : [[format.key, format.operation] as const],
  ),
]);

/** Hands a request that has ended to the tracer, and its trace to the metrics that counted it. Never throws. */
export function traceRequest(tracer: Tracer, request: RecordedRequest, record: AuditRecord): void {
  try {
    const { asked } = request;
    const traceId = tracer.record({
      record,
      startedAt: Date.now() - (performance.now() - asked.startedAt),
      route: asked.endpoint.route.path,
      traceparent: asked.header('traceparent'),
      tracestate: asked.header('tracestate'),
      calls: finishCalls(request, record),
    });
    if (traceId !== undefined) countTrace(request.services.metrics, record, traceId);
  } catch (error) {
    request.services.logger.error({ request_id: request.asked.requestId, err: error }, 'a request could not be traced');
  }
}

function countTrace(metrics: Metrics, record: AuditRecord, traceId: string): void {
  const { duration_ms: durationMs, endpoint, provider, streamed, time_to_first_byte_ms: firstByteMs } = record;
  const providerKind = record.provider_kind ?? undefined;
  const times = { durationMs, timeToFirstByteMs: firstByteMs ?? undefined };
  metrics.recordTrace({ endpoint, provider: provider ?? undefined, providerKind, streamed, ...times }, traceId);
}

/** Counts the calls to providers. The one that gave the answer used the tokens, and lasted as long as its stream did. */
export function countCalls({ services: { metrics }, tried }: RecordedRequest, record: AuditRecord): void {
  const { answeredAt, answeredBy, answeredMs, facts, otherCalls, usage } = tried;
  if (otherCalls !== undefined) {
    for (const { durationMs, failure, plan } of otherCalls) countCall(metrics, plan, durationMs, failure, undefined);
  }
  if (answeredBy === undefined) return;
  const startedMs = answeredAt - facts.startedAt - answeredMs;
  const durationMs = facts.streamed ? record.duration_ms - startedMs : answeredMs;
  countCall(metrics, answeredBy, durationMs, facts.streamed ? howItEnded(record) : undefined, usage);
}

function countCall(
  metrics: Metrics,
  { adapter, endpoint, target }: CallPlan,
  durationMs: number,
  failure: string | undefined,
  usage: Usage | undefined,
): void {
  const { kind: provider } = adapter;
  const operation = OPERATIONS.get(endpoint);
  metrics.recordOperation({
    provider,
    providerName: target.providerName,
    endpoint,
    operation,
    model: target.provider.upstreamModel,
    durationMs,
    failure,
    usage,
  });
}

/**
 * The calls of a request that has ended. The last one that succeeded gave the answer: it used the tokens, and lasted as
 * long as its stream did.
 */
function finishCalls({ ended, tried }: RecordedRequest, record: AuditRecord): TracedCall[] {
  const { tracedCalls: calls = [], usage } = tried;
  const { answerModel } = ended;
  const last = calls.findLastIndex((call) => call.failure === undefined);
  return calls.map((made, index) => {
    const call = { ...made, operation: OPERATIONS.get(made.endpoint) };
    if (index !== last) return call;
    const finished = { ...call, usage, answerModel };
    if (!call.streamed) return finished;
    return {
      ...finished,
      durationMs: record.duration_ms - call.startedMs,
      failure: howItEnded(record),
    };
  });
}

function howItEnded({ error_code: code, outcome }: AuditRecord): string | undefined {
  if (outcome === 'success') return undefined;
  return outcome === 'cancelled' ? outcome : (code ?? outcome);
}
