import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { ClientGone, UnfinishedBodies } from './arriving-bodies.js';
import { readJsonBody } from './read-json-body.js';
import { readTextBody } from './read-text-body.js';

const MB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json', connection: 'close' };
const LIMITS = { members: 1_000_000, items: 1_000_000 };

let server: Server;
const later = createServer();
let port = 0;
const sockets: Socket[] = [];
let receivedBytes = 0;
/** Outcome of each body, in order. */
const outcomes: string[] = [];

beforeAll(async () => {
  const unfinished = new UnfinishedBodies(2 * MB);
  server = createServer((incoming, response) => {
    incoming.on('data', (bytes: Buffer) => {
      receivedBytes += bytes.length;
    });
    readJsonBody(incoming, { limitBytes: 8 * MB, limits: LIMITS, compressed: true, unfinished }).then(
      () => {
        outcomes.push('whole');
        response.end('whole');
      },
      (error: unknown) => {
        outcomes.push(error instanceof GatewayError ? error.code : 'gone');
        response.writeHead(error instanceof GatewayError ? error.status : 400).end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  receivedBytes = 0;
  await until(async () => (await countConnections()) === 0);
  outcomes.length = 0;
});

afterAll(async () => {
  for (const each of [server, later]) await new Promise((resolve) => each.close(resolve));
});

const countConnections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A request whose body never ends, as far as `bytes` go. */
async function begin(headers: string, bytes: Buffer, willReceive = bytes.length): Promise<Socket> {
  const before = receivedBytes;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`);
  socket.write(bytes);
  await until(() => receivedBytes - before >= willReceive);
  return socket;
}

async function post(body: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers: JSON_TYPE });
  await answer.text();
  return answer.status;
}

describe('JSON bodies as they arrive (docs/contract/bounds.md#bodies)', () => {
  it('that are left unfinished are rejected from the oldest on, and others are served meanwhile', async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      await begin(`Content-Length: ${4 * MB}`, Buffer.alloc(MB * 0.75, ' '));
      expect(await post('{"a": 1}')).toBe(200);
    }
    expect(outcomes).toEqual(['whole', 'whole', 'overloaded', 'whole', 'overloaded', 'whole', 'overloaded', 'whole']);
  });

  it('count as large as they are decoded', async () => {
    const zipped = gzipSync(Buffer.alloc(3 * MB, ' '));
    // All but the end.
    await begin(`Content-Encoding: gzip\r\nContent-Length: ${zipped.length}`, zipped.subarray(0, -4));
    await until(() => outcomes.length === 1);
    expect(outcomes).toEqual(['overloaded']);
  });

  it('count no longer when their clients are gone', async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      const socket = await begin(`Content-Length: ${4 * MB}`, Buffer.alloc(MB * 1.5, ' '));
      socket.destroy();
      await until(() => outcomes.length === nth + 1);
    }
    expect(outcomes).toEqual(Array(5).fill('gone'));
  });

  it('cost about their size, though they come byte by byte', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const size = MB;
    const chunks = Buffer.from('1\r\n \r\n'.repeat(size));
    const memory = (): number => {
      collectGarbage();
      return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    };
    const before = memory();
    await begin('Transfer-Encoding: chunked', chunks, size);
    // The test's own copy of what it sends is counted too.
    expect((memory() - before) / MB).toBeLessThan(40);
  }, 30_000);
});

it('a body whose client left before anybody read it is gone', async () => {
  const arrived = new Promise<IncomingMessage>((resolve) => later.once('request', resolve));
  await new Promise<void>((resolve) => later.listen(0, '127.0.0.1', resolve));
  const client = connect((later.address() as AddressInfo).port, '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
  const incoming = await arrived;
  client.destroy();
  await until(async () => incoming.destroyed);
  const rules = { limitBytes: MB, limits: LIMITS, compressed: true };
  await expect(readJsonBody(incoming, rules)).rejects.toBeInstanceOf(ClientGone);
  await expect(readTextBody(incoming, MB)).rejects.toBeInstanceOf(ClientGone);
});
