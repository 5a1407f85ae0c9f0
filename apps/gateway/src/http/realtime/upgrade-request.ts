import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestKind } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { chooseRequestId, pathOf, refuseFaultyHead } from '@multilane/http';
import { type SocketRequest, toGatewayError } from '@multilane/providers';
import { answerError } from '../../delivery/answer-error.js';
import { answerHeadersFor } from '../../delivery/answer-headers.js';
import { type UpgradeExchange, type Upgrader, UpgradeSink } from '../../delivery/upgrade-sink.js';
import type { FoundEndpoint } from '../../endpoints/find-endpoint.js';
import { runPipeline } from '../../pipeline/run-pipeline.js';
import { usualKindOf } from '../../recording/describe-request.js';
import type { Admission, IncomingRequest } from '../../recording/request-parts.js';
import { recordRefusal } from '../../recording/settle-request.js';
import type { Admit } from '../admit.js';
import type { HttpServices } from '../http-services.js';

/** Number of sockets and of upgrades in progress whose credential is known; and the limit of both together. */
export interface UpgradeSlots {
  served: number;
  readonly most: number;
}

export function refuseLoad(): GatewayError {
  return new GatewayError('overloaded', { headers: { 'retry-after': '1' } });
}

/** A client that was rejected has this long to read it, in milliseconds: Node no longer watches connections that asked for an upgrade. */
const READ_REFUSAL_MS = 5_000;

/** Characters of a URL that are read. */
const LONGEST_URL = 8 * 1024;
const MOST_PARAMETERS = 50;

/**
 * A request for a socket, from its head to the answer: every refusal is an HTTP answer, and 101 is the last thing that is said over HTTP.
 */
export class UpgradeRequest implements IncomingRequest, UpgradeExchange {
  readonly requestId: string;
  readonly method = 'GET';
  readonly path: string;
  readonly endpoint: string | undefined;
  readonly clientAddress: string | null;
  readonly headers: IncomingMessage['headers'];
  readonly isLarge = false;
  readonly answerHeaders: Record<string, string>;
  readonly response: ServerResponse;
  admission: Admission | null = null;
  /** Set once the caller is known and has a place. */
  private slots: UpgradeSlots | undefined = undefined;

  constructor(
    private readonly services: HttpServices,
    private readonly admit: Admit,
    private readonly found: FoundEndpoint | undefined,
    readonly incoming: IncomingMessage,
    readonly socket: Duplex,
    readonly head: Buffer,
  ) {
    this.requestId = chooseRequestId(incoming);
    this.path = pathOf(incoming.url ?? '');
    this.endpoint = found?.endpoint.name;
    this.clientAddress = services.readClientAddress(incoming);
    this.headers = incoming.headers;
    this.answerHeaders = answerHeadersFor(this.path, this.requestId, this.headers, services.snapshots);
    this.response = new ServerResponse(incoming);
    this.response.shouldKeepAlive = false;
    this.response.assignSocket(socket as never);
    this.response.on('finish', () => {
      socket.end();
      // The client's further bytes must be read, or its connection is never seen to end.
      socket.resume();
      setTimeout(() => socket.destroy(), READ_REFUSAL_MS).unref();
    });
  }

  /** Tells Nest, once, that the connection has ended, accepted or not. */
  on(event: string, listener: () => void): void {
    if (event === 'disconnect') this.socket.once('close', listener);
  }

  /** Kind of an upgrade that is rejected before its pipeline begins. */
  get kind(): RequestKind {
    return this.found === undefined ? 'read' : usualKindOf(this.found.endpoint);
  }

  /** The same credential once more, by what is in effect now. */
  async readmit(): Promise<Admission> {
    return this.admit(this.incoming);
  }

  /**
   * Finds out who asks, and takes a place: an unknown caller learns nothing about what exists, and uses up nobody's socket. Never
   * rejects.
   *
   * @returns false if the request was rejected
   */
  async enter(slots: UpgradeSlots): Promise<boolean> {
    try {
      refuseFaultyHead(this.incoming);
      this.admission = await this.admit(this.incoming);
      if (slots.served >= slots.most) throw refuseLoad();
      slots.served += 1;
      this.slots = slots;
      return true;
    } catch (error) {
      this.refuse(error);
      return false;
    }
  }

  /** Runs every policy, accepts the socket and relays until it closes; or answers with an error. Call it after `enter`. The promise never rejects. */
  async serve(upgrader: Upgrader): Promise<void> {
    try {
      await this.run(upgrader);
    } catch (error) {
      this.refuse(error);
    } finally {
      if (this.slots !== undefined) this.slots.served -= 1;
      this.slots = undefined;
    }
  }

  private async run(upgrader: Upgrader): Promise<void> {
    const { admission, found, services } = this;
    const { endpoint } = found ?? {};
    if (endpoint?.socket === undefined || admission === null) throw new GatewayError('not_found');
    refuseFaultyUpgrade(this.incoming);
    const body: SocketRequest = {
      query: readQuery(this.incoming.url ?? ''),
      protocols: readProtocols(this.headers['sec-websocket-protocol']),
    };
    const sink = new UpgradeSink(this, upgrader);
    await runPipeline(endpoint, { admission, body, request: this, services, sink });
  }

  refuse(thrown: unknown): void {
    const error = toGatewayError(thrown);
    if (error.code === 'internal_error') {
      this.services.logger.error({ request_id: this.requestId, err: thrown }, 'an upgrade failed');
    }
    recordRefusal(this.services, this, error);
    answerError(this, error, { connection: 'close' });
  }
}

/** RFC 6455 section 4.2.1. */
function refuseFaultyUpgrade({ headers, httpVersion, method }: IncomingMessage): void {
  if (method !== 'GET' || httpVersion !== '1.1') throw refuseHandshake('Upgrade with GET over HTTP/1.1.');
  if (headers.upgrade?.toLowerCase() !== 'websocket') throw refuseHandshake('The header Upgrade must be websocket.');
  if (!/^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')) {
    throw refuseHandshake('The header Sec-WebSocket-Key is not valid.');
  }
  if (headers['sec-websocket-version'] !== '13') {
    throw new GatewayError('upgrade_required', { headers: { 'sec-websocket-version': '13' } });
  }
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
    throw refuseHandshake('An upgrade has no body.');
  }
}

function refuseHandshake(message: string): GatewayError {
  return new GatewayError('invalid_value', { message });
}

function readQuery(url: string): Record<string, string> {
  if (url.length > LONGEST_URL) throw new GatewayError('invalid_value', { message: 'The URL is too long.' });
  const start = url.indexOf('?');
  if (start === -1) return {};
  const query: Record<string, string> = {};
  const parameters = new URLSearchParams(url.slice(start));
  if (parameters.size > MOST_PARAMETERS) throw new GatewayError('invalid_value', { message: 'The query is too long.' });
  for (const [name, value] of parameters) {
    if (Object.hasOwn(query, name)) {
      throw new GatewayError('invalid_value', { param: 'query', message: 'A query parameter is there twice.' });
    }
    query[name] = value;
  }
  return query;
}

/** Subprotocols that hold a credential, or ask for the beta that is no more, are nobody else's. */
function readProtocols(header: string | undefined): string[] {
  const offered = (header ?? '').split(',').map((each) => each.trim());
  return offered.filter((each) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(each) && !/^openai-/i.test(each));
}
