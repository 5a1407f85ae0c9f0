import type { BenchContext } from './bench-context.js';
import { buildChatBody, CHAT_PATH, REQUEST_HEADERS } from './build-requests.js';
import { buildComparedFigure, type Figure } from './figure.js';
import { readProcessorTime } from './read-process.js';
import { runRounds } from './run-rounds.js';
import type { RunningServer } from './server-under-test.js';

const body = buildChatBody();

/** Requests per second of one pinned process, and its processor time per request, which noise disturbs less. */
export async function measureThroughput(context: BenchContext): Promise<Figure[]> {
  const name = `requests at ${context.plan.throughputConnections} connections`;
  const rounds = await runRounds(context, name, ['bareProxy', 'gateway'], (target) => loadTarget(context, target));
  const rates = rounds.map(({ gateway, bareProxy }) => ({ gateway: gateway.rate, bareProxy: bareProxy.rate }));
  const costs = rounds.flatMap(({ gateway, bareProxy }) =>
    gateway.cost === undefined || bareProxy.cost === undefined
      ? []
      : [{ gateway: gateway.cost, bareProxy: bareProxy.cost }],
  );
  const rate = { scenario: 'throughput', name, unit: '1/s per core', bar: { atLeast: 0.85 } } as const;
  const cost = { scenario: 'throughput', name: 'processor time per request', unit: 'µs' } as const;
  return [
    buildComparedFigure(rate, 'ratio', rates),
    ...(costs.length === 0 ? [] : [buildComparedFigure(cost, 'ratio', costs)]),
  ];
}

async function loadTarget({ plan, driver }: BenchContext, target: RunningServer) {
  const before = await readProcessorTime(target.processId);
  const { requests, seconds } = await driver.drive({
    url: target.baseUrl + CHAT_PATH,
    headers: REQUEST_HEADERS,
    body,
    connections: plan.throughputConnections,
    seconds: plan.throughputSeconds,
  });
  const after = await readProcessorTime(target.processId);
  return {
    rate: requests / seconds,
    cost: before === undefined || after === undefined ? undefined : ((after - before) * 1000) / requests,
  };
}
