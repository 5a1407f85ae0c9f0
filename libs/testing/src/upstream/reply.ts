/** Options of every kind of scripted reply. */
interface ReplyOptions {
  /** 200 by default. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** Milliseconds of silence before the status line. */
  beforeMs?: number;
  /** The request which this reply answered when it was recorded; strict mode holds the caller to its tool results. */
  recordedRequest?: unknown;
  /** False: thinking and signatures are not demanded back, as for a client whose types have no place for them. */
  demandsThinking?: boolean;
}

export interface JsonReply extends ReplyOptions {
  kind: 'json';
  body: unknown;
  /** Compresses the body, with the `content-encoding` that says so. */
  gzip?: boolean;
}

/** A body sent unchanged, of any content type; also for what should have been JSON or a stream and is not. */
export interface TextReply extends ReplyOptions {
  kind: 'text';
  text: string;
  gzip?: boolean;
}

/**
 * End after the last chunk: the end of the body, a broken connection, or nothing at all while the connection stays
 * open.
 */
export type StreamEnd = 'complete' | 'cut' | 'stall';

export interface StreamReply extends ReplyOptions {
  kind: 'stream';
  /** One event each. The headers go out before the first. */
  chunks: readonly Buffer[];
  /** Milliseconds before every write. */
  delayMs?: number;
  /** Writes of this many bytes, wherever the events begin and end; without it one write an event. */
  chunkBytes?: number;
  end?: StreamEnd;
}

/** No answer: the connection is closed ('cut') or left open ('stall'). */
export interface SilentReply extends ReplyOptions {
  kind: 'silent';
  end: 'cut' | 'stall';
}

export type Reply = JsonReply | TextReply | StreamReply | SilentReply;

/** A JSON answer. */
export function jsonReply(body: unknown, options: Omit<JsonReply, 'kind' | 'body'> = {}): JsonReply {
  return { kind: 'json', body, ...options };
}

/** An answer of any text. */
export function textReply(text: string, options: Omit<TextReply, 'kind' | 'text'> = {}): TextReply {
  return { kind: 'text', text, ...options };
}

/** A streamed answer. Text is the `data` of a server-sent event and is framed as one; bytes go as they are. */
export function streamReply(
  events: readonly (string | Buffer)[],
  options: Omit<StreamReply, 'kind' | 'chunks'> = {},
): StreamReply {
  const chunks = events.map((event) => (typeof event === 'string' ? Buffer.from(`data: ${event}\n\n`) : event));
  return { kind: 'stream', chunks, ...options };
}

/** The content type a reply is sent with. */
export function contentTypeOf(reply: Reply): string {
  const named = Object.entries(reply.headers ?? {}).find(([name]) => name.toLowerCase() === 'content-type');
  if (named) return named[1];
  if (reply.kind === 'stream') return 'text/event-stream; charset=utf-8';
  return reply.kind === 'text' ? 'text/plain; charset=utf-8' : 'application/json';
}
