import { randomUUID } from 'node:crypto';
import { isRecord, type Usage } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { SocketCodec } from '@multilane/providers';
import type { FrameSocket } from '../upstream/frame-socket.js';
import { checkClientEvent, type EventRules } from './check-client-event.js';
import type { ServedSocket } from './open-sockets.js';

/** So many bytes wait for a slow reader before the other side has to wait, in each direction. */
const WAITING_BYTES = 512 * 1024;

/** So many messages may wait: one of a byte costs hundreds of them. */
const WAITING_MESSAGES = 1_000;

/** A message up to this size, of which the other side took less than all, is no reason to wait yet. The next one is counted. */
const UNCOUNTED_BYTES = 16 * 1024;

/** With so many bytes of refusals waiting, a client has to read before it may send more. */
const REFUSED_BYTES = 2 * WAITING_BYTES;

/** Each side is asked for a sign of life this often, in milliseconds. */
const PING_EVERY_MS = 30_000;

/** How long to wait for a side after its close frame, in milliseconds. */
const CLOSE_WITHIN_MS = 5_000;

export interface RelayLimits {
  /** Silence of both sides, in milliseconds. */
  readonly idleMs: number;
  /** From the upgrade, in milliseconds. */
  readonly ageMs: number;
}

/** Decides which messages pass, and is notified of them. */
export interface RelayRules {
  readonly codec: SocketCodec;
  /** What is in effect at this moment; throws the refusal of a credential that no longer holds. */
  current(): EventRules;
  /** Rejects with the refusal of a credential that no longer holds. */
  verify(): Promise<void>;
  /** Before the model answers; throws where a budget is spent. */
  beforeResponse(): void;
  /** The model has answered. Throws where nothing is left for another answer. */
  afterResponse(usage: Usage): void;
}

/** What passed, for whoever records it. */
export interface RelayCount {
  frames: number;
  bytes: number;
}

/** How a socket ended: the code and reason sent to the client. */
export interface SocketEnd {
  readonly code: number;
  readonly reason: string;
  readonly byProvider: boolean;
}

