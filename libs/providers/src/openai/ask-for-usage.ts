import type { WireQuirks } from '../wire-quirks.js';

interface StreamedRequest {
  stream?: boolean;
  stream_options?: { include_usage?: boolean; [member: string]: unknown };
}

/**
 * Has the provider report usage in a stream, whether or not the client asked (docs/contract/streaming.md#stream-usage).
 * Changes `body`.
 */
export function askForUsage(body: StreamedRequest, quirks: WireQuirks): void {
  if (quirks.streamUsage === 'always') body.stream_options = undefined;
  if (quirks.streamUsage === 'option' && body.stream === true) {
    body.stream_options = { ...body.stream_options, include_usage: true };
  }
}
