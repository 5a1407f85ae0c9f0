import { GatewayError } from '@multilane/errors';
import type { SocketEvent } from '@multilane/providers';
import type { FrameSocket } from '../../upstream/frame-socket.js';
import { mayConcernUse } from '../concerns-use.js';
import { checkClientEvent } from './check-client-event.js';
import { closeWith, codeOfFault, toSendable } from './close-codes.js';
import type { ServedSocket } from './open-sockets.js';
import { readProviderEvent } from './read-provider-event.js';
import type { AskedEvent, Refusal, RelayLimits, RelayRules } from './relay-rules.js';
import { type EventError, writeErrorEvent } from './write-error-event.js';

/** Bytes that wait for a slow reader before the other side has to wait, in each direction. */
const WAITING_BYTES = 512 * 1024;

/** Limit of waiting messages: one of a single byte costs hundreds of them. */
const WAITING_MESSAGES = 1_000;

/** A message up to this size, of which the other side took less than all, is no reason to wait yet. The next one is counted. */
const UNCOUNTED_BYTES = 16 * 1024;

/** With so many bytes of refusals waiting, a client has to read before it may send more. */
const REFUSED_BYTES = 2 * WAITING_BYTES;

/** Each side is asked for a sign of life this often, in milliseconds. */
const PING_EVERY_MS = 30_000;

/** Time limit for a side's answer to a close frame, in milliseconds. */
const CLOSE_WITHIN_MS = 5_000;

/**
 * A provider has this long to report the use of what is in progress when a session ends, in milliseconds. Less than that: what it has
 * not reported is charged and recorded before the process stops.
 */
const REPORT_WITHIN_MS = 2_000;

/** Frames and bytes that passed. */
export interface RelayCount {
  frames: number;
  bytes: number;
}

/** End of a socket: the code and reason sent to the client. */
export interface SocketEnd {
  readonly code: number;
  readonly reason: string;
  readonly byProvider: boolean;
}

/** A message of the client, for which a response is reserved. */
interface Asking extends AskedEvent {
  readonly data: Buffer | string;
  readonly isBinary: boolean;
}

/**
 * Passes messages between a client and a provider as they are, and looks at what concerns policies: the models that a client names,
 * the answers that it asks for, and what they used. A side that reads slowly has the other one wait. When the session ends, the
 * provider may first report the use of what is in progress.
 */
export class SocketRelay implements ServedSocket {
  readonly count: RelayCount = { frames: 0, bytes: 0 };
  private readonly done: Promise<SocketEnd>;
  private finish: (end: SocketEnd) => void = unset;
  private end: SocketEnd | undefined = undefined;
  private lastMessageAt = performance.now();
  private readonly openedAt = performance.now();
  private readonly ticker: NodeJS.Timeout;
  private readonly alive = new Set<FrameSocket>();
  private open = 2;
  private pingedAt = performance.now();
  private waitingForClient = 0;
  private waitingForProvider = 0;
  /** True while the start of a response is being decided. Later messages of the client wait in their order. */
  private isDeciding = false;
  private readonly behind: { readonly data: Buffer; readonly isBinary: boolean }[] = [];
  /** Code and reason for closing the provider's socket once it has reported the use of responses in progress. */
  private goodbye: { readonly code: number; readonly reason: string } | undefined = undefined;
  private isSettled = false;
  /** Bound, not written here as functions: see `ModelCall.abortable`. */
  private readonly onSentToClient = this.sentToClient.bind(this);
  private readonly onSentToProvider = this.sentToProvider.bind(this);
  private readonly onReportLimit = this.reportLimitReached.bind(this);

  constructor(
    private readonly client: FrameSocket,
    private readonly provider: FrameSocket,
    private readonly rules: RelayRules,
    private readonly limits: RelayLimits,
  ) {
    this.done = new Promise((resolve) => {
      this.finish = resolve;
    });
    const tickMs = Math.min(PING_EVERY_MS, limits.idleMs / 2, limits.ageMs / 2, CHECK_EVERY_MS);
    this.ticker = setInterval(() => this.tick(), tickMs);
  }

