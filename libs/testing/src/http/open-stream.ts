import type { IncomingHttpHeaders } from 'node:http';
import { waitUntil } from '../wait-until.js';
import { type HttpCall, sendRequest } from './send-request.js';
import { type StreamEvent, splitEvents } from './split-events.js';

/** End of a stream: as HTTP ends a body, by a broken connection, or by this side's `abort`. */
export type StreamEnding = 'complete' | 'cut' | 'aborted';

export interface ArrivedEvent extends StreamEvent {
  /** Milliseconds since the request was sent. */
  at: number;
}

export interface OpenStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** Events that have arrived so far, comments included. */
  events: readonly ArrivedEvent[];
  /** Everything received so far, as text; the body of an answer that is no event stream. */
  text(): string;
  /** The next event in order, or undefined when the stream has ended. Throws when neither comes in time. */
  next(timeoutMs?: number): Promise<ArrivedEvent | undefined>;
  ended: Promise<StreamEnding>;
  /** Waits for the end and gives the `data` of every event, comments left out. */
  collect(): Promise<string[]>;
  /** Closes the connection at once, as a client that goes away does. */
  abort(): void;
}

/** Sends a call and settles with the head of its answer, whose events are then read as they arrive (30 s by default). */
export async function openStream(call: HttpCall): Promise<OpenStream> {
  const sentAt = performance.now();
  const { request, response } = await sendRequest({ timeoutMs: 30_000, ...call });
  const events: ArrivedEvent[] = [];
  const decoder = new TextDecoder();
  let text = '';
  let pending = '';
  let aborted = false;
  let closed = false;
  let read = 0;

  response.on('data', (chunk: Buffer) => {
    const piece = decoder.decode(chunk, { stream: true });
    const split = splitEvents(pending + piece);
    text += piece;
    pending = split.rest;
    for (const event of split.events) events.push({ ...event, at: performance.now() - sentAt });
  });
  // A broken connection is an ending that tests ask about, not a fault of theirs: `ended` reports it.
  response.on('error', () => undefined);
  const ended = new Promise<StreamEnding>((resolve) => {
    response.once('close', () => {
      closed = true;
      if (aborted) resolve('aborted');
      else resolve(response.complete ? 'complete' : 'cut');
    });
  });

  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    text: () => text,
    async next(timeoutMs) {
      await waitUntil('a stream event', () => events.length > read || closed || undefined, timeoutMs);
      return events[read++];
    },
    ended,
    async collect() {
      await ended;
      return events.flatMap((event) => event.data ?? []);
    },
    abort() {
      aborted = true;
      request.destroy();
    },
  };
}
