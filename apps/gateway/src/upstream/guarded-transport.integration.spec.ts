import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type GatewayConfig, parseConfig } from '@multilane/config';
import { makeCertificate } from '@multilane/testing';
import { startForwardProxy } from '../../e2e/providers/start-forward-proxy.js';
import { describeTransportError } from './describe-transport-error.js';
import { Transports } from './transports.js';

/** Resources that a test opened, closed again in reverse order. */
const open: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function listen(server: Server): Promise<{ port: number; calls: string[] }> {
  const calls: string[] = [];
  server.on('request', ((incoming, response) => {
    calls.push(`${incoming.method} ${incoming.url}`);
    const location = incoming.url === '/moved' ? { location: '/' } : {};
    incoming.resume().once('end', () => response.writeHead(location.location ? 302 : 200, location).end('ok'));
  }) satisfies RequestListener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return { port: (server.address() as AddressInfo).port, calls };
}

/** Sends a request as for a provider that people named, or the operator; resolves to the status. */
function send(origin: string, network: object, { trusted = false, path = '/', headers = {} } = {}): Promise<number> {
  const { config } = parseConfig(JSON.stringify({ network, providers: [{ name: 'p', kind: 'openai' }] }), { env: {} });
  const [provider] = config.providers as [GatewayConfig['providers'][number]];
  const transports = new Transports();
  open.push(() => transports.close());
  const transport = transports.choose(provider, config.network, trusted);
  return new Promise((resolve, reject) => {
    let status = 0;
    const draft = { address: { origin, path }, headers, body: '{}' };
    transport.send(draft, {
      onStart: (begun) => {
        status = begun;
      },
      onData: () => undefined,
      onEnd: () => resolve(status),
      onError: reject,
    });
  });
}

const REFUSED = { name: 'EgressRefusal', code: 'ERR_FORBIDDEN_ADDRESS' };
const LOOPBACK = { allow_private: ['127.0.0.0/8', '::1'] };

describe('docs/contract/egress.md#addresses: a provider that people name', () => {
  it.each(['127.0.0.1', '0x7f000001', 'localhost', '[::ffff:127.0.0.1]', '0.0.0.0', '169.254.169.254'])(
    'is not reached at %s',
    async (host) => {
      const { port, calls } = await listen(createHttpServer());
      await expect(send(`http://${host}:${port}`, {})).rejects.toMatchObject(REFUSED);
      expect(calls).toEqual([]);
    },
  );

  it('is trusted at any address if gateway.yaml declares it', async () => {
    const { port } = await listen(createHttpServer());
    expect(await send(`http://localhost:${port}`, {}, { trusted: true })).toBe(200);
  });

  it.each(['127.0.0.1', 'localhost'])('is reached at %s where network.allow_private lists it', async (host) => {
    const { port } = await listen(createHttpServer());
    expect(await send(`http://${host}:${port}`, LOOPBACK)).toBe(200);
  });

  it('is called with its own name over TLS', async () => {
    const certificate = await makeCertificate('localhost');
    open.push(() => certificate.remove());
    const { port } = await listen(createTlsServer({ cert: certificate.cert, key: certificate.key }));
    const network = { ...LOOPBACK, ca_file: certificate.file };
    expect(await send(`https://localhost:${port}`, network)).toBe(200);
    await expect(send(`https://localhost:${port}`, { ca_file: certificate.file })).rejects.toMatchObject(REFUSED);
  });

  it('leads nowhere by a redirect', async () => {
    const { port, calls } = await listen(createHttpServer());
    expect(await send(`http://127.0.0.1:${port}`, LOOPBACK, { path: '/moved' })).toBe(302);
    expect(calls).toEqual(['POST /moved']);
  });

  it('is checked before it is sent to an egress proxy, and the proxy itself is not', async () => {
    const { port, calls } = await listen(createHttpServer());
    const proxy = await startForwardProxy(port);
    open.push(() => proxy.close());
    const network = { proxy: `http://127.0.0.1:${proxy.port}`, no_proxy: '' };
    for (const host of ['127.0.0.1:1', 'localhost:1', '[::1]:1', '169.254.169.254']) {
      await expect(send(`http://${host}`, network)).rejects.toMatchObject(REFUSED);
      await expect(send(`https://${host}`, network)).rejects.toMatchObject(REFUSED);
    }
    expect([proxy.calls, calls]).toEqual([[], []]);
    expect(await send('http://8.8.8.8', network, { headers: { host: 'inside.test' } })).toBe(200);
    expect(proxy.calls).toHaveLength(1);
    expect(await send('http://provider.invalid', network, { trusted: true })).toBe(200);
  });

  it('is guarded where no_proxy excepts it from the proxy', async () => {
    const { port, calls } = await listen(createHttpServer());
    const network = { proxy: 'http://127.0.0.1:9', no_proxy: 'localhost' };
    await expect(send(`http://localhost:${port}`, network)).rejects.toMatchObject(REFUSED);
    expect(calls).toEqual([]);
    expect(await send(`http://localhost:${port}`, { ...network, ...LOOPBACK })).toBe(200);
  });

  it('whose address is rejected is a failure that says so, keeps the address to the log, and is not repeated', async () => {
    const error = await send('http://localhost:1', {}).catch((refusal: Error) => refusal);
    const failure = describeTransportError(error as Error);
    expect(failure).toMatchObject({ code: 'provider_error', retryable: false });
    expect(failure.detail).toMatch(/^connection: ERR_FORBIDDEN_ADDRESS (127\.0\.0\.1|::1)$/);
    expect(failure.toGatewayError().message).toMatch('not of the public internet');
    expect(failure.toGatewayError().message).not.toMatch(/127|::1/);
  });
});

describe('transports', () => {
  it('are not shared between providers of the operator’s and of other people’s', () => {
    const { config } = parseConfig(JSON.stringify({ providers: [{ name: 'p', kind: 'openai' }] }), { env: {} });
    const [provider] = config.providers as [GatewayConfig['providers'][number]];
    const transports = new Transports();
    open.push(() => transports.close());
    const choose = (trusted: boolean) => transports.choose(provider, config.network, trusted);
    expect(choose(true)).toBe(choose(true));
    expect(choose(false)).toBe(choose(false));
    expect(choose(true)).not.toBe(choose(false));
  });
});
