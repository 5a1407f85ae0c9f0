import { Agent } from 'node:http';
import type { BenchContext } from './bench-context.js';
import { REQUEST_HEADERS } from './build-requests.js';
import { buildComparedFigure, buildFigureAgainst, type Figure } from './figure.js';
import { ANSWER_TEXT, buildPieces, LONG_STREAM_PIECES } from './fixed-answer.js';
import { GROUP_CASES, GROUP_NAMES, type GroupCase, type GroupName } from './group-cases.js';
import { readProcessorTime } from './read-process.js';
import { readStream } from './read-stream.js';
import { interleave } from './run-rounds.js';
import type { RunningServer } from './server-under-test.js';

/** Cases that are measured in each round: every way through the gateway, and the bare proxy, which relays chat as R has it. */
const CASES = ['bareProxy', ...GROUP_NAMES] as const;
type Costs = Record<(typeof CASES)[number], number>;
type Mode = 'whole' | 'streamed';

const PIECES = buildPieces(LONG_STREAM_PIECES);

/**
 * Measures the cost of translation, for each provider group: requests per second of processor time and, for long streams that come as fast
 * as they are read, processor time per event. All of it in processor time, which other work on the machine disturbs least; empty if there
 * is no `/proc`. Throws if an answer is not the one that the upstream sent.
 */
export async function measureGroups(context: BenchContext): Promise<Figure[]> {
  for (const name of GROUP_NAMES) await checkCase(context.targets.gateway, GROUP_CASES[name]);
  const whole = await measureMode(context, 'whole');
  const streamed = await measureMode(context, 'streamed');
  return [...buildRequestFigures(whole), ...buildEventFigures(streamed)];
}

async function measureMode(context: BenchContext, mode: Mode): Promise<Costs[]> {
  const { groupSeconds, groupWarmUpSeconds } = context.plan;
  const title = mode === 'whole' ? 'provider groups' : 'provider groups, streamed';
  if (groupWarmUpSeconds > 0) {
    context.progress(`${title}: warming up`);
    for (const name of CASES) await measureCost(context, name, mode, groupWarmUpSeconds);
  }
  const rounds = await interleave(context, title, CASES, (name) => measureCost(context, name, mode, groupSeconds));
  return rounds.filter((round): round is Costs => CASES.every((name) => round[name] !== undefined));
}

/** Microseconds of the server's processor time per request. */
async function measureCost(
  { plan, driver, targets }: BenchContext,
  name: (typeof CASES)[number],
  mode: Mode,
  seconds: number,
): Promise<number | undefined> {
  const target = name === 'bareProxy' ? targets.bareProxy : targets.gateway;
  const { path, body, streamBody } = GROUP_CASES[name === 'bareProxy' ? 'relay' : name];
  const before = await readProcessorTime(target.processId);
  const { requests } = await driver.drive({
    url: target.baseUrl + path,
    headers: REQUEST_HEADERS,
    body: mode === 'whole' ? body : streamBody,
    connections: plan.groupConnections,
    seconds,
  });
  const after = await readProcessorTime(target.processId);
  return before === undefined || after === undefined ? undefined : ((after - before) * 1000) / requests;
}

function buildRequestFigures(rounds: readonly Costs[]): Figure[] {
  if (rounds.length === 0) return [];
  const toRate = (microseconds: number) => 1e6 / microseconds;
  const unit = '1/s of processor time';
  const besideBareProxy = GROUP_NAMES.map((name) => {
    const bar = name === 'N' ? { bar: { atLeast: 0.6 } } : {};
    const label = { scenario: 'groups', name: `requests, ${GROUP_CASES[name].title}`, unit, ...bar } as const;
    const rates = rounds.map((round) => ({ gateway: toRate(round[name]), bareProxy: toRate(round.bareProxy) }));
    return buildComparedFigure(label, 'ratio', rates);
  });
  const label = { scenario: 'groups', name: 'requests, messages to N beside chat to R', unit } as const;
  const rates = rounds.map(({ messages, relay }) => ({ gateway: toRate(messages), relay: toRate(relay) }));
  return [...besideBareProxy, buildFigureAgainst('relay', { ...label, bar: { atLeast: 0.95 } }, 'ratio', rates)];
}

function buildEventFigures(rounds: readonly Costs[]): Figure[] {
  if (rounds.length === 0) return [];
  const perEvent = (microseconds: number) => microseconds / LONG_STREAM_PIECES;
  const label = (name: GroupName) =>
    ({ scenario: 'groups', name: `stream event, ${GROUP_CASES[name].title}`, unit: 'µs' }) as const;
  const translated = GROUP_NAMES.filter((name) => name !== 'relay').map((name) => {
    const costs = rounds.map((round) => ({ gateway: perEvent(round[name]), relay: perEvent(round.relay) }));
    return buildFigureAgainst('relay', { ...label(name), bar: { below: 15 } }, 'added', costs);
  });
  const relayed = rounds.map(({ relay, bareProxy }) => ({ gateway: perEvent(relay), bareProxy: perEvent(bareProxy) }));
  return [buildComparedFigure(label('relay'), 'added', relayed), ...translated];
}

/** Asks once each way and looks at the answer, for the load driver reads nothing but the status. */
async function checkCase(target: RunningServer, { path, body, streamBody, findFault }: GroupCase): Promise<void> {
  const url = target.baseUrl + path;
  const agent = new Agent();
  const whole = await readStream(url, REQUEST_HEADERS, body, agent);
  if (!whole.text.includes(JSON.stringify(ANSWER_TEXT)))
    throw new Error(`${url} answered: ${whole.text.slice(0, 500)}`);
  const stream = await readStream(url, REQUEST_HEADERS, streamBody, agent);
  const fault = findFault(stream.text, PIECES);
  if (fault !== undefined) throw new Error(`a stream of ${url} is not what the upstream sent: ${fault}`);
}
