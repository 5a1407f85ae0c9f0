import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP API, which answers with what it was asked. */
export interface Api {
  readonly url: string;
  readonly server: Server;
}

const DOCUMENT = {
  openapi: '3.1.0',
  servers: [{ url: '/v1' }],
  paths: {
    '/pets/{id}': {
      post: {
        operationId: 'getPet',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'fields', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        ],
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      },
    },
  },
};

/** Starts it on a free port of 127.0.0.1. Close the server when the test is over. */
export async function startApi(): Promise<Api> {
  const server = createServer((incoming, response) => {
    void (async () => {
      let body = '';
      for await (const piece of incoming) body += String(piece);
      const { headers, method, url } = incoming;
      const said = url === '/openapi.json' ? DOCUMENT : { method, url, key: headers['x-api-key'], body };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server };
}
