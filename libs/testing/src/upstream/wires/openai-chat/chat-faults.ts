import { type JsonReply, jsonReply, type StreamReply } from '../../reply.js';
import { completion } from './build-completion.js';

/** The stream's first `events`, then an event with an error, and the end without `[DONE]`. */
export function errorEventAfter(stream: StreamReply, events: number): StreamReply {
  const data = JSON.stringify(
    errorBody('The server had an error while processing your request.', 'server_error', null),
  );
  return {
    ...stream,
    chunks: [...stream.chunks.slice(0, events), Buffer.from(`data: ${data}\n\n`)],
    end: 'complete',
  };
}

/** 429 as the provider answers it, with a Retry-After in seconds unless that is undefined. */
export function rateLimited(retryAfterSeconds?: number): JsonReply {
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  const body = errorBody('Rate limit reached for requests.', 'requests', 'rate_limit_exceeded');
  return jsonReply(body, { status: 429, headers });
}

/** A failure of the provider's own: 500 unless another status is named. */
export function serverError(status = 500): JsonReply {
  return jsonReply(errorBody('The server is currently overloaded.', 'server_error', null), { status });
}

/** A completion whose text alone has this many bytes. */
export function hugeCompletion(bytes: number): JsonReply {
  return jsonReply(completion({ content: 'x'.repeat(bytes) }));
}

function errorBody(message: string, type: string, code: string | null): object {
  return { error: { message, type, param: null, code } };
}
