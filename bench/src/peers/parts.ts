import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildChatBody, buildPrompt, buildStreamBody, CHAT_PATH } from '../build-requests.js';
import { type LoadDriver, NoAnswerError } from '../drive-load.js';
import { ANSWER_TEXT, STREAM_EVENTS } from '../fixed-answer.js';
import { readTreeProcessorTime } from '../process-tree.js';
import { readStream } from '../read-stream.js';
import type { RunningServer } from '../server-under-test.js';
import { percentile } from '../statistics.js';
import { findLostText } from './find-lost-text.js';
import type { PeerPlan } from './peer-plan.js';
import type { Reading } from './peer-row.js';

/** A server's turn: what it is asked with, and the upstream with nothing in front of it. */
export interface PartContext {
  readonly plan: PeerPlan;
  readonly driver: LoadDriver;
  readonly direct: RunningServer;
  readonly server: RunningServer;
  readonly headers: Readonly<Record<string, string>>;
}

interface Part {
  readonly title: string;
  /** One turn of one server. Throws if it gives another answer than the upstream's. */
  measure(context: PartContext): Promise<Reading>;
}

/** Asks once and looks at the answer: a fast error page must not pass for a fast gateway. */
export async function checkAnswer({ server, headers }: PartContext): Promise<void> {
  const response = await fetch(server.baseUrl + CHAT_PATH, { method: 'POST', headers, body: buildChatBody() });
  const text = await response.text();
  if (response.status !== 200 || !text.includes(JSON.stringify(ANSWER_TEXT))) {
    throw new Error(`answered ${response.status}: ${text.slice(0, 1000)}`);
  }
}

/** Factor by which a load is longer for a server that answers nothing while others are asked. */
const SLOW_FACTOR = 20;

/** A slow server is not a broken one: what it takes is in the table. */
const TIMEOUT_SECONDS = 60;

async function sendLoad({ driver, server, headers }: PartContext, body: string, connections: number, seconds: number) {
  const load = { url: server.baseUrl + CHAT_PATH, headers, body, connections, timeoutSeconds: TIMEOUT_SECONDS };
  return await driver.drive({ ...load, seconds }).catch((error: unknown) => {
    if (!(error instanceof NoAnswerError)) throw error;
    return driver.drive({ ...load, seconds: seconds * SLOW_FACTOR });
  });
}

/** Lets compilers and caches inside the server do their work before anything is measured. */
export async function warmUp(context: PartContext): Promise<void> {
  await sendLoad(context, buildChatBody(), context.plan.loadConnections, context.plan.warmUpSeconds);
}

const IDLE_CHECK_MILLISECONDS = 100;
const IDLE_CHECKS = 100;

/** The kernel counts in ticks of 10 ms: with one in 100 ms, a server does no more than its own upkeep. */
const IDLE_SHARE_MILLISECONDS = 10;

/**
 * Waits, for ten seconds at most, until a server has worked off the requests that the end of a load abandoned. The next server runs on
 * the same core.
 */
export async function becomeIdle({ server }: Pick<PartContext, 'server'>): Promise<void> {
  let before = readTreeProcessorTime(server.processId);
  for (let check = 0; check < IDLE_CHECKS && before !== undefined; check += 1) {
    await sleep(IDLE_CHECK_MILLISECONDS);
    const after = readTreeProcessorTime(server.processId);
    if (after === undefined || after - before <= IDLE_SHARE_MILLISECONDS) return;
    before = after;
  }
}

/** Milliseconds of processor time that the server and its children take meanwhile; undefined where the system does not say. */
async function measureTime<Value>({ server }: PartContext, act: () => Promise<Value>) {
  const before = readTreeProcessorTime(server.processId);
  const value = await act();
  const after = readTreeProcessorTime(server.processId);
  return { value, milliseconds: before === undefined || after === undefined ? undefined : after - before };
}

async function measureSmall(context: PartContext): Promise<Reading> {
  const { loadConnections, loadSeconds } = context.plan;
  const { value, milliseconds } = await measureTime(context, () =>
    sendLoad(context, buildChatBody(), loadConnections, loadSeconds),
  );
  const cost = milliseconds === undefined ? {} : { cost: (milliseconds * 1000) / value.requests };
  return { rate: value.requests / value.seconds, ...cost };
}

async function measureAdded(context: PartContext): Promise<Reading> {
  const { direct, plan } = context;
  const alone = await sendLoad({ ...context, server: direct }, buildChatBody(), 1, plan.latencySeconds);
  const through = await sendLoad(context, buildChatBody(), 1, plan.latencySeconds);
  return { added: through.p50Milliseconds - alone.p50Milliseconds };
}

async function measurePrompt(context: PartContext, tokens: number) {
  const body = buildChatBody(buildPrompt(tokens));
  const { value, milliseconds } = await measureTime(context, () =>
    sendLoad(context, body, 1, context.plan.latencySeconds),
  );
  return {
    p50: value.p50Milliseconds,
    p99: value.p99Milliseconds,
    cost: milliseconds === undefined ? undefined : milliseconds / value.requests,
  };
}

async function measureMedium(context: PartContext): Promise<Reading> {
  const { p50, p99, cost } = await measurePrompt(context, 10_000);
  return { mediumP50: p50, mediumP99: p99, ...(cost !== undefined && { mediumCost: cost }) };
}

async function measureLong(context: PartContext): Promise<Reading> {
  const { p50, p99, cost } = await measurePrompt(context, 100_000);
  return { longP50: p50, longP99: p99, ...(cost !== undefined && { longCost: cost }) };
}

async function readWholeStream({ server, headers }: PartContext, pace: number, agent: Agent): Promise<number> {
  const url = server.baseUrl + CHAT_PATH;
  const { text, firstByteMilliseconds } = await readStream(url, headers, buildStreamBody(pace), agent);
  const fault = findLostText(text);
  if (fault !== undefined) throw new Error(`a stream is not what the upstream sent: ${fault}`);
  return firstByteMilliseconds;
}

async function measureEvents(context: PartContext): Promise<Reading> {
  const { concurrentStreams, concurrentPaceMilliseconds } = context.plan;
  const agent = new Agent({ keepAlive: true });
  const streams = Array.from({ length: concurrentStreams }, () => concurrentPaceMilliseconds);
  const { milliseconds } = await measureTime(context, () =>
    Promise.all(streams.map((pace) => readWholeStream(context, pace, agent))),
  ).finally(() => agent.destroy());
  return milliseconds === undefined ? {} : { eventCost: (milliseconds * 1000) / (concurrentStreams * STREAM_EVENTS) };
}

async function measureFirstByte(context: PartContext): Promise<Reading> {
  const { streams, streamPaceMilliseconds } = context.plan;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  try {
    for (let index = 0; index < streams; index += 1) {
      times.push(await readWholeStream(context, streamPaceMilliseconds, agent));
    }
  } finally {
    agent.destroy();
  }
  return { firstByte: percentile(times, 0.5) };
}

/** Parts of each server's measurement, in the order in which they run. */
export const PARTS: readonly Part[] = [
  { title: 'small requests', measure: measureSmall },
  { title: 'one connection', measure: measureAdded },
  { title: 'prompt of 10k tokens', measure: measureMedium },
  { title: 'prompt of 100k tokens', measure: measureLong },
  { title: 'streams at once', measure: measureEvents },
  { title: 'first byte', measure: measureFirstByte },
];
