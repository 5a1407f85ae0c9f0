import type { BenchContext } from './bench-context.js';
import { buildChatBody, REQUEST_HEADERS } from './build-requests.js';
import type { Figure } from './figure.js';
import { checkAnswer, compareRates, measureRate } from './measure-rate.js';
import type { RunningServer } from './server-under-test.js';

const body = buildChatBody();

type Keys = 'gateway' | 'fileKeys';

/**
 * Measures the cost of a key of the database beside one of the file: requests per second of processor time of one gateway that knows both.
 * Empty if there is no `/proc`.
 */
export async function measureKeys(
  context: Pick<BenchContext, 'plan' | 'driver' | 'progress'>,
  target: RunningServer,
  databaseKey: string,
): Promise<Figure[]> {
  const headers: Readonly<Record<Keys, Record<string, string>>> = {
    gateway: { ...REQUEST_HEADERS, authorization: `Bearer ${databaseKey}` },
    fileKeys: REQUEST_HEADERS,
  };
  for (const each of Object.values(headers)) await checkAnswer(target, { headers: each, body });
  const rate = (keys: Keys, seconds: number) => measureRate(context, target, { headers: headers[keys], body }, seconds);
  context.progress('keys: warming up');
  for (const keys of ['gateway', 'fileKeys'] as const) await rate(keys, context.plan.warmUpSeconds);
  const label = {
    scenario: 'keys',
    name: 'requests, keys of the database beside keys of the file',
    unit: '1/s of processor time',
    bar: { atLeast: 0.97 },
  } as const;
  return compareRates(context, 'keys of the database and of the file', 'fileKeys', label, rate);
}
