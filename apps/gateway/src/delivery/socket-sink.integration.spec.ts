import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Departure } from '@multilane/telemetry';
import { SocketSink } from './socket-sink.js';

/** A server whose next request is answered by the test, and a client that sends one. */
async function meet(): Promise<{ server: Server; client: Socket; response: ServerResponse }> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const asked = new Promise<ServerResponse>((resolve) => {
    server.once('request', (_request, response) => resolve(response));
  });
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  return { server, client, response: await asked };
}

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** An answer under way, what held it up, and when its client left. */
async function answer() {
  const { client, response, server } = await meet();
  servers.push(server);
  const sink = new SocketSink({ response, answerHeaders: {}, path: '/', requestId: 'r' } as never);
  const left = new Promise<Departure | undefined>((resolve) => {
    sink.watch({ readerLeft: resolve });
  });
  const source = {
    pauses: 0,
    pause: (): void => {
      source.pauses += 1;
    },
    resume: (): void => undefined,
  };
  return { client, left, sink, source };
}

// docs/bounds.md#connections
describe('a client that leaves', () => {
  it('before the head is told apart', async () => {
    const { client, left } = await answer();
    client.destroy();
    expect(await left).toBe('before_head');
  });

  it('within 50 ms of the head is told apart from one that stops the answer later', async () => {
    const early = await answer();
    early.client.once('data', () => early.client.destroy());
    early.sink.openStream({}, early.source, 60_000);
    const late = await answer();
    late.sink.openStream({}, late.source, 60_000);
    // A machine that is busy may deliver the head late.
    expect(['at_head', 'in_answer']).toContain(await early.left);
    await sleep(60);
    late.client.destroy();
    expect(await late.left).toBe('in_answer');
  });

  it('because it takes nothing for the stated time is told apart, and its source is held back before', async () => {
    const { client, left, sink, source } = await answer();
    client.pause();
    sink.openStream({}, source, 200);
    // The system takes megabytes before anybody reads them.
    for (let written = 0; written < 64 && source.pauses === 0; written += 1) sink.write('x'.repeat(1024 * 1024));
    expect(source.pauses).toBeGreaterThan(0);
    for (let written = 0; written < 32; written += 1) sink.write('x'.repeat(1024 * 1024));
    expect(await left).toBe('unread');
  });

  it('because it takes nothing is left after the stated time at the latest, although its system took a part of a write', async () => {
    const limitMs = 2_000;
    const { client, left, sink, source } = await answer();
    client.pause();
    sink.openStream({}, source, limitMs);
    for (let written = 0; written < 32; written += 1) sink.write('x'.repeat(1024 * 1024));
    expect(await Promise.race([left, sleep(limitMs * 1.75, 'still there')])).toBe('unread');
  });
});
