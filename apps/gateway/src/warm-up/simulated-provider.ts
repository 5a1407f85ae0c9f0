import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { simulate } from '@multilane/providers';
import { makeIdSeed } from '../upstream/make-id-seed.js';

/**
 * Begins to listen on a free port of the loopback interface, which no other worker process shares; resolves with the origin.
 */
export async function listenOnLoopback(server: Server): Promise<string> {
  server.listen({ port: 0, host: '127.0.0.1', exclusive: true });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The simulator behind a socket, so that the way to a provider is warmed up too. */
export function createSimulatedProvider(): Server {
  return createServer((incoming, response) => {
    let body = '';
    incoming.setEncoding('latin1');
    incoming.on('data', (piece: string) => (body += piece));
    incoming.on('end', () => answer(incoming, response, body));
  });
}

function answer({ url = '' }: IncomingMessage, response: ServerResponse, body: string): void {
  const simulated = simulate(url, body, { id: makeIdSeed(), created: Math.floor(Date.now() / 1000) });
  if ('events' in simulated) {
    response.writeHead(simulated.status, { ...simulated.headers });
    for (const event of simulated.events) response.write(event);
    response.end();
    return;
  }
  response.writeHead(simulated.status, { ...simulated.headers, 'content-length': Buffer.byteLength(simulated.body) });
  response.end(simulated.body);
}
