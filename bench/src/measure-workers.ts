import type { BenchContext } from './bench-context.js';
import { buildChatBody, REQUEST_HEADERS } from './build-requests.js';
import type { Figure } from './figure.js';
import { checkAnswer, compareRates, measureRate } from './measure-rate.js';
import type { RunningServer } from './server-under-test.js';

/** A gateway of two processes, and one of one process. */
type Case = 'gateway' | 'oneWorker';

const PROCESSES: Readonly<Record<Case, number>> = { gateway: 2, oneWorker: 1 };

const request = { headers: REQUEST_HEADERS, body: buildChatBody() };

/**
 * Measures the cost of sharing a load between two processes: requests per second of processor time, beside a gateway of one process. The
 * process that starts the others counts too. Empty if there is no `/proc`.
 */
export async function measureWorkers(
  context: Pick<BenchContext, 'plan' | 'driver' | 'progress'>,
  targets: Readonly<Record<Case, RunningServer>>,
): Promise<Figure[]> {
  const rate = (name: Case, seconds: number) => measureRate(context, targets[name], request, seconds);
  const names = ['oneWorker', 'gateway'] as const;
  for (const name of names) await checkAnswer(targets[name], request);
  context.progress('workers: warming up');
  // Each process of a gateway gets half of the load, and takes twice as long to become warm.
  for (const name of names) await rate(name, context.plan.warmUpSeconds * PROCESSES[name]);
  const label = {
    scenario: 'workers',
    name: 'requests, two workers beside one',
    unit: '1/s of processor time',
    bar: { atLeast: 0.92 },
  } as const;
  return compareRates(context, 'two workers and one', 'oneWorker', label, rate);
}
