import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../statistics.js';
import type { OwnCallers } from './finding.js';
import { startOwnGateway } from './start-own-gateway.js';

/** Clients that ask for streams that never end, and read nothing of them. */
const CLIENTS = 100;

/** Time limit for the 99th percentile of other answers while they are there, in milliseconds. */
const MOST_MS = 1_000;
const ASK_EVERY_MS = 50;

const KEY = 'ml-6f1c0a7d9be24835a1d07c3ef5b2846e';

const EVENT = {
  id: 'chaos',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'flood',
  choices: [{ index: 0, delta: { content: 'x'.repeat(200) }, finish_reason: null }],
};

/** A provider that sends as fast as it is read. */
async function startFlood(): Promise<{ readonly url: string; close(): void }> {
  const block = `data: ${JSON.stringify(EVENT)}\n\n`.repeat(200);
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (): void => {
      while (response.write(block));
    };
    response.on('drain', send);
    send();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const ESTABLISHED = '01';

/** The ports of clients that a server of this machine has connections with. */
function listClients(port: number): number[] {
  const portOf = (address = ''): number => Number.parseInt(address.split(':')[1] ?? '', 16);
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === ESTABLISHED && portOf(local) === port)
    .map(([, , remote]) => portOf(remote));
}

/** Callers that read nothing of a stream that never ends, and one who asks for `/health` meanwhile. */
export async function startUnreadCallers(): Promise<OwnCallers> {
  const flood = await startFlood();
  const gateway = await startOwnGateway({
    providers: [{ name: 'flood', kind: 'openai', base_url: `${flood.url}/v1`, api_key: 'chaos-upstream-key' }],
    models: [{ logical_name: 'flood', provider: 'flood', upstream_model: 'flood' }],
    teams: [{ name: 'unread', api_keys: [{ name: 'ci', key: KEY }] }],
    server: { drain_delay_ms: 0, drain_ms: 2_000 },
  });
  const { port } = gateway;
  const body = JSON.stringify({ model: 'flood', stream: true, messages: [{ role: 'user', content: 'hi' }] });
  const head = [
    'POST /v1/chat/completions HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${KEY}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ].join('\r\n');
  const sockets = Array.from({ length: CLIENTS }, (): Socket => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`${head}\r\n\r\n${body}`);
    socket.pause();
    return socket;
  });
  const stopping = new AbortController();
  const times: number[] = [];
  const ask = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const start = performance.now();
      await (await fetch(`http://127.0.0.1:${port}/health`)).text();
      times.push(performance.now() - start);
      await sleep(ASK_EVERY_MS);
    }
  };
  const asking = ask();
  return {
    stop: async () => {
      stopping.abort();
      await asking;
      // One that reads nothing hears of no reset: the system knows.
      const own = new Set(sockets.map(({ localPort }) => localPort));
      const left = listClients(port).filter((client) => own.has(client)).length;
      for (const socket of sockets) socket.destroy();
      await gateway.stop();
      flood.close();
      const slowest = percentile(times, 0.99);
      return {
        text: `${CLIENTS} clients read nothing: others were answered in ${slowest.toFixed(0)} ms (p99); ${left} were still there at the end`,
        breaches: [
          ...(slowest <= MOST_MS ? [] : [`clients that read nothing held others up for ${slowest.toFixed(0)} ms`]),
          ...(left === 0 ? [] : [`${left} clients that read nothing were still connected`]),
        ],
      };
    },
  };
}
