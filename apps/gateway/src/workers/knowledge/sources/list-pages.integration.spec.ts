import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGuardedFetch, type GuardedFetch, parseAllowedNetworks } from '@multilane/egress';
import { type ListedSource, listPages } from './list-pages.js';

const sitemap = (...addresses: string[]): string =>
  `<urlset>${addresses.map((address) => `<url><loc>${address}</loc></url>`).join('')}</urlset>`;
const index = (...addresses: string[]): string =>
  `<sitemapindex>${addresses.map((address) => `<sitemap><loc>${address}</loc></sitemap>`).join('')}</sitemapindex>`;

describe('listPages', () => {
  let server: Server;
  let fetch: GuardedFetch;
  let base: string;
  const answers = new Map<string, string | Buffer>();
  const asked: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const body = answers.get(request.url ?? '');
      if (request.url === '/moved') response.writeHead(302, { location: '/sitemap.xml' }).end();
      else if (request.url === '/inside') response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
      else if (body === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'application/xml' }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    fetch = createGuardedFetch({ allowed: parseAllowedNetworks(['127.0.0.1']) });
  });

  afterAll(async () => {
    await fetch?.close();
    server.closeAllConnections();
    server.close();
  });

  const list = (path: string, options: Partial<ListedSource> = {}) =>
    listPages(
      fetch,
      { address: `${base}${path}`, most: 10, otherHosts: false, ...options },
      new AbortController().signal,
    );

  it('lists the pages of the same host, and others only where that is asked for', async () => {
    answers.set('/sitemap.xml', sitemap(`${base}/a`, 'https://other.example/b'));
    expect(await list('/sitemap.xml')).toEqual({ pages: [`${base}/a`], complete: true });
    expect(await list('/moved', { otherHosts: true })).toEqual({
      pages: [`${base}/a`, 'https://other.example/b'],
      complete: true,
    });
  });

  it('lists the sound of a podcast where that is asked for', async () => {
    const item = `<item><link>${base}/1</link><enclosure url="${base}/1.mp3" type="audio/mpeg"/></item>`;
    answers.set('/podcast', `<rss><channel>${item}</channel></rss>`);
    expect((await list('/podcast')).pages).toEqual([`${base}/1`]);
    expect((await list('/podcast', { enclosures: true })).pages).toEqual([`${base}/1.mp3`]);
  });

  it('lists no more pages than asked for, and says that there are more', async () => {
    answers.set('/long', sitemap(...Array.from({ length: 60 }, (_, at) => `${base}/${at}`)));
    expect(await list('/long', { most: 2 })).toEqual({ pages: [`${base}/0`, `${base}/1`], complete: false });
    expect(await list('/long', { most: 60 })).toMatchObject({ complete: true });
    answers.set('/parts', index(`${base}/long`, `${base}/never`));
    asked.length = 0;
    expect(await list('/parts', { most: 3 })).toMatchObject({ pages: { length: 3 }, complete: false });
    expect(asked).not.toContain('/never');
  });

  it('lists the pages of the sitemaps of an index, compressed ones too', async () => {
    answers.set('/one.xml', sitemap(`${base}/1`, `${base}/2`));
    answers.set('/two.xml.gz', gzipSync(sitemap(`${base}/2`, `${base}/3`)));
    answers.set('/index', index(`${base}/one.xml`, `${base}/two.xml.gz`));
    expect(await list('/index')).toEqual({ pages: [`${base}/1`, `${base}/2`, `${base}/3`], complete: true });
  });

  it.each([
    ['one that is not there', '/nothing'],
    ['one that is an index itself', '/index'],
    ['one inside the network', '/inside'],
  ])('goes on without a sitemap that it cannot read, and says so: %s', async (_, path) => {
    answers.set('/one.xml', sitemap(`${base}/1`));
    answers.set('/index', index(`${base}/one.xml`));
    answers.set('/some', index(`${base}${path}`, `${base}/one.xml`));
    expect(await list('/some')).toEqual({ pages: [`${base}/1`], complete: false });
  });

  it('reads no sitemap of another host', async () => {
    answers.set('/elsewhere', index('http://10.0.0.1/sitemap.xml', 'https://other.example/sitemap.xml'));
    expect(await list('/elsewhere')).toEqual({ pages: [], complete: true });
  });

  it.each([
    ['a page', '<!doctype html><title>a</title>', 'source_no_list'],
    ['a bomb', gzipSync(Buffer.alloc(60 * 2 ** 20)), 'source_no_list'],
    ['half of a compressed file', gzipSync(sitemap('https://example.com')).subarray(0, 20), 'source_no_list'],
    ['nothing', undefined, 'source_status'],
  ])('fails for what is no list: %s', async (_, body, code) => {
    answers.delete('/odd');
    if (body !== undefined) answers.set('/odd', body);
    await expect(list('/odd')).rejects.toMatchObject({ code });
  });

  it('rejects addresses inside the network', async () => {
    await expect(list('', { address: 'http://10.0.0.1/sitemap.xml' })).rejects.toMatchObject({
      code: 'source_refused',
    });
    await expect(list('/inside')).rejects.toMatchObject({ code: 'source_refused' });
  });
});
