import { type IncomingMessage, type RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { batchWrites } from './batch-writes.js';
import { deferContinue } from './expecting-request.js';
import { SERVER_OPTIONS } from './server-options.js';

type CountedSocket = Socket & { unanswered?: number };

/** Bytes of a rejected body that are read and discarded before the connection is closed. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

/** Milliseconds for that. */
const MAX_LINGER_MS = 10_000;

/** A client that sends nothing for this long is not going to, in milliseconds. */
const MAX_SILENCE_MS = 2_000;

/**
 * A response whose client gets to read it although its request is still coming in.
 *
 * An early refusal (401, 404, 413) is complete long before the body is. If the connection were closed then, with part of the
 * body unread, the system would reset it, and the client would lose the answer that it has not read yet: nginx and Caddy
 * report 502, other clients EPIPE. So the answer is sent at once, the rest of the body is read and discarded, and only then
 * does the response end (RFC 9112 section 9.6). What is discarded is bounded in size and time.
 */
export class LingeringResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Number of unanswered requests of its connection, this one included. */
  readonly unanswered: number;

  constructor(...args: ConstructorParameters<typeof ServerResponse<Request>>) {
    super(...args);
    const socket: CountedSocket = args[0].socket;
    socket.unanswered = this.unanswered = (socket.unanswered ?? 0) + 1;
  }

  /** Node calls it when the answer has been sent. */
  override detachSocket(socket: CountedSocket): void {
    if (socket.unanswered !== undefined) socket.unanswered -= 1;
    super.detachSocket(socket);
  }

  override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    const { req } = this;
    // A request that has been read, or has no body, is the common case. The end of a chunked answer is part of what the
    // client reads.
    if (req.complete || !hasBody(req) || this.writableEnded || (this.headersSent && this.chunkedEncoding)) {
      return super.end(chunk as never, encoding as never, callback as never);
    }
    const isData = typeof chunk === 'string' || chunk instanceof Uint8Array;
    if (!this.headersSent && !this.hasHeader('content-length')) {
      this.setHeader('content-length', isData ? Buffer.byteLength(chunk, encoding as BufferEncoding) : 0);
    }
    if (isData) this.write(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
    else this.flushHeaders();
    discardRest(req, () => super.end([chunk, encoding, callback].find((each) => typeof each === 'function') as never));
    return this;
  }
}

/** True if the head announces a body (RFC 9112 section 6). */
function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** Reads and discards what is still to come, then calls `onEnd`; at the first limit it closes the connection. */
function discardRest(incoming: IncomingMessage, onEnd: () => void): void {
  let discarded = 0;
  const close = (): void => void incoming.socket.destroy();
  const limit = setTimeout(close, MAX_LINGER_MS);
  const silence = setTimeout(close, MAX_SILENCE_MS);
  const count = (bytes: Buffer): void => {
    discarded += bytes.length;
    silence.refresh();
    if (discarded > MAX_DISCARDED_BYTES) close();
  };
  const stop = (): void => {
    clearTimeout(limit);
    clearTimeout(silence);
    incoming.off('data', count);
  };
  incoming.on('data', count);
  incoming.on('error', stop);
  incoming.once('close', stop);
  incoming.once('end', () => {
    stop();
    onEnd();
  });
  incoming.resume();
}

/**
 * So many requests of a connection wait for their answers at most. A client may send on without waiting, and one read holds more than a
 * thousand small requests, which Node would have answered in one turn of the event loop.
 */
const MOST_PIPELINED = 64;

/**
 * An HTTP server that can stop without losing a request: once it drains, each answer asks its client to
 * open a new connection next time, which a load balancer opens elsewhere.
 */
export class DrainableServer extends Server {
  private isDraining = false;
  private lastConnectionAt = 0;
  /** Connections that end with an answer that is in progress. */
  private readonly closing = new WeakSet<Socket>();

  constructor(listener: RequestListener) {
    super({ ...SERVER_OPTIONS, ServerResponse: LingeringResponse }, (incoming, response) => {
      if (this.isTooMany(incoming.socket, response as unknown as LingeringResponse)) return;
      if (this.isDraining) response.setHeader('connection', 'close');
      listener(incoming, response);
    });
    this.on('checkContinue', (incoming: IncomingMessage, response: ServerResponse) => {
      deferContinue(incoming, response);
      this.emit('request', incoming, response);
    });
    this.on('connection', (socket: Socket) => {
      batchWrites(socket);
      this.lastConnectionAt = performance.now();
    });
  }

  /** The last one that is answered closes the connection; those behind it are the client's to send again (RFC 9112, section 9.3.2). */
  private isTooMany(socket: Socket, response: LingeringResponse): boolean {
    if (response.unanswered === 1) return false;
    if (this.closing.has(socket)) {
      // At the end of a request without a body, Node reads on: that is later in this turn.
      setImmediate(() => socket.pause());
      return true;
    }
    if (response.unanswered < MOST_PIPELINED) return false;
    this.closing.add(socket);
    response.setHeader('connection', 'close');
    return false;
  }

  startDraining(): void {
    this.isDraining = true;
  }

  /** Milliseconds since the last connection was opened. */
  quietForMs(): number {
    return performance.now() - this.lastConnectionAt;
  }
}

/** Requests that are served, or whose end is still being recorded. */
export class RequestsInFlight {
  private count = 0;
  private readonly waiting: (() => void)[] = [];

  begin(): void {
    this.count += 1;
  }

  end(): void {
    this.count -= 1;
    if (this.count > 0 || this.waiting.length === 0) return;
    for (const tell of this.waiting.splice(0)) tell();
  }

  /** Resolves when there are none, or after so many milliseconds. */
  async waitForNone(limitMs: number): Promise<void> {
    if (this.count === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      this.waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
