import type { BenchContext } from './bench-context.js';
import { buildChatBody, REQUEST_HEADERS } from './build-requests.js';
import { buildFigureAgainst, type Figure } from './figure.js';
import { checkAnswer, measureRate } from './measure-rate.js';
import { interleave } from './run-rounds.js';
import type { RunningServer } from './server-under-test.js';

/** A running gateway that holds every request to its policies, and a key that they are about. */
export interface HeldGateway {
  readonly server: RunningServer;
  readonly key: string;
}

/** Counters in the process, the same with a thousand times the policies, and counters on Redis. */
export type PolicyCase = 'memory' | 'many' | 'redis';

const FIGURES = [
  ['memory', 'everything on, counters in the process', 0.8],
  ['many', 'the same with 10,000 policies', 0.8],
  ['redis', 'everything on, counters on Redis', 0.65],
] as const;

const body = buildChatBody();

/**
 * Measures the cost of policies: keys and budgets of a database, ten matching rate limits, audit to PostgreSQL, metrics. Requests per
 * second of processor time beside the bare proxy's. Empty if there is no `/proc`.
 */
export async function measurePolicies(
  context: Pick<BenchContext, 'plan' | 'driver' | 'progress'>,
  bareProxy: RunningServer,
  gateways: Readonly<Partial<Record<PolicyCase, HeldGateway>>>,
): Promise<Figure[]> {
  const cases = FIGURES.flatMap(([name, title, atLeast]) => {
    const gateway = gateways[name];
    return gateway === undefined ? [] : [{ name, title, atLeast, gateway }];
  });
  const requestOf = ({ key }: HeldGateway) => ({
    headers: { ...REQUEST_HEADERS, authorization: `Bearer ${key}` },
    body,
  });
  const rate = (name: PolicyCase | 'bareProxy', seconds: number) => {
    const gateway = name === 'bareProxy' ? undefined : gateways[name];
    return gateway === undefined
      ? measureRate(context, bareProxy, { headers: REQUEST_HEADERS, body }, seconds)
      : measureRate(context, gateway.server, requestOf(gateway), seconds);
  };
  const names = ['bareProxy' as const, ...cases.map(({ name }) => name)];
  for (const { gateway } of cases) await checkAnswer(gateway.server, requestOf(gateway));
  context.progress('policies: warming up');
  for (const name of names) await rate(name, context.plan.warmUpSeconds);
  const rounds = await interleave(context, 'policies', names, (name) => rate(name, context.plan.throughputSeconds));
  return cases.flatMap(({ name, title, atLeast }) => {
    const measured = rounds.flatMap((round) =>
      round[name] === undefined || round.bareProxy === undefined
        ? []
        : [{ gateway: round[name], bareProxy: round.bareProxy }],
    );
    const label = { scenario: 'policies', name: title, unit: '1/s of processor time', bar: { atLeast } } as const;
    return measured.length === 0 ? [] : [buildFigureAgainst('bareProxy', label, 'ratio', measured)];
  });
}
