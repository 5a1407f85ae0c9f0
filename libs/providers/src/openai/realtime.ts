import { isRecord, type Usage } from '@multilane/contracts';
import type { SocketCodec, SocketRequest } from '../socket.js';
import type { ProviderTarget } from '../target.js';

/** `GET /realtime?model=` of the reference provider and of those that speak its events. */
export const REALTIME_CODEC: SocketCodec = {
  open: (request, target) => ({
    path: `/realtime?${queryOf(request, 'model', target)}`,
    protocols: request.protocols,
  }),
  readUsage: readRealtimeUsage,
};

/** What the gateway says itself, or keeps to itself. `deployment` is what Azure calls a model. */
const OF_THE_GATEWAY: ReadonlySet<string> = new Set(['model', 'deployment', 'api-version', 'workspace_id']);

/** What the client's URL says beside the model, with the model's name at the provider. */
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

/**
 * The tokens of a `response.done` event. xAI reports them beside the response instead of within it. Those of sound and images are named,
 * because they have prices of their own.
 */
export function readRealtimeUsage(event: Readonly<Record<string, unknown>>): Usage | undefined {
  if (event.type !== 'response.done') return undefined;
  const { response } = event;
  return readUsage(isRecord(response) ? response.usage : undefined) ?? readUsage(event.usage);
}

function readUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  const prompt = countOf(usage.input_tokens);
  const completion = countOf(usage.output_tokens);
  if (prompt === undefined || completion === undefined) return undefined;
  const { input_token_details: input, output_token_details: output } = usage;
  const read: Usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
  if (isRecord(input)) {
    const cached = countOf(input.cached_tokens);
    const { cached_tokens_details: split } = input;
    read.prompt_tokens_details = {
      ...(cached !== undefined && { cached_tokens: cached }),
      ...kindsOf(input),
      ...(isRecord(split) && { cached_tokens_details: kindsOf(split) }),
    };
  }
  if (isRecord(output)) read.completion_tokens_details = kindsOf(output);
  return read;
}

/** How many tokens are not text. */
function kindsOf(details: Readonly<Record<string, unknown>>): Record<string, number> {
  const audio = countOf(details.audio_tokens);
  const image = countOf(details.image_tokens);
  return { ...(audio !== undefined && { audio_tokens: audio }), ...(image !== undefined && { image_tokens: image }) };
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
