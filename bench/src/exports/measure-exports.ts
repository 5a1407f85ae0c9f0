import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchContext } from '../bench-context.js';
import { buildChatBody, CHAT_PATH, REQUEST_HEADERS } from '../build-requests.js';
import { measureProcessor } from '../costs/processor-cost.js';
import { sendAtRate } from '../costs/send-requests.js';
import { buildFigureAgainst, type Figure } from '../figure.js';
import type { HeldGateway } from '../measure-policies.js';
import { interleave } from '../run-rounds.js';

/** A gateway whose records go to sinks, and the same one without any. */
export interface ExportingGateways {
  readonly gateway: HeldGateway;
  readonly noSinks: HeldGateway;
}

/** Every kind of sink that speaks HTTP, at one address, and a file. */
export function listSinks(url: string, folder: string): readonly object[] {
  return [
    { name: 'http', kind: 'http', config: { url: `${url}/records` } },
    { name: 'splunk', kind: 'splunk_hec', config: { url, token: 'bench' } },
    { name: 'clickhouse', kind: 'clickhouse', config: { url } },
    {
      name: 's3',
      kind: 's3',
      config: {
        bucket: 'records',
        endpoint: url,
        path_style: true,
        access_key_id: 'bench',
        secret_access_key: 'bench',
      },
    },
    { name: 'otlp', kind: 'otlp', config: { url } },
    { name: 'file', kind: 'file', config: { path: `${folder}/records.ndjson` } },
  ];
}

const body = buildChatBody();
const LIMIT_MS = 60_000;
const POLL_MS = 100;

/**
 * Measures the processor time of a request with all sinks on, beside that without, until each sink has all records. Both gateways store
 * their records in PostgreSQL.
 *
 * @param sinks number of sinks that must have each record
 */
export async function measureExports(
  { plan, progress }: Pick<BenchContext, 'plan' | 'progress'>,
  gateways: ExportingGateways,
  sinks: number,
): Promise<Figure[]> {
  let sent = 0;
  const cost = async (name: keyof ExportingGateways, seconds: number): Promise<number> => {
    const { key, server } = gateways[name];
    const requestOf = () => ({ headers: { ...REQUEST_HEADERS, authorization: `Bearer ${key}` }, body });
    const sending = { baseUrls: [server.baseUrl], path: CHAT_PATH, status: 200, requestOf };
    const { milliseconds, result } = await measureProcessor([server], async () => {
      const count = await sendAtRate(sending, { rate: plan.costRate, seconds });
      if (name === 'gateway') {
        sent += count;
        await untilDelivered(server.baseUrl, sent * sinks);
      } else await sleep(SETTLE_MS);
      return count;
    });
    return (milliseconds * 1000) / result;
  };
  const names = ['noSinks', 'gateway'] as const;
  progress('exports: warming up');
  for (const name of names) await cost(name, plan.costRateSeconds);
  const rounds = await interleave({ plan: { ...plan, rounds: plan.costRounds }, progress }, 'exports', names, (name) =>
    cost(name, plan.costRateSeconds),
  );
  const name = `processor time of a request with ${sinks} sinks, at ${plan.costRate} a second`;
  const label = { scenario: 'exports', name, unit: 'µs', bar: { below: 1.1 } } as const;
  const measured = rounds.flatMap(({ gateway, noSinks }) =>
    gateway === undefined || noSinks === undefined ? [] : [{ gateway, noSinks }],
  );
  return measured.length === 0 ? [] : [buildFigureAgainst('noSinks', label, 'ratio', measured)];
}

/** Time in which the last records are stored where no sink waits for them. */
const SETTLE_MS = 2_000;

/** @throws if the sinks have not got so many records after a minute */
async function untilDelivered(baseUrl: string, wanted: number): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  let delivered = 0;
  while (performance.now() < end) {
    const text = await (await fetch(`${baseUrl}/metrics`)).text();
    const lines = text.matchAll(/^service_export_records_total\{[^}]*outcome="delivered"[^}]*\} (\d+)$/gm);
    delivered = [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
    if (delivered >= wanted) return;
    await sleep(POLL_MS);
  }
  throw new Error(`the sinks got ${delivered} of ${wanted} records`);
}
