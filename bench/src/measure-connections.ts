import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchContext } from './bench-context.js';
import { buildChatBody, CHAT_PATH, REQUEST_HEADERS } from './build-requests.js';
import type { Figure } from './figure.js';
import { readStreamsAtOnce } from './measure-streaming.js';
import { readMemory } from './read-process.js';
import type { RunningServer } from './server-under-test.js';

/** Connections that are opened at once: a listener's backlog takes no more. */
const OPENED_AT_ONCE = 100;

const ALLOWED_MB = 100;

/**
 * On a gateway that has served nothing: what connections cost that nobody uses, beside those of a plain server, and whether thousands
 * of streams at once are whole.
 */
export async function measureConnections(
  { plan, progress }: Pick<BenchContext, 'plan' | 'progress'>,
  { gateway, plainServer }: Readonly<Record<'gateway' | 'plainServer', RunningServer>>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  progress(`connections: ${plan.idleConnections} that are idle`);
  const memory = await measureIdle(gateway, plan.idleConnections, plan.settleMilliseconds);
  const plainMemory = await measureIdle(plainServer, plan.idleConnections, plan.settleMilliseconds);
  if (memory !== undefined && plainMemory !== undefined) {
    figures.push({
      scenario: 'connections',
      name: `memory added by ${plan.idleConnections} idle connections`,
      unit: 'MB',
      values: { gateway: memory, plainServer: plainMemory },
      bar: { below: ALLOWED_MB },
    });
  }
  progress(`connections: ${plan.manyStreams} streams at once`);
  await readStreamsAtOnce(gateway, plan.manyStreams, plan.manyPaceMilliseconds);
  figures.push({
    scenario: 'connections',
    name: `streams complete, ${plan.manyStreams} at once`,
    unit: `of ${plan.manyStreams}`,
    values: { gateway: plan.manyStreams },
    bar: { atLeast: plan.manyStreams },
  });
  return figures;
}

/** Megabytes that so many connections add which have sent one request each. Undefined if there is no `/proc`. */
async function measureIdle(target: RunningServer, count: number, settleMs: number): Promise<number | undefined> {
  // The same number of requests comes before, so that the difference is that of connections, and not of memory that requests load, compile
  // and leave behind.
  for (let opened = 0; opened < count; opened += OPENED_AT_ONCE) {
    for (const socket of await openMany(target, OPENED_AT_ONCE)) socket.destroy();
  }
  await sleep(settleMs);
  const before = await readMemory(target.processId);
  const sockets = await openMany(target, count);
  await sleep(settleMs);
  const after = await readMemory(target.processId);
  if (sockets.some(({ destroyed, readableEnded }) => destroyed || readableEnded)) {
    throw new Error(`${target.baseUrl} closed idle connections`);
  }
  for (const socket of sockets) socket.destroy();
  return before && after && after.resident - before.resident;
}

async function openMany(target: RunningServer, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const more = Math.min(OPENED_AT_ONCE, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: more }, () => openAndAsk(target)))));
  }
  return sockets;
}

/** A connection that has got one answer, and is kept open. */
async function openAndAsk({ baseUrl }: RunningServer): Promise<Socket> {
  const { hostname, port, host } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  const body = buildChatBody();
  const headers = { host, ...REQUEST_HEADERS, 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${CHAT_PATH} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  const status = answer.toString('latin1').split('\r\n', 1)[0];
  if (status !== 'HTTP/1.1 200 OK') throw new Error(`a connection was answered with ${status}`);
  return socket;
}
