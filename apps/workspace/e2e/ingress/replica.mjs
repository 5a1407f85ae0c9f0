/** A service behind a proxy: answers each request with 200 and its body. Called with its port. */
import { createServer } from 'node:http';

const server = createServer((incoming, answer) => {
  incoming.setEncoding('utf8');
  let body = '';
  incoming.on('data', (piece) => {
    body += piece;
  });
  incoming.on('end', () => answer.end(body));
});
// Longer than proxies keep idle connections, as the services do.
server.keepAliveTimeout = 72_000;
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'));
