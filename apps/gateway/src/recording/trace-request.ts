import type { AuditRecord, TracedCall, Tracer } from '@multilane/telemetry';
import type { RequestContext } from '../pipeline/request-context.js';

/** Hands a request that has ended to the tracer. Never throws. */
export function traceRequest(tracer: Tracer, context: RequestContext, record: AuditRecord): void {
  try {
    const { headers, path } = context.exchange;
    tracer.record({
      record,
      startedAt: Date.now() - (performance.now() - context.startedAt),
      route: path.endsWith('/') ? path.slice(0, -1) : path,
      traceparent: oneOf(headers.traceparent),
      tracestate: oneOf(headers.tracestate),
      calls: finishCalls(context, record),
    });
  } catch (error) {
    context.services.logger.error({ request_id: context.requestId, err: error }, 'a request could not be traced');
  }
}

/** The last call that succeeded gave the answer: it used the tokens, and lasted as long as its stream did. */
function finishCalls(
  { answerModel, tracedCalls: calls = [], usage }: RequestContext,
  record: AuditRecord,
): TracedCall[] {
  const last = calls.findLastIndex((call) => call.failure === undefined);
  return calls.map((call, index) => {
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

function oneOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}
