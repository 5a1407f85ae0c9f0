import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { pathOf } from '@multilane/http';
import type { WsMessageHandler } from '@nestjs/common';
import { AbstractWsAdapter } from '@nestjs/websockets';
import type { EndpointFinder } from '../../endpoints/find-endpoint.js';
import type { Admit } from '../admit.js';
import type { HttpServices } from '../http-services.js';
import { refuseLoad, UpgradeRequest, type UpgradeSlots } from './upgrade-request.js';

/** Tells of each request for a socket whose caller is known, as `connection`: nothing is accepted yet. */
export type UpgradeServer = EventEmitter<{ connection: [request: UpgradeRequest] }>;

/**
 * Brings requests for sockets to the `@WebSocketGateway`s of Nest before they are answered. Nest's own adapters answer 101 first and ask
 * afterwards, when a refusal can no longer be an HTTP answer with its status and headers. Frames do not pass here: they go straight from
 * socket to socket. Open sockets are drained with the process (`OpenSockets`).
 */
export class UpgradeAdapter extends AbstractWsAdapter {
  private readonly slots: UpgradeSlots;

  constructor(
    private readonly server: Server,
    private readonly services: HttpServices,
    private readonly admit: Admit,
    private readonly endpoints: EndpointFinder,
    mostSockets: number,
  ) {
    super(server);
    this.slots = { served: 0, most: mostSockets };
  }

  /** Takes the upgrades of the HTTP server; a port of its own is not needed. */
  override create(): UpgradeServer {
    const upgrades: UpgradeServer = new EventEmitter();
    Object.assign(this.server, {
      shouldUpgradeCallback: (incoming: IncomingMessage) => isUpgradeServed(incoming, this.endpoints),
    });
    this.server.on('upgrade', (incoming, socket, head) => void this.take(upgrades, incoming, socket, head));
    return upgrades;
  }

  private async take(upgrades: UpgradeServer, incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Without a listener the end of a connection would end the process.
    socket.on('error', () => socket.destroy());
    const { admit, endpoints, services } = this;
    const found = endpoints.find('GET', pathOf(incoming.url ?? ''));
    const request = new UpgradeRequest(services, admit, found, incoming, socket, head);
    if (services.sockets.isDraining) request.refuse(refuseLoad());
    else if (await request.enter(this.slots)) upgrades.emit('connection', request);
  }

  /** Rejects handlers of messages at start: a frame that took the way through Nest would cost more than its relay. */
  override bindMessageHandlers(_request: UpgradeRequest, handlers: readonly WsMessageHandler[]): void {
    if (handlers.length > 0) throw new Error('frames are relayed from socket to socket: @SubscribeMessage sees none');
  }
}

/**
 * True if a request is upgraded: to a WebSocket, on paths that have one. Others are answered as if they had not asked: some clients offer
 * HTTP/2 with every request, and a server that does not speak it answers over HTTP/1.1 (RFC 9110 section 7.8).
 */
function isUpgradeServed(incoming: IncomingMessage, endpoints: EndpointFinder): boolean {
  if (incoming.headers.upgrade?.toLowerCase() !== 'websocket') return false;
  return endpoints.find('GET', pathOf(incoming.url ?? ''))?.endpoint.socket !== undefined;
}
