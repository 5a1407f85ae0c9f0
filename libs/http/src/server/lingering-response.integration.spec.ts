import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { LingeringResponse } from './drainable-server.js';

const CHUNK = Buffer.alloc(64 * 1024, 'a');

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that rejects every request before it has read the body. */
async function startRefusing(answer: (response: LingeringResponse) => void): Promise<number> {
  const made = createServer({ ServerResponse: LingeringResponse }, (_request, response) => answer(response));
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return (made.address() as AddressInfo).port;
}

interface Upload {
  readonly answer: string;
  readonly error: string | undefined;
  readonly sentBytes: number;
}

/** Sends a head, and then `bytes` of a body to the end, whatever is answered meanwhile. */
function upload(port: number, head: string, bytes: number, pauseMs = 0): Promise<Upload> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    let error: string | undefined;
    let sentBytes = 0;
    const finish = () => resolve({ answer, error, sentBytes });
    socket.on('data', (text) => {
      answer += text.toString();
    });
    socket.on('error', (thrown: NodeJS.ErrnoException) => {
      error = thrown.code;
    });
    socket.on('close', finish);
    socket.write(head);
    void (async () => {
      while (sentBytes < bytes && error === undefined && !socket.destroyed) {
        await new Promise((sent) => socket.write(CHUNK, sent));
        sentBytes += CHUNK.length;
        if (pauseMs > 0) await sleep(pauseMs);
      }
    })();
  });
}

const headOf = (bytes: number) =>
  `POST /v1/files HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${bytes}\r\n\r\n`;

const refuse = (response: LingeringResponse) => void response.writeHead(401, { 'content-length': 2 }).end('no');

describe('an answer that is complete before its request is', () => {
  it.each([
    ['with a head that was written', refuse],
    ['with a head of its own', (response: LingeringResponse) => void response.setHeader('x', 'y').end('no')],
    ['without a body', (response: LingeringResponse) => void response.writeHead(401, { 'content-length': 0 }).end()],
  ])('is read by a client that sends on, and its connection ends without an error (%s)', async (_how, answer) => {
    const port = await startRefusing(answer);
    const bytes = 16 * 1024 * 1024;
    const result = await upload(port, headOf(bytes), bytes);
    expect(result.answer).toMatch(/^HTTP\/1\.1 (401|200) [\s\S]*\r\n\r\n(no)?$/);
    expect(result).toMatchObject({ error: undefined, sentBytes: bytes });
  });

  it('is sent at once, and not when the body is there', async () => {
    const port = await startRefusing(refuse);
    const socket = connect(port, '127.0.0.1');
    socket.write(headOf(1_000_000));
    const answer = await new Promise<string>((resolve) => socket.once('data', (text) => resolve(text.toString())));
    socket.destroy();
    expect(answer).toMatch(/\r\n\r\nno$/);
  });

  it('leaves the connection usable for the next request where the client keeps it', async () => {
    const port = await startRefusing(refuse);
    const request = (extra: string) =>
      `POST / HTTP/1.1\r\nHost: a\r\n${extra}Content-Length: ${CHUNK.length}\r\n\r\n${CHUNK}`;
    const { answer } = await upload(port, request('') + request('Connection: close\r\n'), 0);
    expect(answer.match(/HTTP\/1\.1 401/g)).toHaveLength(2);
  });

  it('does not keep the connection of a client that falls silent', async () => {
    const port = await startRefusing(refuse);
    const start = performance.now();
    await upload(port, headOf(1_000_000), CHUNK.length);
    expect(performance.now() - start).toBeLessThan(6_000);
  });

  it('does not read for ever what never ends', async () => {
    const port = await startRefusing(refuse);
    const { sentBytes } = await upload(port, headOf(1024 ** 4), 512 * 1024 * 1024);
    expect(sentBytes).toBeLessThan(128 * 1024 * 1024);
  });

  it('sends a chunked answer to its end', async () => {
    const port = await startRefusing((response) => {
      response.writeHead(200);
      response.write('a');
      response.end('b');
    });
    const { answer } = await upload(port, headOf(CHUNK.length), CHUNK.length);
    expect(answer).toContain('0\r\n\r\n');
  });
});
