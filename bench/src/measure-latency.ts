import type { BenchContext } from './bench-context.js';
import type { Scenario } from './bench-plan.js';
import { buildChatBody, buildPrompt, CHAT_PATH, REQUEST_HEADERS } from './build-requests.js';
import { type Bar, buildComparedFigure, type Figure } from './figure.js';
import { runRounds } from './run-rounds.js';

interface LatencyCase {
  readonly scenario: Scenario;
  readonly name: string;
  readonly body: string;
  readonly connections: number;
  readonly medianBar?: Bar;
}

/** Latency of a small request at each number of connections. */
export async function measureLatency(context: BenchContext): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const connections of context.plan.latencyConnections) {
    const name = `${connections} ${connections === 1 ? 'connection' : 'connections'}`;
    const bar = connections === 1 ? { medianBar: { below: 0.3 } } : {};
    figures.push(
      ...(await measureCase(context, { scenario: 'latency', name, body: buildChatBody(), connections, ...bar })),
    );
  }
  return figures;
}

/** Latency of long prompts at one connection: what reading, checking and sending them on costs. */
export async function measurePrompts(context: BenchContext): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const tokens of context.plan.promptTokens) {
    const name = `prompt of ${tokens / 1000}k tokens`;
    const body = buildChatBody(buildPrompt(tokens));
    figures.push(...(await measureCase(context, { scenario: 'prompts', name, body, connections: 1 })));
  }
  return figures;
}

async function measureCase(context: BenchContext, { scenario, name, body, connections, medianBar }: LatencyCase) {
  const { plan, driver } = context;
  const rounds = await runRounds(context, name, ['direct', 'bareProxy', 'gateway'], ({ baseUrl }) =>
    driver.drive({
      url: baseUrl + CHAT_PATH,
      headers: REQUEST_HEADERS,
      body,
      connections,
      seconds: plan.latencySeconds,
    }),
  );
  const read = (field: 'p50Milliseconds' | 'p99Milliseconds') =>
    rounds.map(({ direct, bareProxy, gateway }) => ({
      direct: direct[field],
      bareProxy: bareProxy[field],
      gateway: gateway[field],
    }));
  const label = (share: string) => ({ scenario, name: `${name}: ${share}`, unit: 'ms' });
  return [
    buildComparedFigure({ ...label('p50'), ...(medianBar && { bar: medianBar }) }, 'added', read('p50Milliseconds')),
    buildComparedFigure(label('p99'), 'added', read('p99Milliseconds')),
  ];
}
