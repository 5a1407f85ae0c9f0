import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP API, which answers with what it was asked, and issues tokens. */
export interface Api {
  readonly url: string;
  readonly server: Server;
  readonly tokenRequests: readonly { readonly authorization: string | undefined; readonly body: string }[];
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
  const tokenRequests: Api['tokenRequests'][number][] = [];
  const server = createServer((incoming, response) => {
    void (async () => {
      let body = '';
      for await (const piece of incoming) body += String(piece);
      const { headers, method, url } = incoming;
      if (url === '/token') tokenRequests.push({ authorization: headers.authorization, body });
      const token = { access_token: `token-${tokenRequests.length}`, expires_in: 3_600 };
      const asked = { method, url, key: headers['x-api-key'], body };
      const said = url === '/openapi.json' ? DOCUMENT : url === '/token' ? token : asked;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server, tokenRequests };
}
