import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { boundAnswers } from './bound-answers.js';

let server: Server;

async function listen(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('an answer of an identity provider', () => {
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is what it was, within the bound', async () => {
    const url = await listen((_request, response) => {
      response.writeHead(201, { 'content-type': 'application/json', 'x-own': '1' }).end('{"a":"é"}');
    });
    const answer = await boundAnswers(fetch)(url);
    expect([answer.status, answer.headers.get('x-own'), await answer.json()]).toEqual([201, '1', { a: 'é' }]);
  });

  it('may have no body', async () => {
    const url = await listen((_request, response) => response.writeHead(204).end());
    expect((await boundAnswers(fetch)(url)).status).toBe(204);
  });

  it.each<[string, RequestListener]>([
    [
      'never ends',
      (_request, response) => {
        const fill = (): void => {
          while (!response.destroyed && response.write('a'.repeat(65_536)));
        };
        response.on('drain', fill);
        fill();
      },
    ],
    [
      'becomes long when it is unpacked',
      (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000, ' ')));
      },
    ],
  ])('fails where it is too long: one that %s', async (_what, write) => {
    const answer = await boundAnswers(fetch)(await listen(write));
    await expect(answer.text()).rejects.toThrow('more than 1048576 bytes');
  });
});
