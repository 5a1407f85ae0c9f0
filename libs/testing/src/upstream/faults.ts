import { type JsonReply, type Reply, type SilentReply, type StreamReply, type TextReply, textReply } from './reply.js';

/** The stream's first `events`, then a broken connection. */
export function cutAfter(stream: StreamReply, events: number): StreamReply {
  return { ...stream, chunks: stream.chunks.slice(0, events), end: 'cut' };
}

/** The stream's first `events`, then the body's regular end: nothing says that the answer is not whole. */
export function endAfter(stream: StreamReply, events: number): StreamReply {
  return { ...stream, chunks: stream.chunks.slice(0, events), end: 'complete' };
}

/** The stream's first `events`, then silence on an open connection. */
export function stallAfter(stream: StreamReply, events: number): StreamReply {
  return { ...stream, chunks: stream.chunks.slice(0, events), end: 'stall' };
}

/** The stream with an event that is not JSON after its first `events`. */
export function malformedEventAfter(stream: StreamReply, events: number): StreamReply {
  const malformed = Buffer.from('data: {"id":"chatcmpl-broken","choices":[\n\n');
  return { ...stream, chunks: [...stream.chunks.slice(0, events), malformed, ...stream.chunks.slice(events)] };
}

/** The reply, after `milliseconds` of silence before its status line. */
export function slowly<R extends Reply>(reply: R, milliseconds: number): R {
  return { ...reply, beforeMs: milliseconds };
}

/** The reply with its body compressed. */
export function gzipped<R extends JsonReply | TextReply>(reply: R): R {
  return { ...reply, gzip: true };
}

/** Reads the request and never answers. */
export function neverAnswers(): SilentReply {
  return { kind: 'silent', end: 'stall' };
}

/** Reads the request and closes the connection. */
export function hangsUp(): SilentReply {
  return { kind: 'silent', end: 'cut' };
}

/** Says that it is JSON, and is not. */
export function notJson(): TextReply {
  return textReply('{"id":"chatcmpl-broken","choices":[', { headers: { 'content-type': 'application/json' } });
}

/** Answer of a load balancer in front of a provider that is unavailable. */
export function htmlBadGateway(): TextReply {
  const html = '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>502 Bad Gateway</body>\r\n</html>\r\n';
  return textReply(html, { status: 502, headers: { 'content-type': 'text/html' } });
}
