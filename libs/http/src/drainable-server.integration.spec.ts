import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { DrainableServer } from './drainable-server.js';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

let server: DrainableServer | undefined;
let served = 0;

/** @param answerMs how long each answer takes */
async function listen(answerMs: number): Promise<number> {
  served = 0;
  const started = new DrainableServer((_incoming, response) => {
    served += 1;
    if (answerMs === 0) response.end('ok');
    else setTimeout(() => response.end('ok'), answerMs);
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return (started.address() as AddressInfo).port;
}

/** Sends a text. Resolves to the answers of the connection until it is closed, or for so long. */
function send(port: number, text: string, waitMs: number): Promise<{ answers: number; isClosed: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const end = (isClosed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ answers: received.split('HTTP/1.1 200').length - 1, isClosed });
    };
    const timer = setTimeout(() => end(false), waitMs);
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
    });
    socket.on('error', () => end(true)).on('close', () => end(true));
    socket.write(text);
  });
}

describe('a client that sends on without waiting for answers', () => {
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  it.each([0, 20])(
    'gets 64 answers of many, and then the end of the connection (answers after %d ms)',
    async (answerMs) => {
      const port = await listen(answerMs);
      expect(await send(port, REQUEST.repeat(5_000), 5_000)).toEqual({ answers: 64, isClosed: true });
      expect(served).toBe(64);
    },
  );

  it('is not read from any more where the answers before take long', async () => {
    const port = await listen(60_000);
    let read = () => 0;
    server?.once('connection', (socket) => {
      read = () => socket.bytesRead;
    });
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const flood = REQUEST.repeat(300_000);
    socket.write(flood);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    socket.destroy();
    expect(served).toBe(64);
    expect(read()).toBeGreaterThan(0);
    expect(read()).toBeLessThan(flood.length / 10);
  });

  it('gets all answers where fewer than 64 are waited for', async () => {
    const port = await listen(1);
    expect(await send(port, REQUEST.repeat(63), 400)).toEqual({ answers: 63, isClosed: false });
  });

  it('gets any number of answers on one connection, some at a time', async () => {
    const port = await listen(0);
    const socket = connect(port, '127.0.0.1');
    let answers = 0;
    socket.on('data', (bytes) => {
      answers += bytes.toString('latin1').split('HTTP/1.1 200').length - 1;
    });
    for (let round = 1; round <= 20; round++) {
      socket.write(REQUEST.repeat(10));
      while (answers < round * 10) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    socket.destroy();
    expect([answers, served]).toEqual([200, 200]);
  });
});
