import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type AnswerName, type NameServer, startNameServer } from '@multilane/testing';
import { Pool, request } from 'undici';
import { parseAllowedNetworks } from './allowed-networks.js';
import { createGuardedConnect } from './create-guarded-connect.js';
import { createGuardedFetch, type GuardedFetch } from './create-guarded-fetch.js';
import type { GuardedNetwork } from './guarded-network.js';

/** Resources that a test opened, closed again in reverse order. */
const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

interface Site {
  port: number;
  /** Method, path and Host header of each request. */
  calls: string[];
  headers: IncomingMessage['headers'][];
  connections: number;
}

type Handle = (incoming: IncomingMessage, response: ServerResponse) => void;

/** A site on 127.0.0.1, which represents the public internet where a test allows that one address. */
async function startSite(handle: Handle = (_incoming, response) => response.end('ok')): Promise<Site> {
  const site: Site = { port: 0, calls: [], headers: [], connections: 0 };
  const server = createServer((incoming, response) => {
    site.calls.push(`${incoming.method} ${incoming.url} ${incoming.headers.host}`);
    site.headers.push(incoming.headers);
    handle(incoming, response);
  });
  server.on('connection', () => {
    site.connections += 1;
  });
  await listen(server);
  site.port = (server.address() as AddressInfo).port;
  return site;
}

async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
}

async function startNames(answer: AnswerName): Promise<NameServer> {
  const names = await startNameServer(answer);
  open.push(() => names.close());
  return names;
}

const OUTSIDE = parseAllowedNetworks(['127.0.0.1']);
const NONE = parseAllowedNetworks([]);
const FORBIDDEN = { name: 'EgressRefusal', code: 'ERR_FORBIDDEN_ADDRESS' };

function guardedFetch(network: Partial<GuardedNetwork>): GuardedFetch['fetchGuarded'] {
  const guarded = createGuardedFetch({ allowed: OUTSIDE, ...network });
  open.push(() => guarded.close());
  return guarded.fetchGuarded;
}

