import type { SocketCodec, SocketRequest } from '../../socket.js';
import type { ProviderTarget } from '../../target.js';
import { readRealtimeEvent, writeCancel } from './realtime-events.js';

/** `GET /realtime?model=` of the reference provider and of those that speak its events. */
export const REALTIME_CODEC: SocketCodec = {
  open: (request, target) => ({
    path: `/realtime?${queryOf(request, 'model', target)}`,
    protocols: request.protocols,
  }),
  readEvent: readRealtimeEvent,
  cancel: writeCancel,
};

/** Parameters that the gateway sets itself, or keeps to itself. `deployment` is what Azure calls a model. */
const OF_THE_GATEWAY: ReadonlySet<string> = new Set(['model', 'deployment', 'api-version', 'workspace_id']);

/** Query of the provider's URL: the client's parameters beside the model, with the model's name at the provider. */
export function queryOf(
  { query }: Readonly<SocketRequest>,
  member: string,
  { upstreamModel }: ProviderTarget,
): URLSearchParams {
  const others = Object.fromEntries(Object.entries(query).filter(([name]) => !OF_THE_GATEWAY.has(name.toLowerCase())));
  // A call has its model already, and a session that only transcribes names its own with its input.
  if (query.call_id !== undefined || query.intent === 'transcription') return new URLSearchParams(others);
  return new URLSearchParams({ ...others, [member]: upstreamModel });
}
