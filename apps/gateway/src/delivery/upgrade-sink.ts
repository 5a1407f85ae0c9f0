import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { Duplex } from 'node:stream';
import { GatewayError } from '@multilane/errors';
import { ClientGone } from '@multilane/http';
import type { WebSocketServer } from 'ws';
import type { AnswerHeaders, AnswerSink, ReaderListener } from '../services/answer-sink.js';
import type { FrameSocket } from '../upstream/frame-socket.js';
import { OneWriteSocket } from '../upstream/one-write-socket.js';
import { type Answerable, answerError } from './answer-error.js';

/** A request for an upgrade, as it came. */
export interface UpgradeExchange extends Answerable {
  readonly incoming: IncomingMessage;
  readonly socket: Duplex;
  /** Bytes that arrived behind the head. */
  readonly head: Buffer;
}

/** Upgrades connections by RFC 6455. Messages are not compressed: sound and short texts gain nothing by it. */
export class Upgrader {
  private readonly server: WebSocketServer;
  private pending: { readonly headers: AnswerHeaders; readonly protocol: string } | undefined = undefined;

  constructor(frameBytes: number) {
    const { WebSocketServer: Server } = createRequire(import.meta.url)('ws') as typeof import('ws');
    this.server = new Server({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: frameBytes,
      // One message a turn of the event loop: a flood of tiny ones must not hold up other sockets.
      allowSynchronousEvents: false,
      handleProtocols: (offered) => {
        const { protocol = '' } = this.pending ?? {};
        if (offered.has(protocol)) return protocol;
        return offered.has('realtime') ? 'realtime' : false;
      },
    });
    this.server.on('headers', (lines) => {
      for (const [name, value] of Object.entries(this.pending?.headers ?? {})) lines.push(`${name}: ${value}`);
    });
  }

  /** Answers with 101. Messages wait until somebody resumes the socket. */
  upgrade({ head, incoming, socket }: UpgradeExchange, headers: AnswerHeaders, protocol: string): FrameSocket {
    let accepted: FrameSocket | undefined;
    this.pending = { headers, protocol };
    try {
      // The upgrader calls back at once: the headers that it needs were checked.
      this.server.handleUpgrade(incoming, socket, head, (made) => {
        made.pause();
        accepted = new OneWriteSocket(made, socket, 'server');
      });
    } finally {
      this.pending = undefined;
    }
    if (accepted === undefined) throw new ClientGone();
    return accepted;
  }
}

/** Answers a request for an upgrade: with a socket, or with an error over HTTP. */
export class UpgradeSink implements AnswerSink {
  private listener: ReaderListener | undefined = undefined;
  private isUpgraded = false;
  /** Bound, not written here as a function: see `ModelCall.abortable`. */
  private readonly onClose = this.closed.bind(this);

  constructor(
    private readonly exchange: UpgradeExchange,
    private readonly upgrader: Upgrader,
  ) {}

  get status(): number | undefined {
    if (this.isUpgraded) return 101;
    const { response } = this.exchange;
    return response.headersSent ? response.statusCode : undefined;
  }

  watch(listener: ReaderListener): void {
    this.listener = listener;
    this.exchange.socket.on('close', this.onClose);
  }

  unwatch(): void {
    this.exchange.socket.off('close', this.onClose);
  }

  private closed(): void {
    this.listener?.readerLeft();
  }

  acceptSocket(headers: AnswerHeaders, protocol: string): Promise<FrameSocket> {
    const { answerHeaders, response, socket } = this.exchange;
    if (socket.destroyed) return Promise.reject(new ClientGone());
    // From here on the relay is notified when the client disconnects.
    this.unwatch();
    response.detachSocket(socket as never);
    this.isUpgraded = true;
    return Promise.resolve(this.upgrader.upgrade(this.exchange, { ...answerHeaders, ...headers }, protocol));
  }

  sendError(error: GatewayError, headers: AnswerHeaders): void {
    if (!this.isUpgraded) answerError(this.exchange, error, { ...headers, connection: 'close' });
  }

  sendWhole(): never {
    throw wrongWay();
  }

  sendBody(): Promise<never> {
    return Promise.reject(wrongWay());
  }

  openStream(): never {
    throw wrongWay();
  }

  keepAlive(): never {
    throw wrongWay();
  }

  write(): never {
    throw wrongWay();
  }

  end(): never {
    throw wrongWay();
  }
}

function wrongWay(): GatewayError {
  return new GatewayError('upgrade_required');
}
