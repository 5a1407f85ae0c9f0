import type { BenchContext } from './bench-context.js';
import { BENCH_LIMITED_KEY } from './build-gateway-config.js';
import { buildChatBody, CHAT_PATH, REQUEST_HEADERS } from './build-requests.js';
import type { Figure } from './figure.js';
import type { Load } from './load-result.js';
import { readTreeProcessorTime } from './process-tree.js';
import { interleave } from './run-rounds.js';
import { median } from './statistics.js';

const withKey = (key: string) => ({ ...REQUEST_HEADERS, authorization: `Bearer ${key}` });

/** Rejected requests, and the bar of each in microseconds of processor time. */
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

/** Request to a plain server, beside those that the gateway rejects. */
const PLAIN = { headers: REQUEST_HEADERS, body: buildChatBody() };

/**
 * Processor time of a request that the gateway rejects, at full load, beside that of a plain server's answer. Empty if there is no
 * `/proc`, or no plain server.
 */
export async function measureRefusals({
  driver,
  plainServer,
  plan,
  targets,
  progress,
}: BenchContext): Promise<Figure[]> {
  if (plainServer === undefined) return [];
  const cost = async (name: Refusal | 'plain', seconds: number, expects: Load['expects']) => {
    const { baseUrl, processId } = name === 'plain' ? plainServer : targets.gateway;
    const { headers, body } = name === 'plain' ? PLAIN : REFUSALS[name];
    const load = { url: baseUrl + CHAT_PATH, headers, body, connections: plan.throughputConnections, expects };
    const before = readTreeProcessorTime(processId);
    const { requests } = await driver.drive({ ...load, seconds });
    const after = readTreeProcessorTime(processId);
    return before === undefined || after === undefined ? undefined : ((after - before) * 1000) / requests;
  };
  progress('refusals: warming up');
  const cases = [...NAMES, 'plain'] as const;
  for (const name of cases) {
    await cost(name, Math.ceil(plan.warmUpSeconds / NAMES.length), 'anything');
    if (name !== 'plain') await checkRefusal(name, targets.gateway.baseUrl);
  }
  const rounds = await interleave({ plan, progress }, 'refusals', cases, (name) =>
    cost(name, plan.throughputSeconds, name === 'plain' ? undefined : 'refusals'),
  );
  const plain = rounds.flatMap((round) => round.plain ?? []);
  if (plain.length === 0) return [];
  return NAMES.flatMap((name) => {
    const costs = rounds.flatMap((round) => round[name] ?? []);
    if (costs.length === 0) return [];
    const bar = { below: REFUSALS[name].below };
    return [
      {
        scenario: 'refusals',
        name: `refused with ${name}`,
        unit: 'µs',
        values: { gateway: median(costs), plainServer: median(plain) },
        bar,
      } as const,
    ];
  });
}

/**
 * Asks and looks at the status: another refusal must not pass for the one that is measured. Asks a second time, since a limit may have
 * given one request back by then.
 */
async function checkRefusal(name: Refusal, baseUrl: string): Promise<void> {
  const { headers, body } = REFUSALS[name];
  const ask = async () => (await fetch(baseUrl + CHAT_PATH, { method: 'POST', headers, body })).status;
  const isRefused = (status: number) => name.startsWith(`${status}, `);
  if (isRefused(await ask())) return;
  const status = await ask();
  if (!isRefused(status)) throw new Error(`a request is answered with ${status}, not with ${name}`);
}
