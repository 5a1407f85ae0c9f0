import { Agent } from 'node:http';
import type { BenchContext } from './bench-context.js';
import { buildStreamBody, CHAT_PATH, REQUEST_HEADERS } from './build-requests.js';
import { buildComparedFigure, type Figure } from './figure.js';
import { findStreamFault } from './find-stream-fault.js';
import { STREAM_EVENTS } from './fixed-answer.js';
import { readProcessorTime } from './read-process.js';
import { readStream } from './read-stream.js';
import { runRounds } from './run-rounds.js';
import type { RunningServer } from './server-under-test.js';
import { percentile } from './statistics.js';

/** Time to the first byte of a stream, and whether many streams at once all arrive whole. Throws when one does not. */
export async function measureStreaming(context: BenchContext): Promise<Figure[]> {
  return [...(await measureFirstByte(context)), ...(await measureConcurrentStreams(context))];
}

async function measureFirstByte(context: BenchContext): Promise<Figure[]> {
  const { streams, streamPaceMilliseconds } = context.plan;
  const rounds = await runRounds(context, 'first byte', ['direct', 'bareProxy', 'gateway'], (target) =>
    readInTurn(target, streams, streamPaceMilliseconds),
  );
  const read = (share: number) =>
    rounds.map(({ direct, bareProxy, gateway }) => ({
      direct: percentile(direct, share),
      bareProxy: percentile(bareProxy, share),
      gateway: percentile(gateway, share),
    }));
  const label = (share: string) => ({ scenario: 'streaming', name: `first byte: ${share}`, unit: 'ms' }) as const;
  return [
    buildComparedFigure({ ...label('p50'), bar: { addsBelow: 0.35 } }, 'added', read(0.5)),
    buildComparedFigure(label('p99'), 'added', read(0.99)),
  ];
}

async function readInTurn(target: RunningServer, count: number, pace: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) times.push(await readWholeStream(target, pace, agent));
  agent.destroy();
  return times;
}

async function measureConcurrentStreams(context: BenchContext): Promise<Figure[]> {
  const { plan } = context;
  const title = `${plan.concurrentStreams} streams at once`;
  const rounds = await runRounds(context, title, ['bareProxy', 'gateway'], (target) =>
    readStreamsAtOnce(target, plan.concurrentStreams, plan.concurrentPaceMilliseconds),
  );
  const costs = rounds.flatMap(({ gateway, bareProxy }) =>
    gateway === undefined || bareProxy === undefined ? [] : [{ gateway, bareProxy }],
  );
  const complete = plan.concurrentStreams * plan.rounds;
  const counted: Figure = {
    scenario: 'streaming',
    name: `streams complete, ${plan.concurrentStreams} at once`,
    unit: `of ${complete}`,
    values: { gateway: complete, bareProxy: complete },
    bar: { atLeast: complete },
  };
  const label = { scenario: 'streaming', name: 'processor time per stream event', unit: 'µs' } as const;
  return [counted, ...(costs.length === 0 ? [] : [buildComparedFigure(label, 'ratio', costs)])];
}

/** Microseconds of the target's processor time per event of so many streams at once. @throws where one is not what the upstream sent */
export async function readStreamsAtOnce(
  target: RunningServer,
  count: number,
  pace: number,
): Promise<number | undefined> {
  const agent = new Agent({ keepAlive: true });
  const before = await readProcessorTime(target.processId);
  await Promise.all(Array.from({ length: count }, () => readWholeStream(target, pace, agent)));
  const after = await readProcessorTime(target.processId);
  agent.destroy();
  return before === undefined || after === undefined ? undefined : ((after - before) * 1000) / (count * STREAM_EVENTS);
}

async function readWholeStream(target: RunningServer, pace: number, agent: Agent): Promise<number> {
  const url = target.baseUrl + CHAT_PATH;
  const { text, firstByteMilliseconds } = await readStream(url, REQUEST_HEADERS, buildStreamBody(pace), agent);
  const fault = findStreamFault(text);
  if (fault !== undefined) throw new Error(`a stream of ${url} is not what the upstream sent: ${fault}`);
  return firstByteMilliseconds;
}
