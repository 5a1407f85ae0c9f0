import { type Endpoint, type ProviderAdapter, ProviderFailure } from '@multilane/providers';
import type { TracedCall } from '@multilane/telemetry';
import type { Target } from '../snapshot/snapshot.js';

/** Who was called. */
interface Called {
  readonly adapter: ProviderAdapter;
  readonly endpoint: Endpoint;
  readonly target: Target;
}

/**
 * Notes for the trace how a call to a provider went: its answer is whole, or has begun where it is streamed, or it failed.
 *
 * @param startedMs in milliseconds since the request began
 */
export function traceCall(
  { adapter, endpoint, target }: Called,
  streamed: boolean,
  failure: Error | undefined,
  startedMs: number,
  durationMs: number,
): TracedCall {
  const { origin } = target.addressesOf(endpoint).whole;
  return {
    provider: adapter.kind,
    endpoint,
    model: target.provider.upstreamModel,
    origin: origin.startsWith('http') ? origin : undefined,
    streamed,
    startedMs,
    durationMs,
    firstChunkMs: streamed && failure === undefined ? durationMs : undefined,
    failure: failure && (failure instanceof ProviderFailure ? failure.code : 'cancelled'),
    status: failure instanceof ProviderFailure ? failure.status : undefined,
    usage: undefined,
    answerModel: undefined,
  };
}
