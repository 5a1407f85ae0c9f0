import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { OneWriteSocket, type SocketSide } from './one-write-socket.js';

/** Around each length at which a head, a word or the way of sending changes, in bytes. */
const LENGTHS = [0, 1, 2, 3, 4, 5, 7, 124, 125, 126, 127, 1_303, 16_383, 16_384, 16_385, 70_000];

interface Received {
  readonly bytes: Buffer;
  readonly isBinary: boolean;
}

describe('a socket that sends a small message in one write', () => {
  let http: Server;
  let server: WebSocketServer;
  let ends: Record<SocketSide, { readonly socket: WebSocket; readonly connection: Socket }>;

  beforeEach(async () => {
    http = createServer().listen(0, '127.0.0.1');
    await once(http, 'listening');
    server = new WebSocketServer({ server: http, perMessageDeflate: false });
    const accepted = once(server, 'connection');
    const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`, {
      perMessageDeflate: false,
    });
    const [response] = await once(client, 'upgrade');
    const [socket, request] = await accepted;
    ends = { client: { socket: client, connection: response.socket }, server: { socket, connection: request.socket } };
  });
  afterEach(() => {
    ends.client.socket.terminate();
    server.close();
    http.close();
  });

  it.each([
    ['client', 'server'],
    ['server', 'client'],
  ] as const)(
    'sends messages of any length from the %s to the %s as they are, and in their order',
    async (from, to) => {
      const { connection, socket } = ends[from];
      const sender = new OneWriteSocket(socket, connection, from);
      const sent = LENGTHS.flatMap((length): Received[] => [
        { bytes: randomBytes(length), isBinary: true },
        { bytes: Buffer.from('ä'.repeat(length >> 1) + 'a'.repeat(length % 2)), isBinary: false },
      ]);
      const received: Received[] = [];
      const all = new Promise<void>((resolve, reject) => {
        ends[to].socket.on('error', reject);
        ends[to].socket.on('message', (bytes: Buffer, isBinary) => {
          received.push({ bytes, isBinary });
          if (received.length === sent.length) resolve();
        });
      });

      const before = sent.map(({ bytes }) => Buffer.from(bytes));
      for (const { bytes, isBinary } of sent) sender.send(bytes, { binary: isBinary });
      await all;

      expect(received.map(({ isBinary }) => isBinary)).toEqual(sent.map(({ isBinary }) => isBinary));
      expect(received.every(({ bytes }, index) => bytes.equals(before[index] ?? randomBytes(1)))).toBe(true);
    },
  );

  it('masks each message of a client anew', async () => {
    const { connection, socket } = ends.client;
    const written: Buffer[] = [];
    ends.server.connection.on('data', (bytes: Buffer) => written.push(bytes));
    const sender = new OneWriteSocket(socket, connection, 'client');
    // More than are drawn at a time.
    const count = 3_000;
    let received = 0;
    const all = new Promise<void>((resolve) => {
      ends.server.socket.on('message', () => {
        received += 1;
        if (received === count) resolve();
      });
    });
    for (let index = 0; index < count; index += 1) sender.send('same', { binary: false });
    await all;

    const stream = Buffer.concat(written);
    const frameBytes = 2 + 4 + 4;
    expect(stream).toHaveLength(count * frameBytes);
    const masks = Array.from({ length: count }, (_, index) => stream.readUInt32BE(index * frameBytes + 2));
    expect(new Set(masks).size).toBeGreaterThan(count - 5);
  });

  it('says that a message was sent, and that none is sent by a socket that is closed', async () => {
    const { connection, socket } = ends.client;
    const sender = new OneWriteSocket(socket, connection, 'client');
    expect(await new Promise((resolve) => sender.send('now', { binary: false }, resolve))).toBeFalsy();
    sender.close();
    expect(await new Promise((resolve) => sender.send('late', { binary: false }, resolve))).toBeInstanceOf(Error);
  });
});
