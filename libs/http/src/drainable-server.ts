import { type IncomingMessage, type RequestListener, Server, ServerResponse } from 'node:http';
import { SERVER_OPTIONS } from './server-options.js';

/** How much of a refused body is read and discarded before the connection is closed, in bytes. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

/** How long that may take, in milliseconds. */
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
  override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    const { req } = this;
    // What has been read, or has no body, is the common case. The end of a chunked answer is part of what the client reads.
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

/** Whether the head announces a body (RFC 9112 section 6). */
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
 * An HTTP server that can be taken out of service without losing a request: once it drains, each answer asks its client to
 * open a new connection next time, which a load balancer opens elsewhere.
 */
export class DrainableServer extends Server {
  private isDraining = false;
  private lastConnectionAt = 0;

  constructor(listener: RequestListener) {
    super({ ...SERVER_OPTIONS, ServerResponse: LingeringResponse }, (incoming, response) => {
      if (this.isDraining) response.setHeader('connection', 'close');
      listener(incoming, response);
    });
    this.on('connection', () => {
      this.lastConnectionAt = performance.now();
    });
  }

  startDraining(): void {
    this.isDraining = true;
  }

  /** How long ago the last connection was opened, in milliseconds. */
  quietForMs(): number {
    return performance.now() - this.lastConnectionAt;
  }
}
