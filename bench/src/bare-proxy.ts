/**
 * The bare proxy: `node bare-proxy.js <port> <upstream address>`. It pipes each request to the upstream and the answer
 * back, and does nothing else: the limit of what a gateway on `node:http` and undici can reach.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Agent, request } from 'undici';

const [port, upstream] = process.argv.slice(2);
const dispatcher = new Agent({ allowH2: false, headersTimeout: 0, bodyTimeout: 0 });

async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { 'content-type': type, 'content-length': length, authorization } = incoming.headers;
  const { statusCode, headers, body } = await request(`${upstream}${incoming.url}`, {
    dispatcher,
    method: incoming.method ?? 'GET',
    headers: { 'content-type': type, 'content-length': length, authorization },
    body: length === undefined ? null : incoming,
  });
  body.on('error', () => outgoing.destroy());
  outgoing.on('close', () => body.destroy());
  outgoing.writeHead(statusCode, headers);
  // Not `stream.pipeline`, which would more than double the cost of a request and make any gateway look good.
  body.pipe(outgoing);
}

/** Passes the messages of a WebSocket on, in both directions. */
async function relay(incoming: IncomingMessage, connection: Duplex, head: Buffer): Promise<void> {
  const { WebSocket, WebSocketServer } = await import('ws');
  const provider = new WebSocket(`${upstream?.replace(/^http/, 'ws')}${incoming.url}`, { perMessageDeflate: false });
  provider.on('error', () => connection.destroy());
  provider.once('open', () => {
    const upgrader = new WebSocketServer({ noServer: true, perMessageDeflate: false });
    upgrader.handleUpgrade(incoming, connection, head, (client) => {
      client.on('message', (data, binary) => provider.send(data, { binary }));
      provider.on('message', (data, binary) => client.send(data, { binary }));
      client.on('error', () => client.terminate());
      client.on('close', () => provider.terminate());
      provider.on('close', () => client.terminate());
    });
  });
}

const server = createServer((incoming, outgoing) => {
  forward(incoming, outgoing).catch(() => outgoing.destroy());
});
server.on('upgrade', (incoming, connection, head) => {
  relay(incoming, connection, head).catch(() => connection.destroy());
});
server.listen(Number(port), '127.0.0.1');
