import { isRecord, type MediaUsage, readCount, type Usage } from '@multilane/contracts';
import type { SocketEvent } from '../../socket.js';

type Members = Readonly<Record<string, unknown>>;

const TRANSCRIPTION = 'conversation.item.input_audio_transcription';

/** Reads the use in an event of the reference provider, or of one that speaks its events. */
export function readRealtimeEvent(event: Members): SocketEvent | undefined {
  switch (event.type) {
    case 'response.created':
      return { kind: 'response began', id: idOf(event.response) };
    case 'response.done':
      return readResponseEnd(event);
    case 'input_audio_buffer.committed':
      return { kind: 'sound committed', itemId: textOf(event.item_id) };
    case `${TRANSCRIPTION}.completed`:
    case `${TRANSCRIPTION}.failed`:
      return {
        kind: 'transcription ended',
        itemId: textOf(event.item_id),
        usage: readTranscriptionUsage(event.usage),
        isFailed: event.type !== `${TRANSCRIPTION}.completed`,
      };
    case 'session.created':
    case 'session.updated':
    case 'transcription_session.created':
    case 'transcription_session.updated':
      return { kind: 'session', transcriber: transcriberOf(event.session) };
    case 'error':
      return { kind: 'error', eventId: textOf(recordOf(event.error).event_id) };
    default:
      return undefined;
  }
}

/** `response.cancel`. Its id tells the provider's refusal of it, if the response has just ended, from others. */
export function writeCancel(id: string | undefined): string {
  return JSON.stringify({
    type: 'response.cancel',
    event_id: 'gateway_cancel',
    ...(id !== undefined && { response_id: id }),
  });
}

/**
 * The tokens of a `response.done` event. xAI reports them beside the response instead of within it. Those of sound and images are named,
 * because they have prices of their own.
 */
function readResponseEnd(event: Members): SocketEvent {
  const response = recordOf(event.response);
  return {
    kind: 'response ended',
    id: textOf(response.id),
    usage: readUsage(response.usage) ?? readUsage(event.usage),
    isFailed: response.status === 'failed',
  };
}

function readUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  const prompt = readCount(usage.input_tokens);
  const completion = readCount(usage.output_tokens);
  if (prompt === undefined || completion === undefined) return undefined;
  const { input_token_details: input, output_token_details: output } = usage;
  const read: Usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
  if (isRecord(input)) {
    const cached = readCount(input.cached_tokens);
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

/** Counts the tokens that are not text. */
function kindsOf(details: Members): Record<string, number> {
  const audio = readCount(details.audio_tokens);
  const image = readCount(details.image_tokens);
  return { ...(audio !== undefined && { audio_tokens: audio }), ...(image !== undefined && { image_tokens: image }) };
}

/** Thirty years. A greater length is a fault. */
const MOST_SECONDS = 1e9;

function readTranscriptionUsage(usage: unknown): MediaUsage | undefined {
  if (!isRecord(usage)) return undefined;
  const tokens = readUsage(usage);
  const { seconds } = usage;
  const hasSeconds = typeof seconds === 'number' && seconds >= 0 && seconds <= MOST_SECONDS;
  if (tokens === undefined && !hasSeconds) return undefined;
  return { ...(hasSeconds && { seconds }), ...(tokens && { tokens }) };
}

/** The beta of the reference provider has the model in `input_audio_transcription`. */
function transcriberOf(session: unknown): string | null | undefined {
  const { audio, input_audio_transcription: beta } = recordOf(session);
  const { transcription } = recordOf(recordOf(audio).input);
  const named = textOf(recordOf(transcription).model) ?? textOf(recordOf(beta).model);
  return named ?? (transcription === null || beta === null ? null : undefined);
}

function idOf(value: unknown): string | undefined {
  return textOf(recordOf(value).id);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function recordOf(value: unknown): Members {
  return isRecord(value) ? value : NOTHING;
}

const NOTHING: Members = {};
