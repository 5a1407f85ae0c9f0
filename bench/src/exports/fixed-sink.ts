/** A store of records that takes everything: `node fixed-sink.js <port>`. It answers as the kinds of sinks expect, and keeps nothing. */
import { createServer } from 'node:http';

const port = Number(process.argv[2]);

createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (request.url?.startsWith('/services/collector')) response.end('{"text":"Success","code":0}');
    else if (request.url === '/v1/traces') response.setHeader('content-type', 'application/x-protobuf').end();
    else response.end();
  });
}).listen(port, '127.0.0.1');
