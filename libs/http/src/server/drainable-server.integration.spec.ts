import { type AddressInfo, connect, type Socket } from 'node:net';
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

/** Waits for as long as a test may take. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}

interface Client {
  readonly socket: Socket;
  /** Number of answers that have arrived. */
  answers(): number;
  /** Resolves when the connection ends. */
  readonly ended: Promise<void>;
}

function open(port: number): Client {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
  });
  const ended = new Promise<void>((resolve) => {
    socket.on('error', () => resolve()).on('close', () => resolve());
  });
  return { socket, ended, answers: () => received.split('HTTP/1.1 200').length - 1 };
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
      const { answers, ended, socket } = open(port);
      socket.write(REQUEST.repeat(5_000));
      await ended;
      expect([answers(), served]).toEqual([64, 64]);
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
    const { answers, socket } = open(port);
    socket.write(REQUEST.repeat(63));
    await until(() => answers() === 63);
    // The connection goes on.
    socket.write(REQUEST);
    await until(() => answers() === 64);
    expect(served).toBe(64);
    socket.destroy();
  });

  it('gets any number of answers on one connection, some at a time', async () => {
    const port = await listen(0);
    const { answers, socket } = open(port);
    for (let round = 1; round <= 20; round++) {
      socket.write(REQUEST.repeat(10));
      await until(() => answers() >= round * 10);
    }
    socket.destroy();
    expect([answers(), served]).toEqual([200, 200]);
  });
});
