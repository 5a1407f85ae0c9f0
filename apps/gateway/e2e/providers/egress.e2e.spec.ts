import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type Certificate,
  completion,
  completionEvents,
  type FakeUpstream,
  gatewayConfig,
  httpRequest,
  jsonReply,
  makeCertificate,
  type RunningGateway,
  startGateway,
  startUpstream,
  streamReply,
  TEST_KEYS,
  TEST_PROVIDER_KEYS,
  waitUntil,
} from '@multilane/testing';
import { HELLO, HOOK_LIMIT_MS } from '../start-pair.js';
import { type ForwardProxy, startForwardProxy } from './start-forward-proxy.js';

/** Resources that a test opened, closed again in reverse order. */
const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
}, HOOK_LIMIT_MS);

/** A gateway whose models are named after the address of their provider. */
async function startFor(
  baseUrls: readonly string[],
  network: object,
  env: Record<string, string> = {},
): Promise<RunningGateway> {
  const gateway = await startGateway({ config: configFor(baseUrls, network), env });
  open.push(() => gateway.stop());
  return gateway;
}

const configFor = (baseUrls: readonly string[], network: object): string =>
  gatewayConfig({
    upstreamUrl: 'http://unused.invalid',
    network,
    providers: baseUrls.map((base_url, index) => ({
      name: `provider-${index}`,
      kind: 'openai',
      api_key: TEST_PROVIDER_KEYS.openai,
      base_url,
    })),
    models: baseUrls.map((base_url, index) => ({
      logical_name: base_url,
      provider: `provider-${index}`,
      upstream_model: 'gpt-4o',
    })),
    teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] }],
  });

const ask = (gateway: RunningGateway, model: string, more: object = {}) =>
  httpRequest({
    url: `${gateway.baseUrl}/v1/chat/completions`,
    headers: { authorization: `Bearer ${TEST_KEYS.research}` },
    body: { ...HELLO, ...more, model },
  });

async function startWorld(): Promise<{ upstream: FakeUpstream; proxy: ForwardProxy }> {
  const upstream = await startUpstream();
  open.push(() => upstream.close());
  upstream.onRequest(({ body }) =>
    (body as { stream?: boolean }).stream ? streamReply(completionEvents(['Hello'])) : jsonReply(completion()),
  );
  const proxy = await startForwardProxy(upstream.port);
  open.push(() => proxy.close());
  return { upstream, proxy };
}

/** Resolves to nothing: only the proxy knows the way. */
const OUTSIDE = 'http://provider.invalid/v1';

describe('docs/contract/egress.md#proxies-and-certificates: network.proxy', () => {
  it(
    'calls to providers go through it, streams too, and the provider sees nothing of it',
    async () => {
      const { upstream, proxy } = await startWorld();
      const gateway = await startFor([OUTSIDE], { proxy: `http://user:pass%20word@127.0.0.1:${proxy.port}` });
      expect((await ask(gateway, OUTSIDE)).status).toBe(200);
      const stream = await ask(gateway, OUTSIDE, { stream: true });
      expect(stream.text).toMatch(/data: \[DONE\]\n\n$/);
      expect(proxy.calls[0]?.line).toMatch(/^(CONNECT provider\.invalid:80|POST http:\/\/provider\.invalid\/v1\/)/);
      expect(proxy.calls[0]?.authorization).toBe(`Basic ${Buffer.from('user:pass word').toString('base64')}`);
      expect(upstream.refusals).toEqual([]);
      expect(upstream.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
      expect(gateway.stdout() + gateway.stderr()).not.toMatch(/pass(%20| )word/);
    },
    HOOK_LIMIT_MS,
  );

  it(
    'network.no_proxy names the hosts that are reached without it',
    async () => {
      const { upstream, proxy } = await startWorld();
      const direct = `${upstream.url}/v1`;
      const network = { proxy: `http://127.0.0.1:${proxy.port}`, no_proxy: '127.0.0.1,.internal' };
      const gateway = await startFor([direct, OUTSIDE], network);
      expect((await ask(gateway, direct)).status).toBe(200);
      expect(proxy.calls).toEqual([]);
      expect((await ask(gateway, OUTSIDE)).status).toBe(200);
      expect(proxy.calls).toHaveLength(1);
    },
    HOOK_LIMIT_MS,
  );

  it(
    'HTTPS_PROXY and NO_PROXY are honoured',
    async () => {
      const { upstream, proxy } = await startWorld();
      const direct = `${upstream.url}/v1`;
      const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: '127.0.0.1' };
      const gateway = await startFor([direct, OUTSIDE], {}, env);
      expect([(await ask(gateway, direct)).status, proxy.calls.length]).toEqual([200, 0]);
      expect([(await ask(gateway, OUTSIDE)).status, proxy.calls.length]).toEqual([200, 1]);
    },
    HOOK_LIMIT_MS,
  );

  it(
    'a proxy that is away is 502',
    async () => {
      const { upstream } = await startWorld();
      const gateway = await startFor([OUTSIDE], { proxy: 'http://127.0.0.1:9' });
      const answer = await ask(gateway, OUTSIDE);
      expect([answer.status, answer.json()]).toMatchObject([502, { error: { code: 'provider_error' } }]);
      expect(upstream.requests).toEqual([]);
    },
    HOOK_LIMIT_MS,
  );
});

describe('docs/contract/egress.md#proxies-and-certificates: network.ca_file', () => {
  it(
    'holds behind the proxy too, which is asked for a tunnel and sees nothing of what is said in it',
    async () => {
      const certificate = await makeCertificate('provider.invalid');
      open.push(() => certificate.remove());
      const server = await startTlsUpstream(certificate);
      const proxy = await startForwardProxy((server.address() as AddressInfo).port);
      open.push(() => proxy.close());
      const baseUrl = 'https://provider.invalid/v1';
      const network = { proxy: `http://127.0.0.1:${proxy.port}`, ca_file: certificate.file };
      const gateway = await startFor([baseUrl], network);
      expect((await ask(gateway, baseUrl)).status).toBe(200);
      expect(proxy.calls.map(({ line }) => line)).toEqual(['CONNECT provider.invalid:443']);
    },
    HOOK_LIMIT_MS,
  );

  it(
    'a provider with a certificate of an own authority is 502 without it, and served once the file names it',
    async () => {
      const certificate = await makeCertificate('provider.invalid');
      open.push(() => certificate.remove());
      const server = await startTlsUpstream(certificate);
      const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
      const gateway = await startFor([baseUrl], {});
      expect((await ask(gateway, baseUrl)).status).toBe(502);
      await gateway.rewriteConfig(configFor([baseUrl], { ca_file: certificate.file }));
      await waitUntil(
        'the authority to be trusted',
        async () => ((await ask(gateway, baseUrl)).status === 200 ? true : undefined),
        15_000,
      );
    },
    HOOK_LIMIT_MS,
  );
});

async function startTlsUpstream({ cert, key }: Certificate): Promise<Server> {
  const server = createServer({ cert, key }, (incoming, response) => {
    incoming.resume().once('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(completion()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return server;
}
