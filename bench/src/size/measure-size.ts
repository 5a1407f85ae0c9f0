import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchSetup } from '../bench-setup.js';
import { BENCH_MODEL } from '../build-gateway-config.js';
import { buildChatBody, CHAT_PATH, REQUEST_HEADERS } from '../build-requests.js';
import { measureProcessor } from '../costs/processor-cost.js';
import type { Figure } from '../figure.js';
import { readProcessorTime } from '../read-process.js';
import type { RunningServer } from '../server-under-test.js';
import { median, percentile } from '../statistics.js';
import { measureAttribution } from './measure-attribution.js';
import { idOf, sizeOf } from './size.js';
import { listReads, type SizeRead } from './size-reads.js';
import { openSizeWorld, type SizeWorld } from './size-world.js';

/** Measures the duration of reads of a large deployment, and the cost of one policy change at its gateways. */
export async function measureSize(setup: BenchSetup, upstreamUrl: string): Promise<Figure[]> {
  if ((await readProcessorTime(process.pid)) === undefined) {
    setup.progress('size: left out, for there is no /proc');
    return [];
  }
  const world = await openSizeWorld(setup, upstreamUrl);
  if (world === undefined) {
    setup.progress('size: left out, for there is no PostgreSQL');
    return [];
  }
  try {
    const figures: Figure[] = [];
    for (const read of listReads(sizeOf(setup.plan.sizeShare))) {
      figures.push(...(await measureRead(setup, world, read)));
    }
    figures.push(...(await measureChanges(setup, world)));
    // Last: it adds records.
    const { database, meter, organizationId } = world;
    const teamId = idOf('teams', 0);
    return [
      ...figures,
      ...(await measureAttribution(setup.plan.sizeRounds, meter, database, { organizationId, teamId })),
    ];
  } finally {
    await world.stop();
  }
}

type Setup = Pick<BenchSetup, 'plan' | 'progress'>;

/** The parts of a read's figures, after the name of the read. */
export const PARTS = { median: ', median', slowest: ', slowest', processor: ', processor time of PostgreSQL' };

async function measureRead({ plan, progress }: Setup, { call, meter }: SizeWorld, read: SizeRead): Promise<Figure[]> {
  const times: number[] = [];
  // The first read fills caches.
  await call('GET', read.path);
  const { processorTime } = await meter.measure(async () => {
    for (let round = 0; round < plan.sizeRounds; round += 1) {
      const began = performance.now();
      await call('GET', read.path);
      times.push(performance.now() - began);
    }
  });
  const figure = (part: keyof typeof PARTS, value: number, more: Pick<Figure, 'bar'> = {}): Figure => ({
    scenario: 'size',
    name: `${read.name}${PARTS[part]}`,
    unit: 'ms',
    values: { gateway: value },
    ...more,
  });
  const middle = median(times);
  progress(`${read.name}: ${middle.toFixed(0)} ms, PostgreSQL ${(processorTime / plan.sizeRounds).toFixed(0)} ms`);
  return [
    figure('median', middle, read.bound === undefined ? {} : { bar: { below: read.bound } }),
    figure('slowest', Math.max(...times)),
    figure('processor', processorTime / plan.sizeRounds),
  ];
}

const POLICIES = '/admin/gateway/policies/rate-limits';
const FAR_AWAY = 1_000_000_000;
const IN_EFFECT_LIMIT_MS = 60_000;
const POLL_MS = 10;

/**
 * Lowers and raises the limit of one policy in turn, and follows each change until both gateways serve it. The work of a gateway in the
 * meantime is counted, with the few requests that ask whether it serves the change.
 */
async function measureChanges({ plan, progress }: Setup, world: SizeWorld): Promise<Figure[]> {
  const { call, gateways } = world;
  const policy = { name: 'changed', scope: 'organization', model: BENCH_MODEL };
  const { id } = await call<{ id: string }>('POST', POLICIES, { ...policy, requests_per_hour: 1 });
  await untilAll(world, 429);
  const times: number[] = [];
  const processor: number[][] = gateways.map(() => []);
  for (let change = 0; change < plan.sizeChanges; change += 1) {
    const isRaised = change % 2 === 0;
    const began = performance.now();
    await call('PATCH', `${POLICIES}/${id}`, { requests_per_hour: isRaised ? FAR_AWAY : 1 });
    const costs = await Promise.all(
      gateways.map((gateway) => measureProcessor([gateway], () => untilAnswer(world, gateway, isRaised ? 200 : 429))),
    );
    times.push(performance.now() - began);
    for (const [index, { milliseconds }] of costs.entries()) processor[index]?.push(milliseconds);
    if (change % 20 === 0) progress(`size: ${change} of ${plan.sizeChanges} changes`);
  }
  const figure = (name: string, value: number): Figure => ({
    scenario: 'size',
    name: `${CHANGE}${name}`,
    unit: 'ms',
    values: { gateway: value },
  });
  return [
    figure('until both gateways serve it, median', median(times)),
    figure('until both gateways serve it, p99', percentile(times, 0.99)),
    ...processor.map((costs, index) => figure(`processor time of gateway ${index + 1}, median`, median(costs))),
  ];
}

/** Beginning of the names of figures about changes. */
export const CHANGE = 'one policy changed: ';

const BODY = buildChatBody();

const untilAll = async (world: SizeWorld, status: 200 | 429): Promise<void> => {
  await Promise.all(world.gateways.map((gateway) => untilAnswer(world, gateway, status)));
};

/** @throws for other answers, and if the wanted one takes longer than a minute */
async function untilAnswer({ key }: SizeWorld, gateway: RunningServer, wanted: 200 | 429): Promise<void> {
  const end = performance.now() + IN_EFFECT_LIMIT_MS;
  const headers = { ...REQUEST_HEADERS, authorization: `Bearer ${key}` };
  while (performance.now() < end) {
    const answer = await fetch(gateway.baseUrl + CHAT_PATH, { method: 'POST', headers, body: BODY });
    const text = await answer.text();
    if (answer.status === wanted) return;
    if (answer.status !== 200 && answer.status !== 429) throw new Error(`a gateway answered ${answer.status}: ${text}`);
    await sleep(POLL_MS);
  }
  throw new Error(`a change of a policy was not in effect after ${IN_EFFECT_LIMIT_MS / 1000} s`);
}
