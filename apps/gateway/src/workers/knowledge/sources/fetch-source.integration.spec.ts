import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGuardedFetch, type GuardedFetch, parseAllowedNetworks } from '@multilane/egress';
import { fetchSource, SourceFailure } from './fetch-source.js';

const MIB = 1024 * 1024;
const bounds = { bytes: MIB, timeMs: 10_000, redirects: 3 };

let server: Server;
let base: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
/** Reaches the loopback address, which stands for the public internet here. */
let open: GuardedFetch;
/** Reaches nothing but the public internet. */
let strict: GuardedFetch;

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  open = createGuardedFetch({ allowed: parseAllowedNetworks(['127.0.0.1/32']) });
  strict = createGuardedFetch({ allowed: parseAllowedNetworks([]) });
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await open.close();
  await strict.close();
});

const failureOf = (promise: Promise<unknown>): Promise<SourceFailure> =>
  promise.then(
    () => Promise.reject(new Error('the address was read')),
    (error: SourceFailure) => error,
  );

describe('fetchSource', () => {
  it('reads the bytes, the type without parameters, the name and the version', async () => {
    answer = (_, response) =>
      response
        .writeHead(200, {
          'content-type': 'Text/HTML; charset=utf-8',
          etag: '"v1"',
          'last-modified': 'Mon, 01 Jun 2026',
        })
        .end('<p>hello');
    const source = await fetchSource(open, `${base}/docs/a%20page.html?x=1`, { bounds });
    expect(source).toEqual({
      bytes: Buffer.from('<p>hello'),
      mediaType: 'text/html',
      address: `${base}/docs/a%20page.html?x=1`,
      name: 'a page.html',
      etag: '"v1"',
      lastModified: 'Mon, 01 Jun 2026',
    });
  });

  it.each([
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename=report.pdf', 'report.pdf'],
    ['attachment; filename="a\\b\\c.txt"', 'c.txt'],
    ['inline', 'x'],
  ])('takes of the file name in "%s" only the last part', async (disposition, name) => {
    answer = (_, response) => response.writeHead(200, { 'content-disposition': disposition }).end('x');
    expect((await fetchSource(open, `${base}/x`, { bounds }))?.name).toBe(name);
  });

  it('asks only for a newer version where one is known, and says that there is none', async () => {
    let asked: unknown;
    answer = ({ headers }, response) => {
      asked = [headers['if-none-match'], headers['if-modified-since']];
      response.writeHead(304).end();
    };
    const known = { etag: '"v1"', lastModified: 'Mon, 01 Jun 2026' };
    expect(await fetchSource(open, base, { bounds, known })).toBeUndefined();
    expect(asked).toEqual(['"v1"', 'Mon, 01 Jun 2026']);
  });

  it('does not take "not modified" for an answer to a first request', async () => {
    answer = (_, response) => response.writeHead(304).end();
    expect((await failureOf(fetchSource(open, base, { bounds }))).code).toBe('source_status');
  });

  it('bounds the bytes, whether or not their number is announced, and after decompression', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-length': 2 * MIB }).end(Buffer.alloc(2 * MIB));
    expect((await failureOf(fetchSource(open, base, { bounds }))).code).toBe('source_too_large');
    answer = (_, response) => {
      response.write(Buffer.alloc(MIB));
      response.end(Buffer.alloc(MIB));
    };
    expect((await failureOf(fetchSource(open, base, { bounds }))).code).toBe('source_too_large');
    answer = (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * MIB)));
    expect((await failureOf(fetchSource(open, base, { bounds }))).code).toBe('source_too_large');
  });

  it('bounds the time of an answer that never begins and of one that never ends', async () => {
    const brief = { ...bounds, timeMs: 300 };
    answer = () => undefined;
    expect((await failureOf(fetchSource(open, base, { bounds: brief }))).code).toBe('source_too_slow');
    answer = (_, response) => response.write('some');
    expect((await failureOf(fetchSource(open, base, { bounds: brief }))).code).toBe('source_too_slow');
  });

  it('gives sound and video more time than pages, and bounds that too', async () => {
    answer = ({ url }, response) => {
      response.writeHead(200, { 'content-type': url === '/page' ? 'text/html' : 'video/mp4' });
      response.write('some');
      if (url !== '/endless') setTimeout(() => response.end('more'), 600);
    };
    const brief = { ...bounds, timeMs: 300, recordingTimeMs: 5_000 };
    expect((await fetchSource(open, `${base}/video`, { bounds: brief }))?.bytes.toString()).toBe('somemore');
    expect((await failureOf(fetchSource(open, `${base}/page`, { bounds: brief }))).code).toBe('source_too_slow');
    const shorter = { ...brief, recordingTimeMs: 700 };
    expect((await failureOf(fetchSource(open, `${base}/endless`, { bounds: shorter }))).code).toBe('source_too_slow');
  });

  it('reads no body of a type that is not wanted', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).flushHeaders();
    const accepts = (mediaType: string): boolean => mediaType.startsWith('audio/');
    expect((await failureOf(fetchSource(open, base, { bounds, accepts }))).code).toBe('source_other_type');
  });

  it('follows a bounded number of redirects', async () => {
    answer = ({ url = '' }, response) => {
      const left = Number(url.slice(1));
      if (left === 0) response.end('arrived');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    };
    expect((await fetchSource(open, `${base}/3`, { bounds }))?.address).toBe(`${base}/0`);
    const failure = await failureOf(fetchSource(open, `${base}/4`, { bounds }));
    expect([failure.code, failure.message]).toEqual([
      'source_refused',
      expect.stringContaining('redirects more than 3'),
    ]);
  });

  it.each([
    [404, false],
    [403, false],
    [429, true],
    [503, true],
  ])('says what status %i means, and whether to try again', async (status, isPassing) => {
    answer = (_, response) => response.writeHead(status).end('secret of the page');
    const failure = await failureOf(fetchSource(open, base, { bounds }));
    expect(failure).toMatchObject({ code: 'source_status', isPassing });
    expect(failure.message).toMatch(new RegExp(`status ${status}\\. [A-Z].*\\.$`));
    expect(failure.message).not.toContain('secret');
  });

  it('says nothing of the network about a server that is down', async () => {
    const failure = await failureOf(fetchSource(open, 'http://127.0.0.1:1/', { bounds }));
    expect([failure.code, failure.message]).toEqual(['source_unreachable', expect.not.stringMatching(/127|ECONN/)]);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://localhost/',
    'http://10.0.0.1/',
    'http://user:password@example.com/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://example.com/',
  ])('rejects %s', async (address) => {
    answer = (_, response) => response.end('inside');
    expect((await failureOf(fetchSource(strict, address, { bounds }))).code).toBe('source_refused');
  });

  it.each(['http://169.254.169.254/', 'http://10.1.2.3/', 'file:///etc/passwd', 'http://[::1]/'])(
    'rejects a redirect to %s',
    async (location) => {
      answer = (_, response) => response.writeHead(302, { location }).end();
      expect((await failureOf(fetchSource(open, base, { bounds }))).code).toBe('source_refused');
    },
  );
});
