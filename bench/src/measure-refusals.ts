import type { BenchContext } from './bench-context.js';
import { BENCH_LIMITED_KEY } from './build-gateway-config.js';
import { buildChatBody, CHAT_PATH, REQUEST_HEADERS } from './build-requests.js';
import type { Figure } from './figure.js';
import type { Load } from './load-result.js';
import { readTreeProcessorTime } from './process-tree.js';
import { interleave } from './run-rounds.js';
import { median } from './statistics.js';

const withKey = (key: string) => ({ ...REQUEST_HEADERS, authorization: `Bearer ${key}` });

/** What is refused, and at most how many microseconds of processor time that may take. */
const REFUSALS = {
  '401, an unknown key': { headers: withKey('ml-bench-nobody'), body: buildChatBody(), below: 15 },
  '404, an unknown model': { headers: REQUEST_HEADERS, body: buildChatBody('hi', 'bench-no-model'), below: 30 },
  '400, an invalid message': {
    headers: REQUEST_HEADERS,
    body: buildChatBody().replace('"user"', '"nobody"'),
    below: 30,
  },
  '429, a limit that is used up': { headers: withKey(BENCH_LIMITED_KEY), body: buildChatBody(), below: 30 },
};
type Refusal = keyof typeof REFUSALS;

const NAMES = Object.keys(REFUSALS) as Refusal[];

/** Processor time of a request that the gateway refuses, at full load. Empty if there is no `/proc`. */
export async function measureRefusals({ driver, plan, targets, progress }: BenchContext): Promise<Figure[]> {
  const { baseUrl, processId } = targets.gateway;
  const cost = async (name: Refusal, seconds: number, expects: Load['expects']): Promise<number | undefined> => {
    const { headers, body } = REFUSALS[name];
    const load = { url: baseUrl + CHAT_PATH, headers, body, connections: plan.throughputConnections, expects };
    const before = readTreeProcessorTime(processId);
    const { requests } = await driver.drive({ ...load, seconds });
    const after = readTreeProcessorTime(processId);
    return before === undefined || after === undefined ? undefined : ((after - before) * 1000) / requests;
  };
  progress('refusals: warming up');
  for (const name of NAMES) await cost(name, Math.ceil(plan.warmUpSeconds / NAMES.length), 'anything');
  const rounds = await interleave({ plan, progress }, 'refusals', NAMES, (name) =>
    cost(name, plan.throughputSeconds, 'refusals'),
  );
  return NAMES.flatMap((name) => {
    const costs = rounds.flatMap((round) => round[name] ?? []);
    if (costs.length === 0) return [];
    const bar = { below: REFUSALS[name].below };
    return [
      {
        scenario: 'refusals',
        name: `refused with ${name}`,
        unit: 'µs',
        values: { gateway: median(costs) },
        bar,
      } as const,
    ];
  });
}
