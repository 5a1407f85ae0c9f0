// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/src/http/realtime/realtime.gateway.integration.spec.ts.

import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { httpRequest, TEST_KEYS, TEST_PROVIDER_KEYS } from '@multilane/testing';
import { expectWithin } from '@multilane/testing/measure-hold';
import { HOOK_LIMIT_MS, type Pair, SLOW_TEST_LIMIT_MS, startPair } from '../start-pair.js';

/** A provider that upgrades and reads whatever comes, without looking at it. */
let provider: Server;
const upstreams: Socket[] = [];
let pair: Pair;
const clients: Socket[] = [];

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

beforeAll(async () => {
  provider = createServer();
  provider.on('upgrade', (incoming, socket: Socket) => {
    const key = incoming.headers['sec-websocket-key'] ?? '';
    const accept = createHash('sha1').update(`${key}${GUID}`).digest('base64');
    socket.on('error', () => socket.destroy());
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    );
    upstreams.push(socket);
    socket.on('end', () => socket.end());
    socket.resume();
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const base_url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  pair = await startPair(() => ({
    realtime: { max_frame_mb: 1, max_sockets: 100 },
    providers: [{ name: 'openai', kind: 'openai', api_key: TEST_PROVIDER_KEYS.openai, base_url }],
    models: [{ logical_name: 'voice', provider: 'openai', upstream_model: 'gpt-realtime', type: 'realtime' }],
    teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research, role: 'member' }] }],
  }));
}, HOOK_LIMIT_MS);

afterEach(() => {
  for (const socket of [...clients.splice(0), ...upstreams.splice(0)]) socket.destroy();
});

afterAll(async () => {
  await pair?.stop();
  provider?.closeAllConnections();
  provider?.close();
}, HOOK_LIMIT_MS);

function closedOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())));
}

/** A connection that asked for the upgrade; `answer` is what came by then. */
async function upgrade(key: string | null = TEST_KEYS.research): Promise<{ socket: Socket; answer: string }> {
  const socket = connect(Number(new URL(pair.gateway.baseUrl).port), '127.0.0.1');
  clients.push(socket);
  socket.on('error', () => undefined);
  const credential = key === null ? '' : `authorization: Bearer ${key}\r\n`;
  socket.write(
    `GET /v1/realtime?model=voice HTTP/1.1\r\nhost: a\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n${credential}\r\n`,
  );
  const first = await new Promise<Buffer>((resolve, reject) => {
    socket.once('data', resolve);
    socket.once('close', () => reject(new Error('closed without an answer')));
  });
  return { socket, answer: first.toString('latin1') };
}

/** A frame of a client; its mask is zero. */
function frame(opcode: number, payload: string, isLast = true): Buffer {
  return Buffer.concat([
    Buffer.from([(isLast ? 0x80 : 0) | opcode, 0x80 | payload.length, 0, 0, 0, 0]),
    Buffer.from(payload),
  ]);
}

/** The code of the close frame at the end of what a client was sent. */
async function closeCodeOf(socket: Socket): Promise<number> {
  let received = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
  });
  socket.resume();
  for (;;) {
    const start = received.indexOf(0x88);
    if (start !== -1 && received.length >= start + 4) return received.readUInt16BE(start + 2);
    if (socket.closed) throw new Error('closed without a code');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Writes the same bytes for so long, as fast as they are read. */
function flood(socket: Socket, bytes: Buffer, milliseconds: number): Promise<number> {
  const end = Date.now() + milliseconds;
  let written = 0;
  return new Promise((resolve) => {
    const more = (): void => {
      if (socket.destroyed || Date.now() > end) {
        resolve(written);
        return;
      }
      written += bytes.length;
      socket.write(bytes, () => setImmediate(more));
    };
    more();
  });
}

/** Median duration of some health checks, in milliseconds. */
async function medianHealth(): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 15; count += 1) {
    const startedAt = performance.now();
    const { status } = await httpRequest({ url: `${pair.gateway.baseUrl}/health` });
    expect(status).toBe(200);
    times.push(performance.now() - startedAt);
  }
  return times.sort((left, right) => left - right)[7] ?? 0;
}

const repeat = (bytes: Buffer): Buffer => Buffer.concat(Array.from({ length: 9_000 }, () => bytes));

describe('a socket', () => {
  it.each([
    ['tiny messages', repeat(frame(1, 'x'))],
    ['empty messages', repeat(frame(2, ''))],
    ['events that are refused', repeat(frame(2, Buffer.from('{"model":1}', 'utf16le').toString('latin1')))],
    ['pings', repeat(frame(9, ''))],
    ['pongs', repeat(frame(10, ''))],
  ])('that is flooded with %s does not hold up others', async (_with, bytes) => {
    const { socket, answer } = await upgrade();
    expect(answer).toContain(' 101 ');
    socket.resume();
    // It ends with the socket: no try may be without it.
    const flooding = flood(socket, bytes, 60_000);
    // The flood is under way.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expectWithin(100, medianHealth);
    socket.destroy();
    await flooding;
  });

  it.each([
    ['of 1 GB', Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0])],
    ['of 2^60 bytes', Buffer.from([0x82, 0xff, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ])(
    'that announces a message %s is closed with 1009 before the message comes, and the client learns it',
    async (_size, head) => {
      const { socket } = await upgrade();
      const code = closeCodeOf(socket);
      socket.write(head);
      // It goes on sending what it announced.
      const sent = flood(socket, Buffer.alloc(256 * 1024), 1_000);
      expect(await code).toBe(1009);
      socket.destroy();
      await sent;
    },
  );

  it('with fragments without end is closed: their number is bounded even if they are empty', async () => {
    const { socket } = await upgrade();
    const code = closeCodeOf(socket);
    socket.write(frame(1, '', false));
    for (let count = 0; count < 20; count += 1) socket.write(Buffer.concat(Array(1_000).fill(frame(0, '', false))));
    expect(await code).toBe(1008);
  });

  it(
    'whose client pings and does not read is ended',
    async () => {
      const { socket } = await upgrade();
      socket.pause();
      const flooding = flood(socket, Buffer.concat(Array(500).fill(frame(9, 'x'.repeat(125)))), 20_000);
      await Promise.all(upstreams.map((each) => closedOf(each)));
      socket.destroy();
      await flooding;
    },
    SLOW_TEST_LIMIT_MS,
  );
});

describe('upgrades without a key', () => {
  it(
    'are rejected with 401, take no socket from those who have one, and are closed even if the client does not leave',
    async () => {
      const refused = await Promise.all(Array.from({ length: 200 }, () => upgrade(null)));
      for (const { answer } of refused) expect(answer).toContain(' 401 ');
      const { answer } = await upgrade();
      expect(answer).toContain(' 101 ');
      // They neither read on nor close their side.
      await Promise.all(refused.map(({ socket }) => closedOf(socket)));
    },
    SLOW_TEST_LIMIT_MS,
  );
});