  /** Resolves when both sides are closed. Never rejects. */
  run(): Promise<SocketEnd> {
    const { client, provider } = this;
    client.on('message', (data, isBinary) => this.fromClient(data, isBinary));
    provider.on('message', (data, isBinary) => this.fromProvider(data, isBinary));
    for (const [socket, other] of [
      [client, provider],
      [provider, client],
    ] as const) {
      this.alive.add(socket);
      socket.on('pong', () => this.alive.add(socket));
      socket.on('ping', () => this.alive.add(socket));
      socket.on('error', (error) => this.failed(socket, error));
      socket.on('close', (code, reason) => this.closed(socket, other, code, reason));
    }
    client.resume();
    provider.resume();
    return this.done;
  }

  goAway(): void {
    this.close(1001, 'The gateway is shutting down.');
  }

  private fromClient(data: Buffer, isBinary: boolean): void {
    if (this.end !== undefined) return;
    // Messages that were read before the client was paused still arrive.
    if (this.isDeciding) this.behind.push({ data, isBinary });
    else this.handle(data, isBinary);
  }

  private handle(data: Buffer, isBinary: boolean): void {
    // A provider may read events out of binary messages too.
    let refused: GatewayError | undefined;
    let eventId: string | undefined;
    try {
      const event = checkClientEvent(data, this.rules.current(), isBinary);
      eventId = event.eventId;
      const { createsResponse, mayCreateResponse, transcriber, verdict } = event;
      if (verdict.kind === 'refuse') {
        this.sendError({ code: verdict.code, message: verdict.message, param: verdict.param }, eventId);
        return;
      }
      if (transcriber !== undefined) this.rules.noteTranscriber(transcriber);
      const text = verdict.kind === 'replace' ? verdict.text : data;
      if (mayCreateResponse) this.ask({ data: text, eventId, isBinary, isCertain: createsResponse });
      else this.pass(this.provider, this.client, text, isBinary);
    } catch (error) {
      refused = asRefusal(error);
    }
    if (refused !== undefined) this.refuse(refused, eventId);
  }

  private ask(asking: Asking): void {
    const refusal = this.rules.beforeResponse(asking);
    if (refusal instanceof Promise) void this.decide(asking, refusal);
    else this.conclude(asking, refusal);
  }

  private conclude({ data, eventId, isBinary }: Asking, refusal: Refusal): void {
    if (refusal !== undefined) this.sendError({ code: refusal.code, message: refusal.message, param: null }, eventId);
    else this.pass(this.provider, this.client, data, isBinary);
  }

  private async decide(asking: Asking, pending: Promise<Refusal>): Promise<void> {
    this.isDeciding = true;
    this.client.pause();
    try {
      const refusal = await pending;
      if (this.end === undefined) this.conclude(asking, refusal);
      else if (refusal === undefined && asking.isCertain) this.rules.withdrawResponse();
    } catch (error) {
      if (this.end === undefined) this.refuse(asRefusal(error), asking.eventId);
    }
    this.isDeciding = false;
    while (!this.isDeciding) {
      const next = this.behind.shift();
      if (next === undefined) break;
      this.fromClient(next.data, next.isBinary);
    }
    this.resumeDrained();
  }

  private fromProvider(data: Buffer, isBinary: boolean): void {
    let event: SocketEvent | undefined;
    try {
      if (!isBinary && !this.isSettled && mayConcernUse(data)) event = readProviderEvent(data, this.rules.codec);
    } catch (error) {
      this.failProvider(asRefusal(error).message);
      return;
    }
    // Messages for a client that has left are dropped: queued, they would block the provider too.
    if (this.end === undefined) this.pass(this.client, this.provider, data, isBinary);
    if (event === undefined) return;
    try {
      const refusal = this.rules.afterEvent(event);
      if (refusal instanceof Promise) void this.refuseLater(event, refusal);
      else if (refusal !== undefined) this.refuseBegun(event, refusal);
    } catch (error) {
      this.refuse(asRefusal(error), undefined);
    }
    if (this.goodbye !== undefined) this.takeLeave();
  }

