import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { BenchContext } from './bench-context.js';
import { MEDIA_MODELS } from './build-gateway-config.js';
import { REQUEST_HEADERS } from './build-requests.js';
import type { Figure } from './figure.js';
import { SOUND_MESSAGE } from './fixed-media.js';
import { readMemory, readProcessorTime } from './read-process.js';
import { runRounds } from './run-rounds.js';
import type { RunningServer } from './server-under-test.js';
import { median } from './statistics.js';

/** A client that speaks sends so often, in milliseconds. */
const SEND_EVERY_MS = 20;
const LAST_ANSWERS_MS = 10_000;

/** Measures the processor time of a realtime socket's message, and the memory of sockets. Empty if there is no `/proc`. */
export async function measureRealtime(context: BenchContext): Promise<Figure[]> {
  const { plan, progress, targets } = context;
  progress('realtime: warming up');
  for (const name of ['bareProxy', 'gateway'] as const) await speakTo(targets[name], plan.sockets, plan.warmUpSeconds);
  const rounds = await runRounds(context, `${plan.sockets} realtime sockets`, ['bareProxy', 'gateway'], (target) =>
    speakTo(target, plan.sockets, plan.socketSeconds),
  );
  const costs = rounds.flatMap(({ bareProxy, gateway }) => (bareProxy && gateway ? [{ bareProxy, gateway }] : []));
  if (costs.length === 0) return [];
  const valuesOf = (read: (cost: SocketCost) => number) => ({
    gateway: median(costs.map(({ gateway }) => read(gateway))),
    bareProxy: median(costs.map(({ bareProxy }) => read(bareProxy))),
  });
  return [
    {
      scenario: 'realtime',
      name: `processor time per message, ${plan.sockets} realtime sockets`,
      unit: 'µs',
      values: valuesOf(({ microseconds }) => microseconds),
      bar: { below: 20 },
    },
    {
      scenario: 'realtime',
      name: `memory with ${plan.sockets} realtime sockets in use`,
      unit: 'MB',
      values: valuesOf(({ megabytes }) => megabytes),
    },
  ];
}

interface SocketCost {
  /** Processor time of a message that is read from one side and written to the other. */
  readonly microseconds: number;
  readonly megabytes: number;
}

/** Speaks on so many sockets at once. Throws where a message is not answered. */
async function speakTo(target: RunningServer, count: number, seconds: number): Promise<SocketCost | undefined> {
  const url = `${target.baseUrl.replace(/^http/, 'ws')}/v1/realtime?model=${MEDIA_MODELS.voice}`;
  let received = 0;
  const sockets = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = await connect(url);
      socket.on('message', () => {
        received += 1;
      });
      return socket;
    }),
  );
  const before = await readProcessorTime(target.processId);
  let sent = 0;
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    for (const socket of sockets) socket.send(SOUND_MESSAGE);
    sent += sockets.length;
    await sleep(SEND_EVERY_MS);
  }
  const deadline = performance.now() + LAST_ANSWERS_MS;
  while (received < sent && performance.now() < deadline) await sleep(5);
  const after = await readProcessorTime(target.processId);
  const memory = await readMemory(target.processId);
  for (const socket of sockets) socket.terminate();
  if (received !== sent) throw new Error(`of ${sent} messages, ${received} were answered`);
  if (before === undefined || after === undefined || memory === undefined) return undefined;
  return { microseconds: ((after - before) * 1_000) / (sent + received), megabytes: memory.resident };
}

function connect(url: string): Promise<WebSocket> {
  const { authorization } = REQUEST_HEADERS;
  const socket = new WebSocket(url, { headers: { authorization }, perMessageDeflate: false });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });
}
