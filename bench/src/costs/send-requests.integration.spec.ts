import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sending, sendAtRate, sendForSeconds } from './send-requests.js';

/** Answers with the status that a request names, and remembers who asked. */
const servers: Server[] = [];
const seen: { server: number; name: string; status: string }[] = [];

async function listen(number: number): Promise<string> {
  const server = createServer((request, response) => {
    const name = String(request.headers.name ?? '');
    const status = String(request.headers.status ?? '200');
    seen.push({ server: number, name, status });
    request.resume().on('end', () => response.writeHead(Number(status)).end('{"why":"as asked"}'));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let sending: Sending;
beforeAll(async () => {
  const baseUrls = [await listen(0), await listen(1)];
  const requestOf = (index: number) => ({ headers: { name: `n${index}` }, body: '{}' });
  sending = { baseUrls, path: '/', status: 200, requestOf };
});
afterAll(() => {
  for (const server of servers) server.close();
});

const failing = (every: number): Sending => ({
  ...sending,
  requestOf: (index) => ({ headers: { name: `n${index}`, status: index % every === 0 ? '503' : '200' }, body: '{}' }),
});

describe('sendAtRate', () => {
  it('sends each request once, to the servers in turn, as many as the rate says', async () => {
    seen.length = 0;
    const sent = await sendAtRate(sending, { rate: 200, seconds: 0.5 });
    expect(sent).toBe(seen.length);
    // A tick that comes late sends what is due, and the last may come after the end.
    expect(sent).toBeGreaterThan(20);
    expect(sent).toBeLessThanOrEqual(100);
    const names = new Set(seen.map(({ name }) => name));
    expect(names).toEqual(new Set(Array.from({ length: sent }, (_, index) => `n${index}`)));
    expect(seen.every(({ server, name }) => server === Number(name.slice(1)) % 2)).toBe(true);
  });
});

describe('failures', () => {
  it.each([
    ['at a rate', () => sendAtRate(failing(10), { rate: 200, seconds: 0.3 })],
    ['at full load', () => sendForSeconds(failing(10), { connections: 4, seconds: 0.2 })],
  ])('one failed request in ten is no measurement, %s', async (_name, send) => {
    await expect(send()).rejects.toThrow(/requests failed, such as with 503: .*as asked/);
  });

  it('are no failures in a warm-up', async () => {
    const warmUp = { ...failing(2), status: undefined };
    expect(await sendForSeconds(warmUp, { connections: 2, seconds: 0.2 })).toBeGreaterThan(0);
  });

  it('to connect are told as they are', async () => {
    const nobody = { ...sending, baseUrls: ['http://127.0.0.1:9'] };
    await expect(sendForSeconds(nobody, { connections: 1, seconds: 0.2 })).rejects.toThrow('ECONNREFUSED');
  });
});
