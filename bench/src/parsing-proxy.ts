/**
 * The parsing proxy: `node parsing-proxy.js <port> <upstream address>`. Like the bare proxy, but it reads each body whole, parses it,
 * and sends what it writes anew: the least that a gateway does which changes the model's name.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, request } from 'undici';

const [port, upstream] = process.argv.slice(2);
const dispatcher = new Agent({ allowH2: false, headersTimeout: 0, bodyTimeout: 0 });

async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { 'content-type': type, authorization } = incoming.headers;
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString('utf8');
  const { statusCode, headers, body } = await request(`${upstream}${incoming.url}`, {
    dispatcher,
    method: incoming.method ?? 'GET',
    headers: { 'content-type': type, authorization },
    body: text === '' ? null : JSON.stringify(JSON.parse(text)),
  });
  body.on('error', () => outgoing.destroy());
  outgoing.on('close', () => body.destroy());
  outgoing.writeHead(statusCode, headers);
  body.pipe(outgoing);
}

const server = createServer((incoming, outgoing) => {
  forward(incoming, outgoing).catch(() => outgoing.destroy());
});
server.listen(Number(port), '127.0.0.1');