describe('docs/contract/egress.md#addresses: a connection to what people name', () => {
  const through = (names: NameServer | undefined, origin: string, allowed = OUTSIDE): Pool => {
    const connect = createGuardedConnect(allowed, { timeout: 2_000 }, names?.resolve);
    const pool = new Pool(origin, { connect });
    open.push(() => pool.destroy());
    return pool;
  };
  const get = async (pool: Pool) => {
    const { statusCode, body } = await pool.request({ method: 'GET', path: '/', reset: true });
    await body.dump();
    return statusCode;
  };

  it('dials the address that was checked: one look-up a connection, so a name that then leads inside is never dialled there', async () => {
    const site = await startSite();
    // The second query for a name gets another answer.
    const names = await startNames((_name, nth) => (nth === 0 ? ['127.0.0.1'] : ['127.0.0.2']));
    const pool = through(names, `http://rebind.test:${site.port}`);
    expect(await get(pool)).toBe(200);
    expect([...names.questions].sort()).toEqual(['A rebind.test', 'AAAA rebind.test']);
    await expect(get(pool)).rejects.toMatchObject({ ...FORBIDDEN, address: '127.0.0.2' });
    expect([site.connections, site.calls]).toEqual([1, [`GET / rebind.test:${site.port}`]]);
  });

  it.each([
    ['one of several addresses', ['127.0.0.1', '10.0.0.1']],
    ['an IPv6 address beside an allowed one', ['127.0.0.1', '::1']],
    ['a mapped address', ['::ffff:127.0.0.2']],
    ['a NAT64 address of a private one', ['64:ff9b::10.0.0.1', '127.0.0.1']],
    ['cloud metadata', ['169.254.169.254']],
    ['cloud metadata over IPv6', ['fd00:ec2::254']],
    ['the unspecified address', ['0.0.0.0']],
  ])('is refused to a name of which a forbidden address is %s, before anything is dialled', async (_, addresses) => {
    const site = await startSite();
    const names = await startNames(() => addresses);
    await expect(get(through(names, `http://name.test:${site.port}`))).rejects.toMatchObject(FORBIDDEN);
    expect(site.connections).toBe(0);
  });

  it.each([
    '127.0.0.2',
    '0.0.0.0',
    '0x7f000002',
    '127.2',
    '[::1]',
    '[::ffff:127.0.0.2]',
    '[::]',
    '2130706434',
    'localhost',
  ])('is refused to %s over http and https alike', async (host) => {
    const site = await startSite();
    for (const scheme of ['http', 'https']) {
      await expect(get(through(undefined, `${scheme}://${host}:${site.port}`, NONE))).rejects.toMatchObject(FORBIDDEN);
    }
    expect(site.connections).toBe(0);
  });

  it('reaches a literal address that network.allow_private lists', async () => {
    const site = await startSite();
    expect(await get(through(undefined, `http://127.0.0.1:${site.port}`))).toBe(200);
    expect(await get(through(undefined, `http://0x7f.1:${site.port}`))).toBe(200);
  });

  it('says ENOTFOUND for a name that does not exist', async () => {
    const names = await startNames(() => undefined);
    await expect(get(through(names, 'http://nowhere.test'))).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('does not follow a redirect', async () => {
    const site = await startSite((_incoming, response) =>
      response.writeHead(302, { location: 'http://127.0.0.2/' }).end(),
    );
    expect(await get(through(undefined, `http://127.0.0.1:${site.port}`))).toBe(302);
  });

  it('an agent without the guard reaches the same address: the refusals above are the guard’s', async () => {
    const site = await startSite();
    const { statusCode, body } = await request(`http://localhost:${site.port}/`);
    await body.dump();
    expect([statusCode, site.connections]).toEqual([200, 1]);
  });
});

describe('docs/contract/egress.md#redirects: redirects are not followed, ingest follows a few, each checked again', () => {
  /** `/n` redirects to `/n-1`, with the status that the query names; `/0` answers. */
  const countDown: Handle = (incoming, response) => {
    const url = new URL(incoming.url ?? '', 'http://site');
    const left = Number(url.pathname.slice(1));
    if (left === 0) return void response.end('arrived');
    response.writeHead(Number(url.searchParams.get('status') ?? 302), { location: `/${left - 1}${url.search}` }).end();
  };

  it('not followed unless asked for: the redirect is the answer', async () => {
    const site = await startSite(countDown);
    const response = await guardedFetch({})(`http://127.0.0.1:${site.port}/1`);
    expect([response.status, response.headers.get('location'), site.calls.length]).toEqual([302, '/0', 1]);
  });

  it.each([301, 302, 303, 307, 308])('a few are followed, with status %i', async (status) => {
    const site = await startSite(countDown);
    const response = await guardedFetch({})(`http://127.0.0.1:${site.port}/3?status=${status}`, { maxRedirects: 3 });
    expect([response.status, await response.text()]).toEqual([200, 'arrived']);
  });

  it('more are rejected', async () => {
    const site = await startSite(countDown);
    const answer = guardedFetch({})(`http://127.0.0.1:${site.port}/4`, { maxRedirects: 3 });
    await expect(answer).rejects.toMatchObject({ code: 'ERR_TOO_MANY_REDIRECTS' });
    expect(site.calls).toHaveLength(4);
  });

  it('a POST is never sent to another place', async () => {
    const site = await startSite(countDown);
    const request = { method: 'POST', body: 'x', maxRedirects: 3 };
    const response = await guardedFetch({})(`http://127.0.0.1:${site.port}/1?status=307`, request);
    expect([response.status, site.calls.length]).toEqual([307, 1]);
  });

  it.each([
    ['a literal address', 'http://127.0.0.2/', 'ERR_FORBIDDEN_URL'],
    ['one in another notation', 'http://0x7f.2/', 'ERR_FORBIDDEN_URL'],
    ['an address without a scheme', '//[::1]/', 'ERR_FORBIDDEN_URL'],
    ['cloud metadata', 'http://169.254.169.254/latest/meta-data/', 'ERR_FORBIDDEN_URL'],
    ['another scheme', 'file:///etc/passwd', 'ERR_FORBIDDEN_URL'],
    ['userinfo', 'http://127.0.0.1@example.com/', 'ERR_FORBIDDEN_URL'],
    ['a name that leads inside', 'http://inside.test/', 'ERR_FORBIDDEN_ADDRESS'],
  ])('one to %s is rejected', async (_, location, code) => {
    const site = await startSite((_incoming, response) => response.writeHead(302, { location }).end());
    const names = await startNames((name) => (name === 'inside.test' ? ['10.0.0.1'] : ['127.0.0.1']));
    const answer = guardedFetch({ resolve: names.resolve })(`http://site.test:${site.port}/`, { maxRedirects: 5 });
    await expect(answer).rejects.toMatchObject({ name: 'EgressRefusal', code });
    expect(site.calls).toHaveLength(1);
  });

  it('to the same name, whose address has changed to a private one (DNS rebinding), is rejected', async () => {
    const site = await startSite((_incoming, response) => {
      response.writeHead(302, { location: '/again', connection: 'close' }).end();
    });
    const names = await startNames((_name, nth) => (nth === 0 ? ['127.0.0.1'] : ['127.0.0.2']));
    const answer = guardedFetch({ resolve: names.resolve })(`http://site.test:${site.port}/`, { maxRedirects: 5 });
    await expect(answer).rejects.toMatchObject(FORBIDDEN);
    expect(site.calls).toEqual([`GET / site.test:${site.port}`]);
  });

  it('to another origin takes no credential along', async () => {
    const other = await startSite();
    const site = await startSite((incoming, response) => {
      if (incoming.url === '/away') response.writeHead(302, { location: `http://127.0.0.1:${other.port}/` }).end();
      else response.writeHead(302, { location: '/away' }).end();
    });
    const headers = { authorization: 'Bearer x', 'X-Api-Key': 'x', cookie: 'a=b', accept: 'text/html', host: 'inside' };
    await guardedFetch({})(`http://127.0.0.1:${site.port}/`, { headers, maxRedirects: 5 });
    expect(site.headers[1]).toMatchObject({
      authorization: 'Bearer x',
      'x-api-key': 'x',
      host: `127.0.0.1:${site.port}`,
    });
    expect(other.headers[0]).toMatchObject({ accept: 'text/html', host: `127.0.0.1:${other.port}` });
    for (const name of ['authorization', 'x-api-key', 'cookie']) expect(other.headers[0]).not.toHaveProperty(name);
  });

  it.each(['http://10.0.0.1/', 'http://user@example.com/', 'ftp://example.com/', 'no address'])(
    'the first address is checked like the others: %s',
    async (url) => {
      await expect(guardedFetch({})(url)).rejects.toMatchObject({ code: 'ERR_FORBIDDEN_URL' });
    },
  );
});

describe('docs/contract/egress.md#addresses: through an egress proxy', () => {
  /** A forward proxy that leads everything to one port, and the lines that it was asked. */
  async function startProxy(port: number): Promise<{ url: string; lines: string[]; hosts: (string | undefined)[] }> {
    const seen = { url: '', lines: [] as string[], hosts: [] as (string | undefined)[] };
    const server = createServer((incoming, response) => {
      seen.lines.push(`${incoming.method} ${incoming.url}`);
      seen.hosts.push(incoming.headers.host);
      response.end('by proxy');
    });
    server.on('connect', (incoming, client) => {
      seen.lines.push(`CONNECT ${incoming.url}`);
      const target = connectTcp(port, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
      target.pipe(client).pipe(target);
      target.on('error', () => client.destroy());
      client.on('error', () => target.destroy());
    });
    await listen(server);
    seen.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return seen;
  }

  it('the proxy itself may be private, and gets what is allowed', async () => {
    const proxy = await startProxy(9);
    const names = await startNames(() => ['93.184.215.14']);
    const fetch = guardedFetch({ allowed: NONE, proxy: proxy.url, resolve: names.resolve });
    const response = await fetch('http://outside.test/x', { headers: { host: 'inside.test' } });
    expect([await response.text(), proxy.lines, proxy.hosts]).toEqual([
      'by proxy',
      ['GET http://outside.test/x'],
      ['outside.test'],
    ]);
  });

  it.each([
    ['http://127.0.0.2/', 'ERR_FORBIDDEN_URL'],
    ['https://[::1]/', 'ERR_FORBIDDEN_URL'],
    ['http://inside.test/', 'ERR_FORBIDDEN_ADDRESS'],
    ['https://inside.test/', 'ERR_FORBIDDEN_ADDRESS'],
  ])('it never gets %s', async (url, code) => {
    const proxy = await startProxy(9);
    const names = await startNames(() => ['93.184.215.14', '10.0.0.1']);
    const fetch = guardedFetch({ allowed: NONE, proxy: proxy.url, resolve: names.resolve });
    await expect(fetch(url)).rejects.toMatchObject({ code });
    expect(proxy.lines).toEqual([]);
  });

  it('a name that cannot be resolved here cannot be checked, and is rejected', async () => {
    const proxy = await startProxy(9);
    const names = await startNames(() => undefined);
    const fetch = guardedFetch({ allowed: NONE, proxy: proxy.url, resolve: names.resolve });
    await expect(fetch('http://unknown.test/')).rejects.toMatchObject({ cause: { code: 'ENOTFOUND' } });
    expect(proxy.lines).toEqual([]);
  });

  it('each request is checked, also over a connection that is open', async () => {
    const proxy = await startProxy(9);
    const names = await startNames((_name, nth) => (nth === 0 ? ['93.184.215.14'] : ['10.0.0.1']));
    const fetch = guardedFetch({ allowed: NONE, proxy: proxy.url, resolve: names.resolve });
    await (await fetch('http://rebind.test/')).text();
    await expect(fetch('http://rebind.test/')).rejects.toMatchObject(FORBIDDEN);
    expect(proxy.lines).toHaveLength(1);
  });

  it('an exception of no_proxy is guarded as if there were no proxy', async () => {
    const site = await startSite();
    const proxy = await startProxy(9);
    // Public when it is checked first, private when it is connected to.
    const names = await startNames((_name, nth) => (nth === 0 ? ['127.0.0.1'] : ['127.0.0.2']));
    const fetch = guardedFetch({ proxy: proxy.url, noProxy: '.test', resolve: names.resolve });
    await expect(fetch(`http://site.test:${site.port}/`)).rejects.toMatchObject(FORBIDDEN);
    expect([site.connections, proxy.lines]).toEqual([0, []]);
  });
});