  /** Ends the session: its further use could not be counted. */
  private failProvider(problem: string): void {
    if (this.end !== undefined) return;
    this.end = { code: 1011, reason: problem, byProvider: true };
    closeWith(this.client, 1011, problem);
    this.closeProvider(1000, '');
    this.forceSoon();
  }

  private async refuseLater(event: SocketEvent, pending: Promise<Refusal>): Promise<void> {
    try {
      const refusal = await pending;
      if (refusal !== undefined) this.refuseBegun(event, refusal);
    } catch (error) {
      this.refuse(asRefusal(error), undefined);
    }
  }

  /** A response that the provider began by itself is cancelled; the session goes on. */
  private refuseBegun(event: SocketEvent, refusal: GatewayError): void {
    if (this.end !== undefined || event.kind !== 'response began') return;
    this.sendError({ code: refusal.code, message: refusal.message, param: null }, undefined);
    for (const text of this.rules.takeCancels([event.id])) this.provider.send(text, TEXT);
  }

  private pass(to: FrameSocket, from: FrameSocket, data: Buffer | string, isBinary: boolean): void {
    this.count.frames += 1;
    this.count.bytes += data.length;
    this.lastMessageAt = performance.now();
    const kind = isBinary ? BINARY : TEXT;
    // Most readers keep up: what nothing waits before is sent at once, and need not be counted.
    if (data.length <= UNCOUNTED_BYTES && to.bufferedAmount === 0) {
      to.send(data, kind);
      return;
    }
    const isToClient = to === this.client;
    const waiting = isToClient ? ++this.waitingForClient : ++this.waitingForProvider;
    to.send(data, kind, isToClient ? this.onSentToClient : this.onSentToProvider);
    if (waiting > WAITING_MESSAGES || to.bufferedAmount > WAITING_BYTES) from.pause();
  }

  private sentToClient(): void {
    this.waitingForClient -= 1;
    this.resumeDrained();
  }

  private sentToProvider(): void {
    this.waitingForProvider -= 1;
    this.resumeDrained();
  }

  /** Each side is read again once what it caused has been sent. */
  private resumeDrained(): void {
    const { client, provider } = this;
    const clientHasRoom = this.waitingForClient <= WAITING_MESSAGES;
    if (clientHasRoom && client.bufferedAmount <= WAITING_BYTES) provider.resume();
    const providerHasRoom = this.waitingForProvider <= WAITING_MESSAGES && provider.bufferedAmount <= WAITING_BYTES;
    if (this.isDeciding || !providerHasRoom) return;
    if (client.bufferedAmount <= REFUSED_BYTES) client.resume();
  }

  /** An error event in the provider's shape; the socket stays open. */
  private sendError(error: EventError, eventId: string | undefined): void {
    this.client.send(writeErrorEvent(error, eventId), TEXT, () => this.resumeDrained());
    // A client that sends rejected messages has to read the refusals.
    if (this.client.bufferedAmount > REFUSED_BYTES) this.client.pause();
  }

  private refuse(error: GatewayError, eventId: string | undefined): void {
    if (this.end !== undefined) return;
    this.sendError({ code: error.code, message: error.message, param: null }, eventId);
    this.close(1008, error.message);
  }

  private tick(): void {
    const now = performance.now();
    if (now - this.openedAt >= this.limits.ageMs) this.close(1001, 'The session has reached its greatest age.');
    else if (now - this.lastMessageAt >= this.limits.idleMs) this.close(1001, 'The session was idle.');
    if (this.end !== undefined) return;
    void this.verify();
    if (now - this.pingedAt < PING_EVERY_MS) return;
    this.pingedAt = now;
    for (const socket of [this.client, this.provider]) {
      if (!this.alive.delete(socket) && now - this.lastMessageAt >= PING_EVERY_MS) {
        socket.terminate();
        continue;
      }
      socket.ping();
    }
  }

