import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { GatewayConfig } from '@multilane/config';
import type { RequestKind } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { chooseRequestId, pathOf, refuseFaultyHead } from '@multilane/http';
import { type SocketRequest, toGatewayError } from '@multilane/providers';
import { answerError } from '../delivery/answer-error.js';
import { answerHeadersFor } from '../delivery/answer-headers.js';
import { type UpgradeExchange, Upgrader, UpgradeSink } from '../delivery/upgrade-sink.js';
import { EndpointFinder, type FoundEndpoint } from '../endpoints/find-endpoint.js';
import type { GatewayServices } from '../gateway-services.js';
import { runPipeline } from '../pipeline/run-pipeline.js';
import { usualKindOf } from '../recording/describe-request.js';
import type { Admission, IncomingRequest } from '../recording/request-parts.js';
import { recordRefusal } from '../recording/settle-request.js';
import type { Admit } from './admit.js';

/** Takes the `upgrade` events of a server. */
export type UpgradeHandler = (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Serves upgrades to sockets: every refusal is an HTTP answer, and 101 is the last thing that is said over HTTP. */
export function createUpgradeHandler(
  services: GatewayServices,
  admit: Admit,
  { max_frame_mb: frameMegabytes, max_sockets: most }: GatewayConfig['realtime'],
  endpoints = new EndpointFinder(),
): UpgradeHandler {
  let upgrader: Upgrader | undefined;
  const slots: Slots = { served: 0, most };
  return (incoming, socket, head) => {
    // Without a listener the end of a connection would end the process.
    socket.on('error', () => socket.destroy());
    const request = new UpgradeRequest(
      services,
      admit,
      endpoints.find('GET', pathOf(incoming.url ?? '')),
      incoming,
      socket,
      head,
    );
    if (services.sockets.isDraining) {
      request.refuse(refuseLoad());
      return;
    }
    upgrader ??= new Upgrader(frameMegabytes * 1024 * 1024);
    void request.serve(upgrader, slots);
  };
}

interface Slots {
  /** Upgrades under way whose credential is known, and sockets. */
  served: number;
  readonly most: number;
}

function refuseLoad(): GatewayError {
  return new GatewayError('overloaded', { headers: { 'retry-after': '1' } });
}

/** A client that was refused has this long to read it, in milliseconds: Node no longer watches connections that asked for an upgrade. */
const READ_REFUSAL_MS = 5_000;

/**
 * Whether a request is upgraded: to a WebSocket, where there is one. Others are answered as if they had not asked: some clients offer
 * HTTP/2 with every request, and a server that does not speak it answers over HTTP/1.1 (RFC 9110 section 7.8).
 */
export function isUpgradeServed(incoming: IncomingMessage, endpoints: EndpointFinder): boolean {
  if (incoming.headers.upgrade?.toLowerCase() !== 'websocket') return false;
  return endpoints.find('GET', pathOf(incoming.url ?? ''))?.endpoint.socket !== undefined;
}

/** So much of a query is read. */
const LONGEST_URL = 8 * 1024;
const MOST_PARAMETERS = 50;

class UpgradeRequest implements IncomingRequest, UpgradeExchange {
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

  constructor(
    private readonly services: GatewayServices,
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
      // What a client goes on to send must be read, else its connection is never seen to end.
      socket.resume();
      setTimeout(() => socket.destroy(), READ_REFUSAL_MS).unref();
    });
  }

  /** Of an upgrade that is refused before its pipeline begins. */
  get kind(): RequestKind {
    return this.found === undefined ? 'read' : usualKindOf(this.found.endpoint);
  }

  /** The same credential once more, by what is in effect now. */
  async readmit(): Promise<Admission> {
    return this.admit(this.incoming);
  }

  /** Never rejects. */
  async serve(upgrader: Upgrader, slots: Slots): Promise<void> {
    try {
      refuseFaultyHead(this.incoming);
      // An unknown caller learns nothing about what exists, and uses up nobody's socket.
      const admission = await this.admit(this.incoming);
      this.admission = admission;
      if (slots.served >= slots.most) throw refuseLoad();
      slots.served += 1;
      try {
        await this.run(upgrader, admission);
      } finally {
        slots.served -= 1;
      }
    } catch (error) {
      this.refuse(error);
    }
  }

  private async run(upgrader: Upgrader, admission: Admission): Promise<void> {
    const { found, services } = this;
    const { endpoint } = found ?? {};
    if (endpoint?.socket === undefined) throw new GatewayError('not_found');
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
