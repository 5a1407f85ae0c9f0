import type { BenchContext } from './bench-context.js';
import type { Scenario } from './bench-plan.js';
import { buildAgentBody, buildChatBody, buildPrompt, CHAT_PATH, REQUEST_HEADERS } from './build-requests.js';
import { type Bar, buildComparedFigure, buildFigureAgainst, type Figure } from './figure.js';
import { checkAnswer, measureRate } from './measure-rate.js';
import { interleave, runRounds } from './run-rounds.js';
import type { RunningServer } from './server-under-test.js';
import { median } from './statistics.js';

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
    const bar = connections === 1 ? { medianBar: { addsBelow: 0.2 } } : {};
    figures.push(
      ...(await measureCase(context, { scenario: 'latency', name, body: buildChatBody(), connections, ...bar })),
    );
  }
  return figures;
}

/**
 * Latency of long prompts at one connection, and the processor time that reading, checking and sending them on costs beside a proxy
 * that parses each body and writes it anew.
 */
export async function measurePrompts(context: BenchContext): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const tokens of context.plan.promptTokens) {
    const name = `prompt of ${tokens / 1000}k tokens`;
    const body = buildChatBody(buildPrompt(tokens));
    figures.push(...(await measureCase(context, { scenario: 'prompts', name, body, connections: 1 })));
    figures.push(...(await measureParsing(context, name, tokens, body)));
    const turn = `agent's turn of ${tokens / 1000}k tokens`;
    figures.push(...(await measureParsing(context, turn, tokens, buildAgentBody(tokens))));
  }
  return figures;
}

/** Bars for prompts of so many tokens: shares of the parsing proxy's processor time. */
const PARSING_BARS: Readonly<Record<number, number>> = { 10000: 0.8, 100000: 0.55 };
/** And of its p99, at one connection. */
const PARSING_P99_BARS: Readonly<Record<number, number>> = { 100000: 0.8 };

async function measureParsing(context: BenchContext, name: string, tokens: number, body: string): Promise<Figure[]> {
  const { parsingProxy, plan, targets } = context;
  if (parsingProxy === undefined) return [];
  const servers = { bareProxy: targets.bareProxy, parsingProxy, gateway: targets.gateway };
  const request = { headers: REQUEST_HEADERS, body };
  for (const server of Object.values(servers)) {
    await checkAnswer(server, request);
    if (plan.groupWarmUpSeconds > 0) await measureRate(context, server, request, plan.groupWarmUpSeconds);
  }
  const title = `${name}: processor time`;
  const rounds = await interleave(context, title, ['bareProxy', 'parsingProxy', 'gateway'] as const, async (which) => {
    const rate = await measureRate(context, servers[which], request, plan.latencySeconds);
    return rate === undefined ? undefined : 1e6 / rate;
  });
  const costs = rounds.flatMap(({ bareProxy, gateway, parsingProxy }) =>
    bareProxy === undefined || gateway === undefined || parsingProxy === undefined
      ? []
      : [{ bareProxy, gateway, parsingProxy }],
  );
  const latency = await measureParsingLatency(context, name, tokens, body, servers);
  if (costs.length === 0) return latency;
  const below = PARSING_BARS[tokens];
  const label = {
    scenario: 'prompts',
    name: title,
    unit: 'µs',
    ...(below !== undefined && { bar: { below } }),
  } as const;
  const figure = buildFigureAgainst('parsingProxy', label, 'ratio', costs);
  const withBareProxy = { ...figure.values, bareProxy: median(costs.map(({ bareProxy }) => bareProxy)) };
  return [{ ...figure, values: withBareProxy }, ...latency];
}

async function measureParsingLatency(
  { driver, ...context }: BenchContext,
  name: string,
  tokens: number,
  body: string,
  servers: Readonly<Record<'parsingProxy' | 'gateway', RunningServer>>,
): Promise<Figure[]> {
  const below = PARSING_P99_BARS[tokens];
  if (below === undefined) return [];
  const title = `${name}: p99 beside the parsing proxy`;
  const rounds = await interleave(context, title, ['parsingProxy', 'gateway'] as const, async (which) => {
    const url = servers[which].baseUrl + CHAT_PATH;
    const seconds = context.plan.latencySeconds;
    return (await driver.drive({ url, headers: REQUEST_HEADERS, body, connections: 1, seconds })).p99Milliseconds;
  });
  const label = { scenario: 'prompts', name: title, unit: 'ms', bar: { below } } as const;
  return [buildFigureAgainst('parsingProxy', label, 'ratio', rounds)];
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
