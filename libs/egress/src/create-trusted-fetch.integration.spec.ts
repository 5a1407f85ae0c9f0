import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createTrustedFetch } from './create-trusted-fetch.js';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A forward proxy that records what it was asked for, and answers by itself. */
async function startProxy(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.end('{"keys":["by the proxy"]}');
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, asked };
}

const startIssuer = () => listen(createServer((_request, response) => response.end('{"keys":[]}')));

describe('addresses that the operator names', () => {
  it('is fetched directly if there is no proxy and no certificate authority', () => {
    expect(createTrustedFetch({})).toBe(globalThis.fetch);
  });

  it('is fetched through the proxy, though its address is this machine', async () => {
    const [port, proxy] = [await startIssuer(), await startProxy()];
    const answer = await createTrustedFetch({ proxy: proxy.url })(`http://127.0.0.1:${port}/keys`);
    expect(await answer.json()).toEqual({ keys: ['by the proxy'] });
    expect(proxy.asked).toEqual([`http://127.0.0.1:${port}/keys`]);
  });

  it('is fetched past the proxy where its host is an exception', async () => {
    const [port, proxy] = [await startIssuer(), await startProxy()];
    const answer = await createTrustedFetch({ proxy: proxy.url, noProxy: '127.0.0.1' })(`http://127.0.0.1:${port}/`);
    expect([answer.status, proxy.asked]).toEqual([200, []]);
  });
});
