import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { appRequest, openBrowser } from './app-request.js';

let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Answers with the request as it came in. */
const echo = (request: IncomingMessage, response: ServerResponse): void => {
  const { headers, method, url } = request;
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const { host: _host, ...others } = headers;
    response.end(JSON.stringify({ method, url, headers: others, body: Buffer.concat(pieces).toString('latin1') }));
  });
};

describe('appRequest', () => {
  it('sends an object as JSON by POST, and text and bytes as they are', async () => {
    answer = echo;
    const connection = { connection: 'close' };
    const json = { ...connection, 'content-type': 'application/json', 'content-length': '7' };
    const object = await appRequest(server, { path: '/a', body: { a: 1 } });
    expect(object.json()).toEqual({ method: 'POST', url: '/a', headers: json, body: '{"a":1}' });
    const headers = { 'content-type': 'application/scim+json' };
    const scim = { ...json, ...headers };
    const text = await appRequest(server, { path: '/a', method: 'PATCH', headers, body: '{"a":1}' });
    expect(text.json()).toEqual({ method: 'PATCH', url: '/a', headers: scim, body: '{"a":1}' });
    const bytes = await appRequest(server, { path: '/a', body: Buffer.from([0, 255, 200]) });
    const length = { ...connection, 'content-length': '3' };
    expect(bytes.json()).toEqual({ method: 'POST', url: '/a', headers: length, body: '\u0000\u00ff\u00c8' });
  });

  it('sends a form with its files', async () => {
    answer = echo;
    const form = new FormData();
    form.set('model', 'm');
    form.set('file', new Blob([Buffer.from([0, 255])], { type: 'audio/wav' }), 'a.wav');
    const { body, headers } = (await appRequest(server, { path: '/a', body: form })).json() as {
      body: string;
      headers: Record<string, string>;
    };
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1];
    expect(body).toBe(
      [
        `--${boundary}\r\nContent-Disposition: form-data; name="model"\r\n\r\nm\r\n`,
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n`,
        `Content-Type: audio/wav\r\n\r\n\u0000\u00ff\r\n--${boundary}--\r\n`,
      ].join(''),
    );
  });

  it('sends the path as it is, and no body with a GET', async () => {
    answer = echo;
    const path = '/a%2Fb/../c/%ff?q=%20x&q=a+b&=';
    const { json } = await appRequest(server, { path });
    expect(json()).toEqual({ method: 'GET', url: path, headers: { connection: 'close' }, body: '' });
  });

  it('gives every status, headers and bytes, follows no redirect and parses nothing', async () => {
    answer = (_request, response) =>
      response.writeHead(302, { location: '/', 'content-type': 'application/json' }).end(Buffer.from([123, 255]));
    const got = await appRequest(server, { path: '/' });
    expect([got.status, got.headers.location, [...got.bytes]]).toEqual([302, '/', [123, 255]]);
    expect(() => got.json()).toThrow(SyntaxError);
    answer = (_request, response) => response.writeHead(503).end('x'.repeat(100_000));
    const refused = await appRequest(server, { path: '/' });
    expect([refused.status, refused.text.length]).toEqual([503, 100_000]);
    answer = (_request, response) => response.writeHead(204, { 'set-cookie': ['a=1', 'b=2'] }).end();
    const empty = await appRequest(server, { path: '/', method: 'DELETE' });
    expect([empty.status, empty.text, empty.headers['set-cookie']]).toEqual([204, '', ['a=1', 'b=2']]);
    const head = await appRequest(server, { path: '/', method: 'HEAD' });
    expect([head.status, head.text]).toEqual([204, '']);
  });

  it('rejects when the connection breaks inside the body, and after its time', async () => {
    answer = (_request, response) => response.write('half', () => response.destroy());
    await expect(appRequest(server, { path: '/' })).rejects.toMatchObject({ code: 'ECONNRESET' });
    answer = () => undefined;
    await expect(appRequest(server, { path: '/', timeoutMs: 50 })).rejects.toThrow('Timeout of 50ms exceeded');
  });
});

describe('openBrowser', () => {
  it('keeps cookies between its calls until they are over, and another has none of them', async () => {
    answer = (request, response) => {
      if (request.url === '/in') response.setHeader('set-cookie', ['a=1; Path=/; HttpOnly', 'b=2; Path=/; Secure']);
      if (request.url === '/out') response.setHeader('set-cookie', 'a=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT');
      response.end(request.headers.cookie ?? 'none');
    };
    const browser = openBrowser(server);
    const texts = [];
    for (const path of ['/', '/in', '/', '/out', '/']) texts.push((await browser({ path })).text);
    expect(texts).toEqual(['none', 'none', 'a=1', 'a=1', 'none']);
    await browser({ path: '/in' });
    expect((await openBrowser(server)({ path: '/' })).text).toBe('none');
  });
});