/**
 * Passes messages between a client and a provider as they are, and looks at what concerns policies: the models that a client names,
 * the answers that it asks for, and what they used. A side that reads slowly has the other one wait.
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
  /** Bound, not written here as functions: see `ModelCall.abortable`. */
  private readonly onSentToClient = this.sentToClient.bind(this);
  private readonly onSentToProvider = this.sentToProvider.bind(this);

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
    // A provider may read events out of binary messages too.
    let refused: GatewayError | undefined;
    let eventId: string | undefined;
    try {
      const event = checkClientEvent(data, this.rules.current());
      eventId = event.eventId;
      const { verdict } = event;
      if (verdict.kind === 'refuse') {
        this.sendError({ code: verdict.code, message: verdict.message, param: verdict.param }, eventId);
        return;
      }
      if (event.mayCreateResponse) this.rules.beforeResponse();
      this.pass(this.provider, this.client, verdict.kind === 'replace' ? verdict.text : data, isBinary);
    } catch (error) {
      refused = asRefusal(error);
    }
    if (refused !== undefined) this.refuse(refused, eventId);
  }

  private fromProvider(data: Buffer, isBinary: boolean): void {
    this.pass(this.client, this.provider, data, isBinary);
    if (isBinary || !mayEndResponse(data)) return;
    const usage = this.readUsage(data);
    if (usage === undefined) return;
    try {
      this.rules.afterResponse(usage);
    } catch (error) {
      this.refuse(asRefusal(error), undefined);
    }
  }

  private readUsage(data: Buffer): Usage | undefined {
    try {
      const event: unknown = JSON.parse(data.toString('utf8'));
      return isRecord(event) ? this.rules.codec.readUsage(event) : undefined;
    } catch {
      return undefined;
    }
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
    if (this.waitingForProvider > WAITING_MESSAGES || provider.bufferedAmount > WAITING_BYTES) return;
    if (client.bufferedAmount <= REFUSED_BYTES) client.resume();
  }

  /** An error event in the provider's shape; the socket stays open. */
  private sendError(error: { code: string; message: string; param: string | null }, eventId: string | undefined): void {
    const event = {
      type: 'error',
      event_id: `event_${randomUUID().replaceAll('-', '')}`,
      error: { type: 'invalid_request_error', ...error, event_id: eventId ?? null },
    };
    this.client.send(JSON.stringify(event), TEXT, () => this.resumeDrained());
    // Whoever sends what is refused has to read the refusals.
    if (this.client.bufferedAmount > REFUSED_BYTES) this.client.pause();
  }

  private refuse(error: GatewayError, eventId: string | undefined): void {
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
    closeWith(this.provider, 1000, '');
    this.forceSoon();
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
    // What is wrong with the provider's messages, but for their size, is nothing that the client has done.
    this.end = { code: byProvider && code !== 1009 ? 1011 : code, reason, byProvider };
    if (byProvider) closeWith(this.client, this.end.code, reason);
    else closeWith(this.provider, 1000, '');
    this.forceSoon();
  }

  private closed(socket: FrameSocket, other: FrameSocket, code: number, reason: Buffer): void {
    this.open -= 1;
    if (this.end === undefined) {
      const byProvider = socket === this.provider;
      const sendable = toSendable(code, byProvider);
      this.end = { code: sendable, reason: reason.toString('utf8'), byProvider };
      closeWith(other, sendable, this.end.reason);
      // What waits must be read before the other side can say goodbye.
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

/** The close code of a fault that `ws` found in what it read; undefined for a connection that broke. */
function codeOfFault(code: string | undefined): number | undefined {
  if (code === undefined || !code.startsWith('WS_ERR_')) return undefined;
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' || code === 'WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH') return 1009;
  if (code === 'WS_ERR_TOO_MANY_BUFFERED_PARTS') return 1008;
  return code === 'WS_ERR_INVALID_UTF8' ? 1007 : 1002;
}

/** 123 bytes are what a close frame has room for. */
const LONGEST_REASON = 123;

function closeWith(socket: FrameSocket, code: number, reason: string): void {
  let cut = Buffer.from(reason).subarray(0, LONGEST_REASON);
  // A character that is cut in two would make the frame malformed.
  while (cut.length > 0 && !isWholeText(cut)) cut = cut.subarray(0, -1);
  socket.close(code, cut);
}

function isWholeText(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString('utf8')).equals(bytes);
}

/** 1004, 1005, 1006 and 1015 say what happened here, and are never sent (RFC 6455 section 7.4.1). */
function toSendable(code: number, byProvider: boolean): number {
  if (code === 1005) return 1000;
  const isSendable = (code >= 1000 && code <= 1014 && code !== 1004 && code !== 1006) || (code >= 3000 && code <= 4999);
  if (isSendable) return code;
  return byProvider ? 1011 : 1000;
}

/** What events of the reference provider begin with. */
const TYPE_FIRST = Buffer.from('{"type":"');
const RESPONSE_DONE = Buffer.from('response.done');

/** Whether an event may be a `response.done`. Events of sound, most of all and the longest, are not searched for it. */
function mayEndResponse(event: Buffer): boolean {
  if (!hasAt(event, TYPE_FIRST, 0)) return event.includes(RESPONSE_DONE);
  return hasAt(event, RESPONSE_DONE, TYPE_FIRST.length);
}

function hasAt(bytes: Buffer, wanted: Buffer, at: number): boolean {
  for (let index = 0; index < wanted.length; index += 1) {
    if (bytes[at + index] !== wanted[index]) return false;
  }
  return true;
}

function asRefusal(error: unknown): GatewayError {
  return error instanceof GatewayError ? error : new GatewayError('internal_error', { cause: error });
}

function unset(): void {}
