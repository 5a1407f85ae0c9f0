import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { type LinkedPagesOptions, listLinkedPages } from './list-linked-pages.js';

const read = (text: string, options: Partial<LinkedPagesOptions> = {}) =>
  listLinkedPages(Buffer.from(text), {
    base: 'https://example.com/blog/feed.xml',
    most: 100,
    isWanted: () => true,
    ...options,
  });
const sitemap = (...addresses: string[]): string =>
  `<?xml version="1.0"?><urlset>${addresses.map((address) => `<url><loc>${address}</loc></url>`).join('')}</urlset>`;

describe('listLinkedPages', () => {
  it.each([
    [
      'the items of RSS, and not the channel',
      '<rss><channel><link>https://example.com/</link><item><title>A</title><link> https://example.com/a </link></item></channel></rss>',
      ['https://example.com/a'],
    ],
    [
      'the items of RSS whose links are CDATA',
      '<rss><channel><item><link><![CDATA[https://example.com/a?b=1&c=2]]></link></item></channel></rss>',
      ['https://example.com/a?b=1&c=2'],
    ],
    [
      'the entries of Atom by their alternate links',
      '<feed xmlns="http://www.w3.org/2005/Atom"><link href="/"/><entry><link rel="self" href="/x"/><link href="b?p=1&amp;q=2#part"/></entry></feed>',
      ['https://example.com/blog/b?p=1&q=2'],
    ],
    [
      'items with a namespace prefix',
      '<rdf:RDF><rss:item><rss:link>https://example.com/c</rss:link></rss:item></rdf:RDF>',
      ['https://example.com/c'],
    ],
    [
      'the addresses of a sitemap, each once, and not those of images',
      '<urlset><url><loc>https://example.com/1</loc></url><url><loc>https://example.com/1#top</loc></url><url><image:image><image:loc>https://example.com/i.png</image:loc></image:image></url></urlset>',
      ['https://example.com/1'],
    ],
    ['no address that is not of the web', sitemap('file:///etc/passwd', 'javascript:alert(1)', 'http://[', ''), []],
    ['no address that is too long', sitemap(`https://example.com/${'a'.repeat(3_000)}`), []],
  ])('finds %s', async (_, text, pages) => {
    expect(await read(text)).toEqual({ pages, sitemaps: [], hasMore: false });
  });

  it.each<[string, string, string[]]>([
    [
      'the sound of the items of a podcast, and the pages of those without any',
      '<rss><channel><item><link>https://example.com/1</link><enclosure url="https://example.com/1.mp3?a=1&amp;b=2" length="7" type="audio/mpeg"/></item><item><link>https://example.com/2</link><enclosure url="https://example.com/2.pdf" type="application/pdf"/></item><item><enclosure url="/3.mp4" type="Video/MP4"/><link>https://example.com/3</link></item></channel></rss>',
      ['https://example.com/1.mp3?a=1&b=2', 'https://example.com/2', 'https://example.com/3.mp4'],
    ],
    [
      'the sound of the entries of Atom',
      '<feed><entry><link href="/1"/><link rel="enclosure" type="audio/ogg" href="1.ogg"/></entry><entry><link href="/2"/></entry></feed>',
      ['https://example.com/blog/1.ogg', 'https://example.com/2'],
    ],
    ['the pages of a sitemap', sitemap('https://example.com/1'), ['https://example.com/1']],
    [
      'no sound outside of an item, and none that is not of the web',
      '<rss><channel><enclosure url="/0.mp3" type="audio/mpeg"/><item><enclosure url="file:///a.mp3" type="audio/mpeg"/></item><item><link>https://example.com/2</link></item></channel></rss>',
      ['https://example.com/2'],
    ],
  ])('finds, where attachments are asked for, %s', async (_, text, pages) => {
    expect(await read(text, { enclosures: true })).toEqual({ pages, sitemaps: [], hasMore: false });
  });

  it('counts attachments for the bound, and leaves out unwanted ones', async () => {
    const item = (at: number) =>
      `<item><enclosure url="https://${at % 2 ? 'example.com' : 'cdn.example'}/${at}.mp3" type="audio/mpeg"/></item>`;
    const feed = `<rss><channel>${Array.from({ length: 20 }, (_, at) => item(at)).join('')}</channel></rss>`;
    expect(await read(feed, { enclosures: true, most: 5 })).toMatchObject({ pages: { length: 5 }, hasMore: true });
    const isWanted = ({ host }: URL): boolean => host === 'example.com';
    expect(await read(feed, { enclosures: true, isWanted })).toMatchObject({ pages: { length: 10 }, hasMore: false });
  });

  it.each([
    ['a page', '<!doctype html><html><head><link href="/a"></head><body>hello</body></html>'],
    ['JSON', '{"url":{"loc":"https://example.com"}}'],
    ['nothing', ''],
    ['compressed bytes', gzipSync(sitemap('https://example.com/1')).toString('latin1')],
    ['a list inside another document', `<html>${sitemap('https://example.com/1')}</html>`],
  ])('says that it is no list: %s', async (_, text) => {
    expect(await read(text)).toBeUndefined();
  });

  it('tells the sitemaps of an index apart from pages', async () => {
    const text = '<sitemapindex><sitemap><loc>https://example.com/s1.xml</loc></sitemap></sitemapindex>';
    expect(await read(text)).toMatchObject({ pages: [], sitemaps: ['https://example.com/s1.xml'] });
  });

  it('stops at the bound, of which unwanted addresses are no part', async () => {
    const many = Array.from({ length: 50 }, (_, at) => `https://${at % 2 ? 'example.com' : 'other.example'}/${at}`);
    const isWanted = ({ host }: URL): boolean => host === 'example.com';
    const found = await read(sitemap(...many), { most: 7, isWanted });
    expect(found?.pages).toHaveLength(7);
    expect(found?.hasMore).toBe(true);
    expect(await read(sitemap(...many), { most: 25, isWanted })).toMatchObject({ hasMore: false });
  });

  it('expands no entity that a document declares', async () => {
    const text =
      '<!DOCTYPE urlset [<!ENTITY a "https://evil.example/"><!ENTITY b SYSTEM "file:///etc/passwd">]><urlset><url><loc>&a;</loc></url><url><loc>&b;</loc></url></urlset>';
    expect(JSON.stringify(await read(text))).not.toMatch(/evil|root:/);
  });

  it('reads UTF-16, and characters that two pieces share', async () => {
    const text = `\uFEFF${sitemap('https://example.com/é')}`;
    const bytes = Buffer.from(text, 'utf16le');
    const options = { base: 'https://example.com', most: 10, isWanted: () => true };
    expect((await listLinkedPages(bytes, options))?.pages).toEqual(['https://example.com/%C3%A9']);
    const shared = sitemap(...Array.from({ length: 9_000 }, (_, at) => `https://example.com/é${at}`));
    expect((await read(shared, { most: 10_000 }))?.pages.at(-1)).toBe('https://example.com/%C3%A98999');
  });

  it('ends where elements are nested without an end', async () => {
    const text = `<urlset>${'<a>'.repeat(500_000)}<url><loc>https://example.com/1</loc></url>`;
    expect(await read(text)).toEqual({ pages: [], sitemaps: [], hasMore: false });
  });
});