  private async verify(): Promise<void> {
    try {
      await this.rules.verify();
      this.rules.current();
    } catch (error) {
      this.close(1008, asRefusal(error).message);
    }
  }

  /** Ends both sides with a code of our own. */
  private close(code: number, reason: string): void {
    if (this.end !== undefined) return;
    this.end = { code, reason, byProvider: false };
    closeWith(this.client, code, reason);
    this.closeProvider(1000, '');
    this.forceSoon();
  }

  /** Closes the provider's socket when it has reported the use of what is in progress, or after a short time. */
  private closeProvider(code: number, reason: string): void {
    this.goodbye = { code, reason };
    this.takeLeave();
    if (this.goodbye !== undefined) setTimeout(this.onReportLimit, REPORT_WITHIN_MS).unref();
  }

  private takeLeave(): void {
    if (this.goodbye === undefined) return;
    if (this.rules.unfinished > 0 && !this.isSettled) {
      // Also what has begun since: nobody reads it.
      for (const text of this.rules.takeCancels()) this.provider.send(text, TEXT);
      return;
    }
    const { code, reason } = this.goodbye;
    this.goodbye = undefined;
    closeWith(this.provider, code, reason);
  }

  private reportLimitReached(): void {
    this.settle();
    this.takeLeave();
  }

  /** Charges usage that has not been reported. A later report is not charged again. */
  private settle(): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.rules.settleUnfinished(this.end?.byProvider ?? true);
  }

  /**
   * A side that broke the rules of the protocol has got the error from its socket. It may still be sending: a connection that is closed
   * with data unread is reset, and the reason would be lost.
   */
  private failed(socket: FrameSocket, error: Error & { readonly code?: string }): void {
    const code = codeOfFault(error.code);
    if (code === undefined) {
      socket.terminate();
      return;
    }
    if (this.end !== undefined) return;
    const byProvider = socket === this.provider;
    const who = byProvider ? 'The provider' : 'The client';
    const reason = code === 1009 ? `${who} sent a message that is too large.` : `${who} broke the WebSocket protocol.`;
    // The client has done nothing wrong if the provider's messages are invalid, unless they are too large.
    this.end = { code: byProvider && code !== 1009 ? 1011 : code, reason, byProvider };
    if (byProvider) closeWith(this.client, this.end.code, reason);
    else this.closeProvider(1000, '');
    this.forceSoon();
  }

  private closed(socket: FrameSocket, other: FrameSocket, code: number, reason: Buffer): void {
    this.open -= 1;
    const byProvider = socket === this.provider;
    if (byProvider) {
      this.settle();
      this.goodbye = undefined;
    }
    if (this.end === undefined) {
      const sendable = toSendable(code, byProvider);
      this.end = { code: sendable, reason: reason.toString('utf8'), byProvider };
      if (byProvider) closeWith(other, sendable, this.end.reason);
      else this.closeProvider(sendable, this.end.reason);
      // The other side must read its queued messages before it can close.
      other.resume();
      this.forceSoon();
    }
    if (this.open > 0) return;
    clearInterval(this.ticker);
    this.finish(this.end);
  }

  private forceSoon(): void {
    for (const socket of [this.client, this.provider]) socket.resume();
    setTimeout(() => {
      for (const socket of [this.client, this.provider]) socket.terminate();
    }, CLOSE_WITHIN_MS).unref();
  }
}

/** A credential that was revoked ends its sockets within this time, in milliseconds. */
const CHECK_EVERY_MS = 2_000;

const TEXT = { binary: false };
const BINARY = { binary: true };

function asRefusal(error: unknown): GatewayError {
  return error instanceof GatewayError ? error : new GatewayError('internal_error', { cause: error });
}

function unset(): void {}
