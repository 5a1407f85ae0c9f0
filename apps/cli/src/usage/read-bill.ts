import { BillCollector, type BillLine, readUsage, writeAmount } from '@multilane/importers';
import type { UsageFiles } from './import-usage.js';
import { openUsageFile } from './open-usage-file.js';

/** Sums the files of a bill by day of UTC and model. @throws UsageFileError */
export async function readBill({ paths, since = '', source, until = '9999' }: UsageFiles): Promise<BillLine[]> {
  const collector = new BillCollector();
  for (const path of paths) {
    for await (const row of readUsage(source, openUsageFile(path), { zone: 'UTC' })) collector.add(row);
  }
  return collector.bill.filter(({ day }) => day >= since && day <= until);
}

/** Line of a bill as `POST /admin/usage/reconciliations` takes it. */
export function writeLine({ cost, costs, day, model, requests, tokens }: BillLine): object {
  return {
    day,
    model,
    requests,
    tokens,
    cost_usd: cost === null ? null : writeAmount(cost),
    costs_usd: Object.fromEntries(Object.entries(costs).map(([kind, amount]) => [kind, writeAmount(amount)])),
  };
}
