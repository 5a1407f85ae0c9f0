/**
 * The plain server: `node plain-server.js <port>`. It reads each body and answers with a few bytes of JSON: what `node:http` itself
 * costs, and the limit of what a gateway on it can reach for a refusal or an idle connection.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const BODY = JSON.stringify({ choices: [] });
const HEADERS = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(BODY) };

function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume();
  incoming.on('end', () => outgoing.writeHead(200, HEADERS).end(BODY));
}

// Idle connections stay open for as long as the gateway's do.
createServer({ keepAliveTimeout: 72_000 }, answer).listen(Number(process.argv[2]), '127.0.0.1');
