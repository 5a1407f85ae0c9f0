import type { SpanText } from './span-text.js';
import type { TracedRequest } from './tracer.js';

/**
 * The span of a request, as the semantic conventions for HTTP servers have it (1.44), with what only a gateway knows
 * under `multilane.`. It says nothing of who asked: that is in the audit log, which has the same request id.
 */
export function describeRequest({ record, route }: TracedRequest): SpanText {
  // An error that the caller must mend is no error of the server.
  const failed = record.outcome === 'failed';
  const left = record.outcome === 'cancelled';
  return {
    name: `${record.method} ${route}`,
    attributes: {
      'http.request.method': record.method,
      'http.route': route,
      'url.path': route,
      // Nobody was sent the status that is recorded for a client that left before its answer began.
      ...(record.status !== null && !(left && record.status >= 400) && { 'http.response.status_code': record.status }),
      ...(failed && { 'error.type': record.error_code ?? '_OTHER' }),
      'multilane.request.id': record.request_id,
      'multilane.endpoint': record.endpoint,
      'multilane.kind': record.kind,
      'multilane.outcome': record.outcome,
      'multilane.attempts': record.attempts,
      'multilane.streamed': record.streamed,
      'multilane.usage.source': record.usage_source,
      ...(record.logical_name !== null && { 'multilane.model': record.logical_name }),
      ...(record.provider !== null && { 'multilane.provider': record.provider }),
      ...(record.error_code !== null && !left && { 'multilane.error.code': record.error_code }),
      ...(record.details?.prompt !== undefined && {
        'multilane.prompt.name': record.details.prompt.name,
        'multilane.prompt.version': record.details.prompt.version,
      }),
      ...(record.cost_usd !== null && { 'multilane.cost_usd': record.cost_usd }),
      ...(record.time_to_first_byte_ms !== null && {
        'multilane.time_to_first_byte': record.time_to_first_byte_ms / 1000,
      }),
    },
    failed,
  };
}
