import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findClosedPort } from './find-closed-port.js';
import { httpRequest } from './http-request.js';
import { openStream } from './open-stream.js';
import { rawRequest } from './raw-request.js';

let server: Server;
let port: number;
let url: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  url = `http://127.0.0.1:${port}/`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('httpRequest', () => {
  it('sends an object as JSON by POST and reads the JSON answer', async () => {
    answer = (request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        response.end(JSON.stringify([request.method, request.headers['content-type'], JSON.parse(body)]));
      });
    };
    const { json } = await httpRequest({ url, body: { a: 1 } });
    expect(json()).toEqual(['POST', 'application/json', { a: 1 }]);
  });

  it('neither follows a redirect nor decompresses', async () => {
    const packed = gzipSync('hello');
    answer = (_, response) => response.writeHead(302, { location: '/', 'content-encoding': 'gzip' }).end(packed);
    const got = await httpRequest({ url });
    expect(got.status).toBe(302);
    expect(got.headers.location).toBe('/');
    expect(got.bytes.equals(packed)).toBe(true);
  });

  it('rejects when the connection breaks inside the body', async () => {
    answer = (_, response) => response.write('half', () => response.destroy());
    await expect(httpRequest({ url })).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('gives up after the time it was given', async () => {
    answer = () => undefined;
    await expect(httpRequest({ url, timeoutMs: 50 })).rejects.toThrow(/aborted|timeout/);
  });
});

describe('rawRequest', () => {
  it('sends the bytes as they are and tells that the server closed', async () => {
    const { text, closed } = await rawRequest(port, 'no HTTP at all\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(closed).toBe(true);
  });

  it('tells that the server fell silent with the connection open', async () => {
    answer = (_, response) => response.end('ok');
    const { text, closed } = await rawRequest(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 100);
    expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*ok$/);
    expect(closed).toBe(false);
  });
});

describe('findClosedPort', () => {
  it('names a port that refuses connections', async () => {
    const closedPort = await findClosedPort();
    await expect(rawRequest(closedPort, 'x')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('openStream', () => {
  const write = async (response: ServerResponse, pieces: (string | Buffer)[], gapMs = 0) => {
    response.setHeader('content-type', 'text/event-stream');
    for (const piece of pieces) {
      response.write(piece);
      await sleep(gapMs);
    }
  };

  it('gives events as they arrive, each with its time', async () => {
    answer = (_, response) =>
      void write(response, ['data: one\n\n', ': quiet\n\n', 'data: two\n\n'], 30).then(() => response.end());
    const stream = await openStream({ url });
    expect(stream.status).toBe(200);
    expect((await stream.next())?.data).toBe('one');
    expect(stream.events).toHaveLength(1);
    expect(await stream.collect()).toEqual(['one', 'two']);
    expect(await stream.ended).toBe('complete');
    expect(await stream.next()).toMatchObject({ raw: ': quiet' });
    expect(await stream.next()).toMatchObject({ data: 'two' });
    expect(await stream.next()).toBeUndefined();
    const times = stream.events.map((event) => event.at);
    expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(40);
  });

  it('reads letters that are split between two reads', async () => {
    const bytes = Buffer.from('data: 你\n\n');
    answer = (_, response) =>
      void write(response, [bytes.subarray(0, 7), bytes.subarray(7)], 20).then(() => response.end());
    const stream = await openStream({ url });
    expect(await stream.collect()).toEqual(['你']);
  });

  it('tells a broken connection from a complete stream', async () => {
    answer = (_, response) => void write(response, ['data: one\n\n'], 20).then(() => response.destroy());
    const stream = await openStream({ url });
    expect(await stream.collect()).toEqual(['one']);
    expect(await stream.ended).toBe('cut');
  });

  it('closes the connection when aborted', async () => {
    const serverSaw = new Promise<boolean>((resolve) => {
      answer = (_, response) => {
        response.once('close', () => resolve(response.writableFinished));
        void write(response, ['data: one\n\n']);
      };
    });
    const stream = await openStream({ url });
    await stream.next();
    stream.abort();
    expect(await stream.ended).toBe('aborted');
    expect(await serverSaw).toBe(false);
  });

  it('throws when no event comes in time', async () => {
    answer = (_, response) => response.flushHeaders();
    const stream = await openStream({ url });
    await expect(stream.next(40)).rejects.toThrow('a stream event');
    stream.abort();
  });
});
